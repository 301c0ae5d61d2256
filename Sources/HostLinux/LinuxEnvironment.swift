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

    public func onMain(_ block: @escaping @Sendable () -> Void) {
        MainBlocks.shared.add(block)
    }

    public func onQueue(_ block: @escaping @Sendable () -> Void) {
        queue.async(execute: block)
    }

    public func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + dispatchInterval(interval), execute: block)
    }
}
