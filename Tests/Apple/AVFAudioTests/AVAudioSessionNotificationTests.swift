import AudioModel
import AVFAudio
import Simulation
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer
import Synchronization
import Testing

@Suite("A notification of the audio session")
struct AVAudioSessionNotificationTests {
    /// What came, where.
    private final class Heard: Sendable {
        private let entries = Mutex<[(info: [String: UInt], isMain: Bool)]>([])

        func add(_ notification: Notification) {
            var info: [String: UInt] = [:]
            for (key, value) in notification.userInfo ?? [:] {
                // Clients read either.
                guard let key = key as? String, let number = value as? UInt else { continue }
                if let same = value as? Int { #expect(UInt(same) == number) }
                info[key] = number
            }
            entries.withLock { $0.append((info, SimulatedThread.current == .main)) }
        }

        var infos: [[String: UInt]] { entries.withLock { $0.map(\.info) } }
        var areOnMain: [Bool] { entries.withLock { $0.map(\.isMain) } }
    }

    private func listen(
        _ name: Notification.Name, to session: AVAudioSession
    ) -> (heard: Heard, token: any NSObjectProtocol) {
        let heard = Heard()
        let token = NotificationCenter.default.addObserver(
            forName: name, object: session, queue: nil
        ) { heard.add($0) }
        return (heard, token)
    }

    private func activeSession(
        of app: StagedApp, _ category: AVAudioSession.Category
    ) throws -> AVAudioSession {
        try app.run {
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(category)
            try session.setActive(true)
            return session
        }
    }

    @Test("about an interruption comes on the main thread, with its end's option")
    func interruption() throws {
        // Given an app that listens while active.
        let stage = SimulatedStage()
        let app = stage.open("Music")
        let session = try activeSession(of: app, .playback)
        let (heard, token) = listen(AVAudioSession.interruptionNotification, to: session)
        defer { NotificationCenter.default.removeObserver(token) }
        // When a call comes and is declined.
        stage.server.send(.callArrived)
        stage.advance(by: .milliseconds(100))
        stage.server.send(.callDeclined)
        stage.advance(by: .milliseconds(100))
        // Then it hears of both, with Apple's keys and values.
        #expect(
            heard.infos == [
                [AVAudioSessionInterruptionTypeKey: 1, AVAudioSessionInterruptionReasonKey: 0],
                [AVAudioSessionInterruptionTypeKey: 0, AVAudioSessionInterruptionOptionKey: 1],
            ])
        #expect(heard.areOnMain == [true, true])
    }

    @Test("about an interruption has no reason before release 14.5")
    func noReason() throws {
        var configuration = PolicyConfiguration()
        configuration.profile = .ios13
        let stage = SimulatedStage(configuration)
        let app = stage.open("Music")
        let session = try activeSession(of: app, .playback)
        let (heard, token) = listen(AVAudioSession.interruptionNotification, to: session)
        defer { NotificationCenter.default.removeObserver(token) }
        stage.server.send(.callArrived)
        stage.advance(by: .milliseconds(100))
        #expect(heard.infos == [[AVAudioSessionInterruptionTypeKey: 1]])
    }

