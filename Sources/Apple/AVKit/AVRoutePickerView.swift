public import Foundation
public import UIKit

/// A button that opens the device's route picker, without drawing. Main thread.
///
/// The button is the `UIButton` among the `subviews`; `sendActions(for: .touchUpInside)` is a tap on
/// it. On a simulated phone the user picks by `SimulatedPhone.pick(_:)`.
@preconcurrency @MainActor
open class AVRoutePickerView: UIView {
    private let button: RoutePickerButton
    private var activeTint: UIColor?

    /// Makes a view with a frame in its superview's coordinates, in points.
    public override init(frame: CGRect) {
        button = RoutePickerButton()
        super.init(frame: frame)
        addButton()
    }

    /// Makes a view from an archive, of which it reads the frame.
    public required init?(coder: NSCoder) {
        button = RoutePickerButton()
        super.init(coder: coder)
        addButton()
    }

    private func addButton() {
        addSubview(button)
        button.onWillOpen = { [weak self] in
            guard let self else { return }
            delegate?.routePickerViewWillBeginPresentingRoutes(self)
        }
        button.onDidClose = { [weak self] in
            guard let self else { return }
            delegate?.routePickerViewDidEndPresentingRoutes(self)
        }
    }

    /// Hears when the picker is shown and when it is gone; not retained.
    open weak var delegate: (any AVRoutePickerViewDelegate)?

    /// The colour of the button while the sound goes to a wireless output; blue unless it is set.
    open var activeTintColor: UIColor! {
        get { activeTint ?? .systemBlue }
        set { activeTint = newValue }
    }

    /// Whether the picker lists outputs with video first; false at first, without effect here.
    open var prioritizesVideoDevices = false

    /// Lays out the button, which fills the view.
    open override func layoutSubviews() {
        super.layoutSubviews()
        button.frame = bounds
    }
}

/// Hears when a route picker is shown and when it is gone. Both methods are optional; main thread.
@preconcurrency @MainActor
public protocol AVRoutePickerViewDelegate: NSObjectProtocol {
    /// The picker is about to be shown.
    func routePickerViewWillBeginPresentingRoutes(_ routePickerView: AVRoutePickerView)
    /// The picker is gone, with a pick or without one.
    func routePickerViewDidEndPresentingRoutes(_ routePickerView: AVRoutePickerView)
}

extension AVRoutePickerViewDelegate {
    /// Does nothing.
    public func routePickerViewWillBeginPresentingRoutes(_ routePickerView: AVRoutePickerView) {}
    /// Does nothing.
    public func routePickerViewDidEndPresentingRoutes(_ routePickerView: AVRoutePickerView) {}
}
