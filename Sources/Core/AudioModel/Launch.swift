/// The cause of an app's launch, which `willFinishLaunching` carries.
public enum Launch: Hashable, Sendable {
    /// The user tapped its icon.
    case byUser
    /// Another app, or the user, opened one of the app's URLs; `openURL` follows.
    case byURL(String)
    /// The system runs the app for a short time in the background, without showing it.
    case inBackground(BackgroundWork)

    /// The value of `applicationState` until the next life-cycle notification.
    public var state: AppState {
        if case .inBackground = self { .background } else { .inactive }
    }
}

/// The work for which the system runs an app in the background.
///
/// Raw values are the words of the scenario language; those of background modes are the values of
/// `UIBackgroundModes`.
public enum BackgroundWork: String, CaseIterable, Hashable, Sendable {
    case fetch
    case remoteNotification = "remote-notification"
    case processing
    case location
    case externalAccessory = "external-accessory"
    case bluetooth = "bluetooth-central"
    /// The audio framework needs data of an app that the system has ended.
    case audio
}
