import AudioModel
import Foundation
import SoundClient
import SoundRuntime

/// A display. Its size is that of a phone of the generation that the phone follows.
///
/// Main thread.
@preconcurrency @MainActor
public final class UIScreen: NSObject {
    /// The phone's own.
    public static let main = UIScreen()

    private override init() { super.init() }

    /// In points, upright.
    public var bounds: CGRect { CGRect(origin: .zero, size: display.size) }
    /// Pixels a point.
    public var scale: CGFloat { display.scale }
    /// In pixels, upright.
    public var nativeBounds: CGRect {
        CGRect(
            x: 0, y: 0, width: display.size.width * display.scale,
            height: display.size.height * display.scale)
    }
    public var nativeScale: CGFloat { display.scale }

    private var display: Display { Display(of: UIDevice.current.profile) }

    public nonisolated static var didConnectNotification: Notification.Name {
        heard("UIScreenDidConnectNotification")
    }
    public nonisolated static var didDisconnectNotification: Notification.Name {
        heard("UIScreenDidDisconnectNotification")
    }
    public nonisolated static var modeDidChangeNotification: Notification.Name {
        heard("UIScreenModeDidChangeNotification")
    }
}

/// The display of the phone that was usual in a generation.
///
/// Source: Apple Human Interface Guidelines, "Layout", device screen sizes.
struct Display {
    /// In points, upright.
    let size: CGSize
    /// Pixels a point.
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
