/// Makes a time from a value and a timescale; invalid for a timescale that is not positive.
@discardableResult
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

/// Makes a time on the timeline with this epoch.
@discardableResult
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
    var time = CMTime(value: value, timescale: timescale)
    time.epoch = epoch
    return time
}

/// Makes a time from seconds; see `CMTime(seconds:preferredTimescale:)`.
@discardableResult
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The time in seconds; NaN for an invalid or indefinite time.
@discardableResult
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 {
    switch time.rank {
    case .invalid, .indefinite: .nan
    case .positiveInfinity: .infinity
    case .negativeInfinity: -.infinity
    case .numeric: Double(time.value) / Double(time.timescale)
    }
}

/// Converts a time to another timescale. The result is marked as rounded if it is not exact.
///
/// Special values stay unchanged. A timescale that is not positive gives an invalid time, and a
/// value that does not fit an infinite one.
@discardableResult
public func CMTimeConvertScale(
    _ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod
) -> CMTime {
    guard time.rank == .numeric else { return time }
    guard newTimescale > 0 else { return .invalid }
    return Fraction(time).time(timescale: newTimescale, method) ?? Fraction(time).infinity
}

/// Adds two times.
///
/// The sum has the least common multiple of both timescales, or the largest timescale, halved until
/// the value fits. An inexact result is marked as rounded. The sum of times of different epochs is
/// invalid unless one epoch is 0.
@discardableResult
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { sum(lhs, rhs, isDifference: false) }

/// Subtracts a time from another, with the rules of `CMTimeAdd`; times of one epoch give a
/// duration.
@discardableResult
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
    sum(lhs, rhs, isDifference: true)
}

private func sum(_ left: CMTime, _ right: CMTime, isDifference: Bool) -> CMTime {
    let (leftRank, rightRank) = (left.rank, right.rank)
    if leftRank == .invalid || rightRank == .invalid { return .invalid }
    let leftInfinity = infiniteSign(leftRank)
    let rightInfinity = infiniteSign(rightRank) * (isDifference ? -1 : 1)
    if leftInfinity != 0 || rightInfinity != 0 {
        // ∞ − ∞ is undefined.
        if leftInfinity * rightInfinity < 0 { return .invalid }
        return leftInfinity + rightInfinity > 0 ? .positiveInfinity : .negativeInfinity
    }
    if leftRank == .indefinite || rightRank == .indefinite { return .indefinite }
    guard left.epoch == right.epoch || left.epoch == 0 || right.epoch == 0 else { return .invalid }
    let (leftScale, rightScale) = (Int64(left.timescale), Int64(right.timescale))
    let common = leftScale / gcd(leftScale, rightScale) * rightScale
    let exact = Int128(left.value) * Int128(common / leftScale)
    let other = Int128(right.value) * Int128(common / rightScale)
    var fraction = Fraction(
        numerator: isDifference ? exact - other : exact + other, denominator: Int128(common))
    fraction.wasRounded =
        left.flags.contains(.hasBeenRounded) || right.flags.contains(.hasBeenRounded)
    let isDuration = isDifference && left.epoch == right.epoch
    fraction.epoch = isDuration ? 0 : left.epoch == 0 ? right.epoch : left.epoch
    return fraction.fitted(into: Int32(clamping: common))
}

func infiniteSign(_ rank: CMTime.Rank) -> Int {
    switch rank {
    case .positiveInfinity: 1
    case .negativeInfinity: -1
    case .numeric, .indefinite, .invalid: 0
    }
}

/// Compares two times and returns −1, 0 or 1.
///
/// The order is −∞, numbers, indefinite, +∞, invalid. A number of a later epoch is greater.
@discardableResult
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    let (first, second) = (time1.rank, time2.rank)
    guard first == .numeric, second == .numeric else {
        return Int32((first.rawValue - second.rawValue).signum())
    }
    if time1.epoch != time2.epoch { return time1.epoch < time2.epoch ? -1 : 1 }
    let left = Int128(time1.value) * Int128(time2.timescale)
    let right = Int128(time2.value) * Int128(time1.timescale)
    return left < right ? -1 : left > right ? 1 : 0
}

