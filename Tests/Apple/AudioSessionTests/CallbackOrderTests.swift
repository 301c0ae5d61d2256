import SoundServer
import AVFAudio
import AudioModel
import AudioToolbox
import Simulation
import SoundPolicy
import Synchronization
import Testing

@Suite("What the session's callbacks change")
struct CallbackOrderTests {
    private let stage = SimulatedStage()
    private let log = ListenerLog()

    private func open(_ name: String) throws -> (app: StagedApp, session: AVAudioSession) {
        let app = stage.open(name, backgroundModes: ["audio"])
        let session = try app.run {
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(.playback)
            return session
        }
        return (app, session)
    }

    @Test("is notified afterwards, in order")
    func nested() throws {
        // Given music in the background that a game has interrupted.
        let (music, musicSession) = try open("Music")
        _ = try music.sound.startSilentPlayer()
        let (game, gameSession) = try open("Game")
        let tokens = [
            NotificationCenter.default.addObserver(
                forName: AVAudioSession.interruptionNotification, object: musicSession, queue: nil
            ) { [log] in
                log.add("music \($0.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt ?? 9)")
            },
            NotificationCenter.default.addObserver(
                forName: AVAudioSession.routeChangeNotification, object: gameSession, queue: nil
            ) { [log] in
                let reason = $0.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt ?? 9
                log.add("game \(reason)")
                guard reason == 1 else { return }
                #expect(throws: Never.self) {
                    try gameSession.setCategory(.playAndRecord)
                    try gameSession.setActive(false, options: .notifyOthersOnDeactivation)
                }
                log.add("game has given up")
            },
        ]
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        try game.run { try gameSession.setActive(true) }
        stage.advance(by: .milliseconds(10))
        // When the game gives up, from within what it is told of headphones.
        stage.send(.portPlugged(.headphones))
        // Then what follows from that is told when its callback has returned, to each in order.
        #expect(log.entries.prefix(3) == ["music 1", "game 1", "game has given up"])
        let rest = log.entries.dropFirst(3)
        #expect(rest.filter { $0.hasPrefix("music") } == ["music 0"])
        #expect(rest.contains("game 3"))
        #expect(rest.allSatisfy { ["music 0", "game 3"].contains($0) })
    }

    @Test("may be the callback itself: one that ends its observation is not called again")
    func removesItself() throws {
        let (app, session) = try open("App")
        let seen = Mutex<[Float?]>([])
        let held = Mutex<NSKeyValueObservation?>(nil)
        let observation = app.run {
            session.observe(\.outputVolume, options: .new) { _, change in
                seen.withLock { $0.append(change.newValue) }
                let mine = held.withLock { $0.take() }
                mine?.invalidate()
            }
        }
        held.withLock { $0 = observation }
        let token = HeldToken()
        token.value = NotificationCenter.default.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: session, queue: nil
        ) { [log] _ in
            log.add("route")
            token.value.map { NotificationCenter.default.removeObserver($0) }
            token.value = nil
        }
        try app.run { try session.setActive(true) }
        stage.advance(by: .milliseconds(10))
        for (volume, port) in [(Float(0.5), Port.headphones), (0.25, Port.headset)] {
            stage.server.send(.volumeSet(.media, volume))
            stage.send(.portPlugged(port))
        }
        #expect(seen.withLock { $0 } == [0.5])
        #expect(log.entries == ["route"])
    }

    @Test("may be another callback: one that is ended by an earlier one is not called any more")
    func removesAnother() throws {
        let (app, session) = try open("App")
        let second = Mutex<NSKeyValueObservation?>(nil)
        let (first, observation) = app.run {
            (
                session.observe(\.outputVolume) { [log] _, _ in
                    log.add("first")
                    second.withLock { $0.take() }?.invalidate()
                },
                session.observe(\.outputVolume) { [log] _, _ in log.add("second") }
            )
        }
        second.withLock { $0 = observation }
        stage.send(.volumeSet(.media, 0.5))
        #expect(log.entries == ["first"])
        withExtendedLifetime(first) {}
    }

    @Test("may be a new callback, which gets later notifications")
    func addsAnother() throws {
        let (app, session) = try open("App")
        let added = Mutex<[NSKeyValueObservation]>([])
        let first = app.run {
            session.observe(\.outputVolume) { [log] session, _ in
                log.add("first")
                guard added.withLock({ $0.isEmpty }) else { return }
                let new = session.observe(\.outputVolume) { _, _ in log.add("second") }
                added.withLock { $0.append(new) }
            }
        }
        for volume: Float in [0.5, 0.25] {
            stage.send(.volumeSet(.media, volume))
        }
        #expect(log.entries == ["first", "first", "second"])
        withExtendedLifetime(first) {}
    }

    @Test("may let go of an observation that holds another")
    func holdsAnother() throws {
        let (app, session) = try open("App")
        final class Holder: Sendable {
            let held: NSKeyValueObservation
            init(_ held: NSKeyValueObservation) { self.held = held }
        }
        let outer = app.run {
            let holder = Holder(session.observe(\.outputVolume) { _, _ in })
            return session.observe(\.outputVolume) { _, _ in withExtendedLifetime(holder) {} }
        }
        // The handler goes with the observation, and with it the other one's.
        outer.invalidate()
        stage.send(.volumeSet(.media, 0.5))
        #expect(session.outputVolume == 0.5)
    }

    @Test("comes to the delegate of the first systems when a microphone comes and goes")
    func microphone() throws {
        final class Listener: AVAudioSessionDelegate {
            let log: ListenerLog
            init(_ log: ListenerLog) { self.log = log }
            func inputIsAvailableChanged(_ isInputAvailable: Bool) {
                log.add("input \(isInputAvailable)")
            }
        }
        var configuration = PolicyConfiguration()
        configuration.hasBuiltInMicrophone = false
        let stage = SimulatedStage(configuration)
        let app = stage.open("App")
        let listener = Listener(log)
        app.run { AVAudioSession.sharedInstance().delegate = listener }
        for event in [DeviceEvent.portPlugged(.headset), .portUnplugged(.headset)] {
            stage.send(event)
        }
        #expect(log.entries == ["input true", "input false"])
        #expect(log.threads == [.main, .main])
    }
}

/// A notification's token, for the observer itself.
///
/// Ownership: the test's thread, which also runs the observer.
private final class HeldToken: @unchecked Sendable {
    var value: (any NSObjectProtocol)?
}
