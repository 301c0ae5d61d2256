/// A time range.
public struct CMTimeRange: Sendable, BitwiseCopyable {
    /// The first time of the range.
    public var start: CMTime
    /// The length of the range.
    public var duration: CMTime

    /// Makes an invalid range.
    public init() {
        self.init(start: .invalid, duration: .invalid)
    }

    /// Makes a range from its start and duration.
    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// Makes the range between two times; `end` is excluded.
    public init(start: CMTime, end: CMTime) {
        self.init(start: start, duration: CMTimeSubtract(end, start))
    }

    /// An empty range at zero.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    /// An invalid range.
    public static let invalid = CMTimeRange()

    /// Whether start and duration are valid, and the duration is not negative and has epoch 0.
    public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0
            && CMTimeCompare(duration, .zero) >= 0
    }
    /// Whether start or duration is indefinite.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// Whether the duration is zero.
    public var isEmpty: Bool { isValid && duration == .zero }
    /// The end of the range, which is not part of it.
    public var end: CMTime { isValid ? CMTimeAdd(start, duration) : .invalid }

    /// The smallest range that contains both.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        return CMTimeRange(
            start: CMTimeMinimum(start, otherRange.start), end: CMTimeMaximum(end, otherRange.end))
    }

    /// The common part of both; an empty range at zero if there is none.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        let first = CMTimeMaximum(start, otherRange.start)
        let last = CMTimeMinimum(end, otherRange.end)
        return first < last ? CMTimeRange(start: first, end: last) : .zero
    }

    /// Whether a time is within the range; the end is not.
    public func containsTime(_ time: CMTime) -> Bool {
        isValid && time.isValid && start <= time && time < end
    }

    /// Whether a range is within this one.
    public func containsTimeRange(_ otherRange: CMTimeRange) -> Bool {
        isValid && otherRange.isValid && start <= otherRange.start && otherRange.end <= end
    }
}

extension CMTimeRange: Hashable, CustomStringConvertible {
    /// Start and duration.
    public var description: String { "{\(start), \(duration)}" }
}

/// Makes a range from its start and duration.
@discardableResult
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

/// Makes the range between two times; `end` is excluded.
@discardableResult
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, end: end)
}

/// The end of a range, which is not part of it.
@discardableResult
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// The smallest range that contains both.
@discardableResult
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.union(otherRange)
}

/// The common part of both; an empty range at zero if there is none.
@discardableResult
public func CMTimeRangeGetIntersection(
    _ range: CMTimeRange, otherRange: CMTimeRange
) -> CMTimeRange {
    range.intersection(otherRange)
}

/// Whether two ranges are equal.
@discardableResult
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool {
    range1 == range2
}

/// Whether a time is within a range; the end is not.
@discardableResult
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
    range.containsTime(time)
}

/// Whether a range is within another.
@discardableResult
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    range.containsTimeRange(otherRange)
}

/// Clamps a time to a range.
@discardableResult
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    guard range.isValid, time.isValid else { return .invalid }
    return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// Maps a time into a range by whole multiples of the range's duration, as in a loop.
///
/// An indefinite time stays indefinite; an infinite one gives an invalid time. In a range of
/// infinite duration, a time from the start on is unchanged.
///
/// - Returns: Invalid for an empty, invalid or non-numeric range, and for different epochs.
@discardableResult
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
    if time.isIndefinite { return time }
    guard time.rank == .numeric, foldRange.isValid, foldRange.start.rank == .numeric,
        CMTimeSubtract(time, foldRange.start).isValid
    else { return .invalid }
    guard foldRange.duration.rank == .numeric else {
        return foldRange.duration.isPositiveInfinity && foldRange.start <= time ? time : .invalid
    }
    guard foldRange.duration.value > 0 else { return .invalid }
    return folded(Fraction(time), Fraction(foldRange.start), Fraction(foldRange.duration))
}

private func folded(_ time: Fraction, _ start: Fraction, _ duration: Fraction) -> CMTime {
    let inner = leastCommonMultiple(time.denominator, start.denominator)
    let common = leastCommonMultiple(inner, duration.denominator)
    func numerator(_ fraction: Fraction) -> Int128 {
        fraction.numerator * (common / fraction.denominator)
    }
    // All products fit 126 bits: 63 of a value and 31 of each other timescale.
    var offset = (numerator(time) - numerator(start)) % numerator(duration)
    if offset < 0 { offset += numerator(duration) }
    var place = Fraction(numerator: numerator(start) + offset, denominator: common)
    place.wasRounded = time.wasRounded || start.wasRounded || duration.wasRounded
    place.epoch = time.epoch == 0 ? start.epoch : time.epoch
    return place.reduced.fitted(into: Int32(clamping: common))
}

private func leastCommonMultiple(_ left: Int128, _ right: Int128) -> Int128 {
    left / gcd(left, right) * right
}

/// Maps a time from one range to another, with offset and scale.
@discardableResult
public func CMTimeMapTimeFromRangeToRange(
    _ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
    CMTimeAdd(
        toRange.start,
        CMTimeMapDurationFromRangeToRange(
            CMTimeSubtract(t, fromRange.start), fromRange: fromRange, toRange: toRange))
}

/// Scales a duration by the ratio of two ranges' durations.
@discardableResult
public func CMTimeMapDurationFromRangeToRange(
    _ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
    guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty else { return .invalid }
    if fromRange.duration == toRange.duration { return dur }
    return CMTimeMultiplyByFloat64(
        dur, multiplier: toRange.duration.seconds / fromRange.duration.seconds)
}

/// An empty range at zero.
public let kCMTimeRangeZero = CMTimeRange.zero
/// An invalid range.
public let kCMTimeRangeInvalid = CMTimeRange.invalid

/// A mapping of a range of a track to a range of a movie.
public struct CMTimeMapping: Hashable, Sendable, BitwiseCopyable {
    /// The range of the track.
    public var source: CMTimeRange
    /// The range of the movie.
    public var target: CMTimeRange

    /// Makes an invalid mapping.
    public init() {
        self.init(source: .invalid, target: .invalid)
    }

    /// Makes a mapping.
    public init(source: CMTimeRange, target: CMTimeRange) {
        self.source = source
        self.target = target
    }

    /// An invalid mapping.
    public static let invalid = CMTimeMapping()

    /// Whether the target is valid.
    public var isValid: Bool { target.isValid }
    /// Whether the target has no source.
    public var isEmpty: Bool { isValid && !source.start.isNumeric }
}

extension CMTimeMapping: CustomStringConvertible {
    /// Source and target.
    public var description: String { "{\(source), \(target)}" }
}

/// Makes a mapping.
@discardableResult
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: source, target: target)
}

/// Makes a mapping without a source.
@discardableResult
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: .invalid, target: target)
}

/// An invalid mapping.
public let kCMTimeMappingInvalid = CMTimeMapping.invalid
