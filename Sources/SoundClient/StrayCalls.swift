import Synchronization

/// Counts calls of Apple's functions outside any simulated app while simulated phones exist:
/// usually a test that calls its app's code directly. Any thread.
public enum StrayCalls {
    private static let phoneCount = Atomic(0)
    private static let count = Atomic(0)

    /// Notes that a simulated phone exists.
    package static func beginWatching() { phoneCount.add(1, ordering: .relaxed) }
    /// Notes that a simulated phone is gone.
    package static func endWatching() { phoneCount.subtract(1, ordering: .relaxed) }

    /// Whether any simulated phone exists.
    public static var areWatched: Bool { phoneCount.load(ordering: .relaxed) > 0 }

    /// Counts a call.
    public static func note() { count.add(1, ordering: .relaxed) }

    /// - Returns: Whether there were any calls since the last `take`.
    package static func take() -> Bool { count.exchange(0, ordering: .relaxed) > 0 }
}
