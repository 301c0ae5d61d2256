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
        return app.attachment { UIDevice(app) }
    }

    private nonisolated weak let app: AppSound?
    /// The number of `beginGeneratingDeviceOrientationNotifications()` calls without an end.
    private var generatorCount = 0
    private var lastOrientation = UIDeviceOrientation.unknown

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

    /// Portrait, or landscape while the phone is turned; `.unknown` unless
    /// `beginGeneratingDeviceOrientationNotifications()` was called.
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

    /// Whether orientation notifications are posted.
    public var isGeneratingDeviceOrientationNotifications: Bool { generatorCount > 0 }

    /// Starts posting `orientationDidChangeNotification`. Calls nest; each needs an
    /// `endGeneratingDeviceOrientationNotifications()`.
    public func beginGeneratingDeviceOrientationNotifications() {
        if generatorCount == 0 { lastOrientation = physicalOrientation }
        generatorCount += 1
    }

    /// Ends one `beginGeneratingDeviceOrientationNotifications()`; does nothing without one.
    public func endGeneratingDeviceOrientationNotifications() {
        generatorCount = max(0, generatorCount - 1)
    }

    /// Whether the orientation has changed since the last notification.
    func takeOrientationChange() -> Bool {
        guard isGeneratingDeviceOrientationNotifications else { return false }
        let orientation = physicalOrientation
        defer { lastOrientation = orientation }
        return orientation != lastOrientation
    }

    // MARK: Sensors that are not simulated

    /// Stored without effect: the phone's battery is not simulated.
    public var isBatteryMonitoringEnabled = false
    /// Battery charge, 0…1; always −1: the battery is not simulated.
    public var batteryLevel: Float { -1 }
    /// Always `.unknown`: the battery is not simulated.
    public var batteryState: BatteryState { .unknown }
    /// Stored without effect: proximity is not simulated.
    public var isProximityMonitoringEnabled = false
    /// Whether the sensor is close to the user; always false.
    public var proximityState: Bool { false }

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
