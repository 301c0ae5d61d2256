import AudioModel
public import Foundation
public import SimulatedTime
package import SoundClient
import SoundRuntime
import SoundServer

/// The device, as far as audio apps ask about it.
///
/// Main thread. In a simulated phone each app has an object of its own.
@preconcurrency @MainActor
public final class UIDevice: NSObject, AppOwned {
    /// The device that the calling code runs on.
    public class var current: UIDevice {
        let app = currentApp()
        let device = app.attachment { UIDevice(app) }
        if device.lastOrientation == nil { device.lastOrientation = device.physicalOrientation }
        return device
    }

    private nonisolated weak let app: AppSound?
    /// The number of `beginGeneratingDeviceOrientationNotifications()` calls without an end.
    private var generatorCount = 0
    /// How the device was held when the app last heard of it.
    private var lastOrientation: UIDeviceOrientation?

    private nonisolated init(_ app: AppSound) {
        self.app = app
        super.init()
    }

    package nonisolated func belongs(to other: AppSound) -> Bool { app === other }

    // MARK: Identity

    /// The device's name: "iPhone".
    public var name: String { "iPhone" }
    /// The model: "iPhone".
    public var model: String { "iPhone" }
    /// The localised model: "iPhone".
    public var localizedModel: String { "iPhone" }
    /// The interface idiom: `.phone`.
    public var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
    /// The name of the system: "iPhone OS" on the profile `ios3`, otherwise "iOS".
    public var systemName: String { profile < .ios6 ? "iPhone OS" : "iOS" }
    /// The system version of the phone's profile, such as `17.0`.
    public var systemVersion: String { "\(profile.rawValue).0" }
    /// Whether apps run in the background: on every profile but `ios3`.
    public var isMultitaskingSupported: Bool { profile >= .ios6 }

    nonisolated var profile: PhoneProfile { app?.connection.session.profile ?? .ios17 }

    // MARK: Orientation

    /// How the device is held; `.unknown` unless orientation notifications are generated.
    public var orientation: UIDeviceOrientation {
        isGeneratingDeviceOrientationNotifications ? physicalOrientation : .unknown
    }

    private var physicalOrientation: UIDeviceOrientation {
        switch app?.connection.session.orientation {
        case .portrait, nil: .portrait
        case .upsideDown: .portraitUpsideDown
        case .landscapeLeft: .landscapeLeft
        case .landscapeRight: .landscapeRight
        case .faceUp: .faceUp
        case .faceDown: .faceDown
        }
    }

    /// Whether orientation notifications are posted: after
    /// `beginGeneratingDeviceOrientationNotifications()`, and while a window of the app shows a
    /// controller, which counts as one such call that no other ends.
    public var isGeneratingDeviceOrientationNotifications: Bool {
        generatorCount > 0 || windowGenerates
    }

    private var windowGenerates: Bool {
        guard let app, app.connection.session.windowGeneratesOrientation else { return false }
        return ApplicationHolder.of(app).application?.hasShownWindow == true
    }

    /// Starts posting `orientationDidChangeNotification`. Calls nest; each needs an
    /// `endGeneratingDeviceOrientationNotifications()`.
    public func beginGeneratingDeviceOrientationNotifications() { generatorCount += 1 }

    /// Ends one `beginGeneratingDeviceOrientationNotifications()`; does nothing without one.
    public func endGeneratingDeviceOrientationNotifications() {
        generatorCount = max(0, generatorCount - 1)
    }

    /// Whether a change of orientation is to be posted: the device is held in another way than when
    /// the app last heard of it, and notifications are generated.
    func takeOrientationChange() -> Bool {
        let orientation = physicalOrientation
        defer { lastOrientation = orientation }
        return isGeneratingDeviceOrientationNotifications && orientation != lastOrientation
    }

    // MARK: Battery

    /// Whether the app asks for the battery's state, and is notified of its changes.
    public var isBatteryMonitoringEnabled = false

    /// Battery charge, 0…1; −1 while it is not monitored. The battery of a simulated phone is its
    /// test's; that of a machine is taken for full.
    public var batteryLevel: Float {
        isBatteryMonitoringEnabled ? app?.connection.session.battery.level ?? -1 : -1
    }

    /// Whether the battery is charged; `.unknown` while it is not monitored.
    public var batteryState: BatteryState {
        guard isBatteryMonitoringEnabled else { return .unknown }
        return switch app?.connection.session.battery.state {
        case .unplugged: .unplugged
        case .charging: .charging
        case .full: .full
        case nil: .unknown
        }
    }

