import Synchronization

/// Counts calls of Apple's functions outside any simulated app while simulated phones exist:
/// usually a test that calls its app's code directly. Any thread.
public enum UnattributedCalls {
    private static let phoneCount = Atomic(0)
    private static let count = Atomic(0)

    /// Counts one more simulated phone.
    package static func beginCounting() { phoneCount.add(1, ordering: .relaxed) }
    /// Counts one simulated phone fewer.
    package static func endCounting() { phoneCount.subtract(1, ordering: .relaxed) }

    /// Whether any simulated phone exists.
    public static var areCounted: Bool { phoneCount.load(ordering: .relaxed) > 0 }

    /// Counts a call.
    public static func note() { count.add(1, ordering: .relaxed) }

    /// - Returns: Whether there were any calls since the last `takeAny`.
    package static func takeAny() -> Bool { count.exchange(0, ordering: .relaxed) > 0 }
}
