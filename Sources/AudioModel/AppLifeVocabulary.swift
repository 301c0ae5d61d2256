// What an app's life is made of besides its state.

/// How an app's process came to run its code; what `willFinishLaunching` is told.
public enum Launch: Hashable, Sendable {
    /// The user tapped its icon.
    case byUser
    /// Another app, or the user, opened a URL of its; `openURL` follows.
    case byURL(String)
    /// The system runs it for a moment; it is not shown.
    case inBackground(BackgroundWork)

    /// `applicationState` until the app hears of another.
    public var state: AppState {
        if case .inBackground = self { .background } else { .inactive }
    }
}

/// What the system runs an app in the background for. Raw values are those of `UIBackgroundModes`
/// and the scenario language's words.
public enum BackgroundWork: String, CaseIterable, Hashable, Sendable {
    case fetch
    case remoteNotification = "remote-notification"
    case processing
    case location
    case externalAccessory = "external-accessory"
    case bluetooth = "bluetooth-central"
    /// The audio framework needs data of an app that the system had ended.
    case audio
}

/// A background task that an app has begun; the app chooses the number, each only once.
public struct BackgroundTaskID: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }
}

/// Callbacks that an app has to return from within a time, or be killed. Raw values are the
/// scenario language's words.
public enum WatchedCallback: String, CaseIterable, Hashable, Sendable {
    /// From `willFinishLaunching` on.
    case didFinishLaunching
    case didEnterBackground
    case willTerminate
}

extension AppNotification {
    /// What the app has to return from after this; `nil` where nobody waits for it.
    package var watchedCallback: WatchedCallback? {
        switch self {
        case .didFinishLaunching: .didFinishLaunching
        case .didEnterBackground: .didEnterBackground
        case .willTerminate: .willTerminate
        default: nil
        }
    }
}

/// What lies over the app in front, which is inactive meanwhile. Raw values are the scenario
/// language's words.
public enum Overlay: String, CaseIterable, Hashable, Sendable {
    /// A message, a low battery, a question of the system's.
    case alert
    case notificationCentre = "notification-centre"
    case controlCentre = "control-centre"
    case appSwitcher = "app-switcher"
}

/// What every app is told when it changes: while it is suspended, the net change. Raw values are
/// the scenario language's words.
///
/// Source: App Programming Guide for iOS, table 4-1.
public enum SystemChange: String, CaseIterable, Hashable, Sendable {
    case accessoryConnected = "accessory-connected"
    case accessoryDisconnected = "accessory-disconnected"
    case orientation
    /// Midnight, another time zone, daylight saving.
    case significantTime = "significant-time"
    case batteryLevel = "battery-level"
    case batteryState = "battery-state"
    case proximity
    case protectedDataUnavailable = "protected-data-unavailable"
    case protectedDataAvailable = "protected-data-available"
    case screenConnected = "screen-connected"
    case screenDisconnected = "screen-disconnected"
    case screenMode = "screen-mode"
    /// The app's own, in Settings.
    case settings
    case locale
    case cloudAccount = "cloud-account"

    /// The change that this one undoes; `nil` where none does.
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

/// Why an app's process was ended without a word to it.
public enum KillReason: Hashable, Sendable {
    /// It did not return in time.
    case hung(WatchedCallback)
    /// A background task was still open when its time was out.
    case backgroundTimeIsOut
    /// Its memory was needed.
    case memory
}

/// `applicationState` as an app sees it, from nothing but what it was told.
///
/// The server may be ahead: it has sent the app to the background before the app has heard that
/// it will resign.
public struct KnownAppState: Hashable, Sendable {
    public private(set) var state: AppState

    /// As a process begins.
    public init(_ state: AppState = .inactive) {
        self.state = state
    }

    /// The app's code is about to hear this: `state` is now what that code sees.
    public mutating func willHear(_ notification: AppNotification) {
        switch notification {
        case .willFinishLaunching(let launch): state = launch.state
        case .didBecomeActive: state = .active
        case .didEnterBackground(let told): state = told
        default: break
        }
    }

    /// The app's code has heard this.
    public mutating func didHear(_ notification: AppNotification) {
        switch notification {
        case .willResignActive, .willEnterForeground: state = .inactive
        default: break
        }
    }
}
