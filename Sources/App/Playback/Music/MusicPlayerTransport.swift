import AudioModel
import SoundClient
import SoundMixer
import Synchronization

// Playing, pausing, stopping and moving through the queue.

extension MusicPlayer {
    /// Starts or resumes playback: of the present item, or of the queue's first one.
    ///
    /// - Returns: Whether the player plays; `false` without items, and when a call or another app
    ///   refuses it.
    package func start() -> Bool {
        update { state in
            let replaces = state.pendingItems != nil
            takePendingItems(&state)
            if replaces { presentPendingStart(&state) }
            return resume(&state)
        }
    }

    func resume(_ state: inout State) -> Bool {
        guard !state.queue.isEmpty else { return false }
        if state.isSeeking { finishSeeking(&state) }
        if state.status == .playing, let stream = state.stream,
            app.transport(ofStream: stream) == .running
        {
            return true
        }
        do throws(SessionError) {
            guard try begin(&state) else { return false }
        } catch {
            return false
        }
        change(to: .playing, in: &state)
        schedulePump()
        return true
    }

    /// - Returns: Whether there is anything to play.
    private func begin(_ state: inout State) throws(SessionError) -> Bool {
        if !state.isConfigured {
            try app.request(.setCategory(.playback, .default, [], .default))
            app.enableRemoteCommands(Self.remoteCommands, by: .musicPlayer)
            state.isConfigured = true
        }
        if let stream = state.stream, state.hasVoice {
            try app.resumeStream(stream)
            return true
        }
        guard let run = preparedRun(&state) else {
            endPlayback(&state)
            return false
        }
        if let stream = state.stream {
            try app.startVoice(ofStream: stream, .feed(run.feed.reader), start: run.start)
        } else {
            state.stream = try app.startStream(
                .player, .feed(run.feed.reader), start: run.start, watcher: watcher,
                ended: nextEnded(&state))
        }
        state.hasVoice = true
        return true
    }

    /// The run that has been prepared, or a new one.
    private func preparedRun(_ state: inout State) -> TrackRun? {
        if let run = state.run { return run }
        let present = state.queue.position
        guard
            let sequence = TrackSequence(
                from: present ?? 0, in: QueuedTracks(self, state, resumedPlace: present),
                PlaybackSpeed(rate: state.rate))
        else { return nil }
        let place = sequence.segments[0].track.place
        if place != present {
            state.queue.move(to: place)
            state.startSeconds = state.queue.current?.startSeconds ?? 0
            report(.itemChanged(state.queue.current))
        }
        let run = TrackRun(sequence)
        state.run = run
        fill(run, state)
        return run
    }

    /// Opens the present item, or the queue's first one, and decodes its beginning.
    ///
    /// - Returns: Whether there is anything to play.
    package func prepare() -> Bool {
        update { state in
            takePendingItems(&state)
            return !state.queue.isEmpty && preparedRun(&state) != nil
        }
    }

    /// Whether the next `play` starts without opening a file.
    package var isPrepared: Bool { state.withLock { $0.run != nil } }

    /// Pauses; an interruption's end does not resume the player then.
    package func pause() {
        update { pausePlayback(.paused, in: &$0) }
    }

    func pausePlayback(_ new: MusicPlayerState, in state: inout State) {
        if state.isSeeking { finishSeeking(&state) }
        guard state.status.isUnderWay else { return }
        // Fails only for a stream that has ended already.
        if let stream = state.stream { try? app.pauseStream(stream) }
        bookmark(state)
        change(to: new, in: &state)
    }

    /// Ends playback and removes all items: the next `play` needs a new queue.
    package func stop() {
        update { state in
            state.pendingItems = nil
            guard !state.queue.isEmpty else { return }
            let hadItem = state.queue.current != nil
            bookmark(state)
            dropStream(&state)
            state.queue.clear()
            state.startSeconds = 0
            change(to: .stopped, in: &state)
            if hadItem { report(.itemChanged(nil)) }
            report(.queueChanged)
            giveUpSession()
        }
    }

    /// Ends playback and keeps the queue, the present item and the position in it: the next `play`
    /// continues there.
    package func halt() {
        update { state in
            guard state.status != .stopped else { return }
            let seconds = state.position
            bookmark(state)
            dropStream(&state)
            state.startSeconds = seconds
            change(to: .stopped, in: &state)
            giveUpSession()
        }
    }

    /// Ends playback behind the last item. The queue stays: `play` begins it again.
    ///
    /// - Parameter goesOn: Whether another queue begins at once.
    func endPlayback(_ state: inout State, goesOn: Bool = false) {
        let hadItem = state.queue.current != nil
        dropStream(&state)
        state.queue.move(to: nil)
        state.startSeconds = 0
        change(to: .stopped, in: &state)
        if hadItem { report(.itemChanged(nil)) }
        if !goesOn { giveUpSession() }
    }

    /// Tells the apps that the player has interrupted that it is over. A pause does not: the player
    /// may go on at any time.
    private func giveUpSession() {
        if ownsApp { try? app.request(.deactivate(notifyingOthers: true)) }
    }

    // MARK: The stream

    private func dropStream(_ state: inout State) {
        state.seekCount += 1
        if let stream = state.stream { try? app.stopStream(stream) }
        state.forgetStream()
    }

    /// The media services are gone, or the policy has ended the stream: `play` continues where it
    /// was.
    func loseStream(_ state: inout State) {
        guard state.stream != nil else { return }
        bookmark(state)
        state.startSeconds = state.position
        state.seekCount += 1
        state.forgetStream()
        if state.status != .stopped { change(to: .paused, in: &state) }
    }

