import AudioGraph
import AudioModel
import Testing

@Suite("A player's schedule")
struct PlayerScheduleTests {
    private let player = RenderedPlayer()
    private let a = numbered(0, count: 64)
    private let b = numbered(1, count: 50)
    private let c = numbered(2, count: 30)

    @Test("plays buffers back to back and then silence, still playing")
    func backToBack() {
        player.schedule(a, name: 0)
        player.schedule(b, name: 1)
        player.source.play()
        #expect(player.rendered(200) == a + b + silence(86))
        #expect(player.source.isPlaying)
        #expect(player.log.names == [0, 1])
    }

    @Test("starts a buffer at its frame of the player's timeline")
    func startTime() {
        player.schedule(a, name: 0, at: .playerTime(250))
        player.source.play()
        #expect(player.rendered(400) == silence(250) + a + silence(86))
    }

    @Test("delays a buffer whose time comes before the end of the one before it")
    func lateStart() {
        player.schedule(a, name: 0)
        player.schedule(b, name: 1, at: .playerTime(10))
        player.source.play()
        #expect(player.rendered(128) == a + b + silence(14))
    }

    @Test("plays a buffer whose time has passed at once, from its first frame")
    func pastStart() {
        player.source.play()
        #expect(player.rendered(100) == silence(100))
        player.schedule(a, name: 0, at: .playerTime(10))
        #expect(player.rendered(70) == a + silence(6))
    }

    @Test("repeats a loop, and nothing behind it plays")
    func loop() {
        player.schedule(a, name: 0, options: .loops)
        player.schedule(b, name: 1)
        player.source.play()
        #expect(player.rendered(200) == a + a + a + a[..<8])
        #expect(player.log.names.isEmpty)
    }

    @Test("lets an interrupter start at once, and drops everything before it")
    func interrupts() {
        player.schedule(a, name: 0, options: .loops)
        player.schedule(b, name: 1)
        player.source.play()
        #expect(player.rendered(100) == a + a[..<36])
        player.schedule(c, name: 2, options: .interrupts)
        #expect(player.rendered(50) == c + silence(20))
        #expect(player.log.names == [0, 1, 2])
    }

    @Test("lets an interrupter at loop start at the end of the pass")
    func interruptsAtLoop() {
        player.schedule(a, name: 0, options: .loops)
        player.source.play()
        #expect(player.rendered(100) == a + a[..<36])
        player.schedule(c, name: 2, options: .interruptsAtLoop)
        #expect(player.rendered(100) == a[36...] + c + silence(42))
    }

    @Test("lets an interrupter at loop start behind a plain buffer, and drops the rest")
    func interruptsBehindPlain() {
        player.schedule(a, name: 0)
        player.schedule(b, name: 1)
        player.source.play()
        #expect(player.rendered(10) == Array(a[..<10]))
        player.schedule(c, name: 2, options: .interruptsAtLoop)
        #expect(player.rendered(100) == a[10...] + c + silence(16))
        #expect(player.log.names == [0, 1, 2])
    }

    @Test("lets an interrupter with a time start then, and what it interrupts play until then")
    func interruptsAtTime() {
        player.schedule(a, name: 0, options: .loops)
        player.schedule(c, name: 2, at: .playerTime(70), options: .interrupts)
        player.source.play()
        #expect(player.rendered(110) == a + a[..<6] + c + silence(10))
    }

    @Test("lets an interrupter at loop with a time wait for the next end of a pass")
    func interruptsAtLoopAtTime() {
        player.schedule(a, name: 0, options: .loops)
        player.schedule(c, name: 2, at: .playerTime(70), options: .interruptsAtLoop)
        player.source.play()
        #expect(player.rendered(160) == a + a + c + silence(2))
    }

    @Test("keeps the last of several interrupters, with what is scheduled behind it")
    func lastInterrupterWins() {
        player.schedule(a, name: 0, options: .loops)
        player.schedule(b, name: 1, at: .playerTime(70), options: .interrupts)
        player.schedule(b, name: 2)
        player.schedule(c, name: 3, at: .playerTime(80), options: .interrupts)
        player.schedule(b, name: 4)
        player.source.play()
        #expect(player.rendered(170) == a + a[..<16] + c + b + silence(10))
        #expect(player.log.names == [0, 1, 2, 3, 4])
    }

    @Test(
        "replaces a loop by a loop under either rule",
        arguments: zip(
            [.interrupts, .interruptsAtLoop, [.interrupts, .interruptsAtLoop]]
                as [PlayerItemOptions], [100, 128, 100]))
    func loopByLoop(options: PlayerItemOptions, start: Int) {
        player.schedule(a, name: 0, options: .loops)
        player.source.play()
        let before = player.rendered(100)
        player.schedule(c, name: 2, options: options.union(.loops))
        let output = before + player.rendered(100)
        #expect(output == (0..<200).map { $0 < start ? a[$0 % 64] : c[($0 - start) % 30] })
    }

