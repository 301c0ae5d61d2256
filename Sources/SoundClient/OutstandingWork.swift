import Synchronization

/// Work of an app's own tasks that a simulator waits for before it lets time pass. Any thread.
public final class OutstandingWork: Sendable {
    private let pieces = Atomic(0)

    public func begin() { pieces.add(1, ordering: .acquiringAndReleasing) }
    public func end() { pieces.subtract(1, ordering: .acquiringAndReleasing) }

    /// Whether somebody is at work.
    public var isThere: Bool { pieces.load(ordering: .acquiring) > 0 }
}

extension AppSound {
    /// What the app's tasks are doing with what they were told.
    public var outstandingWork: OutstandingWork { attachment { OutstandingWork() } }
}
