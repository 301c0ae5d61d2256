public import AudioModel
public import Dispatch
import Glibc
public import SoundServer
import Synchronization

/// The machine's monotonic clock with one alarm.
public final class LinuxClock: ServerClock {
    private let queue: DispatchQueue
    /// Incremented by every `schedule` and `cancel`, so that an outdated alarm does nothing.
    private let generation = Mutex(0)

    /// - Parameter queue: A serial queue on which alarms run.
    public init(queue: DispatchQueue) {
        self.queue = queue
    }

    /// The current time of `CLOCK_MONOTONIC`, which does not advance while the machine is
    /// suspended.
    public static var now: HostTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return HostTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The current time.
    public var now: HostTime { Self.now }

    /// Runs `block` on the queue at `time`, or soon when that is past, instead of the block
    /// scheduled before; `nil` only cancels that one. Any thread.
    public func schedule(at time: HostTime?, _ block: @escaping @Sendable () -> Void) {
        let mine = generation.withLock {
            $0 += 1
            return $0
        }
        guard let time else { return }
        let now = Self.now
        // Compared before the subtraction, which could overflow.
        let delay = time > now ? time - now : .zero
        queue.asyncAfter(deadline: .now() + dispatchInterval(delay)) { [self] in
            if generation.withLock({ $0 == mine }) {
                block()
            }
        }
    }

    /// Cancels the scheduled block, unless it has begun. Any thread.
    public func cancel() {
        generation.withLock { $0 += 1 }
    }
}

/// Sleeps until a time of the monotonic clock.
package func sleep(until deadline: HostTime) {
    var time = timespec(
        tv_sec: Int(deadline.nanoseconds / 1_000_000_000),
        tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
}

/// `interval` clamped to 0…1 year: Dispatch's arithmetic traps on more.
func dispatchInterval(_ interval: HostInterval) -> DispatchTimeInterval {
    let longest = 365 * 24 * 3600 * Int64(1_000_000_000)
    return .nanoseconds(Int(min(max(interval.nanoseconds, 0), longest)))
}
