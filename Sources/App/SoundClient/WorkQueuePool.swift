import Synchronization

/// Work queues that an app's objects of a kind share: each new one takes the next. Any thread.
package final class WorkQueuePool: Sendable {
    private let queues: [any WorkQueue]
    private let nextQueue = Atomic(0)

    /// A slow file delays a quarter of the objects.
    private static let queueCount = 4

    package init(_ environment: any AppEnvironment, label: String) {
        queues = (0..<Self.queueCount).map { _ in environment.makeWorkQueue(label: label) }
    }

    /// A queue for the next object.
    package func next() -> any WorkQueue {
        let number = nextQueue.wrappingAdd(1, ordering: .relaxed).oldValue
        return queues[Int(UInt(bitPattern: number) % UInt(queues.count))]
    }
}
