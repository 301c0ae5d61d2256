import AudioModel
import MediaSources
import Synchronization

// Moving within an item.

extension MediaItemPlayer {
    /// Moves within the current item, as `MediaItem.seek` does. Without an item it completes with
    /// `false`.
    package func seek(
        to time: MediaTime, before: Double = 0, after: Double = 0,
        completion: (@Sendable (Bool) -> Void)? = nil
    ) {
        guard let item = currentItem else {
            if let completion { deliveries.add([.call { completion(false) }]) }
            return
        }
        item.seek(to: time, before: before, after: after, completion: completion)
    }

    /// Moves within an item of the player.
    func seek(_ item: MediaItem, _ seek: MediaSeek) {
        call { state in
            guard let entry = state.entries.first(where: { $0.item === item }),
                item.status != .failed
            else {
                if let completion = seek.completion {
                    state.reports.append(.call { completion(false) })
                }
                return
            }
            endSeek(of: item, in: &state)
            item.state.withLock { item in
                item.seek = seek
                if item.status != .ready { item.position = seek.time }
            }
            guard item.status == .ready else { return }
            perform(seek, of: entry, in: &state)
            if entry === state.current { settle(&state) }
        }
        schedulePump()
    }

    func cancelSeek(of item: MediaItem) {
        call { endSeek(of: item, in: &$0) }
    }

    /// Ends the seek that is not done: another one came first.
    private func endSeek(of item: MediaItem, in state: inout State) {
        let former = item.state.withLock { item in
            defer { item.seek = nil }
            return item.seek
        }
        if let completion = former?.completion {
            state.reports.append(.call { completion(false) })
        }
    }

    /// Moves an item that is ready; the seek is done when its sound is there.
    func perform(_ seek: MediaSeek, of entry: MediaEntry, in state: inout State) {
        let item = entry.item
        let isPossible = item.state.withLock { item in
            guard let target = item.clamped(seek.time) else { return false }
            item.position = target
            item.seek = seek
            return true
        }
        guard isPossible else { return endSeek(of: item, in: &state) }
        state.report(item, .timeJumped)
        guard entry === state.current else {
            // Nothing is to be decoded: its turn comes later.
            let done = item.state.withLock { item in
                defer { item.seek?.completion = nil }
                return item.seek?.completion
            }
            if let done { state.reports.append(.call { done(true) }) }
            return followersChanged(&state)
        }
        moved(&state, isReported: true)
    }

    /// Follows a change of the current item's position: the sound of the former one is over.
    func moved(_ state: inout State, isReported: Bool = false) {
        guard let current = state.current else { return }
        state.run = nil
        state.isSounding = false
        state.isAtEnd = false
        state.hasStalled = false
        let hadMetadata = current.item.state.withLock { item in
            let frame = item.frame
            item.comingMetadata.removeAll { $0.frame < frame }
            defer { item.timedMetadata = [] }
            return !item.timedMetadata.isEmpty
        }
        state.passedFrame = current.item.state.withLock { $0.frame }
        if hadMetadata { state.report(current.item, .flushed) }
        if !isReported { state.report(current.item, .timeJumped) }
        markTime(&state, isJump: true)
    }
}

extension MediaItem.State {
    /// A time that a seek can reach; `nil` where none can be.
    func clamped(_ time: MediaTime) -> MediaTime? {
        if contents?.isLive == true {
            guard let first = seekableRanges.first, let last = seekableRanges.last else {
                return nil
            }
            return min(max(time, first.start), last.end)
        }
        let time = max(time, .zero)
        return duration.map { min(time, $0) } ?? time
    }
}
