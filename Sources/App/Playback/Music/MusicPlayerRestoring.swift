import Synchronization

// Keeping a player's queue and position while there is no player.

extension MusicPlayer {
    /// The queue, and the position in its present item in seconds. A new queue that waits for the
    /// next `play` counts, without a present item.
    package var arrangement: (queue: MusicQueue.Arrangement, seconds: Double) {
        state.withLock { state in
            guard let pendingItems = state.pendingItems else {
                return (state.queue.arrangement, state.position)
            }
            var next = state.queue
            next.set(pendingItems)
            return (next.arrangement, 0)
        }
    }

    /// Takes over the queue of an earlier player; it is paused where that one was. Has no effect on
    /// a player that has items.
    ///
    /// - Returns: Whether the queue was taken over.
    package func restore(_ queue: MusicQueue, atSecond seconds: Double) -> Bool {
        update { state in
            guard state.queue.isEmpty, state.pendingItems == nil, state.stream == nil else {
                return false
            }
            state.queue = queue
            state.run = nil
            state.startSeconds = seconds.isFinite ? max(seconds, 0) : 0
            report(.queueChanged)
            if queue.current != nil {
                report(.itemChanged(queue.current))
                change(to: .paused, in: &state)
            }
            return true
        }
    }
}
