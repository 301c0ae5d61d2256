@_exported public import CoreAudioTypes
@_exported public import Foundation

/// The numerator of a time.
public typealias CMTimeValue = Int64
/// Units per second: the denominator of a time.
public typealias CMTimeScale = Int32
/// The number of a timeline.
public typealias CMTimeEpoch = Int64

/// The largest timescale.
public var kCMTimeMaxTimescale: Int { 0x7FFF_FFFF }

/// Flags of a time: validity, rounding and special values.
public struct CMTimeFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The time is valid.
    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    /// The value was rounded.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    /// The time is +∞.
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    /// The time is −∞.
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    /// The time is indefinite, such as the duration of a live stream.
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
    /// All flags of special values.
    public static let impliedValueFlagsMask: CMTimeFlags = [
        .positiveInfinity, .negativeInfinity, .indefinite,
    ]
}

/// How a conversion to another timescale rounds.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// Round to nearest; half away from zero.
    case roundHalfAwayFromZero = 1
    /// Round towards zero.
    case roundTowardZero = 2
    /// Round away from zero.
    case roundAwayFromZero = 3
    /// Round towards zero into a coarser timescale and away from zero into a finer one; a negative
    /// time never becomes zero.
    case quickTime = 4
    /// Round towards +∞.
    case roundTowardPositiveInfinity = 5
    /// Round towards −∞.
    case roundTowardNegativeInfinity = 6

    /// The default: `roundHalfAwayFromZero`.
    public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}

/// A time or duration of `value / timescale` seconds, or a special value.
public struct CMTime: Sendable, BitwiseCopyable {
    /// The numerator.
    public var value: CMTimeValue
    /// The denominator: units per second.
    public var timescale: CMTimeScale
    /// Validity, rounding and special values.
    public var flags: CMTimeFlags
    /// The number of the timeline; 0 for durations.
    public var epoch: CMTimeEpoch

    /// Makes an invalid time.
    public init() {
        self.init(value: 0, timescale: 0, flags: [], epoch: 0)
    }

    /// Makes a time from its fields, which are not checked.
    public init(
        value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch
    ) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// Makes a time from a value and a timescale; invalid for a timescale that is not positive.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Makes a time from seconds.
    ///
    /// - Parameter preferredTimescale: Halved until the value fits; the time is invalid unless it
    ///   is positive.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        self = Self.time(ofSeconds: seconds, preferredTimescale)
    }

    /// An invalid time.
    public static let invalid = CMTime()
    /// Zero seconds.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// An indefinite time.
    public static let indefinite = CMTime(
        value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// +∞.
    public static let positiveInfinity = CMTime(
        value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// −∞.
    public static let negativeInfinity = CMTime(
        value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

    /// Whether the time is valid; special values are.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether the time is +∞.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether the time is −∞.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether the time is indefinite.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether the time is a valid number.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    /// Whether the time is a number that was rounded.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// The time in seconds; NaN for an invalid or indefinite time.
    public var seconds: Double { CMTimeGetSeconds(self) }

    /// Converts the time to another timescale; see `CMTimeConvertScale`.
    public func convertScale(
        _ newTimescale: CMTimeScale, method: CMTimeRoundingMethod
    ) -> CMTime {
        CMTimeConvertScale(self, timescale: newTimescale, method: method)
    }
}

extension CMTime: Comparable, Hashable {
    /// Whether two times are equal, whatever their timescales.
    public static func == (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) == 0 }
    /// Whether one time is before another; see `CMTimeCompare`.
    public static func < (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) < 0 }

    /// Equal times have equal hashes, whatever their timescales.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard rank == .numeric else { return }
        // Uses the magnitude: the negation of the smallest value overflows.
        let divisor = gcd(value.magnitude, UInt64(timescale))
        hasher.combine(epoch)
        hasher.combine(value < 0)
        hasher.combine(value.magnitude / divisor)
        hasher.combine(UInt64(timescale) / divisor)
    }
}

extension CMTime {
    /// Adds times; see `CMTimeAdd`.
    public static func + (left: CMTime, right: CMTime) -> CMTime { CMTimeAdd(left, right) }
    /// Subtracts times; see `CMTimeSubtract`.
    public static func - (left: CMTime, right: CMTime) -> CMTime { CMTimeSubtract(left, right) }
    /// Adds to a time.
    public static func += (left: inout CMTime, right: CMTime) { left = left + right }
    /// Subtracts from a time.
    public static func -= (left: inout CMTime, right: CMTime) { left = left - right }
}

extension CMTime: CustomStringConvertible {
    /// Value, timescale and seconds, or the name of a special value.
    public var description: String {
        switch rank {
        case .invalid: return "{INVALID}"
        case .negativeInfinity: return "{-INFINITY}"
        case .positiveInfinity: return "{+INFINITY}"
        case .indefinite: return "{INDEFINITE}"
        case .numeric: break
        }
        let rounded = flags.contains(.hasBeenRounded) ? ", rounded" : ""
        let epochText = epoch == 0 ? "" : ", epoch \(epoch)"
        let seconds = String(format: "%.3f", CMTimeGetSeconds(self))
        return "{\(value)/\(timescale) = \(seconds)\(rounded)\(epochText)}"
    }
}

// MARK: - Kinds of times

extension CMTime {
    /// The kinds of times, in comparison order.
    enum Rank: Int {
        case negativeInfinity
        case numeric
        case indefinite
        case positiveInfinity
        case invalid
    }

    /// The kind of the time; a number without a positive timescale is invalid.
    var rank: Rank {
        guard isValid else { return .invalid }
        if flags.contains(.positiveInfinity) { return .positiveInfinity }
        if flags.contains(.negativeInfinity) { return .negativeInfinity }
        if flags.contains(.indefinite) { return .indefinite }
        return timescale > 0 ? .numeric : .invalid
    }

    private static func time(ofSeconds seconds: Double, _ preferred: CMTimeScale) -> CMTime {
        guard preferred > 0, !seconds.isNaN else { return .invalid }
        var timescale = preferred
        while timescale > 1, abs(seconds * Double(timescale)) >= 0x1p63 { timescale /= 2 }
        let wanted = seconds * Double(timescale)
        guard abs(wanted) < 0x1p63 else {
            return seconds < 0 ? .negativeInfinity : .positiveInfinity
        }
        var time = CMTime(value: Int64(wanted), timescale: timescale)
        if CMTimeGetSeconds(time) != seconds { time.flags.insert(.hasBeenRounded) }
        return time
    }
}

/// The greatest common divisor of two non-negative numbers, not both zero.
func gcd<Number: BinaryInteger>(_ left: Number, _ right: Number) -> Number {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
}
