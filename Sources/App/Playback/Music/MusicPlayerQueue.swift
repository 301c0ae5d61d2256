import Synchronization

// Filling and reordering the queue.

extension MusicPlayer {
    /// Replaces the queue. What is playing goes on until the next `play`, skip or end of the item,
    /// when the new queue begins.
    package func setQueue(_ items: [MusicItem]) { replaceQueue(items, startingWith: nil) }

    /// - Parameter id: The item to begin with; `nil` for the first one.
    func replaceQueue(_ items: [MusicItem], startingWith id: UInt64?) {
        update {
            pendingItems = items
            pendingStart = id
            if isSounding || state == .interrupted {
                // What was decoded behind the present item is no longer to be played.
                if let run, run.isAheadOfTrack { restart(atSecond: position) }
            } else {
                takePendingItems()
                if let id, let place = queue.place(ofItem: id) { present(place) }
            }
        }
    }

    /// Makes the item with which a new queue begins the present one. With the lock held.
    func presentPendingStart() {
        let place = pendingStart.flatMap { queue.place(ofItem: $0) }
        pendingStart = nil
        present(place ?? 0)
    }

    /// Puts a new queue in the place of the present one. With the lock held.
    func takePendingItems() {
        guard let items = pendingItems else { return }
        pendingItems = nil
        let hadItem = queue.current != nil
        bookmark()
        queue.set(items)
        startSeconds = 0
        // A stream that plays goes on until the caller restarts it with the new queue.
        if !isSounding { endPlayback() }
        if hadItem, isSounding { report(.itemChanged(nil)) }
        report(.queueChanged)
    }

    /// Adds items behind the present one.
    package func prepend(_ items: [MusicItem]) {
        changeOrder { $0.prepend(items) }
        report(.queueChanged)
    }

    /// Adds items at the end.
    package func append(_ items: [MusicItem]) {
        changeOrder { $0.append(items) }
        report(.queueChanged)
    }

    /// Inserts items at a place of the playing order; the present item stays the present one.
    package func insert(_ items: [MusicItem], atPlace place: Int) {
        changeOrder { $0.insert(items, at: place) }
        report(.queueChanged)
    }

    /// Removes the items at places of the playing order; the present one stays.
    package func remove(atPlaces places: [Int]) {
        changeOrder { $0.remove(atPlaces: places) }
        report(.queueChanged)
    }

    /// Changes what follows the present item: what was decoded behind it is decoded again.
    func changeOrder(_ body: (inout MusicQueue) -> Void) {
        update {
            if let run { followTracks(of: run) }
            body(&queue)
            guard let run else { return }
            if run.isComplete || run.isAheadOfTrack {
                restart(atSecond: position)
            } else if let place = queue.position {
                run.setPlace(place)
            }
        }
    }
}
