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
