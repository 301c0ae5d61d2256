import AudioModel
import MediaSources
import Playback
import SoundClient
import Synchronization

// The items of a player: which is the current one, and what follows.

extension MediaItemPlayer {
    /// Makes an item the current one instead of the present, which leaves the player. Its sound ends
    /// at once; the rate stays.
    ///
    /// - Returns: `false` when the item belongs to another player: nothing has changed.
    @discardableResult
    package func replaceCurrentItem(with item: MediaItem?) -> Bool {
        call { state in
            if let item, state.current?.item === item { return true }
            if let item, let index = state.entries.firstIndex(where: { $0.item === item }) {
                state.entries.insert(state.entries.remove(at: index), at: 1)
                removeCurrent(&state)
                return true
            }
            var added: MediaEntry?
            if let item {
                guard let entry = take(item, in: &state) else { return false }
                added = entry
            }
            let former = state.current
            keepPosition(&state)
            if former != nil { state.entries.removeFirst() }
            if let added { state.entries.insert(added, at: 0) }
            if let former { leave(former, in: &state) }
            if former != nil || added != nil { currentChanged(&state) }
            return true
        }
    }

    /// Whether an item can be inserted behind another: it belongs to no player, and the other to
    /// this one.
    package func canInsert(_ item: MediaItem, after other: MediaItem?) -> Bool {
        state.withLock { state in
            item.state.withLock { $0.player } == nil
                && (other == nil || state.entries.contains { $0.item === other })
        }
    }

    /// Inserts an item behind another one, or at the end.
    ///
    /// - Returns: `false` when it cannot be inserted.
    @discardableResult
    package func insert(_ item: MediaItem, after other: MediaItem?) -> Bool {
        call { state in
            var place = state.entries.count
            if let other {
                guard let index = state.entries.firstIndex(where: { $0.item === other })
                else { return false }
                place = index + 1
            }
            guard let entry = take(item, in: &state) else { return false }
            state.entries.insert(entry, at: place)
            guard place > 0 else {
                currentChanged(&state)
                return true
            }
            state.report(.items)
            followersChanged(&state)
            return true
        }
    }

    /// Removes an item; the next one follows the current one.
    package func remove(_ item: MediaItem) {
        call { state in
            guard let index = state.entries.firstIndex(where: { $0.item === item }) else { return }
            guard index > 0 else { return removeCurrent(&state) }
            leave(state.entries.remove(at: index), in: &state)
            state.report(.items)
            followersChanged(&state)
        }
    }

    package func removeAllItems() {
        call { state in
            guard !state.entries.isEmpty else { return }
            while state.entries.count > 1 { leave(state.entries.removeLast(), in: &state) }
            removeCurrent(&state)
        }
    }

    /// Ends the current item; the next one is played, if the player plays.
    package func advanceToNextItem() {
        call { state in
            if state.current != nil { removeCurrent(&state) }
        }
    }

    // MARK: Entries

    /// Claims an item for the player.
    private func take(_ item: MediaItem, in state: inout State) -> MediaEntry? {
        state.lastNumber += 1
        let number = state.lastNumber
        let isTaken = item.state.withLock { item in
            guard item.player == nil else { return false }
            item.player = self
            return true
        }
        return isTaken ? MediaEntry(number: number, item) : nil
    }

    private func leave(_ entry: MediaEntry, in state: inout State) {
        state.reports += entry.item.leave()
        state.garbage.append(entry.item)
    }

    /// Removes the current item; its sound ends at once.
    func removeCurrent(_ state: inout State) {
        guard state.current != nil else { return }
        keepPosition(&state)
        leave(state.entries.removeFirst(), in: &state)
        currentChanged(&state)
    }

    /// Follows a change of the current item; the new one is not heard yet.
    func currentChanged(_ state: inout State) {
        state.run = nil
        state.isSounding = false
        state.isAtEnd = false
        state.hasStalled = false
        state.report(.currentItem)
        state.report(.items)
        beginCurrent(&state)
        if let entry = state.current, state.endAction == .advance, let failure = entry.item.failure
        {
            // It has failed before its turn came.
            state.report(entry.item, .failedToPlayToEnd(failure))
            return removeCurrent(&state)
        }
        settle(&state)
        schedulePump()
    }

    /// Loads the current item and the one behind it.
    func beginCurrent(_ state: inout State) {
        state.wishTime = state.rate > 0 ? environment.now : nil
        guard let entry = state.current else { return }
        beginTime(of: entry.item, in: &state)
        entry.item.source.setPlaying(state.rate > 0)
        for entry in state.entries.prefix(2) { load(entry, in: &state) }
    }

    /// Lets observers begin at an item's position.
    func beginTime(of item: MediaItem, in state: inout State) {
        let (time, frame) = item.state.withLock { ($0.position, $0.frame) }
        state.observers.begin(at: time, frame: frame)
        state.passedFrame = frame
    }

    private func load(_ entry: MediaEntry, in state: inout State) {
        let isFirst = entry.item.state.withLock { item in
            guard item.status == .unknown, !item.isLoading else { return false }
            item.isLoading = true
            return true
        }
        guard isFirst else {
            if entry.item.status == .ready { noteReady(&state) }
            return
        }
        entry.item.source.setObserver { [weak item = entry.item] change in
            guard let item, let player = item.player else { return }
            player.sourceChanged(item, change)
        }
        entry.item.source.load()
    }

    func noteReady(_ state: inout State) {
        guard state.status == .unknown else { return }
        state.status = .ready
        state.report(.status)
    }

    /// Follows a change of what comes behind the current item.
    func followersChanged(_ state: inout State) {
        if state.entries.count > 1 { load(state.entries[1], in: &state) }
        guard let run = state.run else { return }
        let followers = followers(in: state)
        let planned = run.segments.map(\.track.place)
        if planned.elementsEqual(followers.prefix(planned.count).map(\.number)) {
            run.follow(followers)
            schedulePump()
        } else {
            // What was decoded behind the current item is not to be heard.
            rebuild(&state)
        }
    }

    /// The current item, and those that can be played directly behind it.
    func followers(in state: State) -> [MediaEntry] {
        guard let current = state.current else { return [] }
        guard state.endAction == .advance else { return [current] }
        let speed = speed(of: current.item, in: state)
        return [current]
            + state.entries.dropFirst().prefix {
                $0.item.status == .ready && self.speed(of: $0.item, in: state) == speed
            }
    }
}

extension MediaItem {
    /// Leaves its player.
    ///
    /// - Returns: What the app is to be told.
    func leave() -> [MediaReport] {
        source.setPlaying(false)
        let seek = state.withLock { state in
            defer { state.seek = nil }
            state.player = nil
            return state.seek
        }
        guard let completion = seek?.completion else { return [] }
        return [.call { completion(false) }]
    }
}
