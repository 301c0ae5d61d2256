@_exported import CoreAudioTypes
@_exported import Foundation

public typealias CMTimeValue = Int64
public typealias CMTimeScale = Int32
public typealias CMTimeEpoch = Int64

/// The largest timescale there is.
public var kCMTimeMaxTimescale: Int { 0x7FFF_FFFF }

/// What a time is besides its value.
public struct CMTimeFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
    public static let impliedValueFlagsMask: CMTimeFlags = [
        .positiveInfinity, .negativeInfinity, .indefinite,
    ]
}

/// What becomes of a fraction that a timescale cannot say.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    case roundHalfAwayFromZero = 1
    case roundTowardZero = 2
    case roundAwayFromZero = 3
    /// Toward zero into a coarser timescale, away from zero into a finer one; a negative time never
    /// becomes zero.
    case quickTime = 4
    case roundTowardPositiveInfinity = 5
    case roundTowardNegativeInfinity = 6

    public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}

/// A moment or a duration: `value / timescale` seconds, or none that a number can say.
public struct CMTime: Sendable, BitwiseCopyable {
    public var value: CMTimeValue
    public var timescale: CMTimeScale
    public var flags: CMTimeFlags
    /// Which of several timelines it is on; 0 for a duration.
    public var epoch: CMTimeEpoch

    /// Makes an invalid time.
    public init() {
        self.init(value: 0, timescale: 0, flags: [], epoch: 0)
    }

    public init(
        value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch
    ) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// Makes a time of a value and a timescale, which must be positive, else the time is invalid.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(
            value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Makes a time of a number of seconds.
    ///
    /// - Parameter preferredTimescale: Halved until the value fits; the time is invalid where it is
    ///   not positive.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        self = Self.time(ofSeconds: seconds, preferredTimescale)
    }

    public static let invalid = CMTime()
    public static let zero = CMTime(value: 0, timescale: 1)
    public static let indefinite = CMTime(
        value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    public static let positiveInfinity = CMTime(
        value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    public static let negativeInfinity = CMTime(
        value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

    public var isValid: Bool { flags.contains(.valid) }
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// In seconds; not a number for an invalid or indefinite time.
    public var seconds: Double { CMTimeGetSeconds(self) }

    /// Gives the time in another timescale.
    public func convertScale(
        _ newTimescale: CMTimeScale, method: CMTimeRoundingMethod
    ) -> CMTime {
        CMTimeConvertScale(self, timescale: newTimescale, method: method)
    }
}

extension CMTime: Comparable, Hashable {
    public static func == (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) == 0 }
    public static func < (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) < 0 }

    /// Equal times have equal hashes, whatever their timescales.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard rank == .numeric else { return }
        // The magnitude, because the least value has no positive one.
        let divisor = gcd(value.magnitude, UInt64(timescale))
        hasher.combine(epoch)
        hasher.combine(value < 0)
        hasher.combine(value.magnitude / divisor)
        hasher.combine(UInt64(timescale) / divisor)
    }
}

extension CMTime {
    public static func + (left: CMTime, right: CMTime) -> CMTime { CMTimeAdd(left, right) }
    public static func - (left: CMTime, right: CMTime) -> CMTime { CMTimeSubtract(left, right) }
    public static func += (left: inout CMTime, right: CMTime) { left = left + right }
    public static func -= (left: inout CMTime, right: CMTime) { left = left - right }
}

extension CMTime: CustomStringConvertible {
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
    /// The kinds of times, in the order in which they are compared.
    enum Rank: Int {
        case negativeInfinity
        case numeric
        case indefinite
        case positiveInfinity
        case invalid
    }

    /// What it is taken for: a number without a positive timescale is none.
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

/// The greatest common divisor of two numbers that are not negative, of which one is not zero.
func gcd<Number: BinaryInteger>(_ left: Number, _ right: Number) -> Number {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
}
