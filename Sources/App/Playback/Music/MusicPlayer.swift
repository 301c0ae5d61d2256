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
package final class MusicPlayer: Sendable {
    /// A player's mutable state.
    struct State {
        var queue: MusicQueue
        var status = MusicPlayerState.stopped
        /// The queue that follows what is playing.
        var pendingItems: [MusicItem]?
        /// The item with which that queue begins; `nil` for its first one.
        var pendingStart: UInt64?
        /// The app's stream; `nil` until playback starts, and when the stream is over.
        var stream: Int?
        /// Whether a voice plays the run's feed.
        var hasVoice = false
        /// What is played; its first segment is the present item's.
        var run: TrackRun?
        /// Where in the present item playback starts, in seconds, while there is no run.
        var startSeconds = 0.0
        /// The playback speed at the same pitch.
        var rate = 1.0
        /// Counts the streams, so that reports of an earlier one are ignored.
        var streamCount = 0
        /// The status to return to after seeking.
        var statusBeforeSeeking = MusicPlayerState.paused
        /// Counts changes of seeking, so that an earlier timer is ignored.
        var seekCount = 0
        /// Jumps of the present seeking.
        var jumpCount = 0
        /// Whether the session has its category.
        var isConfigured = false
        /// Whether there was a run when the lock was released last.
        var wasPrepared = false
    }

    package let app: AppSound
    let state: Mutex<State>
    /// Decodes, and runs the event handler.
    let work: any WorkQueue
    private let deliveries: any WorkQueue
    let open: Open
    let ownsApp: Bool
    let observers = Mutex(MusicPlayerObservers())
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
        state = Mutex(State(queue: MusicQueue(seed: seed)))
        work = app.environment.makeWorkQueue(label: "sori.music.work")
        deliveries = app.environment.makeWorkQueue(label: "sori.music.events")
        app.addObserver { [weak self] notification in
            self?.onWork { $0.receive(notification) }
        }
        _ = app.addResetHandler { [weak self] in
            self?.onWork { player in
                player.update { state in
                    // The session has lost its category too.
                    state.isConfigured = false
                    player.loseStream(&state)
                }
            }
        }
    }

    deinit {
        // No other thread has a reference any more.
        if let stream = state.withLock({ $0.stream }) { try? app.stopStream(stream) }
    }

    /// The number of the app's stream that the player plays; `nil` without one.
    package var streamNumber: Int? { state.withLock { $0.stream } }

    // MARK: What is played

    /// The player's state.
    package var playbackState: MusicPlayerState { state.withLock { $0.status } }

    /// The present item; `nil` before playback and after its end.
    package var currentItem: MusicItem? { state.withLock { $0.queue.current } }

    /// The place of the present item in the playing order.
    package var currentPlace: Int? { state.withLock { $0.queue.position } }

    /// The items in the playing order.
    package var items: [MusicItem] { state.withLock { $0.queue.inPlayingOrder } }

    /// The playback position in the present item, in seconds.
    package var currentTime: Double { state.withLock { $0.position } }

    /// What the player does at the end of an item and of the queue.
    package var repeatMode: RepeatMode {
        get { state.withLock { $0.queue.repeats } }
        set { changeOrder { $0.repeats = newValue } }
    }

    /// The order of playing.
    package var shuffleMode: ShuffleMode {
        get { state.withLock { $0.queue.shuffle } }
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

    func change(to status: MusicPlayerState, in state: inout State) {
        guard status != state.status else { return }
        state.status = status
        report(.stateChanged(status))
    }

    /// Runs a block with the lock held, and reports when it has changed whether the player is
    /// prepared.
    func update<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        state.withLock { state in
            let value = body(&state)
            let isPrepared = state.run != nil
            if isPrepared != state.wasPrepared {
                state.wasPrepared = isPrepared
                report(.preparedChanged)
            }
            return value
        }
    }

    /// Reports where the present item goes on later.
    func bookmark(_ state: State) {
        if let item = state.queue.current {
            report(.bookmarked(item, atSecond: state.position))
        }
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
        update { state in
            guard let run = state.run else { return }
            followTracks(of: run, in: &state)
            if state.status.isUnderWay { fill(run, state) }
        }
    }

    /// Makes the track that the device plays the present item.
    func followTracks(of run: TrackRun, in state: inout State) {
        let begun = run.begunSegments
        // The places of tracks without frames that have ended at the present frame.
        var endedPlaces: Set<Int> = []
        for (last, segment) in zip(begun, begun.dropFirst()) {
            let place = segment.track.place
            let isOther = place != state.queue.position
            if segment.start > last.start {
                endedPlaces = []
            } else if !endedPlaces.insert(last.track.place).inserted {
                // Such tracks repeat without end; the end of each is reported once.
                if isOther { state.queue.move(to: place) }
                continue
            }
            guard isOther || segment.start > last.start else { continue }
            reportEnd(of: last, in: state)
            state.queue.move(to: place)
            if isOther { report(.itemChanged(state.queue.current)) }
        }
        run.forgetFirst(begun.count - 1)
    }

    /// Reports that the present item has ended: it was played, or its file could not be read on.
    func reportEnd(of segment: TrackSequence.Segment?, in state: State) {
        guard let ended = state.queue.current else { return }
        report(segment?.failure.map { .failed(ended, AudioFileError($0)) } ?? .finished(ended))
    }

    /// Decodes ahead into a run's feed.
    func fill(_ run: TrackRun, _ state: State) {
        run.fill(in: QueuedTracks(self, state))
        run.feed.setRefillThreshold(atFrame: run.refillThreshold)
    }
}

extension MusicPlayer.State {
    /// The playback position in the present item, in seconds.
    var position: Double {
        guard let run else { return startSeconds }
        return Double(run.fileFrame) / run.current.track.input.sampleRate
    }

    var isSeeking: Bool { status == .seekingForward || status == .seekingBackward }

    /// Whether the player's stream plays.
    var isSounding: Bool {
        status == .playing || isSeeking && statusBeforeSeeking == .playing
    }
}
