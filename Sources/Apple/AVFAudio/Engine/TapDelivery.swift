import Foundation
import SoundClient

/// The full buffers of a tap on their way to the app's block, which gets each of them, in order and
/// one at a time.
///
/// The block is called on a serial queue. A thread that needs the buffers delivered (it removes the
/// tap, or renders offline faster than the block takes them) waits for the queue. On a simulated
/// phone, where queues run when that thread returns, it calls the block itself.
///
/// Ownership: `lock` guards everything; it is not held while the block runs.
final class TapDelivery: @unchecked Sendable {
    struct Item {
        var buffer: AVAudioPCMBuffer
        var time: AVAudioTime
    }

    let lock = NSCondition()
    private let block: AVAudioNodeTapBlock
    private let queue: any WorkQueue

    private var waiting: [Item] = []
    private var waitingBytes = 0
    /// The thread that runs the block.
    private var deliveringThread: Thread?
    /// Whether the queue has a call of the block to make. Always true while buffers wait and the
    /// block does not run.
    private var isScheduled = false
    /// Whether the block has kept a buffer waiting for too long, and has not returned since.
    private var isStalled = false
    private(set) var isRemoved = false
    /// The number of frames dropped because the block takes them too late.
    private(set) var overrunFrameCount = 0
    /// Whether the present overrun has been reported.
    private var isOverrunReported = false

    /// Counts the calls of the block that have returned.
    private var returnCount = 0
    private let limits = EngineRules.current.tapLimits

    /// How long a removal waits for the deliveries: the block may be waiting for the caller.
    private static let removalSeconds: TimeInterval = 1

    /// - Parameter queue: The queue on which the block is called.
    init(queue: any WorkQueue, block: @escaping AVAudioNodeTapBlock) {
        self.queue = queue
        self.block = block
    }

    // MARK: With the lock held

    /// What happens where very many buffers wait for the block.
    enum Limit {
        /// No further one is added. For threads that must be in time.
        case drops
        /// The block is called, or waited for, until there is room.
        case waits
        /// They are added all the same, since there is an end of them.
        case none
    }

    /// Whether a buffer may be added.
    func hasRoom(for byteCount: Int, _ limit: Limit) -> Bool {
        if limit == .none { return true }
        while !waiting.isEmpty, waitingBytes + byteCount > limits.waitingBytes {
            guard limit == .waits, !isStalled, deliveringThread !== Thread.current else {
                return false
            }
            if deliveringThread == nil, !queue.runsWhileCallersWait {
                deliverFirst()
            } else if !waitForReturn(until: Date(timeIntervalSinceNow: limits.stallSeconds)) {
                isStalled = true
            }
        }
        return true
    }

    func add(_ item: Item) {
        waiting.append(item)
        waitingBytes += item.buffer.byteCapacity
        schedule()
    }

    /// Counts frames that are dropped.
    ///
    /// - Returns: What to tell the user: once for each time that the block falls behind.
    func drop(frameCount: Int) -> String? {
        overrunFrameCount += frameCount
        guard !isOverrunReported else { return nil }
        isOverrunReported = true
        return "the block of a tap has kept its buffers waiting for seconds, and loses frames"
    }

    private func schedule() {
        guard !isScheduled, deliveringThread == nil, !waiting.isEmpty else { return }
        isScheduled = true
        queue.async { self.deliverScheduled() }
    }

    /// Calls the block with the oldest buffer. While the block does not run.
    private func deliverFirst() {
        let item = waiting.removeFirst()
        waitingBytes -= item.buffer.byteCapacity
        deliveringThread = Thread.current
        lock.unlock()
        block(item.buffer, item.time)
        lock.lock()
        deliveringThread = nil
        returnCount += 1
        isStalled = false
        isOverrunReported = false
        lock.broadcast()
        schedule()
    }

    /// Ends the deliveries, after those of the buffers that wait.
    ///
    /// The block does not run after the return, but where the call comes from the block itself, or
    /// where the deliveries take longer than a second: then the rest follows on the queue.
    func end() {
        isRemoved = true
        let deadline = Date(timeIntervalSinceNow: Self.removalSeconds)
        while deliveringThread != nil || !waiting.isEmpty {
            if deliveringThread == nil, !queue.runsWhileCallersWait {
                deliverFirst()
            } else if deliveringThread === Thread.current || !waitForReturn(until: deadline) {
                return
            }
        }
    }

    /// Waits until a call of the block on another thread returns.
    ///
    /// - Returns: Whether one has returned in time.
    private func waitForReturn(until deadline: Date) -> Bool {
        let count = returnCount
        while returnCount == count {
            if !lock.wait(until: deadline) { return returnCount != count }
        }
        return true
    }

    // MARK: On the queue

    private func deliverScheduled() {
        lock.withLock {
            isScheduled = false
            // The thread that delivers now schedules the rest.
            if deliveringThread == nil, !waiting.isEmpty { deliverFirst() }
        }
    }
}

extension AVAudioPCMBuffer {
    /// The number of bytes of all channels.
    fileprivate var byteCapacity: Int {
        Int(frameCapacity) * Int(format.channelCount) * MemoryLayout<Float>.size
    }
}
