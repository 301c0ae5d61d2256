import AudioModel
import Simulation
import SoundPolicy
import SoundServer
import Synchronization
import Testing

@Suite("A server and its apps")
struct ServerTests {
    @Test("forget each other when the process ends")
    func forgetsEndedApps() throws {
        // Given an app with a sound.
        let server = Server(clock: EventLoop())
        var receiver: IgnoringReceiver? = IgnoringReceiver()
        weak let library = receiver
        let app = server.connect(AppDescription(name: "Game"), try #require(receiver))
        server.open(app.app)
        try app.request(.startStream(number: 1, .player, appVolume: 1))
        // When its process ends.
        receiver = nil
        app.disconnect(.killed)
        // Then nothing retains its library.
        #expect(library == nil)
    }

    @Test("stay together while a system sound outlives its process")
    func keepsWhatOutlives() throws {
        // Given an app with an alert sound that outlives it.
        let server = Server(clock: EventLoop())
        var receiver: IgnoringReceiver? = IgnoringReceiver()
        weak let library = receiver
        let app = server.connect(AppDescription(name: "Blog"), try #require(receiver))
        server.open(app.app)
        try app.request(.startStream(number: 1, .alertSound, appVolume: 1))
        try app.request(.letStreamOutliveApp(number: 1))
        // When its process ends, and then its sound.
        receiver = nil
        app.disconnect(.killed)
        #expect(library != nil)
        try app.request(.streamEnded(number: 1))
        // Then nothing retains its library.
        #expect(library == nil)
    }

    @Test("meet their deadlines in time, though the clock comes late to them")
    func lateClock() throws {
        // Given an app that is suspended some time after it was left.
        let events = Mutex<[String]>([])
        let clock = LateClock()
        let server = Server(clock: clock) { time, event, response in
            for case .appChanged(_, let state) in response.effects {
                events.withLock { $0.append("\(time.seconds) \(state)") }
            }
        }
        let app = server.connect(AppDescription(name: "Game"), IgnoringReceiver())
        server.open(app.app)
        server.leave(app.app)
        let deadline = try #require(server.inspect { $0.nextDeadline })
        // When that time has passed without a deadline being met, and it is opened.
        clock.time.withLock { $0 = deadline + .milliseconds(20) }
        events.withLock { $0 = [] }
        server.open(app.app)
        // Then it was suspended before, with the time at which it was due.
        let late = (deadline + .milliseconds(20)).seconds
        #expect(
            events.withLock { $0 }.prefix(2) == [
                "\(deadline.seconds) suspended", "\(late) background",
            ])
    }
}

/// A clock that never says when a deadline has come.
private final class LateClock: ServerClock {
    let time = Mutex(HostTime.zero)

    var now: HostTime { time.withLock { $0 } }

    func schedule(at time: HostTime?, _ block: @escaping @Sendable () -> Void) {}
}
