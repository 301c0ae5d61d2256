import Realtime

/// A required argument is missing.
public var kCMClockError_MissingRequiredParameter: OSStatus { -12745 }
/// An argument is invalid.
public var kCMClockError_InvalidParameter: OSStatus { -12746 }
/// Memory could not be allocated.
public var kCMClockError_AllocationFailed: OSStatus { -12747 }
/// The clock does not support the operation.
public var kCMClockError_UnsupportedOperation: OSStatus { -12756 }

/// A clock. There is one here: the machine's, or in a simulated app the phone's.
///
/// One system unit is a nanosecond, as in the host times of `AudioTimeStamp`. Any thread.
public final class CMClock: Hashable, Sendable {
    private init() {}

    private static let host = CMClock()

    /// The clock of host times.
    public static var hostTimeClock: CMClock { host }

    /// The current time, in nanoseconds.
    public var time: CMTime {
        CMTime(value: HostTimeNow.nanoseconds, timescale: Self.nanosecondScale)
    }

    /// The current time of this clock and of its reference clock, which is itself.
    public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
        let time = time
        return (time, time)
    }

    /// Whether two clocks can drift apart; false only for the same clock.
    public func mightDrift(relativeTo otherClock: CMClock) -> Bool { self !== otherClock }

    /// Does nothing: the host clock belongs to the system.
    public func invalidate() {}

    private static let nanosecondScale: CMTimeScale = 1_000_000_000

    /// Converts a host time to nanoseconds; 0 for a negative or non-numeric one.
    public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
        let time = hostTime.convertScale(nanosecondScale, method: .default)
        if time.isPositiveInfinity { return .max }
        return time.isNumeric ? UInt64(clamping: time.value) : 0
    }

    /// Converts nanoseconds to a host time.
    public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
        CMTime(value: Int64(clamping: systemUnits), timescale: nanosecondScale)
    }

    /// Whether both are the same clock.
    public static func == (left: CMClock, right: CMClock) -> Bool { left === right }

    /// Hashes the identity of the clock.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The clock of host times.
@discardableResult
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// The current time of a clock.
@discardableResult
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// The current time of a clock and of its reference clock.
@discardableResult
public func CMClockGetAnchorTime(
    _ clock: CMClock, clockTimeOut: UnsafeMutablePointer<CMTime>,
    referenceClockTimeOut: UnsafeMutablePointer<CMTime>
) -> OSStatus {
    let time = clock.time
    clockTimeOut.pointee = time
    referenceClockTimeOut.pointee = time
    return noErr
}

/// Converts a host time to nanoseconds; 0 for a negative or non-numeric one.
@discardableResult
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    CMClock.convertHostTimeToSystemUnits(hostTime)
}

/// Converts nanoseconds to a host time.
@discardableResult
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
    CMClock.convertSystemUnitsToHostTime(hostTime)
}

/// Whether two clocks can drift apart.
@discardableResult
public func CMClockMightDrift(_ clock: CMClock, otherClock: CMClock) -> Bool {
    clock.mightDrift(relativeTo: otherClock)
}

/// Does nothing: the host clock belongs to the system.
public func CMClockInvalidate(_ clock: CMClock) {}
