package import AudioFiles
import AudioModel
package import SoundClient
import SoundMixer
import Synchronization

/// Plays a queue of tracks without gaps: the core of the music player.
///
/// The player is an app of the phone: it has a session of its own, pauses when headphones
/// are unplugged, resumes after interruptions and follows remote commands, as the system's music
/// player does. Any thread.
///
/// One lock guards a player. It may be held during a request to the server; a thread that waits for
/// it never holds a lock of the server or a device.
///
/// Ownership: `lock` guards the mutable state, except `isPumpScheduled`, which is an atomic.
package final class MusicPlayer: @unchecked Sendable {
    package let app: AppSound
    let lock = Mutex(())
    /// Decodes, and runs the event handler.
    let work: any WorkQueue
    private let deliveries: any WorkQueue
    let open: Open
    let ownsApp: Bool
    let observers = Mutex(MusicPlayerObservers())

    var queue: MusicQueue
    var state = MusicPlayerState.stopped
    /// The queue that follows what is playing.
    var pendingItems: [MusicItem]?
    /// The item with which that queue begins; `nil` for its first one.
    var pendingStart: UInt64?
    /// The app's stream; `nil` until playback starts, and when the stream is over.
    var stream: Int?
    /// Whether a voice plays the run's feed.
    var hasVoice = false
    var run: TrackRun?
    /// The frame of the run's feed at which the present track begins.
    var trackStart = 0
    /// Where in the present item playback starts, in seconds, while there is no run.
    var startSeconds = 0.0
    /// The playback speed at the same pitch.
    var rate = 1.0
    /// Counts the streams, so that reports of an earlier one are ignored.
    var streamCount = 0
    /// The state to return to after seeking.
    var stateBeforeSeeking = MusicPlayerState.paused
    /// Counts changes of seeking, so that an earlier timer is ignored.
    var seekCount = 0
    /// Jumps of the present seeking.
    var jumpCount = 0
    /// Whether the session has its category.
    var isConfigured = false
    /// Whether there was a run when the lock was released last.
    private var wasPrepared = false
    private let isPumpScheduled = Atomic(false)

    /// Opens the sound of an item.
    package typealias Open = @Sendable (MusicItem) -> Result<SoundFile, AudioFileError>

    /// Creates a player without items.
    ///
    /// - Parameters:
    ///   - app: The app that the player plays in.
    ///   - ownsApp: Whether the player is all that the app does: it deactivates the session when it
    ///     stops, so that the apps that it has interrupted are told.
    ///   - seed: Decides the orders of shuffled queues.
    ///   - handler: Receives what happens, one event at a time, on a queue of its own.
    ///   - open: Opens the sound of an item: the file at its path by default.
    package init(
        _ app: AppSound, ownsApp: Bool = false, seed: UInt64 = 0,
        handler: @escaping @Sendable (MusicPlayerEvent) -> Void = { _ in },
        open: @escaping Open = { item in
            Result { () throws(AudioFileError) in try SoundFile(path: item.path ?? "") }
        }
    ) {
        self.app = app
        self.ownsApp = ownsApp
        self.open = open
        _ = observers.withLock { $0.add(handler) }
        queue = MusicQueue(seed: seed)
        work = app.environment.makeWorkQueue(label: "sori.music.work")
        deliveries = app.environment.makeWorkQueue(label: "sori.music.events")
        app.addObserver { [weak self] notification in
            self?.onWork { $0.receive(notification) }
        }
        _ = app.addResetHandler { [weak self] in
            self?.onWork { player in
                player.update {
                    // The session has lost its category too.
                    player.isConfigured = false
                    player.loseStream()
                }
            }
        }
    }

    deinit {
        // No other thread has a reference any more.
        if let stream { try? app.stopStream(stream) }
    }

    /// The number of the app's stream that the player plays; `nil` without one.
    package var streamNumber: Int? { lock.withLock { _ in stream } }

    // MARK: What is played

    /// The player's state.
    package var playbackState: MusicPlayerState { lock.withLock { _ in state } }

    /// The present item; `nil` before playback and after its end.
    package var currentItem: MusicItem? { lock.withLock { _ in queue.current } }

    /// The place of the present item in the playing order.
    package var currentPlace: Int? { lock.withLock { _ in queue.position } }

    /// The items in the playing order.
    package var items: [MusicItem] { lock.withLock { _ in queue.inPlayingOrder } }

    /// The playback position in the present item, in seconds.
    package var currentTime: Double { lock.withLock { _ in position } }

    /// With the lock held.
    var position: Double {
        guard let run else { return startSeconds }
        return Double(run.fileFrame) / run.current.track.input.sampleRate
    }

    /// Whether the player's stream plays. With the lock held.
    var isSounding: Bool {
        state == .playing
            || (state == .seekingForward || state == .seekingBackward)
                && stateBeforeSeeking == .playing
    }

    /// What the player does at the end of an item and of the queue.
    package var repeatMode: RepeatMode {
        get { lock.withLock { _ in queue.repeats } }
        set { changeOrder { $0.repeats = newValue } }
    }

    /// The order of playing.
    package var shuffleMode: ShuffleMode {
        get { lock.withLock { _ in queue.shuffle } }
        set {
            changeOrder { $0.setShuffle(newValue) }
            report(.queueChanged)
        }
    }

    // MARK: Reports

    func report(_ event: MusicPlayerEvent) {
        // Taken now: an observer that is added later learns what happens later.
        let observers = observers.withLock { $0.all }
        deliveries.async { for observer in observers { observer(event) } }
    }

    /// With the lock held.
    func change(to new: MusicPlayerState) {
        guard new != state else { return }
        state = new
        report(.stateChanged(new))
    }

    /// Runs a block with the lock held, and reports when it has changed whether the player is
    /// prepared.
    func update<Value: Sendable>(_ body: () -> Value) -> Value {
        lock.withLock { _ in
            let value = body()
            if (run != nil) != wasPrepared {
                wasPrepared = run != nil
                report(.preparedChanged)
            }
            return value
        }
    }

    /// Reports where the present item goes on later. With the lock held.
    func bookmark() {
        if let item = queue.current { report(.bookmarked(item, atSecond: position)) }
    }

    /// Runs a block on the work queue.
    func onWork(_ body: @escaping @Sendable (MusicPlayer) -> Void) {
        work.async { [weak self] in
            if let self { body(self) }
        }
    }

    // MARK: Decoding ahead

    func schedulePump() {
        guard !isPumpScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        onWork { $0.pump() }
    }

    /// Notes the tracks that have begun, and decodes ahead. On the work queue.
    private func pump() {
        isPumpScheduled.store(false, ordering: .releasing)
        update {
            guard let run else { return }
            followTracks(of: run)
            if state.isUnderWay { fill(run) }
        }
    }

    /// Makes the track that the device plays the present item. With the lock held.
    func followTracks(of run: TrackRun) {
        for (last, segment) in zip(run.segments, run.segments.dropFirst())
        where run.feedFrame(of: segment) > trackStart
            && run.feedFrame(of: segment) <= run.feed.takenFrames
        {
            reportEnd(of: last)
            let place = segment.track.place
            let isOther = place != queue.position
            queue.move(to: place)
            trackStart = run.feedFrame(of: segment)
            if isOther { report(.itemChanged(queue.current)) }
        }
        run.forgetPlayed()
    }

    /// Reports that the present item has ended: it was played, or its file could not be read on.
    /// With the lock held.
    func reportEnd(of segment: TrackSequence.Segment?) {
        guard let ended = queue.current else { return }
        report(segment?.failure.map { .failed(ended, AudioFileError($0)) } ?? .finished(ended))
    }

    /// With the lock held.
    func fill(_ run: TrackRun) {
        run.fill(in: QueuedTracks(player: self))
        run.feed.setRefillThreshold(atFrame: run.refillThreshold)
    }
}
