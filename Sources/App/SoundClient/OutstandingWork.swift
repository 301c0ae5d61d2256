import Synchronization

/// Counts the running pieces of work of an app's own tasks; a simulator waits for them before it
/// advances the time. Any thread.
public final class OutstandingWork: Sendable {
    private let pieces = Atomic(0)

    /// Notes that a piece of work begins.
    public func begin() { pieces.add(1, ordering: .acquiringAndReleasing) }
    /// Notes that a piece of work ends.
    public func end() { pieces.subtract(1, ordering: .acquiringAndReleasing) }

    /// Whether any work is running.
    public var isThere: Bool { pieces.load(ordering: .acquiring) > 0 }
}

extension AppSound {
    /// The work that the app's tasks do in response to notifications.
    public var outstandingWork: OutstandingWork { attachment { OutstandingWork() } }
}
