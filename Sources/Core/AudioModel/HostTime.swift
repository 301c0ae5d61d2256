/// A time on the device's monotonic clock, in nanoseconds since an arbitrary origin.
///
/// The simulator's clock starts at zero; a real device uses the machine's monotonic clock. Only
/// differences and order are meaningful.
public struct HostTime: Hashable, Comparable, Sendable {
    public var nanoseconds: Int64

    @inlinable
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The time at which the simulator's clock starts.
    public static let zero = HostTime(nanoseconds: 0)

    /// Seconds since the clock's origin.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// - Parameter seconds: Rounded to the nearest nanosecond; must be within ±292 years.
    public static func seconds(_ seconds: Double) -> HostTime {
        HostTime(nanoseconds: Int64((seconds * 1e9).rounded()))
    }

    public static func < (left: HostTime, right: HostTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Saturates at the end of the clock's range instead of trapping.
    public static func + (time: HostTime, interval: HostInterval) -> HostTime {
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(interval.nanoseconds)
        if overflow {
            return HostTime(nanoseconds: interval.nanoseconds < 0 ? .min : .max)
        }
        return HostTime(nanoseconds: sum)
    }

    /// Saturates at the end of the clock's range, like `+`.
    public static func - (time: HostTime, interval: HostInterval) -> HostTime {
        let (difference, overflow) =
            time.nanoseconds.subtractingReportingOverflow(interval.nanoseconds)
        if overflow {
            return HostTime(nanoseconds: interval.nanoseconds < 0 ? .max : .min)
        }
        return HostTime(nanoseconds: difference)
    }

    /// Returns the interval from `right` to `left`; wraps around on overflow.
    public static func - (left: HostTime, right: HostTime) -> HostInterval {
        HostInterval(nanoseconds: left.nanoseconds &- right.nanoseconds)
    }
}

/// A span of host time, in nanoseconds.
public struct HostInterval: Hashable, Comparable, Sendable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// An interval of zero length.
    public static let zero = HostInterval(nanoseconds: 0)

    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// Creates an interval from seconds, rounded to the nearest nanosecond; must be within ±292
    /// years.
    public static func seconds(_ seconds: Double) -> HostInterval {
        HostInterval(nanoseconds: Int64((seconds * 1e9).rounded()))
    }

    /// Creates an interval from milliseconds.
    public static func milliseconds(_ milliseconds: Int64) -> HostInterval {
        HostInterval(nanoseconds: milliseconds * 1_000_000)
    }

    public static func < (left: HostInterval, right: HostInterval) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
