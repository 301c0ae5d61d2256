import SoundClient
import SoundRuntime

/// A button, without drawing: `sendActions(for: .touchUpInside)` is a tap. Main thread.
@preconcurrency @MainActor
open class UIButton: UIControl {
    /// The kinds of buttons, which differ in how they are drawn.
    public enum ButtonType: Int, Sendable {
        case custom = 0
        case system = 1
        case detailDisclosure = 2
        case infoLight = 3
        case infoDark = 4
        case contactAdd = 5
        case plain = 6
        case close = 7
    }

    /// The kind of the button.
    open private(set) var buttonType = ButtonType.custom
    private var titles: [UInt: String] = [:]

    /// Makes a button with an empty frame.
    public convenience init(type buttonType: ButtonType) {
        self.init(frame: .zero)
        self.buttonType = buttonType
    }

    /// Sets the title for a state.
    open func setTitle(_ title: String?, for state: UIControl.State) {
        titles[state.rawValue] = title
    }

    /// The title for a state; that of the normal state where none was set.
    open func title(for state: UIControl.State) -> String? {
        titles[state.rawValue] ?? titles[UIControl.State.normal.rawValue]
    }

    /// The title for the present state.
    open var currentTitle: String? { title(for: state) }
}

/// The button of a view that opens the device's route picker. Main thread.
///
/// It does nothing while it, or a view that contains it, is hidden, and when it is disabled.
@MainActor
package final class RoutePickerButton: UIButton, RouteButton {
    private let app: AppSound
    /// Called when the sheet is about to be shown.
    package var onWillOpen: () -> Void = {}
    /// Called when the sheet is gone.
    package var onDidClose: () -> Void = {}

    package init() {
        app = currentApp(isForSound: false)
        super.init(frame: .zero)
        app.routeButtons.add(self)
    }

    package required init?(coder: NSCoder) {
        app = currentApp(isForSound: false)
        super.init(coder: coder)
        app.routeButtons.add(self)
    }

    /// A tap opens the picker before the app's own actions are performed.
    package override func sendActions(for controlEvents: UIControl.Event) {
        if controlEvents.contains(.touchUpInside) {
            guard isPressable else { return }
            if !app.routeButtons.press(self) { MachineRouteSheet.open(for: self) }
        }
        super.sendActions(for: controlEvents)
    }

    private var isPressable: Bool {
        guard isEnabled else { return false }
        var next: UIView? = self
        while let view = next {
            if view.isHidden || view.alpha < 0.01 || !view.isUserInteractionEnabled { return false }
            next = view.superview
        }
        return true
    }

    package nonisolated var canBePressed: Bool { MainActor.assumeIsolated { isPressable } }
    package nonisolated func tap() {
        MainActor.assumeIsolated { sendActions(for: .touchUpInside) }
    }
    package nonisolated func sheetWillOpen() { MainActor.assumeIsolated { onWillOpen() } }
    package nonisolated func sheetDidClose() { MainActor.assumeIsolated { onDidClose() } }
}
