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
}
