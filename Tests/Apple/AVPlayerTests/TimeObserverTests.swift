import AVFoundation
import Dispatch
import Foundation
import Simulation
import Synchronization
import Testing

@MainActor
@Suite("An observer of a player's time")
struct TimeObserverTests {
    @Test("is called at the same times of the item, whatever its rate (11)", arguments: [1, 2])
    func periodic(rate: Float) throws {
        let stage = try MediaStage()
        let player = stage.player(try stage.sine())
        let token = stage.app.run {
            player.addPeriodicTimeObserver(
                forInterval: CMTime(value: 1, timescale: 4), queue: nil
            ) { [log = stage.log] time in
                log.add("\((time.seconds * 100).rounded() / 100)")
            }
        }
        stage.app.run { player.rate = rate }
        stage.pass(Int(2000 / rate) + 100)
        stage.app.run { player.pause() }
        stage.pass(100)
        let expected = stride(from: 0.25, through: 2, by: 0.25).map { "\($0)" }
        #expect(stage.log.lines.filter { expected.contains($0) } == expected)
        // At the start and at the stop as well.
        #expect(stage.log.lines.first == "0.0")
        #expect(stage.log.lines.count == expected.count + 2)
        stage.app.run { player.removeTimeObserver(token) }
    }

    @Test("of boundaries is called when they are passed, and not when they are skipped (12)")
    func boundaries() throws {
        let stage = try MediaStage()
        let player = stage.player(try stage.sine())
        let token = stage.app.run {
            player.addBoundaryTimeObserver(
                forTimes: [0.001, 2].map {
                    NSValue(time: CMTime(seconds: $0, preferredTimescale: 1000))
                }, queue: nil
            ) { [log = stage.log] in log.add("passed") }
        }
        stage.app.run { player.play() }
        stage.pass(500)
        #expect(stage.log.lines.count == 1)
        stage.pass(2000)
        #expect(stage.log.lines.count == 2)
        stage.app.run { player.seek(to: CMTime(value: 1, timescale: 1)) }
        stage.pass(200)
        stage.app.run { player.seek(to: CMTime(value: 3, timescale: 1)) }
        stage.pass(1000)
        #expect(stage.log.lines.count == 2)
        withExtendedLifetime(token) {}
    }

    @Test("may be removed in its own call, and is called no more (13)")
    func removesItself() throws {
        let stage = try MediaStage()
        let player = stage.player(try stage.sine())
        let held = Held()
        held.token = stage.app.run { () -> Any? in
            player.addPeriodicTimeObserver(
                forInterval: CMTime(value: 1, timescale: 4), queue: nil
            ) { [log = stage.log] _ in
                log.add("called")
                if let token = held.token { player.removeTimeObserver(token) }
                held.token = nil
            }
        }
        stage.app.run { player.play() }
        stage.pass(1000)
        #expect(stage.log.lines == ["called"])
    }

    @Test("ends when its token is released, and is called on its queue")
    func queues() throws {
        let stage = try MediaStage()
        let player = stage.player(try stage.sine())
        let queue = DispatchQueue(label: "observer")
        var token: Any? = stage.app.run { () -> Any? in
            player.addPeriodicTimeObserver(
                forInterval: CMTime(value: 1, timescale: 4), queue: queue
            ) { [log = stage.log] _ in log.add("called") }
        }
        stage.app.run { player.play() }
        stage.pass(600)
        #expect(stage.log.lines.count == 3)
        withExtendedLifetime(token) {}
        token = nil
        stage.pass(1000)
        #expect(stage.log.lines.count == 3)
    }

    @Test("has an interval, or times, and is removed from its own player, or the program ends")
    func misuse() throws {
        let stage = try MediaStage()
        let calls = Log()
        stage.app.run {
            let (player, other) = (AVPlayer(), AVPlayer())
            ProgrammerErrors.handle(with: { call, _ in calls.add(call) }) {
                _ = player.addPeriodicTimeObserver(forInterval: .zero, queue: nil) { _ in }
                _ = player.addPeriodicTimeObserver(forInterval: .invalid, queue: nil) { _ in }
                _ = player.addBoundaryTimeObserver(forTimes: [], queue: nil) {}
                let token = other.addPeriodicTimeObserver(
                    forInterval: CMTime(value: 1, timescale: 1), queue: nil
                ) { _ in }
                player.removeTimeObserver(token)
                player.removeTimeObserver("none")
            }
        }
        let periodic = "AVPlayer.addPeriodicTimeObserver(forInterval:queue:using:)"
        let remove = "AVPlayer.removeTimeObserver(_:)"
        #expect(
            calls.lines == [
                periodic, periodic, "AVPlayer.addBoundaryTimeObserver(forTimes:queue:using:)",
                remove, remove,
            ])
    }

    /// A token that its own block removes.
    ///
    /// Ownership: the main thread.
    private final class Held: @unchecked Sendable {
        var token: Any?
    }
}
