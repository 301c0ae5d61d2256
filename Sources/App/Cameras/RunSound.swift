import AudioModel
import SoundClient
import SoundServer
import Synchronization

/// The sound of a run: a session, as far as the run sets it up, and the microphone. One thread at a
/// time.
///
/// Without an input the microphone gives silence.
final class RunSound: Sendable {
    private struct State {
        var setup: CameraRun.Setup?
        /// The app that has the session: that of the run, or one of its own.
        var host: AppSound?
        /// The number of the recording; `nil` where the session has no input.
        var recording: Int?
        /// Whether the run has activated the session.
        var hasActivated = false
        /// Counts starts, so that the silence of an earlier one ends.
        var startCount = 0
    }

    private let state = Mutex(State())
    private let receive: @Sendable (CapturedSound) -> Void

    init(_ receive: @escaping @Sendable (CapturedSound) -> Void) { self.receive = receive }

    /// Sets up the session and opens the microphone, unless that has happened.
    ///
    /// - Parameter interrupted: Called when the session, if it is not that of the app, is interrupted
    ///   and when that ends.
    /// - Returns: Whether the session may sound now.
    func start(
        _ setup: CameraRun.Setup, in app: AppSound,
        interrupted: @escaping @Sendable (_ isThere: Bool) -> Void
    ) -> Bool {
        let before = state.withLock { $0.setup }
        if let before, before.sound == setup.sound { return true }
        stop()
        let own = setup.usesAppSession ? nil : FilmSession.of(app)
        let host = own?.app ?? app
        state.withLock { $0.host = host }
        if own != nil || setup.usesAppSession && setup.setsUpSession {
            own?.begin(self, for: app, interrupted)
            let options: SessionOptions = setup.mixes ? .mixWithOthers : []
            do throws(SessionError) {
                try host.request(.setCategory(.playAndRecord, .videoRecording, options, .default))
                try host.request(.activate)
            } catch {
                return false
            }
            state.withLock { $0.hasActivated = true }
        }
        // On the app's queue: its code may receive the sound there.
        let capture: @Sendable (CapturedSound) -> Void = { [weak app, receive] sound in
            app?.environment.onQueue { receive(sound) }
        }
        let recording = try? host.startRecording(onCapture: capture, ended: { _ in })
        let count = state.withLock { state in
            (state.setup, state.recording) = (setup, recording)
            state.startCount += 1
            return state.startCount
        }
        if recording == nil { giveSilence(from: 0, count, in: app) }
        return true
    }

    /// Frames of a block of silence.
    private static let silentFrames = 1024

    /// Gives a block of silence when its time has gone by, and then the next.
    private func giveSilence(from position: Int, _ count: Int, in app: AppSound) {
        let rate = app.inputSampleRate
        let begin = app.environment.now
        let block = HostInterval.seconds(Double(Self.silentFrames) / rate)
        app.environment.after(block) { [weak self, weak app] in
            guard let self, let app else { return }
            guard state.withLock({ $0.setup != nil && $0.startCount == count }) else { return }
            receive(
                CapturedSound(
                    samples: [Float](repeating: 0, count: Self.silentFrames), channelCount: 1,
                    position: position, time: begin))
            giveSilence(from: position + Self.silentFrames, count, in: app)
        }
    }

    /// Closes the microphone, and deactivates the session if the run has activated it. It may still be
    /// interrupted, and tell of the end.
    func stop() {
        let (host, recording, deactivates) = state.withLock { state in
            defer { state = State(host: state.host, startCount: state.startCount) }
            return (state.host, state.recording, state.hasActivated)
        }
        guard let host else { return }
        if let recording { try? host.stopStream(recording) }
        // An interruption has deactivated it already, and the app's other sound keeps it active.
        guard deactivates, host.connection.session.isActive, !host.hasStreams else { return }
        try? host.request(.deactivate(notifyingOthers: true))
    }
}

extension CameraRun.Setup {
    /// What the sound depends on.
    fileprivate var sound: [Bool] { [hasMicrophone, usesAppSession, setsUpSession, mixes] }
}

/// A session apart from the app's, in which its films record. Any thread.
private final class FilmSession: Sendable {
    let app: AppSound
    private let runs = Mutex<[ObjectIdentifier: Run]>([:])

    private struct Run {
        weak var sound: RunSound?
        var interrupted: @Sendable (Bool) -> Void
    }

    private init(_ app: AppSound) { self.app = app }

    /// The session of an app's films; `nil` on a device where other apps are out of reach.
    static func of(_ client: AppSound) -> FilmSession? {
        client.playerApps?.player(for: client, purpose: .film) { app in
            let session = FilmSession(app)
            app.addObserver { [weak session] notification in session?.receive(notification) }
            return session
        }
    }

    /// Lets a run of the app begin to record.
    func begin(
        _ sound: RunSound, for client: AppSound, _ interrupted: @escaping @Sendable (Bool) -> Void
    ) {
        // Without effect for an app that may not; then the session's own rights decide.
        try? client.request(.startPlayer(app.connection.app))
        runs.withLock { runs in
            runs = runs.filter { $0.value.sound != nil }
            runs[ObjectIdentifier(sound)] = Run(sound: sound, interrupted: interrupted)
        }
    }

    private func receive(_ notification: AppNotification) {
        let isThere: Bool
        switch notification {
        case .interruptionBegan: isThere = true
        case .interruptionEnded: isThere = false
        default: return
        }
        for run in runs.withLock({ Array($0.values) }) where run.sound != nil {
            run.interrupted(isThere)
        }
    }
}
