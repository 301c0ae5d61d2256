import Synchronization

// Filling and reordering the queue.

extension MusicPlayer {
    /// Replaces the queue. What is playing goes on until the next `play`, skip or end of the item,
    /// when the new queue begins.
    package func setQueue(_ items: [MusicItem]) { replaceQueue(items, startingWith: nil) }

    /// - Parameter id: The item to begin with; `nil` for the first one.
    func replaceQueue(_ items: [MusicItem], startingWith id: UInt64?) {
        update { state in
            if let run = state.run { followTracks(of: run, in: &state) }
            state.pendingItems = items
            state.pendingStart = id
            if state.isSounding || state.status == .interrupted {
                // What was decoded behind the present item is no longer to be played.
                if let run = state.run, run.isAheadOfTrack {
                    restart(atSecond: state.position, in: &state)
                }
            } else {
                takePendingItems(&state)
                if let id, let place = state.queue.place(ofItem: id) {
                    present(place, in: &state)
                }
            }
        }
    }

    /// Makes the item with which a new queue begins the present one.
    func presentPendingStart(_ state: inout State) {
        let place = state.pendingStart.flatMap { state.queue.place(ofItem: $0) }
        state.pendingStart = nil
        present(place ?? 0, in: &state)
    }

    /// Puts a new queue in the place of the present one.
    func takePendingItems(_ state: inout State) {
        guard let items = state.pendingItems else { return }
        state.pendingItems = nil
        let hadItem = state.queue.current != nil
        bookmark(state)
        state.queue.set(items)
        state.startSeconds = 0
        // A stream that plays goes on until the caller restarts it with the new queue.
        if !state.isSounding { endPlayback(&state) }
        if hadItem, state.isSounding { report(.itemChanged(nil)) }
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

    /// Changes what follows the present item: what was decoded behind it is decoded again. An item
    /// that the device begins meanwhile gives way to what follows in the new order.
    ///
    /// - Parameter body: Runs with the player's lock held.
    package func changeOrder(_ body: (inout MusicQueue) -> Void) {
        update { state in
            if let run = state.run { followTracks(of: run, in: &state) }
            body(&state.queue)
            guard let run = state.run else { return }
            if run.isComplete || run.isAheadOfTrack {
                restart(atSecond: state.position, in: &state)
            } else if let place = state.queue.position {
                run.setPlace(place)
            }
        }
    }
}
