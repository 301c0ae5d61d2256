import AudioModel
import SoundClient
import SoundMixer
import SoundServer
import Synchronization
import Testing

@Suite("The players of apps")
struct PlayerAppsTests {
    private final class Player: Sendable {}

    /// A device on which players are launched, and which counts them.
    private final class Device: Sendable {
        let server: Server
        private let launched = Mutex<[AppDescription]>([])
        var names: [String] { launched.withLock { $0.map(\.name) } }

        init(_ server: Server) { self.server = server }

        func launch(_ description: AppDescription) -> AppSound {
            launched.withLock { $0.append(description) }
            return makeApp { [server] in server.connect(description, $0) }
        }

        func makeApp(_ connect: (any AppReceiver) -> any AppConnection) -> AppSound {
            AppSound(
                mixer: Mixer(outputRate: 48_000), environment: HandEnvironment(), connect: connect)
        }
    }

    /// A connection that moves to another server, where the app has another identifier.
    private final class MovingConnection: AppConnection {
        private let current: Mutex<any AppConnection>

        init(_ first: any AppConnection) { current = Mutex(first) }

        func move(to next: any AppConnection) { current.withLock { $0 = next } }

        var app: AppID { current.withLock { $0 }.app }
        var session: SessionSnapshot { current.withLock { $0 }.session }
        func request(_ request: AppRequest) throws(SessionError) {
            try current.withLock { $0 }.request(request)
        }
        func report(_ report: AppReport) {}
        func verdict(ofStream number: Int) -> Verdict? { nil }
        func disconnect(_ termination: Termination) {}
    }

    @Test("stay an app's when the app moves to another server and back")
    func moves() {
        let device = Device(RecordingApp(category: nil).server)
        let apps = PlayerApps { device.launch($0) }
        var moving: MovingConnection?
        let client = device.makeApp { receiver in
            let connection = MovingConnection(
                device.server.connect(AppDescription(name: "Jukebox"), receiver))
            moving = connection
            return connection
        }
        client.usePlayers(of: apps, as: "Jukebox")
        func player(of app: AppSound) -> Player? { apps.player(for: app) { _ in Player() } }
        let first = player(of: client)
        let former = client.connection.app
        moving?.move(to: device.server.connect(AppDescription(name: "Jukebox"), client))
        #expect(client.connection.app != former)
        #expect(player(of: client) === first)
        #expect(device.names == ["Jukebox player"])
        // Another app has one of its own.
        let other = device.launch(AppDescription(name: "Other"))
        other.usePlayers(of: apps, as: "Other")
        let second = player(of: other)
        #expect(second != nil && second !== first)
        // It ends with its app, under whatever identifier.
        client.follow(.notRunning)
        let next = player(of: client)
        #expect(next != nil && next !== first)
        #expect(player(of: other) === second)
    }
}
