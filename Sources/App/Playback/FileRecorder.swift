package import AudioFiles
package import AudioModel
package import SoundClient
import Synchronization

/// Records from the app's microphone into a file: the core of `AVAudioRecorder`.
///
/// Captured sound is encoded and written on a work queue that an app's recorders share. Any thread.
///
/// One lock guards a recorder, as with `FilePlayer`; captured sound that waits has another.
package final class FileRecorder: Sendable {
    /// What a recorder reports. Called without a lock, on any thread.
    package struct Events: Sendable {
        /// The recording is over: stopped, or full length; false after an error.
        package var finished: @Sendable (_ successfully: Bool) -> Void = { _ in }
        /// The sound could not be encoded or written.
        package var encodingFailed: @Sendable (ExtendedFileError) -> Void = { _ in }
        /// The system has paused the recording.
        package var interruptionBegan: @Sendable () -> Void = {}
        /// The interruption is over.
        package var interruptionEnded: @Sendable (_ shouldResume: Bool) -> Void = { _ in }

        package init() {}
    }

    /// Whether a recorder records.
    enum Status {
        case stopped
        /// The file exists, and the session is active.
        case prepared
        /// Recording, unless the policy holds the stream.
        case recording
        case paused
    }

    /// When a recording begins and how long it lasts.
    struct Span {
        /// The time of the first frame; `nil` for the first captured one.
        var start: HostTime?
        /// Captured frames that are still to be recorded; `nil` without a limit.
        var framesLeft: Int?
    }

    /// A recorder's mutable state, except the sound that waits.
    struct State {
        var status = Status.stopped
        /// The app's stream; `nil` unless recording or paused.
        var stream: Int?
        /// The open file; `nil` while stopped, and for a target that keeps nothing.
        var file: RecordingFile?
        var span = Span()
        /// Captured frames recorded since the start.
        var recordedFrames = 0
        /// Counts the streams, so that reports and sound of an earlier one are ignored.
        var streamGeneration = 0
        var isInterrupted = false
        /// Whether an interruption has begun, and the app has neither paused nor recorded since.
        var losesFileOnRecord = false
        /// An issue to report without the lock.
        var issue: RuntimeIssue?
        var isLost = false
        var events = Events()
        /// The format of the file; `nil` before the first one has been created.
        var format: StreamFormat?
        var inputChannels: [Int]?
        /// The levels of the last captured block; `nil` while metering is off.
        var meters: [ChannelLevel]?
        /// The levels that `updateLevels` has read last.
        var levels: [ChannelLevel] = []
    }

    let target: RecordingTarget
    let app: AppSound
    let host: PlaybackHost
    let state = Mutex(State())
    /// Captured sound that waits for the work queue.
    let backlog = Mutex(Backlog())
    private let queue: any WorkQueue

    struct Backlog {
        var sounds: [CapturedSound] = []
        var frameCount = 0
    }

    /// Creates a recorder of an app.
    package init(_ target: RecordingTarget, of app: AppSound) {
        self.target = target
        self.app = app
        host = PlaybackHost.of(app)
        queue = host.nextQueue()
        host.add(self, on: queue)
    }

    deinit {
        // No other thread has a reference any more.
        host.remove(ObjectIdentifier(self))
        if let stream = state.withLock({ $0.stream }) { try? app.stopStream(stream) }
        // What was recorded stays in the file.
        state.withLock { try? $0.file?.close() }
    }

    /// What the recorder calls when something happens to it.
    package var events: Events {
        get { state.withLock { $0.events } }
        set { state.withLock { $0.events = newValue } }
    }

    /// For each channel of the file its captured channel, from 0, or any other number for silence;
    /// `nil` for the usual ones. Files that are created later follow.
    package var inputChannels: [Int]? {
        get { state.withLock { $0.inputChannels } }
        set { state.withLock { $0.inputChannels = newValue } }
    }

    /// The threads of the recorder's app.
    package var environment: any AppEnvironment { app.environment }

    /// The format of the file, exact once the file has been created.
    package var format: StreamFormat { state.withLock { $0.format ?? target.format } }

    /// Whether the recorder is recording: started, and neither paused nor interrupted.
    package var isRecording: Bool {
        state.withLock { state in
            guard state.status == .recording, let stream = state.stream else { return false }
            return app.transport(ofStream: stream) != .held
        }
    }

    /// Whether the file is closed.
    package var isStopped: Bool { state.withLock { $0.status == .stopped } }

    /// The recorded time in seconds; zero while stopped.
    package var currentTime: Double {
        state.withLock { Double($0.recordedFrames) / app.inputSampleRate }
    }

    /// The time of the input device in seconds, as `record` takes it.
    package var deviceTime: Double { app.environment.now.seconds }

    /// The format of captured sound: interleaved floats.
    private var capturedFormat: StreamFormat {
        let channelCount = UInt32(app.input.channelCount)
        return StreamFormat(
            sampleRate: app.inputSampleRate, id: .linearPCM, flags: [.float, .packed],
            bytesPerPacket: 4 * channelCount, framesPerPacket: 1, bytesPerFrame: 4 * channelCount,
            channelCount: channelCount, bitsPerChannel: 32)
    }

    /// Creates the file.
    func openFile(_ state: inout State) -> Bool {
        guard let create = target.create else { return true }
        do throws(ExtendedFileError) {
            let file = try RecordingFile(
                create, target, client: capturedFormat, inputChannels: state.inputChannels)
            state.format = file.format
            state.file = file
            return true
        } catch {
            return false
        }
    }

    /// Runs a block on the recorder's work queue.
    func onWork(_ body: @escaping @Sendable (FileRecorder) -> Void) {
        queue.async { [weak self] in
            if let self { body(self) }
        }
    }

    // MARK: Levels

    /// Whether levels are measured.
    package var isMetering: Bool {
        get { state.withLock { $0.meters != nil } }
        set {
            state.withLock { state in
                state.meters = newValue ? state.meters ?? [] : nil
                if !newValue { state.levels = [] }
            }
        }
    }

    /// Reads the levels of the sound that is being captured, for `levels`.
    package func updateLevels() {
        state.withLock { $0.levels = $0.status == .recording ? $0.meters ?? [] : [] }
    }

    /// The levels of each channel at the last `updateLevels`; empty for silence, and while metering
    /// is off.
    package var levels: [ChannelLevel] { state.withLock { $0.levels } }
}

extension FileRecorder: PlaybackMember {
    package func interruptionBegan() {
        let call = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.status == .recording, !state.isInterrupted, let stream = state.stream,
                app.transport(ofStream: stream) == .held
            else { return nil }
            state.isInterrupted = true
            state.losesFileOnRecord = app.interruptedRecordings == .discarded
            return state.events.interruptionBegan
        }
        call?()
    }

    package func interruptionEnded(shouldResume: Bool) {
        let call = state.withLock { state -> (@Sendable (Bool) -> Void)? in
            guard state.isInterrupted else { return nil }
            state.isInterrupted = false
            return state.events.interruptionEnded
        }
        call?(shouldResume)
    }

    package func mediaServicesWereReset() {
        state.withLock { state in
            _ = finish(in: &state)
            state.isLost = true
        }
    }
}
