/// A time base is read-only.
public var kCMTimebaseError_ReadOnly: OSStatus { -12757 }

/// A timeline that a player advances: its time, and how fast it goes. Any thread.
public final class CMTimebase: Hashable, Sendable {
    private let read: @Sendable () -> (time: CMTime, rate: Double)

    /// Makes a time base.
    ///
    /// - Parameter read: Tells the present time and rate.
    package init(_ read: @escaping @Sendable () -> (time: CMTime, rate: Double)) {
        self.read = read
    }

    /// The present time.
    public var time: CMTime { read().time }
    /// How fast the time goes: 0 while it stands.
    public var rate: Float64 { read().rate }
    /// How fast the time goes by the host's clock.
    public var effectiveRate: Float64 { read().rate }
    /// The clock that drives it: that of host times.
    public var sourceClock: CMClock? { .hostTimeClock }

    /// Whether both are the same time base.
    public static func == (left: CMTimebase, right: CMTimebase) -> Bool { left === right }

    /// Hashes the identity of the time base.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The present time of a time base.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }

/// The present time of a time base in a timescale.
public func CMTimebaseGetTimeWithTimeScale(
    _ timebase: CMTimebase, timescale: CMTimeScale, method: CMTimeRoundingMethod
) -> CMTime {
    timebase.time.convertScale(timescale, method: method)
}

/// How fast the time of a time base goes: 0 while it stands.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Float64 { timebase.rate }

/// How fast the time of a time base goes by the host's clock.
public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Float64 {
    timebase.effectiveRate
}
