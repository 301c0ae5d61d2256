import SimulatedTime
import AudioModel
import Foundation
import SoundClient
import SoundRuntime

/// The device, as far as an app with sound asks about it.
///
/// Main thread. In a simulated phone each app has an object of its own.
@preconcurrency @MainActor
public final class UIDevice: NSObject, AppOwned {
    /// The device that the running code is on.
    public class var current: UIDevice {
        let app = currentApp()
        return app.attachment { UIDevice(app) }
    }

    private nonisolated weak let app: AppSound?
    private var generatorCount = 0
    private var lastOrientation = UIDeviceOrientation.unknown

    private nonisolated init(_ app: AppSound) {
        self.app = app
        super.init()
    }

    package nonisolated func belongs(to other: AppSound) -> Bool { app === other }

    // MARK: What it is

    public var name: String { "iPhone" }
    public var model: String { "iPhone" }
    public var localizedModel: String { "iPhone" }
    public var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
    /// The name of the system, which was another one before iOS 4.
    public var systemName: String { profile < .ios6 ? "iPhone OS" : "iOS" }
    /// The version of the generation that the phone follows: `17.0`.
    public var systemVersion: String { "\(profile.rawValue).0" }
    /// Whether apps go on in the background: not before iOS 4.
    public var isMultitaskingSupported: Bool { profile >= .ios6 }

    nonisolated var profile: PhoneProfile { app?.connection.session.profile ?? .ios17 }

    // MARK: How it is held

    /// Upright, or on its side while the phone is turned; `.unknown` unless
    /// `beginGeneratingDeviceOrientationNotifications()` was called.
    public var orientation: UIDeviceOrientation {
        isGeneratingDeviceOrientationNotifications ? heldOrientation : .unknown
    }

    private var heldOrientation: UIDeviceOrientation {
        app?.connection.session.isLandscape == true ? .landscapeLeft : .portrait
    }

    public var isGeneratingDeviceOrientationNotifications: Bool { generatorCount > 0 }

    /// Posts `orientationDidChangeNotification` from now on. Each call needs its end.
    public func beginGeneratingDeviceOrientationNotifications() {
        if generatorCount == 0 { lastOrientation = heldOrientation }
        generatorCount += 1
    }

    /// Does nothing without a begin.
    public func endGeneratingDeviceOrientationNotifications() {
        generatorCount = max(0, generatorCount - 1)
    }

    /// Whether there is a change of orientation to post.
    func takeOrientationChange() -> Bool {
        guard isGeneratingDeviceOrientationNotifications else { return false }
        let held = heldOrientation
        defer { lastOrientation = held }
        return held != lastOrientation
    }

    // MARK: What it does not sense

    /// Without effect: the phone's battery is not known.
    public var isBatteryMonitoringEnabled = false
    /// −1: the phone's battery is not known.
    public var batteryLevel: Float { -1 }
    public var batteryState: BatteryState { .unknown }
    /// Without effect: there is no screen to switch off at the user's ear.
    public var isProximityMonitoringEnabled = false
    public var proximityState: Bool { false }

    /// Whether the device is charged.
    public enum BatteryState: Int, Sendable {
        case unknown = 0
        case unplugged = 1
        case charging = 2
        case full = 3
    }
}

extension UIDevice {
    /// Posted while `isGeneratingDeviceOrientationNotifications`.
    public nonisolated static var orientationDidChangeNotification: Notification.Name {
        heard("UIDeviceOrientationDidChangeNotification")
    }
    public nonisolated static var batteryLevelDidChangeNotification: Notification.Name {
        heard("UIDeviceBatteryLevelDidChangeNotification")
    }
    public nonisolated static var batteryStateDidChangeNotification: Notification.Name {
        heard("UIDeviceBatteryStateDidChangeNotification")
    }
    public nonisolated static var proximityStateDidChangeNotification: Notification.Name {
        heard("UIDeviceProximityStateDidChangeNotification")
    }
}

/// How a device is held.
public enum UIDeviceOrientation: Int, Sendable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    /// The top of the device is on the left.
    case landscapeLeft = 3
    case landscapeRight = 4
    case faceUp = 5
    case faceDown = 6

    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
    public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}

/// A kind of device.
public enum UIUserInterfaceIdiom: Int, Sendable {
    case unspecified = -1
    case phone = 0
    case pad = 1
    case tv = 2
    case carPlay = 3
    case mac = 5
    case vision = 6
}
