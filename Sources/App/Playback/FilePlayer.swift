package import AudioFiles
package import AudioModel
package import SoundClient
import SoundMixer
import Synchronization

/// Plays a sound file: the core of `AVAudioPlayer`.
///
/// The file is decoded a little ahead of the device, on a work queue that an app's players share,
/// into the feed of a voice of the app's mixer. Any thread.
///
/// One lock guards a player. It may be held during a request to the server; a thread that waits for
/// it never holds a lock of the server or a device.
package final class FilePlayer: Sendable {
    /// What a player reports. Called without a lock, on any thread.
    package struct Events: Sendable {
        /// Playback has ended by itself: successfully, or because the rest could not be decoded.
        package var finished: @Sendable (_ successfully: Bool) -> Void = { _ in }
        /// The file could not be decoded to its end.
        package var decodingFailed: @Sendable (AudioFileError) -> Void = { _ in }
        /// The system has paused the playing player.
        package var interruptionBegan: @Sendable () -> Void = {}
        /// The interruption is over.
        package var interruptionEnded: @Sendable (_ shouldResume: Bool) -> Void = { _ in }

        package init() {}
    }

    /// Whether a player plays.
    enum Status {
        case stopped
        /// Ready to start: the first frames are decoded, and the server knows the stream.
        case prepared
        /// Playing, unless the policy holds the stream.
        case playing
        case paused
    }

    /// A player's mutable state.
    struct State {
        var status = Status.stopped
        /// The app's stream; `nil` while stopped.
        var stream: Int?
        /// Whether a voice plays the run's feed.
        var hasVoice = false
        /// The present run; `nil` while stopped.
        var run: PlayerRun?
        /// Where playback starts next, while there is no run.
        var startPosition = PlaybackTimeline.Position(fileFrame: 0, pass: 0)
        /// Counts the streams, so that reports of an earlier one are ignored.
        var streamGeneration = 0
        /// Whether an interruption has paused the player and the app has not resumed it.
        var isInterrupted = false
        /// Whether the media services were reset, which ends a player for good.
        var isLost = false
        /// Why the session last refused to prepare or play.
        var refusal: SessionError?
        var settings = PlayerSettings()
        var events = Events()
        /// The levels that `updateLevels` has read last.
        var levels: [ChannelLevel] = []

        var position: PlaybackTimeline.Position { run?.position ?? startPosition }
    }

    package let file: SoundFile
    let app: AppSound
    let host: PlaybackHost
    let state = Mutex(State())
    private let queue: any WorkQueue
    private let isPumpScheduled = Atomic(false)

    /// Creates a stopped player of an app.
    package init(_ file: SoundFile, of app: AppSound) {
        self.file = file
        self.app = app
        host = PlaybackHost.of(app)
        queue = host.nextQueue()
        host.add(self, on: queue)
    }

    deinit {
        // No other thread has a reference any more.
        host.remove(ObjectIdentifier(self))
        let (status, stream) = state.withLock { ($0.status, $0.stream) }
        if status == .playing || status == .paused { host.endSounding() }
        if let stream { try? app.stopStream(stream) }
    }

    /// What the player calls when something happens to it.
    package var events: Events {
        get { state.withLock { $0.events } }
        set { state.withLock { $0.events = newValue } }
    }

    /// The threads of the player's app.
    package var environment: any AppEnvironment { app.environment }

    /// The number of the player's stream; `nil` while stopped.
    package var streamNumber: Int? { state.withLock { $0.stream } }

    /// Whether the media services were reset since the player was made: it cannot play any more.
    package var hasLostServices: Bool { state.withLock { $0.isLost } }

    /// Why the session has refused the last `prepare` or `play`; `nil` when it has not.
    package var refusal: SessionError? { state.withLock { $0.refusal } }

    // MARK: Position

    /// Whether the player is playing: started, and neither paused nor interrupted.
    package var isPlaying: Bool {
        state.withLock { state in
            guard state.status == .playing, let stream = state.stream else { return false }
            // A stream that is over counts until its end is handled, as its position does.
            return app.transport(ofStream: stream) != .held
        }
    }

    /// The playback position in seconds: of what is played, or of where `play` will start.
    package var currentTime: Double {
        state.withLock { Double($0.position.fileFrame) / file.sampleRate }
    }

    /// The time of the app's output device in seconds; zero while no player of the app plays or is
    /// paused.
    package var deviceTime: Double { host.deviceTime }

    // MARK: Decoding ahead

    /// Schedules decoding, unless it is scheduled already. With the lock held or not.
    func schedulePump() {
        guard !isPumpScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        queue.async { [weak self] in self?.pump() }
    }

    /// Decodes ahead. On the work queue.
    private func pump() {
        isPumpScheduled.store(false, ordering: .releasing)
        state.withLock { state in
            guard state.status == .playing, let run = state.run else { return }
            fill(run, state.settings)
        }
    }

    /// Decodes ahead into a run's feed, as the settings say.
    func fill(_ run: PlayerRun, _ settings: PlayerSettings) {
        run.fill(loops: settings.loops, isMetering: settings.isMetering)
        run.feed.setRefillThreshold(atFrame: run.refillThreshold)
    }

    /// Runs a block on the player's work queue.
    func onWork(_ body: @escaping @Sendable (FilePlayer) -> Void) {
        queue.async { [weak self] in
            if let self { body(self) }
        }
    }

    // MARK: Levels

    /// Reads the levels of the sound that is being played, for `levels`.
    package func updateLevels() {
        state.withLock { state in
            state.levels = []
            guard state.settings.isMetering, state.status == .playing, let run = state.run,
                let stream = state.stream, app.transport(ofStream: stream) == .running
            else { return }
            state.levels = run.meters.levels(atFrame: run.feed.takenFrames) ?? []
        }
    }

    /// The levels of each of the file's channels at the last `updateLevels`; empty for silence, and
    /// while metering is off.
    package var levels: [ChannelLevel] {
        state.withLock { $0.settings.isMetering ? $0.levels : [] }
    }
}

extension FilePlayer: PlaybackMember {
    package func interruptionBegan() {
        let call = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.status == .playing, !state.isInterrupted, let stream = state.stream,
                app.transport(ofStream: stream) == .held
            else { return nil }
            state.isInterrupted = true
            state.run?.closeDecoder()
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
            stopPlaying(&state)
            state.isLost = true
        }
    }
}
