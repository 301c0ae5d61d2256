import AudioModel
import SoundClient
import SoundServer
import Synchronization

/// The sound of a run: the app's session, as far as the run sets it up, and the microphone. One thread
/// at a time, but for `stop`.
///
/// Without an input the microphone gives silence.
final class RunSound: Sendable {
    private struct State {
        var setup: CameraRun.Setup?
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
    /// - Returns: Whether the session may sound now.
    func start(_ setup: CameraRun.Setup, in app: AppSound) -> Bool {
        let before = state.withLock { $0.setup }
        if let before, before.sound == setup.sound { return true }
        stop(in: app)
        if setup.usesAppSession, setup.setsUpSession {
            let options: SessionOptions = setup.mixes ? .mixWithOthers : []
            do throws(SessionError) {
                try app.request(.setCategory(.playAndRecord, .videoRecording, options, .default))
                try app.request(.activate)
            } catch {
                return false
            }
            state.withLock { $0.hasActivated = true }
        }
        let recording = try? app.startRecording(onCapture: receive, ended: { _ in })
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

    /// Closes the microphone, and deactivates the session if the run has activated it.
    func stop(in app: AppSound) {
        let (recording, deactivates) = state.withLock { state in
            defer { state = State(startCount: state.startCount) }
            return (state.recording, state.hasActivated)
        }
        if let recording { try? app.stopStream(recording) }
        // An interruption has deactivated it already, and the app's other sound keeps it active.
        guard deactivates, app.connection.session.isActive, !app.hasStreams else { return }
        try? app.request(.deactivate(notifyingOthers: true))
    }
}

extension CameraRun.Setup {
    /// What the sound depends on.
    fileprivate var sound: [Bool] { [hasMicrophone, usesAppSession, setsUpSession, mixes] }
}
