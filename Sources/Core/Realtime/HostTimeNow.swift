import Glibc
import Synchronization

/// The clock that an app's code lives by, for modules that know nothing of simulated phones.
package enum HostTimeNow {
    private static let phoneClock = Mutex<(@Sendable () -> Int64?)?>(nil)

    /// Installs the clock of simulated phones.
    ///
    /// - Parameter nanoseconds: `nil` where the calling code is not a simulated app's.
    package static func follow(_ nanoseconds: @escaping @Sendable () -> Int64?) {
        phoneClock.withLock { $0 = nanoseconds }
    }

    /// Nanoseconds of the phone's clock in a simulated app, else of the machine's monotonic clock.
    package static var nanoseconds: Int64 {
        let clock = phoneClock.withLock { $0 }
        if let simulated = clock?() { return simulated }
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
