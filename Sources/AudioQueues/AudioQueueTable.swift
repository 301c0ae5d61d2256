import Synchronization

/// The queues that a program has, each by a number that is never used again: one that was disposed
/// of is known to be, whatever was made since.
public final class AudioQueueTable: Sendable {
    private struct State {
        var queues: [UInt: AudioQueueCore] = [:]
        var lastNumber: UInt = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// Gives a queue its number: not zero. It stays until it is over.
    public func add(_ queue: AudioQueueCore) -> UInt {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.queues[state.lastNumber] = queue
            return state.lastNumber
        }
        queue.settle(number: number) { [weak self] in self?.remove(number) }
        return number
    }

    public func queue(_ number: UInt) throws(AudioQueueError) -> AudioQueueCore {
        guard let queue = state.withLock({ $0.queues[number] }) else { throw .queueInvalidated }
        return queue
    }

    private func remove(_ number: UInt) {
        _ = state.withLock { $0.queues.removeValue(forKey: number) }
    }
}
