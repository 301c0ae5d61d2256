import Synchronization

/// The number of decisions of a device, each of which may have changed sessions. Any thread.
final class DecisionCount: Sendable {
    private let count = Atomic<UInt64>(0)

    var current: UInt64 { count.load(ordering: .acquiring) }

    func add() { count.add(1, ordering: .acquiringAndReleasing) }
}
