public import AudioModel
public import Dispatch
public import SoundClient

/// The environment of a real process: its main run loop, a control queue and timers.
public final class LinuxEnvironment: AppEnvironment {
    /// A serial queue off the main thread. `LinuxClock` may share it.
    public let queue: DispatchQueue

    /// - Parameter label: The control queue's label, for debuggers.
    public init(label: String = "sori.control") {
        queue = DispatchQueue(label: label)
    }

    /// The current time of the monotonic clock.
    public var now: HostTime { LinuxClock.now }

    /// Runs a block on the main thread, in order.
    public func onMain(_ block: @escaping @Sendable () -> Void) {
        MainThreadQueue.shared.add(block)
    }

    /// Runs a block on the control queue.
    public func onQueue(_ block: @escaping @Sendable () -> Void) {
        queue.async(execute: block)
    }

    /// Runs a block on the control queue after a delay.
    public func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + dispatchInterval(interval), execute: block)
    }

    /// Makes a serial queue for background work.
    public func makeWorkQueue(label: String) -> any WorkQueue {
        DispatchWorkQueue(label: label)
    }
}

private final class DispatchWorkQueue: WorkQueue {
    let runsWhileCallersWait = true
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func async(_ block: @escaping @Sendable () -> Void) {
        queue.async(execute: block)
    }
}
