import AudioModel
import MediaPlayback
import MediaSources
import Simulation
import SoundClient
import Synchronization
import Testing

/// Tests the calls at times of an item.
@MainActor
@Suite("A time observer of a player")
struct TimeObserverTests {
    private let studio: Studio
    private let log = EventLog()
    private let player: MediaItemPlayer

    init() throws {
        studio = try Studio()
        player = studio.player()
        studio.app.run { [player, studio] in _ = player.replaceCurrentItem(with: studio.item()) }
        studio.advance(0.2)
    }

    @Test("is called at the same times of the item at any rate", arguments: [Float(1), 2])
    func periodic(rate: Float) {
        let observer = player.addPeriodicObserver(interval: MediaTime(value: 1, timescale: 4)) {
            [log] in log.note("\($0.seconds)")
        }
        studio.app.run { player.rate = rate }
        studio.advance(2.1 / Double(rate))
        studio.app.run { player.pause() }
        studio.advance(0.2)
        let times = log.all.compactMap { Double($0) }
        #expect(times.first == 0)
        let multiples = times.dropFirst().dropLast()
        #expect(Array(multiples) == (1...8).map { Double($0) / 4 })
        #expect(abs((times.last ?? 0) - 2.1) < 0.05 && times.count == 10)
        withExtendedLifetime(observer) {}
    }

    @Test("of boundaries is called where they are passed, and not where they are jumped over")
    func boundary() {
        let times = [MediaTime(value: 1, timescale: 1000), MediaTime(value: 2, timescale: 1)]
        let observer = player.addBoundaryObserver(at: times) { [log, studio] in
            MainActor.assumeIsolated { log.note("\((studio.now * 10).rounded() / 10)") }
        }
        studio.app.run { player.play() }
        studio.advance(1)
        #expect(log.all == ["0.2"])
        studio.app.run { player.seek(to: MediaTime(value: 3, timescale: 1)) }
        studio.advance(1)
        #expect(log.all.count == 1)
        studio.app.run { player.seek(to: .zero) }
        studio.advance(2.5)
        #expect(log.all.count == 3 && log.all.last == "4.2")
        withExtendedLifetime(observer) {}
    }

    @Test("is removed in its own call, and with its token")
    func removal() {
        let box = Box()
        let observer = player.addPeriodicObserver(interval: MediaTime(value: 1, timescale: 10)) {
            [log, player] _ in
            log.note("call")
            if let own = box.take() { #expect(player.removeTimeObserver(own)) }
        }
        box.set(observer)
        var other: MediaTimeObserver? = player.addPeriodicObserver(
            interval: MediaTime(value: 1, timescale: 10)
        ) { [log] _ in log.note("other") }
        studio.app.run { player.play() }
        studio.advance(0.55)
        #expect(log.count("call") == 1 && log.count("other") >= 5)
        let before = log.count("other")
        withExtendedLifetime(other) {}
        other = nil
        studio.advance(0.5)
        #expect(log.count("other") == before)
        #expect(!studio.player().removeTimeObserver(observer))
    }

    @Test("is called on the queue that it names")
    func queue() {
        let queue = studio.sound.environment.makeWorkQueue(label: "observer")
        let observer = player.addPeriodicObserver(
            interval: MediaTime(value: 1, timescale: 2),
            deliver: { [log] call in
                log.note("delivered")
                queue.async(call)
            },
            { [log] _ in log.note("call") })
        studio.app.run { player.play() }
        studio.advance(1.1)
        #expect(log.count("delivered") == 3 && log.count("call") == 3)
        withExtendedLifetime(observer) {}
    }
}

/// Holds an observer's token for its own call.
private final class Box: Sendable {
    private let token = Mutex<MediaTimeObserver?>(nil)

    func set(_ observer: MediaTimeObserver) { token.withLock { $0 = observer } }

    func take() -> MediaTimeObserver? {
        token.withLock { token in
            defer { token = nil }
            return token
        }
    }
}
