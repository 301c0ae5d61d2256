import AVFAudio
import Foundation
import Simulation
import SoundClient
import Testing

@MainActor
@Suite("AVAudioPlayerNode")
struct AVAudioPlayerNodeTests {
    private let stage: PlayerEngine
    private let player: AVAudioPlayerNode
    private let log = HandlerLog()
    private let a = ramp(0, 100)
    private let b = ramp(1, 50)
    private let loop = ramp(2, 64)

    init() throws {
        stage = try PlayerEngine()
        player = stage.player
    }

    /// Schedules a buffer, and logs its handler.
    private func schedule(
        _ samples: [Float], _ name: String, at when: AVAudioTime? = nil,
        options: AVAudioPlayerNodeBufferOptions = []
    ) throws {
        let log = log
        let buffer = try stage.buffer(samples)
        stage.app.run {
            player.scheduleBuffer(buffer, at: when, options: options) { log.add(name) }
        }
    }

    private func time(_ frame: Int64, rate: Double = 44_100) -> AVAudioTime {
        AVAudioTime(sampleTime: frame, atRate: rate)
    }

    // MARK: The queue

    @Test("starts a buffer at its sample time (engine 29)")
    func sampleTime() throws {
        try schedule(a, "a", at: time(250))
        player.play()
        #expect(try stage.rendered(400) == zeros(250) + a + zeros(50))
    }

    @Test("scales a sample time of another rate than the node's")
    func scaledTime() throws {
        try schedule(a, "a", at: time(500, rate: 88_200))
        player.play()
        #expect(try stage.rendered(400) == zeros(250) + a + zeros(50))
    }

    @Test("plays buffers back to back, then silence, still playing (engine 30)")
    func backToBack() throws {
        try schedule(a, "a")
        try schedule(b, "b")
        player.play()
        #expect(try stage.rendered(200, blockFrames: 33) == a + b + zeros(50))
        #expect(player.isPlaying)
        stage.settle()
        #expect(log.all == ["a", "b"])
    }

    @Test("repeats a loop (engine 31)")
    func loops() throws {
        try schedule(loop, "loop", options: .loops)
        player.play()
        #expect(try stage.rendered(200) == (0..<200).map { loop[$0 % 64] })
        stage.settle()
        #expect(log.all.isEmpty)
    }

    @Test("interrupts a loop at the end of its pass (engine 32)")
    func interruptsAtLoop() throws {
        try schedule(loop, "loop", options: .loops)
        player.play()
        _ = try stage.rendered(100)
        try schedule(b, "b", options: .interruptsAtLoop)
        #expect(try stage.rendered(100) == loop[36...] + b + zeros(22))
    }

    @Test("interrupts a loop at once, whose handler is called once (engine 33)")
    func interrupts() throws {
        try schedule(loop, "loop", options: .loops)
        player.play()
        _ = try stage.rendered(100)
        try schedule(b, "b", options: .interrupts)
        #expect(try stage.rendered(100) == b + zeros(50))
        stage.settle()
        #expect(log.all == ["loop", "b"])
    }

    @Test("drops what is pending for an interrupter, and calls its handlers (engine 34)")
    func interruptsPending() throws {
        try schedule(a, "a")
        try schedule(b, "b")
        try schedule(loop, "c", options: .interrupts)
        player.play()
        #expect(try stage.rendered(100) == loop + zeros(36))
        stage.settle()
        #expect(log.all == ["a", "b", "c"])
    }

    @Test("drops all on stop, and starts its timeline again (engine 35)")
    func stop() throws {
        player.play()
        _ = try stage.rendered(100)
        for name in ["1", "2", "3"] { try schedule(a, name) }
        player.stop()
        stage.settle()
        #expect(log.all == ["1", "2", "3"])
        #expect(!player.isPlaying)
        #expect(player.playerTime(forNodeTime: time(100)) == nil)
        #expect(try stage.rendered(10) == zeros(10))
        player.play()
        _ = try stage.rendered(1)
        #expect(player.playerTime(forNodeTime: time(110))?.sampleTime == 0)
    }

