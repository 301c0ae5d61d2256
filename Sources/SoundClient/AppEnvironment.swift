import AudioModel

/// The threads and timers of one app, as the real system or the simulator provides them.
public protocol AppEnvironment: AnyObject, Sendable {
    /// The time that `after` and the server go by.
    var now: HostTime { get }

    /// Runs `block` on the app's main run loop, in its default mode, later.
    func onMain(_ block: @escaping @Sendable () -> Void)

    /// Runs `block` on a private serial queue, never the main thread, later.
    func onQueue(_ block: @escaping @Sendable () -> Void)

    /// Runs `block` on the private serial queue when `interval` has passed.
    func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void)

    /// A serial queue of someone's own: what is slow there keeps nobody else waiting.
    func makeWorkQueue(label: String) -> any WorkQueue
}

/// Runs blocks one after the other, in order, not on the main thread.
public protocol WorkQueue: AnyObject, Sendable {
    func async(_ block: @escaping @Sendable () -> Void)
}
