/// Identifies one app on the device.
public struct AppID: RawRepresentable, Hashable, Comparable, Sendable {
    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The device itself, which owns the ringtone, the alarm and the other party's voice.
    public static let phone = AppID(rawValue: 0)

    public static func < (left: AppID, right: AppID) -> Bool {
        left.rawValue < right.rawValue
    }

    @inlinable
    public func _rawHashValue(seed: Int) -> Int { mixed(rawValue, seed) }
}

/// Hashes one number in a few instructions.
///
/// Each event looks up dozens of identifiers; `Hashable`'s own hash took a fifth of its time.
///
/// The per-dictionary seed, which is unpredictable.
///
/// Source: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
@inlinable
package func mixed(_ number: Int, _ seed: Int) -> Int {
    var bits = UInt64(bitPattern: Int64(number)) ^ UInt64(bitPattern: Int64(seed))
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: bits ^ (bits >> 31))
}
