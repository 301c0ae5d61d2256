public import Foundation
import SoundRuntime

/// The root of an app's views, with the controller that the app begins with. Main thread.
@preconcurrency @MainActor
open class UIWindow: UIView {
    /// The controller that fills the window with its view.
    open var rootViewController: UIViewController? {
        didSet {
            guard rootViewController !== oldValue else { return }
            oldValue?.viewIfLoaded?.removeFromSuperview()
            oldValue?.window = nil
            if !isHidden { showRoot() }
        }
    }

    /// Whether the window is hidden; a window that stops being so shows its root controller's view.
    open override var isHidden: Bool {
        didSet { if !isHidden, oldValue { showRoot() } }
    }

    /// The scene of the app's windows, from iOS 13.
    open var windowScene: UIWindowScene? { UIApplication.shared.scene }

    /// Whether the window can be seen and has content.
    var isShown: Bool { !isHidden && rootViewController != nil }

    /// Whether the window receives events that have no place, such as those of remote controls.
    open private(set) var isKeyWindow = false

    /// Makes a window, which is not shown yet.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isHidden = true
        register()
    }

    /// Makes a window from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isHidden = true
        register()
    }

    /// Lets the app's application know the window.
    private func register() {
        let holder = ApplicationHolder.of(currentApp(isForSound: false))
        holder.madeWindows.removeAll { $0.window == nil }
        holder.madeWindows.append(ShownWindow(window: self))
    }

    /// Itself.
    open override var window: UIWindow? { self }

    /// The application.
    open override var next: UIResponder? { UIApplication.shared }

    /// Shows the window, makes it the key window, and lets its root controller's view appear.
    open func makeKeyAndVisible() {
        isKeyWindow = true
        isHidden = false
        showRoot()
    }

    /// The size of the root controller's view: that of the window, which before iOS 8 stays upright
    /// while its content is turned.
    var contentSize: CGSize {
        UIScreen.main.followsInterface ? bounds.size : UIScreen.main.turned(bounds.size)
    }

    private func showRoot() {
        guard let controller = rootViewController, controller.window !== self else { return }
        controller.window = self
        // The interface is turned before the view is loaded.
        UIApplication.shared.show(self)
        controller.loadViewIfNeeded()
        controller.view.frame = CGRect(origin: .zero, size: contentSize)
        controller.appear { addSubview(controller.view) }
    }
}
