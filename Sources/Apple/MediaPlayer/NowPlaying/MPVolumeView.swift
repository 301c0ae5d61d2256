import AudioModel
public import Foundation
import SoundClient
import SoundRuntime
import SoundServer
public import UIKit

/// The slider of the media volume and the button of the route picker, without drawing. Main thread.
///
/// The slider is a `UISlider` among the `subviews`: its value is the volume of the present route, and
/// setting it sets that volume, as a user's finger does. The button is the `UIButton` among them:
/// `sendActions(for: .touchUpInside)` is a tap, which opens the picker.
@preconcurrency @MainActor
open class MPVolumeView: UIView {
    private let app: AppSound
    private let slider: VolumeSlider
    private let routeButton = RoutePickerButton()
    private var routes: WirelessRoutes

    /// Makes a volume view with a frame in its superview's coordinates, in points.
    public override init(frame: CGRect) {
        app = currentApp(isForSound: false)
        slider = VolumeSlider(of: app)
        routes = WirelessRoutes(app)
        super.init(frame: frame)
        addParts()
    }

    /// Makes a volume view from an archive, of which it reads the frame.
    public required init?(coder: NSCoder) {
        app = currentApp(isForSound: false)
        slider = VolumeSlider(of: app)
        routes = WirelessRoutes(app)
        super.init(coder: coder)
        addParts()
    }

    private func addParts() {
        addSubview(slider)
        addSubview(routeButton)
        app.addObserver { [weak self, weak app] notification in
            switch notification {
            case .routeChanged, .mediaServicesReset: break
            default: return
            }
            app?.environment.onMain { [weak self] in
                MainActor.assumeIsolated { self?.routesMayHaveChanged() }
            }
        }
    }

    /// Whether the slider is shown; true at first.
    open var showsVolumeSlider: Bool {
        get { !slider.isHidden }
        set { slider.isHidden = !newValue }
    }

    /// Whether the route button is shown; true at first.
    open var showsRouteButton: Bool {
        get { !routeButton.isHidden }
        set { routeButton.isHidden = !newValue }
    }

    /// Whether an AirPlay or Bluetooth output is connected or within reach.
    open var areWirelessRoutesAvailable: Bool { WirelessRoutes(app).areAvailable }

    /// Whether the sound goes to such an output.
    open var isWirelessRouteActive: Bool { WirelessRoutes(app).isActive }

    /// The place of the slider, in points.
    open func volumeSliderRect(forBounds bounds: CGRect) -> CGRect {
        let width = showsRouteButton ? Self.routeButtonWidth : 0
        return CGRect(
            x: bounds.minX, y: bounds.minY, width: max(bounds.width - width, 0),
            height: bounds.height)
    }

    /// The place of the route button, in points.
    open func routeButtonRect(forBounds bounds: CGRect) -> CGRect {
        let width = min(Self.routeButtonWidth, bounds.width)
        return CGRect(
            x: bounds.maxX - width, y: bounds.minY, width: width, height: bounds.height)
    }

    /// Lays out the slider and the route button.
    open override func layoutSubviews() {
        super.layoutSubviews()
        slider.frame = volumeSliderRect(forBounds: bounds)
        routeButton.frame = routeButtonRect(forBounds: bounds)
    }

    private static let routeButtonWidth: CGFloat = 44

    private func routesMayHaveChanged() {
        let before = routes
        routes = WirelessRoutes(app)
        if before.areAvailable != routes.areAvailable {
            NotificationCenter.default.post(
                name: .MPVolumeViewWirelessRoutesAvailableDidChange, object: self)
        }
        if before.isActive != routes.isActive {
            NotificationCenter.default.post(
                name: .MPVolumeViewWirelessRouteActiveDidChange, object: self)
        }
    }
}

extension NSNotification.Name {
    /// `MPVolumeView.areWirelessRoutesAvailable` has changed; the object is the view. Posted on the
    /// main thread.
    public static let MPVolumeViewWirelessRoutesAvailableDidChange = NSNotification.Name(
        "MPVolumeViewWirelessRoutesAvailableDidChangeNotification")
    /// `MPVolumeView.isWirelessRouteActive` has changed; the object is the view. Posted on the main
    /// thread.
    public static let MPVolumeViewWirelessRouteActiveDidChange = NSNotification.Name(
        "MPVolumeViewWirelessRouteActiveDidChangeNotification")
}

/// The slider for the media volume.
private final class VolumeSlider: UISlider {
    private weak var app: AppSound?

    init(of app: AppSound) {
        self.app = app
        super.init(frame: .zero)
    }

    required init?(coder: NSCoder) {
        app = currentApp(isForSound: false)
        super.init(coder: coder)
    }

    override var value: Float {
        get { app?.connection.session.outputVolume ?? 0 }
        set {
            guard !newValue.isNaN else { return }
            try? app?.request(.setMediaVolume(max(min(newValue, 1), 0)))
        }
    }

    override var minimumValue: Float {
        get { 0 }
        set {}
    }

    override var maximumValue: Float {
        get { 1 }
        set {}
    }
}

/// The wireless outputs of the device.
private struct WirelessRoutes {
    var areAvailable: Bool
    var isActive: Bool

    init(_ app: AppSound) {
        let session = app.connection.session
        isActive = session.route.outputs.contains(where: \.kind.isWireless)
        areAvailable = isActive || session.areWirelessRoutesAvailable
    }
}
