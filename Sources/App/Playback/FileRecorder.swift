package import AudioFiles
package import AudioModel
package import SoundClient
import Synchronization

/// Records from the app's microphone into a file: the core of `AVAudioRecorder`.
///
/// Captured sound is encoded and written on a work queue that an app's recorders share. Any thread.
///
/// One lock guards a recorder, as with `FilePlayer`.
///
/// Ownership: `lock` guards the mutable state, except `backlog`, which has a mutex of its own.
package final class FileRecorder: @unchecked Sendable {
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

    /// The states of a recorder.
    enum State {
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

    let target: RecordingTarget
    let app: AppSound
    let host: PlaybackHost
    let lock = Mutex(())

    var state = State.stopped
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
    /// Whether an interruption has begun, and since then the app has neither paused nor recorded.
    var losesFileOnRecord = false
    /// An issue to report without the lock.
    var issue: RuntimeIssue?
    var isLost = false
    var storedEvents = Events()
    private var recordedFormat: StreamFormat?
    private var storedInputChannels: [Int]?
    /// The levels of the last captured block; `nil` while metering is off.
    var meters: [ChannelLevel]?
    private var lastLevels: [ChannelLevel] = []
    /// Captured sound that waits for the work queue.
    let backlog = Mutex(Backlog())
    /// Set once, in `init`.
    private var queue: (any WorkQueue)!

    struct Backlog {
        var sounds: [CapturedSound] = []
        var frameCount = 0
    }

    /// Creates a recorder of an app.
    package init(_ target: RecordingTarget, of app: AppSound) {
        self.target = target
        self.app = app
        host = PlaybackHost.of(app)
        queue = host.add(self)
    }

    deinit {
        // No other thread has a reference any more.
        host.remove(ObjectIdentifier(self))
        if let stream { try? app.stopStream(stream) }
        // What was recorded stays in the file.
        try? file?.close()
    }

    /// What the recorder calls when something happens to it.
    package var events: Events {
        get { lock.withLock { _ in storedEvents } }
        set { lock.withLock { _ in storedEvents = newValue } }
    }

    /// For each channel of the file its captured channel, from 0, or any other number for silence;
    /// `nil` for the usual ones. Files that are created later follow.
    package var inputChannels: [Int]? {
        get { lock.withLock { _ in storedInputChannels } }
        set { lock.withLock { _ in storedInputChannels = newValue } }
    }

    /// The threads of the recorder's app.
    package var environment: any AppEnvironment { app.environment }

    /// The format of the file, exact once the file has been created.
    package var format: StreamFormat { lock.withLock { _ in recordedFormat ?? target.format } }

    /// Whether the recorder is recording: started, and neither paused nor interrupted.
    package var isRecording: Bool {
        lock.withLock { _ in
            guard state == .recording, let stream else { return false }
            return app.transport(ofStream: stream) != .held
        }
    }

    /// Whether the file is closed.
    package var isStopped: Bool { lock.withLock { _ in state == .stopped } }

    /// The recorded time in seconds; zero while stopped.
    package var currentTime: Double {
        lock.withLock { _ in Double(recordedFrames) / app.inputSampleRate }
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

    /// Creates the file. With the lock held.
    func openFile() -> Bool {
        guard let create = target.create else { return true }
        do throws(ExtendedFileError) {
            let file = try RecordingFile(
                create, target, client: capturedFormat, inputChannels: storedInputChannels)
            recordedFormat = file.format
            self.file = file
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
        get { lock.withLock { _ in meters != nil } }
        set {
            lock.withLock { _ in
                meters = newValue ? meters ?? [] : nil
                if !newValue { lastLevels = [] }
            }
        }
    }

    /// Reads the levels of the sound that is being captured, for `levels`.
    package func updateLevels() {
        lock.withLock { _ in lastLevels = state == .recording ? meters ?? [] : [] }
    }

    /// The levels of each channel at the last `updateLevels`; empty for silence, and while metering
    /// is off.
    package var levels: [ChannelLevel] { lock.withLock { _ in lastLevels } }
}

extension FileRecorder: PlaybackMember {
    func interruptionBegan() {
        let call = lock.withLock { _ -> (@Sendable () -> Void)? in
            guard state == .recording, !isInterrupted, let stream,
                app.transport(ofStream: stream) == .held
            else { return nil }
            isInterrupted = true
            losesFileOnRecord = app.interruptedRecordings == .discarded
            return storedEvents.interruptionBegan
        }
        call?()
    }

    func interruptionEnded(shouldResume: Bool) {
        let call = lock.withLock { _ -> (@Sendable (Bool) -> Void)? in
            guard isInterrupted else { return nil }
            isInterrupted = false
            return storedEvents.interruptionEnded
        }
        call?(shouldResume)
    }

    func mediaServicesWereReset() {
        lock.withLock { _ in
            _ = finish()
            isLost = true
        }
    }
}
