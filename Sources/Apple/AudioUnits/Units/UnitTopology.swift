import Foundation
import Synchronization

/// The connections between units, which one thread at a time changes or reads.
///
/// A renderer compares the number of its plan with `number` before each slice, so that a change of
/// several connections in one `change` is heard whole or not at all.
///
/// Ownership: the lock guards `depth`, and the inputs and outputs of all units.
package final class UnitTopology: @unchecked Sendable {
    private static let shared = UnitTopology()

    private let lock = NSRecursiveLock()
    /// How many changes the thread that has the lock is in.
    private var depth = 0
    private let changeCount = Atomic<Int>(0)

    /// Counts changes.
    package static var number: Int { shared.changeCount.load(ordering: .acquiring) }

    /// Changes connections. Changes within one another count as one, when the outermost is done.
    package static func change<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        shared.lock.lock()
        shared.depth += 1
        defer {
            shared.depth -= 1
            if shared.depth == 0 { shared.changeCount.add(1, ordering: .releasing) }
            shared.lock.unlock()
        }
        return try body()
    }

    /// Reads connections.
    static func read<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        shared.lock.lock()
        defer { shared.lock.unlock() }
        return try body()
    }
}
