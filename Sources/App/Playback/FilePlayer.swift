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
///
/// Ownership: `lock` guards the mutable state, except `isPumpScheduled`, which is an atomic.
package final class FilePlayer: @unchecked Sendable {
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

    /// The states of a player.
    enum State {
        case stopped
        /// Ready to start: the first frames are decoded, and the server knows the stream.
        case prepared
        /// Playing, unless the policy holds the stream.
        case playing
        case paused
    }

    package let file: SoundFile
    let app: AppSound
    let host: PlaybackHost
    let lock = Mutex(())

    var state = State.stopped
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
    var lastRefusal: SessionError?
    var settings = PlayerSettings()
    var storedEvents = Events()
    /// The levels that `updateLevels` has read last.
    private var lastLevels: [ChannelLevel] = []
    /// Set once, in `init`.
    private var queue: (any WorkQueue)!
    private let isPumpScheduled = Atomic(false)

    /// Creates a stopped player of an app.
    package init(_ file: SoundFile, of app: AppSound) {
        self.file = file
        self.app = app
        host = PlaybackHost.of(app)
        queue = host.add(self)
    }

    deinit {
        // No other thread has a reference any more.
        host.remove(ObjectIdentifier(self))
        if state == .playing || state == .paused { host.endSounding() }
        if let stream { try? app.stopStream(stream) }
    }

    /// What the player calls when something happens to it.
    package var events: Events {
        get { lock.withLock { _ in storedEvents } }
        set { lock.withLock { _ in storedEvents = newValue } }
    }

    /// The threads of the player's app.
    package var environment: any AppEnvironment { app.environment }

    /// The number of the player's stream; `nil` while stopped.
    package var streamNumber: Int? { lock.withLock { _ in stream } }

    /// Whether the media services were reset since the player was made: it cannot play any more.
    package var hasLostServices: Bool { lock.withLock { _ in isLost } }

    /// Why the session has refused the last `prepare` or `play`; `nil` when it has not.
    package var refusal: SessionError? { lock.withLock { _ in lastRefusal } }

    // MARK: Position

    /// Whether the player is playing: started, and neither paused nor interrupted.
    package var isPlaying: Bool {
        lock.withLock { _ in
            guard state == .playing, let stream else { return false }
            // A stream that is over counts until its end is handled, as its position does.
            return app.transport(ofStream: stream) != .held
        }
    }

    /// The playback position in seconds: of what is played, or of where `play` will start.
    package var currentTime: Double {
        lock.withLock { _ in Double(position.fileFrame) / file.sampleRate }
    }

    /// With the lock held.
    var position: PlaybackTimeline.Position { run?.position ?? startPosition }

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
        lock.withLock { _ in
            guard state == .playing, let run else { return }
            fill(run)
        }
    }

    /// With the lock held.
    func fill(_ run: PlayerRun) {
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
        lock.withLock { _ in
            lastLevels = []
            guard settings.isMetering, state == .playing, let run,
                let stream, app.transport(ofStream: stream) == .running
            else { return }
            lastLevels = run.meters.levels(atFrame: run.feed.takenFrames) ?? []
        }
    }

    /// The levels of each of the file's channels at the last `updateLevels`; empty for silence, and
    /// while metering is off.
    package var levels: [ChannelLevel] {
        lock.withLock { _ in settings.isMetering ? lastLevels : [] }
    }
}

extension FilePlayer: PlaybackMember {
    func interruptionBegan() {
        let call = lock.withLock { _ -> (@Sendable () -> Void)? in
            guard state == .playing, !isInterrupted, let stream,
                app.transport(ofStream: stream) == .held
            else { return nil }
            isInterrupted = true
            run?.closeDecoder()
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
            stopPlaying()
            isLost = true
        }
    }
}
