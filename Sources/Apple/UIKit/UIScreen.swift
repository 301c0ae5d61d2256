import AudioModel
public import Foundation
import SoundClient
import SoundRuntime

/// A display with the size of a typical phone of the simulated generation. Main thread.
@preconcurrency @MainActor
public final class UIScreen: NSObject {
    /// The phone's own display.
    public static let main = UIScreen()

    private override init() { super.init() }

    /// Size in points: in the orientation of the app's interface from iOS 8, before in portrait.
    public var bounds: CGRect {
        CGRect(origin: .zero, size: followsInterface ? turned(display.size) : display.size)
    }
    /// Pixels per point.
    public var scale: CGFloat { display.scale }
    /// Size in pixels, in portrait orientation.
    public var nativeBounds: CGRect {
        CGRect(
            x: 0, y: 0, width: display.size.width * display.scale,
            height: display.size.height * display.scale)
    }
    /// Pixels per point of the hardware.
    public var nativeScale: CGFloat { display.scale }

    /// Whether the bounds, and windows with them, follow the interface.
    ///
    /// Source: UIKit's release notes of iOS 8, "screen bounds are now interface-oriented".
    var followsInterface: Bool { UIDevice.current.profile >= .ios8 }

    /// A size of an upright interface in the present orientation of the app's interface.
    func turned(_ size: CGSize) -> CGSize {
        guard currentApp(isForSound: false).surroundings.interface.isLandscape else { return size }
        return CGSize(width: size.height, height: size.width)
    }

    private var display: Display { Display(of: UIDevice.current.profile) }

    /// A display was connected.
    public nonisolated static var didConnectNotification: Notification.Name {
        observedName("UIScreenDidConnectNotification")
    }
    /// A display was disconnected.
    public nonisolated static var didDisconnectNotification: Notification.Name {
        observedName("UIScreenDidDisconnectNotification")
    }
    /// The mode of a display has changed.
    public nonisolated static var modeDidChangeNotification: Notification.Name {
        observedName("UIScreenModeDidChangeNotification")
    }
}

/// The display of a typical phone of a generation.
///
/// Source: Apple Human Interface Guidelines, "Layout", device screen sizes.
struct Display {
    /// Size in points, in portrait orientation.
    let size: CGSize
    /// Pixels per point.
    let scale: CGFloat

    init(of profile: PhoneProfile) {
        switch profile {
        case .ios3: self.init(320, 480, scale: 1)  // iPhone 3GS
        case .ios6: self.init(320, 568, scale: 2)  // iPhone 5
        case .ios8: self.init(375, 667, scale: 2)  // iPhone 6
        case .ios13: self.init(414, 896, scale: 2)  // iPhone 11
        case .ios17: self.init(393, 852, scale: 3)  // iPhone 15
        case .ios26: self.init(402, 874, scale: 3)  // iPhone 17
        }
    }

    private init(_ width: CGFloat, _ height: CGFloat, scale: CGFloat) {
        size = CGSize(width: width, height: height)
        self.scale = scale
    }
}
