import AudioModel
import Simulation
import SoundPolicy
import SoundServer
import Testing

@Suite("A server's log of events")
struct EventLogTests {
    private let clock = EventLoop()

    @Test("has what happened, when, and what was refused")
    func entries() {
        let server = Server(clock: clock)
        let app = server.connect(AppDescription(name: "Player"), IgnoringReceiver())
        clock.advance(to: .zero + .seconds(2))
        server.send(.ringSwitchMoved(.silent))
        #expect(throws: SessionError.badParam) {
            try app.request(.setCategory(.soloAmbient, .default, .duckOthers, .default))
        }
        let log = server.recentEvents
        #expect(log.count == 3)
        #expect(log[0].event == .appLaunched(app.app, AppDescription(name: "Player")))
        #expect(log[1].time == .zero + .seconds(2))
        #expect(log[1].event == .device(.ringSwitchMoved(.silent)))
        #expect(log[2].refusal == .badParam)
    }

    @Test("keeps the last 1,024, the oldest first")
    func ring() {
        let server = Server(clock: clock)
        for count in 1...3_000 {
            clock.advance(to: .zero + .seconds(Double(count)))
            server.send(.volumeSet(.media, Float(count % 7) / 7))
        }
        let log = server.recentEvents
        #expect(log.count == 1_024)
        #expect(log.map(\.time) == (1_977...3_000).map { .zero + .seconds(Double($0)) })
    }

    @Test("brings a new policy to the same state")
    func replay() {
        let server = Server(clock: clock)
        let app = server.connect(AppDescription(name: "Player"), IgnoringReceiver())
        server.open(app.app)
        try? app.request(.startStream(number: 1, .player, appVolume: 1))
        server.send(.portPlugged(.headphones))
        server.send(.callArrived)
        clock.advance(to: .zero + .seconds(1))
        server.send(.callDeclined)
        var other = PolicyMachine()
        for entry in server.recentEvents { _ = other.handle(entry.event, at: entry.time) }
        let stream = StreamID(app: app.app, number: 1)
        #expect(server.inspect { $0.verdict(of: stream) } == other.verdict(of: stream))
        #expect(other.verdict(of: stream)?.state == .paused)
    }
}
