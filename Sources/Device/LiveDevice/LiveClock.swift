package import AudioModel
package import SoundServer

/// The clock of a live device. Its time passes in whole milliseconds, which keeps times in recorded
/// scenarios short and exact.
package final class LiveClock: ServerClock {
    private let clock: any ServerClock

    package init(_ clock: any ServerClock) {
        self.clock = clock
    }

    package var now: HostTime {
        HostTime(nanoseconds: clock.now.nanoseconds / Self.step * Self.step)
    }

    package func schedule(at time: HostTime?, _ block: @escaping @Sendable () -> Void) {
        // Rounded up: rounded down, the time would not have come yet.
        let late = time.map { time in
            let (sum, isOver) = time.nanoseconds.addingReportingOverflow(Self.step - 1)
            return isOver ? time : HostTime(nanoseconds: sum / Self.step * Self.step)
        }
        clock.schedule(at: late, block)
    }

    private static let step: Int64 = 1_000_000
}
