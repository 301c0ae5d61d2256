/// A change of the system's state that every app is notified of; a suspended app gets the net
/// change when it runs again. Raw values are the scenario language's words.
///
/// Source: App Programming Guide for iOS, table 4-1.
public enum SystemChange: String, CaseIterable, Hashable, Sendable {
    case accessoryConnected = "accessory-connected"
    case accessoryDisconnected = "accessory-disconnected"
    case orientation
    /// Midnight, a change of the time zone, or daylight saving time.
    case significantTime = "significant-time"
    case batteryLevel = "battery-level"
    case batteryState = "battery-state"
    case proximity
    case protectedDataUnavailable = "protected-data-unavailable"
    case protectedDataAvailable = "protected-data-available"
    case screenConnected = "screen-connected"
    case screenDisconnected = "screen-disconnected"
    case screenMode = "screen-mode"
    /// The app's own settings, changed in the Settings app.
    case settings
    case locale
    case cloudAccount = "cloud-account"

    /// The change that this one cancels; `nil` when there is none.
    public var opposite: SystemChange? {
        switch self {
        case .accessoryConnected: .accessoryDisconnected
        case .accessoryDisconnected: .accessoryConnected
        case .protectedDataUnavailable: .protectedDataAvailable
        case .protectedDataAvailable: .protectedDataUnavailable
        case .screenConnected: .screenDisconnected
        case .screenDisconnected: .screenConnected
        case .orientation, .significantTime, .batteryLevel, .batteryState, .proximity, .screenMode,
            .settings, .locale, .cloudAccount:
            nil
        }
    }
}
