import AudioModel

/// The threads and timers of one app, as the real system or the simulator provides them.
public protocol AppEnvironment: AnyObject, Sendable {
    /// The present time of the clock that `after` and the server use.
    var now: HostTime { get }

    /// Runs `block` on the app's main run loop, in its default mode, later.
    func onMain(_ block: @escaping @Sendable () -> Void)

    /// Runs `block` on a private serial queue, never the main thread, later.
    func onQueue(_ block: @escaping @Sendable () -> Void)

    /// Runs `block` on the private serial queue when `interval` has passed.
    func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void)

    /// Creates a serial queue, so that slow work on it does not delay other work.
    func makeWorkQueue(label: String) -> any WorkQueue
}

/// A serial queue: runs blocks in order, one at a time, not on the main thread.
public protocol WorkQueue: AnyObject, Sendable {
    func async(_ block: @escaping @Sendable () -> Void)
}
