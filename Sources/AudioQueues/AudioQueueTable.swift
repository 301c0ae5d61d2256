import Synchronization

/// The audio queues of a program by handle. A handle is never reused, so a handle of a disposed
/// queue is always recognised as invalid. Any thread.
public final class AudioQueueTable: Sendable {
    private struct State {
        var queues: [UInt: AudioQueueCore] = [:]
        var lastNumber: UInt = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// Registers a queue until it ends.
    ///
    /// - Returns: Its handle, not zero.
    public func add(_ queue: AudioQueueCore) -> UInt {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.queues[state.lastNumber] = queue
            return state.lastNumber
        }
        queue.settle(number: number) { [weak self] in self?.remove(number) }
        return number
    }

    /// The queue with this handle.
    ///
    /// - Throws: `queueInvalidated` for a handle of no queue, or of one that has ended.
    public func queue(_ number: UInt) throws(AudioQueueError) -> AudioQueueCore {
        guard let queue = state.withLock({ $0.queues[number] }) else { throw .queueInvalidated }
        return queue
    }

    private func remove(_ number: UInt) {
        _ = state.withLock { $0.queues.removeValue(forKey: number) }
    }
}