    @Test("about a route comes off the main thread, with the route before")
    func route() throws {
        let stage = SimulatedStage()
        let app = stage.open("Music")
        stage.server.send(.portPlugged(.headphones))
        let session = try activeSession(of: app, .playback)
        stage.advance(by: .milliseconds(100))
        let previous = Mutex<[AVAudioSession.Port]>([])
        let (heard, token) = listen(AVAudioSession.routeChangeNotification, to: session)
        let second = NotificationCenter.default.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: session, queue: nil
        ) { notification in
            let route =
                notification.userInfo?[AVAudioSessionRouteChangePreviousRouteKey]
                as? AVAudioSessionRouteDescription
            previous.withLock { $0 += route?.outputs.map(\.portType) ?? [] }
        }
        defer {
            NotificationCenter.default.removeObserver(token)
            NotificationCenter.default.removeObserver(second)
        }
        stage.server.send(.portUnplugged(.headphones))
        stage.advance(by: .milliseconds(100))
        #expect(heard.infos == [[AVAudioSessionRouteChangeReasonKey: 2]])
        #expect(heard.areOnMain == [false])
        #expect(previous.withLock { $0 } == [.headphones])
    }

    @Test("about the hint and the media services carries what the header says")
    func others() throws {
        // What begins in the background may do so.
        var configuration = PolicyConfiguration()
        configuration.backgroundMayBeginAloneOverride = true
        let stage = SimulatedStage(configuration)
        let music = stage.open("Music", backgroundModes: ["audio"])
        try music.run {
            try AVAudioSession.sharedInstance().setCategory(.playback)
        }
        let game = stage.open("Game")
        let session = try activeSession(of: game, .ambient)
        let (hints, first) = listen(
            AVAudioSession.silenceSecondaryAudioHintNotification, to: session)
        let (resets, second) = listen(
            AVAudioSession.mediaServicesWereResetNotification, to: session)
        defer {
            NotificationCenter.default.removeObserver(first)
            NotificationCenter.default.removeObserver(second)
        }
        _ = try music.sound.startPlayer()
        stage.advance(by: .milliseconds(100))
        #expect(hints.infos == [[AVAudioSessionSilenceSecondaryAudioHintTypeKey: 1]])
        stage.server.send(.mediaServicesLost)
        stage.server.send(.mediaServicesReset)
        stage.advance(by: .milliseconds(100))
        #expect(resets.infos == [[:]])
        #expect(resets.areOnMain == [true])
        #expect(session.category == .soloAmbient)
    }

    @Test("of the volume comes to who observes it, until the token goes")
    func volume() throws {
        let stage = SimulatedStage()
        let app = stage.open("Music")
        let session = try activeSession(of: app, .soloAmbient)
        let seen = Mutex<[[Float?]]>([])
        var token: NSKeyValueObservation? = session.observe(
            \.outputVolume, options: [.initial, .new, .old]
        ) { _, change in seen.withLock { $0.append([change.oldValue, change.newValue]) } }
        stage.server.send(.volumeSet(.media, 0.5))
        stage.advance(by: .milliseconds(50))
        #expect(seen.withLock { $0 } == [[nil, 0.8], [0.8, 0.5]])
        #expect(token != nil)
        token = nil
        stage.server.send(.volumeSet(.media, 0.25))
        stage.advance(by: .milliseconds(50))
        #expect(seen.withLock { $0.count } == 2)
        #expect(session.outputVolume == 0.25)
    }

    @Test("reaches the delegate of the first systems")
    func delegate() throws {
        final class Listener: AVAudioSessionDelegate {
            let calls = Mutex<[String]>([])
            func beginInterruption() { calls.withLock { $0.append("begin") } }
            func endInterruption(withFlags flags: Int) {
                calls.withLock { $0.append("end \(flags)") }
            }
        }
        let stage = SimulatedStage()
        let app = stage.open("Music")
        let listener = Listener()
        try app.run {
            AVAudioSession.sharedInstance().delegate = listener
            try AVAudioSession.sharedInstance().setActive(true)
        }
        stage.server.send(.alarmFired)
        stage.server.send(.alarmDismissed)
        stage.advance(by: .milliseconds(50))
        #expect(listener.calls.withLock { $0 } == ["begin", "end 1"])
    }

    @Test("is also an element of an asynchronous sequence")
    func sequence() async {
        let name = Notification.Name("sequence.\(UInt64.random(in: .min ... .max))")
        let notifications = NotificationCenter.default.notifications(named: name)
        NotificationCenter.default.post(name: name, object: nil, userInfo: ["number": 7])
        var found: Int?
        for await notification in notifications {
            found = notification.userInfo?["number"] as? Int
            break
        }
        #expect(found == 7)
    }
}

extension AppSound {
    /// A second of silence that the policy takes for a player's sound.
    fileprivate func startPlayer() throws(SessionError) -> Int {
        let buffer = SoundBuffer(frameCount: 48_000, channelCount: 1, sampleRate: 48_000) { _ in }
        return try startStream(.player, .buffer(buffer, loopCount: -1)) { _ in }
    }
}