    /// Source: AudioKit/AudioKit#940: Apple's engineers say that it is not allowed; `#1007` has the
    /// crash.
    @Test("stops in a handler of its own without waiting for itself, which a phone would report")
    func stopInHandler() throws {
        let (player, log) = (player, log)
        stage.phone.onFinding = { _ in }
        let buffers = try [a, b].map { try stage.buffer($0) }
        player.scheduleBuffer(buffers[0]) {
            player.stop()
            log.add("stopped")
        }
        player.scheduleBuffer(buffers[1]) { log.add("b") }
        player.play()
        _ = try stage.rendered(100)
        stage.settle()
        #expect(log.all == ["stopped", "b"])
        #expect(!player.isPlaying)
        #expect(
            stage.phone.findings.map(\.description) == [
                "Engine: AVAudioPlayerNode.stop(): called in a completion handler of the node, "
                    + "where a device deadlocks"
            ])
        #expect(stage.phone.advice.map(\.guideline) == [.stopOutsideHandlers])
    }

    @Test("stops another player in a handler, and itself behind it, without a finding")
    func stopBehindHandler() throws {
        let (player, log, other) = (player, log, stage.addPlayer())
        player.scheduleBuffer(try stage.buffer(a)) {
            other.stop()
            DispatchQueue.main.async {
                player.stop()
                log.add("stopped")
            }
        }
        player.play()
        _ = try stage.rendered(100)
        stage.settle()
        #expect(log.all == ["stopped"] && !player.isPlaying)
        #expect(stage.phone.findings.isEmpty)
    }

    // MARK: Times

    @Test("freezes during a pause (engine 36)")
    func pause() throws {
        let data = ramp(0, 700)
        try schedule(data, "a")
        player.play()
        #expect(try stage.rendered(500) == Array(data[..<500]))
        player.pause()
        #expect(!player.isPlaying)
        #expect(try stage.rendered(300) == zeros(300))
        #expect(player.playerTime(forNodeTime: time(800)) == nil)
        player.play()
        #expect(try stage.rendered(100) == Array(data[500..<600]))
        #expect(player.playerTime(forNodeTime: time(900))?.sampleTime == 600)
        #expect(player.nodeTime(forPlayerTime: time(600))?.sampleTime == 900)
    }

    @Test("starts at a time of the node (engine 37)")
    func playAtTime() throws {
        _ = try stage.rendered(1000, blockFrames: 1000)
        try schedule(a, "a")
        let last = try #require(player.lastRenderTime)
        #expect(last.isSampleTimeValid && !last.isHostTimeValid)
        #expect(last.sampleTime == 1000)
        player.play(at: time(last.sampleTime + 4410))
        #expect(try stage.rendered(4600) == zeros(4410) + a + zeros(90))
        #expect(player.playerTime(forNodeTime: last)?.sampleTime == -4410)
    }

    @Test("has a time of 2 s after 2 s, and plays what is scheduled by it where it should")
    func timeOfLastRendering() throws {
        // Given a player that has played for two seconds, in blocks of 1024 frames.
        player.play()
        _ = try stage.rendered(88_200, blockFrames: 1024)
        // Then its time says so.
        let last = try #require(player.lastRenderTime)
        let now = try #require(player.playerTime(forNodeTime: last))
        #expect(now.sampleTime == 88_200 && now.sampleRate == 44_100)
        // When something is scheduled at that time and a little later, then it begins there.
        try schedule(a, "now", at: now)
        try schedule(b, "later", at: time(now.sampleTime + 500))
        let expected = a + zeros(500 - a.count) + b
        #expect(try stage.rendered(expected.count, blockFrames: 1024) == expected)
    }

    @Test("starts at once for no time, for a past one, and for a host time without a device")
    func playNow() throws {
        for when in [nil, time(-5), AVAudioTime(hostTime: .max)] {
            try schedule(b, "b", at: when == nil ? nil : AVAudioTime(hostTime: 1 << 60))
            player.play(at: when)
            #expect(try stage.rendered(60) == b + zeros(10))
            player.stop()
        }
    }

    @Test("starts with the next frame, which is the node's time")
    func timeBeforeStart() throws {
        _ = try stage.rendered(512, blockFrames: 512)
        player.play()
        let last = try #require(player.lastRenderTime)
        #expect(player.playerTime(forNodeTime: last)?.sampleTime == 0)
    }

    // MARK: Formats

    @Test("plays a buffer at its own rate, whatever the buffer's is (engine 38)")
    func bufferRate() throws {
        let format = try #require(
            AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let data = [Float](repeating: 0.5, count: 48_000)
        let buffer = try stage.buffer(data, format)
        player.scheduleBuffer(buffer)
        player.play()
        #expect(try stage.rendered(48_100) == data + zeros(100))
    }

    @Test(
        "plays 16-bit and interleaved buffers",
        arguments: [
            (AVAudioCommonFormat.pcmFormatInt16, true), (.pcmFormatInt16, false),
            (.pcmFormatFloat32, true),
        ])
    func otherBuffers(common: AVAudioCommonFormat, isInterleaved: Bool) throws {
        let format = try #require(
            AVAudioFormat(
                commonFormat: common, sampleRate: 44_100, channels: 2, interleaved: isInterleaved))
        let data = (0..<100).map { Float($0 - 50) / 64 }
        let buffer = try stage.buffer(data, format)
        player.scheduleBuffer(buffer)
        player.play()
        let output = try stage.renderedChannels(100)
        #expect(output[0] == data)
        #expect(output[1] == data)
    }

    @Test("refers to a buffer's samples, and does not copy them")
    func notCopied() throws {
        let buffer = try stage.buffer(a)
        player.scheduleBuffer(buffer)
        let data = try #require(buffer.floatChannelData)
        for channel in 0..<2 { data[channel][0] = 42 }
        player.play()
        #expect(try stage.rendered(2) == [42, a[1]])
    }

    @Test("releases a buffer when it has been played")
    func released() throws {
        weak var buffer: AVAudioPCMBuffer?
        try autoreleasing {
            let made = try stage.buffer(a)
            buffer = made
            player.scheduleBuffer(made)
        }
        #expect(buffer != nil)
        player.play()
        _ = try stage.rendered(100)
        #expect(buffer == nil)
    }

    private func autoreleasing(_ body: () throws -> Void) rethrows { try body() }

    // MARK: Completion

    @Test(
        "calls handlers of all kinds, never on the main thread (engine 41)",
        arguments: [
            AVAudioPlayerNodeCompletionCallbackType.dataConsumed, .dataRendered, .dataPlayedBack,
        ])
    func kinds(type: AVAudioPlayerNodeCompletionCallbackType) throws {
        let log = log
        let buffer = try stage.buffer(a)
        stage.app.run {
            player.scheduleBuffer(buffer, completionCallbackType: type) { type in
                log.add("\(type.rawValue) \(CurrentApp.isOnSimulatedMain)")
            }
            player.play()
        }
        _ = try stage.rendered(99)
        stage.settle()
        #expect(log.all.isEmpty)
        _ = try stage.rendered(1)
        stage.settle()
        #expect(log.all == ["\(type.rawValue) false"])
    }

    @Test("calls handlers in the order of their items, whatever they wait for")
    func order() throws {
        let log = log
        let buffer = try stage.buffer(b)
        let kinds: [AVAudioPlayerNodeCompletionCallbackType] = [
            .dataPlayedBack, .dataConsumed, .dataRendered,
        ]
        for index in 0..<30 {
            player.scheduleBuffer(buffer, completionCallbackType: kinds[index % 3]) {
                log.add("\(index) \($0.rawValue)")
            }
        }
        player.play()
        _ = try stage.rendered(3000, blockFrames: 70)
        stage.settle()
        #expect(log.all == (0..<30).map { "\($0) \(kinds[$0 % 3].rawValue)" })
    }

    @Test("lets tasks wait for the end of what they schedule")
    func asynchronous() async throws {
        let (player, log) = (player, log)
        let buffer = try stage.buffer(a)
        stage.app.run {
            player.play()
            Task { @MainActor in
                await player.scheduleBuffer(buffer)
                let type = await player.scheduleBuffer(
                    buffer, completionCallbackType: .dataRendered)
                log.add("\(type.rawValue)")
                await player.scheduleBuffer(buffer, at: nil, options: .interrupts)
                await player.scheduleBuffer(
                    buffer, at: nil, completionCallbackType: .dataPlayedBack)
                log.add("done")
            }
        }
        for _ in 0..<6 {
            await stage.phone.advance(by: .milliseconds(50))
            _ = try stage.rendered(100)
        }
        await stage.phone.advance(by: .milliseconds(50))
        #expect(log.all == ["1", "done"])
    }
}
