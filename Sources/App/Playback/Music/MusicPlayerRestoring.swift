import Synchronization

// Keeping a player's queue and position while there is no player.

extension MusicPlayer {
    /// The queue, and the position in its present item in seconds. A new queue that waits for the
    /// next `play` counts, without a present item.
    package var arrangement: (queue: MusicQueue.Arrangement, seconds: Double) {
        lock.withLock { _ in
            guard let pendingItems else { return (queue.arrangement, position) }
            var next = queue
            next.set(pendingItems)
            return (next.arrangement, 0)
        }
    }

    /// Takes over the queue of an earlier player; it is paused where that one was. Has no effect on
    /// a player that has items.
    ///
    /// - Returns: Whether the queue was taken over.
    package func restore(_ queue: MusicQueue, atSecond seconds: Double) -> Bool {
        update {
            guard self.queue.isEmpty, pendingItems == nil, stream == nil else { return false }
            self.queue = queue
            run = nil
            startSeconds = seconds.isFinite ? max(seconds, 0) : 0
            report(.queueChanged)
            if queue.current != nil {
                report(.itemChanged(queue.current))
                change(to: .paused)
            }
            return true
        }
    }
}
