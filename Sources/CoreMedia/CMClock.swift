import HostClock

public var kCMClockError_MissingRequiredParameter: OSStatus { -12745 }
public var kCMClockError_InvalidParameter: OSStatus { -12746 }
public var kCMClockError_AllocationFailed: OSStatus { -12747 }
public var kCMClockError_UnsupportedOperation: OSStatus { -12756 }

/// A source of time. Here there is one: the clock of the machine, or in a simulated app the phone's.
///
/// A unit of the system's is a nanosecond, as in the host times of `AudioTimeStamp`.
public final class CMClock: Hashable, Sendable {
    private init() {}

    private static let host = CMClock()

    /// The clock that host times are read from.
    public static var hostTimeClock: CMClock { host }

    /// The time now, in nanoseconds.
    public var time: CMTime {
        CMTime(value: HostTimeNow.nanoseconds, timescale: Self.nanosecondScale)
    }

    /// Gives the time now, by this clock and by the one that it goes by, which is itself.
    public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
        let time = time
        return (time, time)
    }

    /// Whether the two can drift apart; one clock cannot from itself.
    public func mightDrift(relativeTo otherClock: CMClock) -> Bool { self !== otherClock }

    /// Does nothing: the host's clock belongs to the system.
    public func invalidate() {}

    private static let nanosecondScale: CMTimeScale = 1_000_000_000

    /// Gives a host time in units of the system's; 0 for one that is no number or is negative.
    public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
        let time = hostTime.convertScale(nanosecondScale, method: .default)
        if time.isPositiveInfinity { return .max }
        return time.isNumeric ? UInt64(clamping: time.value) : 0
    }

    /// Makes a host time of units of the system's.
    public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
        CMTime(value: Int64(clamping: systemUnits), timescale: nanosecondScale)
    }

    public static func == (left: CMClock, right: CMClock) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

@discardableResult
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// Gives the time now by a clock.
@discardableResult
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// Gives the time now by a clock and by the one that it goes by.
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

@discardableResult
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    CMClock.convertHostTimeToSystemUnits(hostTime)
}

@discardableResult
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
    CMClock.convertSystemUnitsToHostTime(hostTime)
}

@discardableResult
public func CMClockMightDrift(_ clock: CMClock, otherClock: CMClock) -> Bool {
    clock.mightDrift(relativeTo: otherClock)
}

/// Does nothing: the host's clock belongs to the system.
public func CMClockInvalidate(_ clock: CMClock) {}
