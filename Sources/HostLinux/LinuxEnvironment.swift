import AudioModel
import Dispatch
import SoundClient

/// The threads and timers of a real process: its main run loop and a queue of its own.
public final class LinuxEnvironment: AppEnvironment {
    /// Serial; never the main thread. `LinuxClock` may share it.
    public let queue: DispatchQueue

    public init(label: String = "sori.control") {
        queue = DispatchQueue(label: label)
    }

    public var now: HostTime { LinuxClock.now }

    public func onMain(_ block: @escaping @Sendable () -> Void) {
        MainThreadQueue.shared.add(block)
    }

    public func onQueue(_ block: @escaping @Sendable () -> Void) {
        queue.async(execute: block)
    }

    public func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + dispatchInterval(interval), execute: block)
    }

    public func makeWorkQueue(label: String) -> any WorkQueue {
        DispatchWorkQueue(label: label)
    }
}

private final class DispatchWorkQueue: WorkQueue {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func async(_ block: @escaping @Sendable () -> Void) {
        queue.async(execute: block)
    }
}
