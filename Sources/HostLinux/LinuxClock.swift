import AudioModel
import Dispatch
import Glibc
import SoundServer
import Synchronization

/// The machine's monotonic clock, and one alarm on it.
public final class LinuxClock: ServerClock {
    private let queue: DispatchQueue
    /// Grows with every `schedule` and `cancel`, so that an alarm under way knows it is too late.
    private let generation = Mutex(0)

    /// - Parameter queue: Serial; alarms run on it.
    public init(queue: DispatchQueue) {
        self.queue = queue
    }

    /// Now. It stands still while the machine is suspended.
    public static var now: HostTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return HostTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    public var now: HostTime { Self.now }

    /// Runs `block` on the queue at `time`, or soon when that is past, in place of the block
    /// scheduled before; `nil` only forgets that one. Any thread.
    public func schedule(at time: HostTime?, _ block: @escaping @Sendable () -> Void) {
        let mine = generation.withLock {
            $0 += 1
            return $0
        }
        guard let time else { return }
        let now = Self.now
        // Compared first: the difference of far times wraps.
        let delay = time > now ? time - now : .zero
        queue.asyncAfter(deadline: .now() + dispatchInterval(delay)) { [self] in
            if generation.withLock({ $0 == mine }) {
                block()
            }
        }
    }

    /// Forgets the scheduled block. One that has begun runs on. Any thread.
    public func cancel() {
        generation.withLock { $0 += 1 }
    }
}

/// `interval` for Dispatch, between nothing and a year: its arithmetic traps on more.
func dispatchInterval(_ interval: HostInterval) -> DispatchTimeInterval {
    let longest = 365 * 24 * 3600 * Int64(1_000_000_000)
    return .nanoseconds(Int(min(max(interval.nanoseconds, 0), longest)))
}
