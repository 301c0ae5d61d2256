import AudioModel
import SoundClient
import SoundServer
import Synchronization

/// The session in which speech sounds: the app's, or one apart from it that is active, and ducks
/// other sound, only while something is spoken. Any thread.
final class SpeechSession: Sendable {
    /// The app with the session and the streams.
    let app: AppSound
    /// The app that the speech belongs to; `nil` when the session is that app's own. Weak: the
    /// client's device owns a separate session.
    private weak let client: AppSound?
    private let isSeparate: Bool
    /// What continues each run of speech after an interruption.
    private let runs = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

    /// Creates the session of the app itself.
    init(_ app: AppSound) {
        self.app = app
        client = nil
        isSeparate = false
    }

    private init(_ app: AppSound, apartFrom client: AppSound) {
        self.app = app
        self.client = client
        isSeparate = true
    }

    /// Returns the separate session of an app's speech, which all its synthesizers share; the app's
    /// own session on a device with other apps out of reach.
    static func separate(for client: AppSound) -> SpeechSession {
        let session = client.playerApps?.player(for: client, purpose: .speech) { app in
            let session = SpeechSession(app, apartFrom: client)
            app.addObserver { [weak session] notification in
                if case .interruptionEnded(shouldResume: true) = notification {
                    session?.continueRuns()
                }
            }
            return session
        }
        return session ?? SpeechSession(client)
    }

    /// Prepares the session for a run that starts or continues; it becomes active with the run's
    /// stream.
    ///
    /// - Parameter resume: Continues the run after an interruption of the session.
    /// - Throws: The server's refusal.
    func begin(
        _ run: SpeechRun, resume: @escaping @Sendable () -> Void
    ) throws(SessionError) {
        guard isSeparate else { return }
        // Without effect for an app that may not; then the session's own rights decide.
        try? client?.request(.startPlayer(app.connection.app))
        let isFirst = runs.withLock { runs in
            runs[ObjectIdentifier(run)] = resume
            return runs.count == 1
        }
        if isFirst { try app.request(.setCategory(.playback, .default, .duckOthers, .default)) }
    }

    /// Makes the session inactive, and ends its ducking, when nothing else is spoken.
    ///
    /// - Parameter run: A run that has ended or been paused by the app.
    func end(_ run: SpeechRun) {
        let isLast = runs.withLock { runs in
            runs.removeValue(forKey: ObjectIdentifier(run)) != nil && runs.isEmpty
        }
        guard isLast else { return }
        // Fails only for a session that is not active any more.
        try? app.request(.deactivate(notifyingOthers: true))
        // A run may have begun on another thread meanwhile.
        continueRuns()
    }

    private func continueRuns() {
        for resume in runs.withLock({ Array($0.values) }) { resume() }
    }
}