    private var watcher: StreamWatcher {
        StreamWatcher(
            progressed: { [weak self] in self?.schedulePump() }, transportChanged: { _ in })
    }

    private func nextEnded(_ state: inout State) -> @Sendable (_ byItself: Bool) -> Void {
        state.streamCount += 1
        let count = state.streamCount
        return { [weak self] byItself in
            self?.onWork { $0.streamEnded(count, byItself: byItself) }
        }
    }

    private func streamEnded(_ count: Int, byItself: Bool) {
        update { state in
            guard count == state.streamCount, state.stream != nil else { return }
            guard byItself, let run = state.run else { return loseStream(&state) }
            followTracks(of: run, in: &state)
            reportEnd(of: run.segments.last, in: state)
            state.stream = nil
            let goesOn = state.pendingItems != nil
            endPlayback(&state, goesOn: goesOn)
            takePendingItems(&state)
            guard goesOn else { return }
            presentPendingStart(&state)
            _ = resume(&state)
        }
    }

    // MARK: Moving

    /// Goes on to the next item: plays it when the player is playing. Behind the last one playback
    /// ends.
    package func skipToNext() {
        skip(isForward: true) { $0.place(after: $1, byItself: false) }
    }

    /// Goes back to the item before. Before the first one playback ends.
    package func skipToPrevious() { skip(isForward: false) { $0.place(before: $1) } }

    private func skip(isForward: Bool, _ target: (MusicQueue, Int) -> Int?) {
        update { state in
            guard !state.queue.isEmpty else { return }
            if let run = state.run { followTracks(of: run, in: &state) }
            if state.pendingItems != nil {
                takePendingItems(&state)
                return state.queue.isEmpty ? endPlayback(&state) : presentPendingStart(&state)
            }
            guard let place = state.queue.position else { return present(0, in: &state) }
            bookmark(state)
            reportSkip(isForward: isForward, in: state)
            guard let next = target(state.queue, place) else { return endPlayback(&state) }
            present(next, in: &state)
        }
    }

    /// Makes the first entry with an item's identifier the present one, from its beginning.
    ///
    /// - Returns: Whether the queue has one.
    package func present(item id: UInt64) -> Bool {
        update { state in
            if state.pendingItems?.contains(where: { $0.id == id }) == true {
                takePendingItems(&state)
            }
            guard let place = state.queue.place(ofItem: id) else { return false }
            leave(for: place, in: &state)
            return true
        }
    }

    /// Makes the item at a place of the playing order the present one, from its beginning.
    package func move(toPlace place: Int) {
        update { state in
            if state.queue.item(at: place) != nil { leave(for: place, in: &state) }
        }
    }

    /// Moves from the present item to another, as the user wants.
    private func leave(for place: Int, in state: inout State) {
        if let run = state.run { followTracks(of: run, in: &state) }
        if place != state.queue.position {
            bookmark(state)
            reportSkip(isForward: false, in: state)
        }
        present(place, in: &state)
    }

    private func reportSkip(isForward: Bool, in state: State) {
        guard let item = state.queue.current else { return }
        report(.skipped(item, atSecond: state.position, isForward: isForward))
    }

    func present(_ place: Int, in state: inout State) {
        state.queue.move(to: place)
        report(.itemChanged(state.queue.current))
        restart(atSecond: state.queue.current?.startSeconds ?? 0, in: &state)
    }

    /// Moves within the present item.
    ///
    /// - Parameter seconds: Clamped to the item. At or behind its end, the player goes on as it does
    ///   at the item's end.
    package func seek(to seconds: Double) {
        update { seekPresent(to: seconds, in: &$0) }
    }

    /// The speeds that a player takes.
    private static let rates = 0.25...4.0

    /// Sets the playback speed; the pitch stays.
    ///
    /// - Parameter rate: 1 is normal. Clamped to ¼…4; without effect unless it is finite.
    package func setRate(_ rate: Double) {
        update { state in
            guard rate.isFinite else { return }
            let rate = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
            guard rate != state.rate else { return }
            state.rate = rate
            guard let run = state.run else { return }
            followTracks(of: run, in: &state)
            restart(atSecond: state.position, in: &state)
        }
    }

    func seekPresent(to seconds: Double, in state: inout State) {
        guard state.queue.position != nil, let run = preparedRun(&state) else { return }
        followTracks(of: run, in: &state)
        let seconds = seconds.isNaN ? 0 : max(seconds, 0)
        let end = min(
            state.queue.current?.endSeconds ?? .infinity,
            run.current.track.input.duration ?? .infinity)
        if seconds >= end, let place = state.queue.position {
            guard let next = state.queue.place(after: place, byItself: true) else {
                return endPlayback(&state)
            }
            return present(next, in: &state)
        }
        restart(atSecond: seconds, in: &state)
    }

    /// Plays the present item from another position: a stream that plays fades over to it.
    func restart(atSecond seconds: Double, in state: inout State) {
        state.run = nil
        state.startSeconds = seconds
        guard let stream = state.stream else { return }
        guard state.isSounding, state.hasVoice else {
            app.removeVoice(ofStream: stream)
            state.hasVoice = false
            return
        }
        guard let run = preparedRun(&state) else { return endPlayback(&state) }
        if app.replaceFeed(ofStream: stream, with: run.feed.reader, start: run.start) {
            schedulePump()
        }
    }
}

extension MusicPlayer.State {
    fileprivate mutating func forgetStream() {
        streamCount += 1
        stream = nil
        hasVoice = false
        run = nil
    }
}
