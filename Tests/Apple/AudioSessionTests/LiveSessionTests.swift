import AVFAudio
import AudioModel
import AudioToolbox
import HostLinux
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer
import Synchronization
import Testing

@Suite("A session on the real main thread and real queues")
struct LiveSessionTests {
    /// An app with a server of its own on this machine's clock and threads.
    private static func makeApp() -> (server: Server, app: AppSound) {
        let environment = LinuxEnvironment()
        let server = Server(clock: LinuxClock(queue: environment.queue))
        let app = AppSound(
            mixer: Mixer(outputRate: 48_000), environment: environment,
            connect: { server.connect(AppDescription(name: "Live"), $0) })
        server.open(app.connection.app)
        return (server, app)
    }

    /// What came, and whether on the main thread.
    private final class Arrivals: Sendable {
        private let all = Mutex<[String]>([])
        private let came = DispatchSemaphore(value: 0)
        /// Marks the main queue: under an asynchronous `main` no thread is the main one for good.
        private let mark = DispatchSpecificKey<Bool>()

        init() {
            DispatchQueue.main.setSpecific(key: mark, value: true)
        }

        func add(_ text: String) {
            let isMain = Thread.isMainThread || DispatchQueue.getSpecific(key: mark) == true
            all.withLock { $0.append("\(text) \(isMain ? "main" : "other")") }
            came.signal()
        }

        /// Waits off the main thread and the pool of Swift's tasks.
        func wait(for count: Int) async -> [String] {
            await withCheckedContinuation { continuation in
                Thread {
                    for _ in 0..<count where self.came.wait(timeout: .now() + 600) != .success {
                        break
                    }
                    continuation.resume(returning: self.all.withLock { $0 })
                }.start()
            }
        }
    }

    @Test(
        "notifies of interruptions and volumes on the main thread, and of routes off it, in order")
    func threads() async throws {
        let (server, app) = Self.makeApp()
        let arrivals = Arrivals()
        let session = CurrentApp.run(as: app) { AVAudioSession.sharedInstance() }
        try session.setCategory(.playback)
        try session.setActive(true)
        let names: [(Notification.Name, String)] = [
            (AVAudioSession.interruptionNotification, AVAudioSessionInterruptionTypeKey),
            (AVAudioSession.routeChangeNotification, AVAudioSessionRouteChangeReasonKey),
            (AVAudioSession.mediaServicesWereLostNotification, ""),
            (AVAudioSession.mediaServicesWereResetNotification, ""),
        ]
        let tokens = names.map { name, key in
            NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
                let number = ($0.userInfo?[key] as? UInt).map { " \($0)" } ?? ""
                let short = name.rawValue.dropFirst("AVAudioSession".count)
                arrivals.add(short.dropLast("Notification".count) + number)
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        let observation = session.observe(\.outputVolume, options: .new) { _, change in
            arrivals.add("volume \(change.newValue ?? -1)")
        }

        server.send(.callArrived)
        server.send(.volumeSet(.media, 0.25))
        server.send(.callDeclined)
        #expect(
            await arrivals.wait(for: 3) == [
                "Interruption 1 main", "volume 0.25 main", "Interruption 0 main",
            ])
        server.send(.portPlugged(.headphones))
        #expect(await arrivals.wait(for: 1).last == "RouteChange 1 other")
        server.send(.mediaServicesLost)
        server.send(.mediaServicesReset)
        #expect(
            await arrivals.wait(for: 2).suffix(2) == [
                "MediaServicesWereLost main", "MediaServicesWereReset main",
            ])
        withExtendedLifetime(observation) {}
    }

    @Test("is not stalled by an app's slow route observer")
    func slowObserver() async throws {
        let (server, app) = Self.makeApp()
        let arrivals = Arrivals()
        let mayGoOn = DispatchSemaphore(value: 0)
        let session = CurrentApp.run(as: app) { AVAudioSession.sharedInstance() }
        try session.setActive(true)
        let token = NotificationCenter.default.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: session, queue: nil
        ) { _ in
            arrivals.add("route")
            app.environment.onQueue { arrivals.add("queue") }
            session.requestRecordPermission { _ in mayGoOn.signal() }
            // Until the library's own queue has run what came after.
            #expect(mayGoOn.wait(timeout: .now() + 60) == .success)
        }
        defer { NotificationCenter.default.removeObserver(token) }
        server.send(.portPlugged(.headphones))
        #expect(await arrivals.wait(for: 2) == ["route other", "queue other"])
        try session.setActive(false)
    }

    @Test("answers whether it may record on no main thread")
    func permission() async {
        let (_, app) = Self.makeApp()
        let arrivals = Arrivals()
        let session = CurrentApp.run(as: app) { AVAudioSession.sharedInstance() }
        session.requestRecordPermission { arrivals.add("\($0)") }
        #expect(await arrivals.wait(for: 1) == ["true other"])
    }

    @Test("calls the listeners of the C interface on the main run loop's thread")
    func legacy() async {
        let (server, app) = Self.makeApp()
        let reaction = Reaction()
        let arrivals = Arrivals()
        reaction.body = { arrivals.add("listener") }
        let clientData = Unmanaged.passUnretained(reaction).toOpaque()
        CurrentApp.run(as: app) {
            AudioSessionInitialize(nil, nil, { Reaction.of($0).run($1) }, clientData)
            AudioSessionAddPropertyListener(
                kAudioSessionProperty_AudioRouteChange,
                { data, _, _, _ in Reaction.of(data).run() },
                clientData)
            AudioSessionSetActive(true)
        }
        server.send(.portPlugged(.headphones))
        server.send(.alarmFired)
        #expect(await arrivals.wait(for: 2) == ["listener main", "listener main"])
        withExtendedLifetime(reaction) {}
    }
}