    private var lastLevelNote: HostTime?
    private var isLevelNoteDue = false

    /// The time between two notes of the charge.
    ///
    /// Source: UIKit's reference of `batteryLevelDidChangeNotification`: not more than once a minute.
    private static let levelNotePeriod = HostInterval.seconds(60)

    /// Whether a change of the charge is to be posted now; later in the same minute it is posted at
    /// its end.
    private func takeLevelChange() -> Bool {
        guard isBatteryMonitoringEnabled, let app else { return false }
        let now = app.environment.now
        if let lastLevelNote, now < lastLevelNote + Self.levelNotePeriod {
            if !isLevelNoteDue {
                isLevelNoteDue = true
                let wait = HostInterval(
                    nanoseconds: (lastLevelNote + Self.levelNotePeriod).nanoseconds
                        - now.nanoseconds)
                app.environment.after(wait) { [weak app] in
                    app?.environment.onMain {
                        MainActor.assumeIsolated { UIDevice.current.postDueLevel() }
                    }
                }
            }
            return false
        }
        lastLevelNote = now
        return true
    }

    private func postDueLevel() {
        isLevelNoteDue = false
        if takeLevelChange() {
            NotificationCenter.default.post(Self.batteryLevelDidChangeNotification, self)
        }
    }

    // MARK: Proximity

    /// Whether the app asks for the proximity sensor. While it is in front, something near the sensor
    /// then darkens the screen.
    public var isProximityMonitoringEnabled: Bool {
        get { app?.surroundings.isProximityMonitored ?? false }
        set { app?.surroundings.isProximityMonitored = newValue }
    }

    /// Whether the sensor is close to the user; false while it is not monitored.
    public var proximityState: Bool {
        isProximityMonitoringEnabled && app?.connection.session.isNear == true
    }

    /// Whether the app is to be notified of a change now.
    func takes(_ change: SystemChange) -> Bool {
        switch change {
        case .orientation: takeOrientationChange()
        case .batteryLevel: takeLevelChange()
        case .batteryState: isBatteryMonitoringEnabled
        case .proximity: isProximityMonitoringEnabled
        case .accessoryConnected, .accessoryDisconnected, .significantTime, .screenConnected,
            .screenDisconnected, .screenMode, .settings, .locale, .cloudAccount,
            .protectedDataUnavailable, .protectedDataAvailable:
            true
        }
    }

    /// The charging state of the battery.
    public enum BatteryState: Int, Sendable {
        /// The battery state is unknown, or monitoring is off.
        case unknown = 0
        /// The device runs on its battery.
        case unplugged = 1
        /// The device is connected to power and the battery is not full.
        case charging = 2
        /// The device is connected to power and the battery is full.
        case full = 3
    }
}

extension UIDevice {
    /// The orientation has changed; posted while `isGeneratingDeviceOrientationNotifications`.
    public nonisolated static var orientationDidChangeNotification: Notification.Name {
        observedName("UIDeviceOrientationDidChangeNotification")
    }
    /// The battery's charge has changed.
    public nonisolated static var batteryLevelDidChangeNotification: Notification.Name {
        observedName("UIDeviceBatteryLevelDidChangeNotification")
    }
    /// The battery's charging state has changed.
    public nonisolated static var batteryStateDidChangeNotification: Notification.Name {
        observedName("UIDeviceBatteryStateDidChangeNotification")
    }
    /// The proximity sensor's state has changed.
    public nonisolated static var proximityStateDidChangeNotification: Notification.Name {
        observedName("UIDeviceProximityStateDidChangeNotification")
    }
}

/// The physical orientation of a device.
public enum UIDeviceOrientation: Int, Sendable {
    /// The orientation is unknown.
    case unknown = 0
    /// The top of the device points up.
    case portrait = 1
    /// The top of the device points down.
    case portraitUpsideDown = 2
    /// The top of the device points to the left.
    case landscapeLeft = 3
    /// The top of the device points to the right.
    case landscapeRight = 4
    /// Flat, with the screen up.
    case faceUp = 5
    /// Flat, with the screen down.
    case faceDown = 6

    /// Whether the device is upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether the device lies on its side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    /// Whether the device lies flat.
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
    /// Whether an interface can have this orientation.
    public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}

/// The type of a device.
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// No idiom is specified.
    case unspecified = -1
    /// An iPhone or iPod touch.
    case phone = 0
    /// An iPad.
    case pad = 1
    /// An Apple TV.
    case tv = 2
    /// A car's screen.
    case carPlay = 3
    /// A Mac.
    case mac = 5
    /// An Apple Vision.
    case vision = 6
}
