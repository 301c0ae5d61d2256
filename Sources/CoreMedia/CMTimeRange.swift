/// A stretch of time from a start on.
public struct CMTimeRange: Sendable, BitwiseCopyable {
    public var start: CMTime
    public var duration: CMTime

    /// Makes an invalid range.
    public init() {
        self.init(start: .invalid, duration: .invalid)
    }

    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// Makes the range between two times.
    public init(start: CMTime, end: CMTime) {
        self.init(start: start, duration: CMTimeSubtract(end, start))
    }

    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    public static let invalid = CMTimeRange()

    /// Whether it has a start, and a duration that is not negative and of epoch 0.
    public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0
            && CMTimeCompare(duration, .zero) >= 0
    }
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    public var isEmpty: Bool { isValid && duration == .zero }
    /// The first time after it.
    public var end: CMTime { isValid ? CMTimeAdd(start, duration) : .invalid }

    /// Gives the smallest range that holds both.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        return CMTimeRange(
            start: CMTimeMinimum(start, otherRange.start), end: CMTimeMaximum(end, otherRange.end))
    }

    /// Gives what both have in common; an empty range at zero where that is nothing.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        let first = CMTimeMaximum(start, otherRange.start)
        let last = CMTimeMinimum(end, otherRange.end)
        return first < last ? CMTimeRange(start: first, end: last) : .zero
    }

    /// Whether a time is not before its start and before its end.
    public func containsTime(_ time: CMTime) -> Bool {
        isValid && time.isValid && start <= time && time < end
    }

    public func containsTimeRange(_ otherRange: CMTimeRange) -> Bool {
        isValid && otherRange.isValid && start <= otherRange.start && otherRange.end <= end
    }
}

extension CMTimeRange: Hashable, CustomStringConvertible {
    public var description: String { "{\(start), \(duration)}" }
}

@discardableResult
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

@discardableResult
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, end: end)
}

@discardableResult
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

@discardableResult
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.union(otherRange)
}

@discardableResult
public func CMTimeRangeGetIntersection(
    _ range: CMTimeRange, otherRange: CMTimeRange
) -> CMTimeRange {
    range.intersection(otherRange)
}

@discardableResult
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool {
    range1 == range2
}

@discardableResult
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
    range.containsTime(time)
}

@discardableResult
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    range.containsTimeRange(otherRange)
}

/// Gives the time of a range that is nearest to a time.
@discardableResult
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    guard range.isValid, time.isValid else { return .invalid }
    return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// Moves a time by whole durations of a range until it is in the range: where a loop is at a time.
///
/// An indefinite time stays so, and an infinite one is in no place. In a range without an end, a
/// time that is not before its start stays what it is.
///
/// - Returns: Invalid for a range that is empty, invalid or not numeric, and for other epochs.
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
    // All within 126 bits: 63 of a value and 31 each of the two other timescales.
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

/// Shifts and stretches a time as one range is shifted and stretched to another.
@discardableResult
public func CMTimeMapTimeFromRangeToRange(
    _ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
    CMTimeAdd(
        toRange.start,
        CMTimeMapDurationFromRangeToRange(
            CMTimeSubtract(t, fromRange.start), fromRange: fromRange, toRange: toRange))
}

/// Stretches a duration as one range is stretched to another.
@discardableResult
public func CMTimeMapDurationFromRangeToRange(
    _ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
    guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty else { return .invalid }
    if fromRange.duration == toRange.duration { return dur }
    return CMTimeMultiplyByFloat64(
        dur, multiplier: toRange.duration.seconds / fromRange.duration.seconds)
}

public let kCMTimeRangeZero = CMTimeRange.zero
public let kCMTimeRangeInvalid = CMTimeRange.invalid

/// How a range of a track is stretched to a range of a movie.
public struct CMTimeMapping: Hashable, Sendable, BitwiseCopyable {
    public var source: CMTimeRange
    public var target: CMTimeRange

    /// Makes an invalid mapping.
    public init() {
        self.init(source: .invalid, target: .invalid)
    }

    public init(source: CMTimeRange, target: CMTimeRange) {
        self.source = source
        self.target = target
    }

    public static let invalid = CMTimeMapping()

    public var isValid: Bool { target.isValid }
    /// Whether nothing of the source is in the target.
    public var isEmpty: Bool { isValid && !source.start.isNumeric }
}

extension CMTimeMapping: CustomStringConvertible {
    public var description: String { "{\(source), \(target)}" }
}

@discardableResult
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: source, target: target)
}

@discardableResult
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: .invalid, target: target)
}

public let kCMTimeMappingInvalid = CMTimeMapping.invalid
