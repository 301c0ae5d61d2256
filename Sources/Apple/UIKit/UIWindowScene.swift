import Foundation

/// A part of an app's interface, with a life of its own; an app has one here. Main thread.
@preconcurrency @MainActor
open class UIScene: UIResponder {
    override init() { super.init() }

    /// The application.
    open override var next: UIResponder? { UIApplication.shared }
}

/// The scene with all windows of an app.
public final class UIWindowScene: UIScene {
    override init() { super.init() }

    /// The orientation of the interface.
    public var interfaceOrientation: UIInterfaceOrientation {
        UIApplication.shared.statusBarOrientation
    }
    /// The windows that have been shown, the last one in front.
    public var windows: [UIWindow] { UIApplication.shared.windows }
    /// The screen that shows the windows.
    public var screen: UIScreen { .main }
}

extension UIApplication {
    /// The app's scenes: one from iOS 13, none before.
    public var connectedScenes: Set<UIScene> { scene.map { [$0] } ?? [] }
}