    @Test("drops pending buffers for an interrupter before the player starts")
    func interruptsPending() {
        player.schedule(a, name: 0)
        player.schedule(b, name: 1)
        player.schedule(c, name: 2, options: .interrupts)
        player.source.play()
        #expect(player.rendered(40) == c + silence(10))
        #expect(player.log.names == [0, 1, 2])
    }

    @Test("takes an empty buffer for ended, and an empty loop for silence")
    func empty() {
        player.schedule([], name: 0)
        player.schedule(c, name: 1)
        player.schedule([], name: 2, options: .loops)
        player.schedule(b, name: 3)
        player.source.play()
        #expect(player.rendered(60) == c + silence(30))
        #expect(player.log.names == [0, 1])
        player.schedule(b, name: 4, options: .interruptsAtLoop)
        #expect(player.rendered(50) == b)
    }

    @Test("freezes during a pause and goes on with the next frame")
    func pause() throws {
        player.schedule(numbered(0, count: 1000), name: 0)
        player.source.play()
        var output = player.rendered(500)
        player.source.pause()
        #expect(!player.source.isPlaying)
        #expect(player.source.timing == nil)
        output += player.rendered(300)
        player.source.play()
        output += player.rendered(100)
        let data = numbered(0, count: 1000)
        #expect(output == data[..<500] + silence(300) + data[500..<600])
        let timing = try #require(player.source.timing)
        #expect(player.nodeTime - timing.anchor == 600)
    }

    @Test("starts at a node time, and at once when it has passed")
    func playAtNodeTime() {
        player.schedule(a, name: 0)
        _ = player.rendered(100)
        player.source.play(at: .nodeTime(4510))
        #expect(player.rendered(4474) == silence(4410) + a)
        player.source.stop()
        player.schedule(b, name: 1)
        player.source.play(at: .nodeTime(10))
        #expect(player.rendered(50) == b)
    }

    @Test("starts at a host time, within half a frame")
    func hostTimes() {
        player.hostTime = .seconds(5)
        player.schedule(a, name: 0)
        player.schedule(
            b, name: 1, at: .hostTime(nanoseconds: HostTime.seconds(5.02).nanoseconds))
        player.source.play(at: .hostTime(nanoseconds: HostTime.seconds(5.01).nanoseconds))
        #expect(player.rendered(1000) == silence(441) + a + silence(377) + b + silence(68))
    }

    @Test("ignores host times where frames have none")
    func noHostTimes() {
        player.schedule(a, name: 0, at: .hostTime(nanoseconds: .max))
        player.source.play(at: .hostTime(nanoseconds: .max))
        #expect(player.rendered(64) == a)
    }

    @Test(
        "survives times at the ends of their ranges",
        arguments: [Int64.min, Int64.min + 1, -1, Int64.max - 1, Int64.max])
    func extremeTimes(time: Int64) {
        player.hostTime = .seconds(1)
        player.schedule(a, name: 0, at: .playerTime(time))
        player.schedule(b, name: 1, at: .hostTime(nanoseconds: time))
        player.source.play(at: .nodeTime(time))
        #expect(player.rendered(64) == (time < 0 ? a : silence(64)))
        player.source.stop()
        player.source.play(at: .hostTime(nanoseconds: time))
        #expect(player.rendered(64) == silence(64))
    }

    @Test("drops all on stop, completes each at once, and starts the timeline again")
    func stop() throws {
        for name in 0..<3 { player.schedule(a, name: name) }
        player.source.play()
        _ = player.rendered(10)
        player.source.stop()
        player.complete()
        #expect(player.log.names == [0, 1, 2])
        #expect(player.source.timing == nil)
        player.schedule(b, name: 3, at: .playerTime(5))
        player.source.play()
        #expect(player.rendered(60) == silence(5) + b + silence(5))
        let timing = try #require(player.source.timing)
        #expect(player.nodeTime - timing.anchor == 60)
        #expect(player.log.names == [0, 1, 2, 3])
    }

    @Test("expects to start with the next block before it is rendered")
    func expectedTiming() throws {
        player.source.play()
        #expect(player.source.timing == nil)
        _ = player.rendered(100)
        player.source.pause()
        _ = player.rendered(50)
        player.source.play()
        var timing = try #require(player.source.timing)
        #expect(timing.anchor == 50)
        player.source.stop()
        player.source.play(at: .nodeTime(1000))
        timing = try #require(player.source.timing)
        #expect(timing.anchor == 1000)
        _ = player.rendered(10)
        timing = try #require(player.source.timing)
        #expect(timing.anchor == 1000)
    }
}
