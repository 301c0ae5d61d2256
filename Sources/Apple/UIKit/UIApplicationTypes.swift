import Foundation

/// The identifier of a background task.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The result when no background time is available.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// Whether the app may refresh itself in the background.
public enum UIBackgroundRefreshStatus: Int, Sendable {
    /// The device forbids it.
    case restricted = 0
    /// The user forbids it.
    case denied = 1
    /// It is allowed.
    case available = 2
}

extension UIApplication {
    /// A life-cycle state of the app.
    public enum State: Int, Sendable {
        /// In the foreground and receiving events.
        case active = 0
        /// In the foreground without events: during transitions, alerts and calls.
        case inactive = 1
        /// In the background.
        case background = 2
    }

    /// Keys of the launch options.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The `URL` that the app was launched for.
        public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
        /// The app that requested the launch; never set here.
        public static let sourceApplication = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
        /// The dictionary of a remote notification; empty here.
        public static let remoteNotification = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
        /// Property list of the app that requested the launch; never set here.
        public static let annotation = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsAnnotationKey")
        /// `true` for a launch by a location event.
        public static let location = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsLocationKey")
        /// Identifiers of Bluetooth central managers; empty here.
        public static let bluetoothCentrals = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsBluetoothCentralsKey")
        /// Identifiers of Bluetooth peripheral managers; never set here.
        public static let bluetoothPeripherals = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsBluetoothPeripheralsKey")
    }

    /// Keys of the options of an opened URL; none is set here.
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The app that opened the URL.
        public static let sourceApplication = OpenURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
        /// Property list of the app that opened the URL.
        public static let annotation = OpenURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionsAnnotationKey")
        /// Whether the file must be opened in place.
        public static let openInPlace = OpenURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
    }
}
