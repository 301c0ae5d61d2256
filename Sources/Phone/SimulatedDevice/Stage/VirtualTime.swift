import AudioModel
import CVirtualTime
import Dispatch
import SoundClient

/// Puts the time of apps' code on their phone's clock: dates, clocks, sleep, timers, dispatch
/// queues and run loops. `SimulatedTime` does the same for tasks.
enum VirtualTime {
    /// From now on, in this process. Later calls do nothing.
    static func install() { _ = isInstalled }

    private static let isInstalled: Bool = {
        let handlers = UnsafeMutablePointer<SoriVirtualTime>.allocate(capacity: 1)
        handlers.initialize(
            to: SoriVirtualTime(
                now: { uptime, date in
                    guard let threads = VirtualTime.threads else { return false }
                    uptime?.pointee = threads.now.nanoseconds
                    date?.pointee = threads.date
                    return true
                },
                schedule: { delay, thread, function, context in
                    guard let threads = VirtualTime.threads, let function else { return false }
                    VirtualTime.schedule(
                        Call(function: function, context: context),
                        after: HostInterval(nanoseconds: delay), on: thread, of: threads)
                    return true
                },
                pass: { duration, blocks, isEnough, context in
                    guard let threads = VirtualTime.threads, sori_virtual_time_is_entered() else {
                        return false
                    }
                    return threads.pass(HostInterval(nanoseconds: duration), blocks: blocks) {
                        isEnough?(context) ?? false
                    }
                },
                is_on_main: {
                    VirtualTime.threads != nil && CurrentApp.isOnSimulatedMain
                }))
        sori_virtual_time_install(handlers)
        return true
    }()

    /// The threads of the simulated app that the calling code belongs to.
    private static var threads: AppThreads? { CurrentApp.simulated?.environment as? AppThreads }

    /// A C function with its argument.
    ///
    /// Ownership: the context is only passed to the function, which is called once.
    private struct Call: @unchecked Sendable {
        let function: @convention(c) (UnsafeMutableRawPointer?) -> Void
        let context: UnsafeMutableRawPointer?
    }

    private static func schedule(
        _ call: Call, after delay: HostInterval, on thread: SoriThread, of threads: AppThreads
    ) {
        let isMain =
            thread == SORI_MAIN_THREAD
            || thread == SORI_SAME_THREAD && SimulatedThread.current == .main
        switch (delay > .zero, isMain) {
        case (false, true): threads.onMain { call.function(call.context) }
        case (false, false): threads.onQueue { call.function(call.context) }
        case (true, true):
            threads.after(delay) { threads.onMain { call.function(call.context) } }
        case (true, false): threads.after(delay) { call.function(call.context) }
        }
    }
}