/// The earlier of two times.
@discardableResult
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
    CMTimeCompare(time1, time2) <= 0 ? time1 : time2
}

/// The later of two times.
@discardableResult
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
    CMTimeCompare(time1, time2) >= 0 ? time1 : time2
}

/// The absolute value of a time.
@discardableResult
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    switch time.rank {
    case .negativeInfinity: return .positiveInfinity
    case .numeric where time.value < 0:
        var fraction = Fraction(time)
        fraction.numerator = -fraction.numerator
        return fraction.fitted(into: time.timescale)
    default: return time
    }
}

/// Whether a time is valid; special values are.
@discardableResult
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// Whether a time is invalid.
@discardableResult
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// Whether a time is +∞.
@discardableResult
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
/// Whether a time is −∞.
@discardableResult
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
/// Whether a time is indefinite.
@discardableResult
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// Whether a time is a valid number.
@discardableResult
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
/// Whether a time is a number that was rounded.
@discardableResult
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }

/// An invalid time.
public let kCMTimeInvalid = CMTime.invalid
/// An indefinite time.
public let kCMTimeIndefinite = CMTime.indefinite
/// +∞.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
/// −∞.
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity
/// Zero seconds.
public let kCMTimeZero = CMTime.zero

/// An exact number of seconds, without a timescale.
struct Fraction {
    var numerator: Int128
    var denominator: Int128
    var wasRounded = false
    var epoch: CMTimeEpoch = 0

    init(numerator: Int128, denominator: Int128) {
        self.numerator = numerator
        self.denominator = denominator
    }

    init(_ time: CMTime) {
        numerator = Int128(time.value)
        denominator = Int128(time.timescale)
        wasRounded = time.flags.contains(.hasBeenRounded)
        epoch = time.epoch
    }

    var infinity: CMTime { numerator < 0 ? .negativeInfinity : .positiveInfinity }

    /// The time in a timescale, which is halved until the value fits; infinite if it never does.
    func fitted(into timescale: CMTimeScale) -> CMTime {
        var timescale = max(timescale, 1)
        while true {
            if let time = time(timescale: timescale, .default) { return time }
            if timescale == 1 { return infinity }
            timescale /= 2
        }
    }

    /// - Returns: `nil` when the value does not fit.
    func time(timescale: CMTimeScale, _ method: CMTimeRoundingMethod) -> CMTime? {
        let (product, isTooLarge) = numerator.multipliedReportingOverflow(by: Int128(timescale))
        guard !isTooLarge else { return nil }
        var (quotient, rest) = product.quotientAndRemainder(dividingBy: denominator)
        let isFiner = Int128(timescale) > denominator
        if rest != 0, movesAway(rest, method, isFiner: isFiner, isZero: quotient == 0) {
            quotient += product < 0 ? -1 : 1
        }
        guard let value = Int64(exactly: quotient) else { return nil }
        var time = CMTime(value: value, timescale: timescale)
        if rest != 0 || wasRounded { time.flags.insert(.hasBeenRounded) }
        time.epoch = epoch
        return time
    }

    /// Whether the remainder rounds the quotient away from zero.
    private func movesAway(
        _ rest: Int128, _ method: CMTimeRoundingMethod, isFiner: Bool, isZero: Bool
    ) -> Bool {
        switch method {
        case .roundHalfAwayFromZero: 2 * rest.magnitude >= denominator.magnitude
        case .roundTowardZero: false
        case .roundAwayFromZero: true
        case .quickTime: isFiner || (isZero && rest < 0)
        case .roundTowardPositiveInfinity: rest > 0
        case .roundTowardNegativeInfinity: rest < 0
        }
    }
}
