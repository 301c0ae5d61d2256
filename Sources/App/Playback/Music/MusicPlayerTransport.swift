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
        update {
            let replaces = pendingItems != nil
            takePendingItems()
            if replaces { presentPendingStart() }
            return resume()
        }
    }

    /// With the lock held.
    func resume() -> Bool {
        guard !queue.isEmpty else { return false }
        if state == .seekingForward || state == .seekingBackward { finishSeeking() }
        if state == .playing, let stream, app.transport(ofStream: stream) == .running {
            return true
        }
        do throws(SessionError) {
            guard try begin() else { return false }
        } catch {
            return false
        }
        change(to: .playing)
        schedulePump()
        return true
    }

    /// - Returns: Whether there is anything to play.
    private func begin() throws(SessionError) -> Bool {
        if !isConfigured {
            try app.request(.setCategory(.playback, .default, [], .default))
            app.enableRemoteCommands(Self.remoteCommands, by: .musicPlayer)
            isConfigured = true
        }
        if let stream, hasVoice {
            try app.resumeStream(stream)
            return true
        }
        guard let run = preparedRun() else {
            endPlayback()
            return false
        }
        if let stream {
            try app.startVoice(ofStream: stream, .feed(run.feed.reader), start: run.start)
        } else {
            stream = try app.startStream(
                .player, .feed(run.feed.reader), start: run.start, watcher: watcher,
                ended: nextEnded())
        }
        hasVoice = true
        return true
    }

    /// The run that has been prepared, or a new one. With the lock held.
    func preparedRun() -> TrackRun? {
        if let run { return run }
        let present = queue.position
        guard
            let sequence = TrackSequence(
                from: present ?? 0, in: QueuedTracks(player: self, resumedPlace: present),
                PlaybackSpeed(rate: rate))
        else { return nil }
        let place = sequence.segments[0].track.place
        if place != present {
            queue.move(to: place)
            startSeconds = queue.current?.startSeconds ?? 0
            report(.itemChanged(queue.current))
        }
        let run = TrackRun(sequence)
        self.run = run
        trackStart = 0
        fill(run)
        return run
    }

    /// Opens the present item, or the queue's first one, and decodes its beginning.
    ///
    /// - Returns: Whether there is anything to play.
    package func prepare() -> Bool {
        update {
            takePendingItems()
            return !queue.isEmpty && preparedRun() != nil
        }
    }

    /// Whether the next `play` starts without opening a file.
    package var isPrepared: Bool { lock.withLock { _ in run != nil } }

    /// Pauses; an interruption's end does not resume the player then.
    package func pause() {
        update { pausePlayback(.paused) }
    }

    /// With the lock held.
    func pausePlayback(_ new: MusicPlayerState) {
        if state == .seekingForward || state == .seekingBackward { finishSeeking() }
        guard state.isUnderWay else { return }
        // Fails only for a stream that has ended already.
        if let stream { try? app.pauseStream(stream) }
        bookmark()
        change(to: new)
    }

    /// Ends playback and removes all items: the next `play` needs a new queue.
    package func stop() {
        update {
            pendingItems = nil
            guard !queue.isEmpty else { return }
            let hadItem = queue.current != nil
            bookmark()
            dropStream()
            queue.clear()
            startSeconds = 0
            change(to: .stopped)
            if hadItem { report(.itemChanged(nil)) }
            report(.queueChanged)
            giveUpSession()
        }
    }

    /// Ends playback and keeps the queue, the present item and the position in it: the next `play`
    /// continues there.
    package func halt() {
        update {
            guard state != .stopped else { return }
            let seconds = position
            bookmark()
            dropStream()
            startSeconds = seconds
            change(to: .stopped)
            giveUpSession()
        }
    }

    /// Ends playback behind the last item. The queue stays: `play` begins it again. With the lock
    /// held.
    ///
    /// - Parameter goesOn: Whether another queue begins at once.
    func endPlayback(goesOn: Bool = false) {
        let hadItem = queue.current != nil
        dropStream()
        queue.move(to: nil)
        startSeconds = 0
        change(to: .stopped)
        if hadItem { report(.itemChanged(nil)) }
        if !goesOn { giveUpSession() }
    }

    /// Tells the apps that the player has interrupted that it is over. A pause does not: the player
    /// may go on at any time.
    private func giveUpSession() {
        if ownsApp { try? app.request(.deactivate(notifyingOthers: true)) }
    }

    // MARK: The stream

    private func dropStream() {
        seekCount += 1
        if let stream { try? app.stopStream(stream) }
        forgetStream()
    }

    private func forgetStream() {
        streamCount += 1
        stream = nil
        hasVoice = false
        run = nil
    }

    /// The media services are gone, or the policy has ended the stream: `play` continues where it
    /// was. With the lock held.
    func loseStream() {
        guard stream != nil else { return }
        bookmark()
        startSeconds = position
        seekCount += 1
        forgetStream()
        if state != .stopped { change(to: .paused) }
    }

    private var watcher: StreamWatcher {
        StreamWatcher(
            progressed: { [weak self] in self?.schedulePump() }, transportChanged: { _ in })
    }

    private func nextEnded() -> @Sendable (_ byItself: Bool) -> Void {
        streamCount += 1
        let count = streamCount
        return { [weak self] byItself in
            self?.onWork { $0.streamEnded(count, byItself: byItself) }
        }
    }

    private func streamEnded(_ count: Int, byItself: Bool) {
        update {
            guard count == streamCount, stream != nil else { return }
            guard byItself, let run else { return loseStream() }
            followTracks(of: run)
            reportEnd(of: run.segments.last)
            stream = nil
            let goesOn = pendingItems != nil
            endPlayback(goesOn: goesOn)
            takePendingItems()
            guard goesOn else { return }
            presentPendingStart()
            _ = resume()
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
        update {
            guard !queue.isEmpty else { return }
            if let run { followTracks(of: run) }
            if pendingItems != nil {
                takePendingItems()
                return queue.isEmpty ? endPlayback() : presentPendingStart()
            }
            guard let place = queue.position else { return present(0) }
            bookmark()
            reportSkip(isForward: isForward)
            guard let next = target(queue, place) else { return endPlayback() }
            present(next)
        }
    }

    /// Makes the first entry with an item's identifier the present one, from its beginning.
    ///
    /// - Returns: Whether the queue has one.
    package func present(item id: UInt64) -> Bool {
        update {
            if pendingItems?.contains(where: { $0.id == id }) == true { takePendingItems() }
            guard let place = queue.place(ofItem: id) else { return false }
            leave(for: place)
            return true
        }
    }

    /// Makes the item at a place of the playing order the present one, from its beginning.
    package func move(toPlace place: Int) {
        update {
            if queue.item(at: place) != nil { leave(for: place) }
        }
    }

    /// Moves from the present item to another, as the user wants. With the lock held.
    private func leave(for place: Int) {
        if let run { followTracks(of: run) }
        if place != queue.position {
            bookmark()
            reportSkip(isForward: false)
        }
        present(place)
    }

    /// With the lock held.
    private func reportSkip(isForward: Bool) {
        guard let item = queue.current else { return }
        report(.skipped(item, atSecond: position, isForward: isForward))
    }

    /// With the lock held.
    func present(_ place: Int) {
        queue.move(to: place)
        report(.itemChanged(queue.current))
        restart(atSecond: queue.current?.startSeconds ?? 0)
    }

    /// Moves within the present item.
    ///
    /// - Parameter seconds: Clamped to the item. At or behind its end, the player goes on as it does
    ///   at the item's end.
    package func seek(to seconds: Double) {
        update { seekPresent(to: seconds) }
    }

    /// The speeds that a player takes.
    private static let rates = 0.25...4.0

    /// Sets the playback speed; the pitch stays.
    ///
    /// - Parameter rate: 1 is normal. Clamped to ¼…4; without effect unless it is finite.
    package func setRate(_ rate: Double) {
        update {
            guard rate.isFinite else { return }
            let rate = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
            guard rate != self.rate else { return }
            self.rate = rate
            guard let run else { return }
            followTracks(of: run)
            restart(atSecond: position)
        }
    }

    /// With the lock held.
    func seekPresent(to seconds: Double) {
        guard queue.position != nil, let run = preparedRun() else { return }
        followTracks(of: run)
        let seconds = seconds.isNaN ? 0 : max(seconds, 0)
        let end = min(
            queue.current?.endSeconds ?? .infinity, run.current.track.input.duration ?? .infinity)
        if seconds >= end, let place = queue.position {
            guard let next = queue.place(after: place, byItself: true) else {
                return endPlayback()
            }
            return present(next)
        }
        restart(atSecond: seconds)
    }

    /// Plays the present item from another position: a stream that plays fades over to it. With the
    /// lock held.
    func restart(atSecond seconds: Double) {
        run = nil
        startSeconds = seconds
        guard let stream else { return }
        guard isSounding, hasVoice else {
            app.removeVoice(ofStream: stream)
            hasVoice = false
            return
        }
        guard let run = preparedRun() else { return endPlayback() }
        if app.replaceFeed(ofStream: stream, with: run.feed.reader, start: run.start) {
            schedulePump()
        }
    }
}
