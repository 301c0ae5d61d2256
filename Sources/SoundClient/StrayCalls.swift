import Synchronization

/// Calls that belong to no simulated app while there are simulated phones: mostly a test that has
/// called its app's code as its own. Any thread.
public enum StrayCalls {
    private static let phoneCount = Atomic(0)
    private static let count = Atomic(0)

    /// A simulated phone is there from now on.
    package static func beginWatching() { phoneCount.add(1, ordering: .relaxed) }
    package static func endWatching() { phoneCount.subtract(1, ordering: .relaxed) }

    /// Whether anybody wants to know.
    public static var areWatched: Bool { phoneCount.load(ordering: .relaxed) > 0 }

    public static func note() { count.add(1, ordering: .relaxed) }

    /// - Returns: Whether there were any since this was last asked.
    package static func take() -> Bool { count.exchange(0, ordering: .relaxed) > 0 }
}
