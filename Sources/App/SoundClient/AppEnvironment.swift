public import AudioModel

/// The threads and timers of one app, as the real system or the simulator provides them.
public protocol AppEnvironment: AnyObject, Sendable {
    /// The present time of the clock that `after` and the server use.
    var now: HostTime { get }

    /// Schedules `block` on the app's main run loop, in its default mode.
    func onMain(_ block: @escaping @Sendable () -> Void)

    /// Schedules `block` on a private serial queue, never on the main thread.
    func onQueue(_ block: @escaping @Sendable () -> Void)

    /// Schedules `block` on the private serial queue after `interval`.
    func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void)

    /// Creates a serial queue, so that slow work on it does not delay other work.
    func makeWorkQueue(label: String) -> any WorkQueue
}

/// A serial queue: runs blocks in order, one at a time, not on the main thread.
public protocol WorkQueue: AnyObject, Sendable {
    func async(_ block: @escaping @Sendable () -> Void)
    /// Whether blocks run while the thread that added them waits; otherwise they run when it returns
    /// to its event loop.
    var runsWhileCallersWait: Bool { get }
}
