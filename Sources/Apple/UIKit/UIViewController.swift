public import Foundation

/// A controller of a view, without a screen: its view is loaded, it appears and disappears, and it
/// presents other controllers. Main thread.
@preconcurrency @MainActor
open class UIViewController: UIResponder, @preconcurrency NSCoding {
    /// Makes a controller; there are no nib files here, so that the names are kept unused.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nibName = nibNameOrNil
        nibBundle = nibBundleOrNil
        super.init()
    }

    /// Makes a controller without a nib file.
    public convenience override init() {
        self.init(nibName: nil, bundle: nil)
    }

    /// Makes a controller from an archive, of which it reads the title.
    public required init?(coder: NSCoder) {
        nibName = nil
        nibBundle = nil
        super.init()
        title = coder.decodeObject(forKey: "UITitle") as? String
    }

    /// Writes the title to an archive.
    open func encode(with coder: NSCoder) {
        if let title { coder.encode(title, forKey: "UITitle") }
    }

    /// The name of the nib file that was given.
    open private(set) var nibName: String?
    /// The bundle of the nib file that was given.
    open private(set) var nibBundle: Bundle?
    /// A title for bars and lists.
    open var title: String?

    // MARK: The view

    private var loadedView: UIView?

    /// The view, which is loaded when it is first used; see `viewDidLoad()`.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set {
            loadedView?.controller = nil
            loadedView = newValue
            newValue?.controller = self
        }
    }

    /// The view if it is loaded.
    open var viewIfLoaded: UIView? { loadedView }
    /// Whether the view is loaded.
    open var isViewLoaded: Bool { loadedView != nil }

    /// Loads the view, and calls `viewDidLoad()`, unless it is loaded.
    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        // A subclass may have made none.
        if loadedView == nil { view = UIView(frame: UIScreen.main.bounds) }
        viewDidLoad()
    }

    /// Makes the view; an empty one of the screen's size unless overridden.
    open func loadView() { view = UIView(frame: UIScreen.main.bounds) }

    /// The view has been loaded; called once.
    open func viewDidLoad() {}
    /// The view is about to appear.
    open func viewWillAppear(_ animated: Bool) {}
    /// The view has appeared.
    open func viewDidAppear(_ animated: Bool) {}
    /// The view is about to disappear.
    open func viewWillDisappear(_ animated: Bool) {}
    /// The view has disappeared.
    open func viewDidDisappear(_ animated: Bool) {}
    /// The system is low on memory.
    open func didReceiveMemoryWarning() {}

    /// The next responder: the superview of its view, or the controller that presents it.
    open override var next: UIResponder? {
        loadedView?.superview ?? presentingViewController ?? parent
    }

    weak var window: UIWindow?

    /// Whether the controller, or one that it is inside of or presented by, is a window's root.
    private var isInWindow: Bool {
        var next: UIViewController? = self
        while let current = next {
            if current.window != nil { return true }
            next = current.presentingViewController ?? current.parent
        }
        return false
    }

    func appear(animated: Bool = false, _ body: () -> Void = {}) {
        loadViewIfNeeded()
        viewWillAppear(animated)
        body()
        viewDidAppear(animated)
    }

    func disappear(animated: Bool, _ body: () -> Void = {}) {
        viewWillDisappear(animated)
        body()
        viewDidDisappear(animated)
    }

    // MARK: Restoration

    /// The name of the controller in the state that the app saves; `nil` to leave it out, and with it
    /// what is inside it or presented by it.
    open var restorationIdentifier: String?
    /// The class that makes the controller again for a saved state; `nil` to ask the delegate.
    open var restorationClass: (any UIViewControllerRestoration.Type)?

    /// Writes what a later launch needs; nothing unless overridden.
    open func encodeRestorableState(with coder: NSCoder) {}
    /// Reads what an earlier launch has written; called before the delegate's `didFinishLaunching`.
    open func decodeRestorableState(with coder: NSCoder) {}
    /// All controllers have read what an earlier launch has written.
    open func applicationFinishedRestoringState() {}

    // MARK: Orientation

    /// The orientations that the controller allows: all but upside down, unless overridden.
    ///
    /// Asked of the controller in front that covers the screen: before its view is loaded at the
    /// launch, when the device was turned, when a controller was presented or dismissed, and after
    /// `setNeedsUpdateOfSupportedInterfaceOrientations()`.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }

    /// Whether the interface turns with the device; asked up to iOS 15.
    open var shouldAutorotate: Bool { true }

    /// The orientation in which the controller is best presented; the present one unless overridden.
    open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation {
        UIApplication.shared.statusBarOrientation
    }

    /// The orientation of the interface. Deprecated by Apple since iOS 8.
    open var interfaceOrientation: UIInterfaceOrientation {
        UIApplication.shared.statusBarOrientation
    }

    /// Asks for the supported orientations again, and turns the interface where they ask for it. From
    /// iOS 16.
    open func setNeedsUpdateOfSupportedInterfaceOrientations() {
        UIApplication.shared.turnInterface(.update)
    }

    /// Turns the interface to the device's orientation where it may. Deprecated by Apple since
    /// iOS 16.
    open class func attemptRotationToDeviceOrientation() {
        UIApplication.shared.turnInterface(.update)
    }

    /// The view is about to get another size, as the interface turns; passed on to the children. From
    /// iOS 8.
    open func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
        for child in children { child.viewWillTransition(to: size, with: coordinator) }
    }

    /// The interface is about to turn; passed on to the children. Before iOS 8.
    open func willRotate(
        to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval
    ) {
        for child in children { child.willRotate(to: toInterfaceOrientation, duration: duration) }
    }

    /// The interface has turned; passed on to the children. Before iOS 8.
    open func didRotate(from fromInterfaceOrientation: UIInterfaceOrientation) {
        for child in children { child.didRotate(from: fromInterfaceOrientation) }
    }

    // MARK: Children

    /// The controllers inside this one.
    open private(set) var children: [UIViewController] = []
    /// The controller that this one is inside of.
    open private(set) weak var parent: UIViewController?

    /// Adds a controller as a child; it leaves its present parent. One that this controller is inside
    /// of, or that has presented it, is refused.
    open func addChild(_ childController: UIViewController) {
        guard !isOn(childController), childController.parent !== self else { return }
        childController.removeFromParent()
        children.append(childController)
        childController.parent = self
    }

    /// Removes the controller from its parent.
    open func removeFromParent() {
        parent?.children.removeAll { $0 === self }
        parent = nil
    }

    // MARK: Presentation

    /// The controller that this one, or the one that it is inside of, has presented.
    open private(set) var presentedViewController: UIViewController?
    /// The controller that has presented this one.
    open private(set) weak var presentingViewController: UIViewController?
    /// Whether the controller is about to be dismissed, or is dismissed just now.
    open private(set) var isBeingDismissed = false
    /// Whether the controller is presented just now.
    open private(set) var isBeingPresented = false

    /// The style in which the controller is presented; kept without effect.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    /// The transition with which the controller is presented; kept without effect.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    /// Whether only the app, and not a gesture of the user, dismisses the controller.
    open var isModalInPresentation = false

    /// Presents a controller; its view is loaded and appears before the function returns.
    ///
    /// Does nothing but write a message, as on Apple's systems, when this controller presents one
    /// already, or the other is presented already.
    ///
    /// - Parameters:
    ///   - flag: Passed to `viewWillAppear(_:)` and `viewDidAppear(_:)`; nothing moves here.
    ///   - completion: Called when the controller has appeared.
    @preconcurrency
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool,
        completion: (@MainActor () -> Void)? = nil
    ) {
        let presented = viewControllerToPresent
        if let reason = reasonNotToPresent(presented) {
            FileHandle.standardError.write(
                Data("UIViewController.present(_:animated:completion:): \(reason)\n".utf8))
            return
        }
        presentedViewController = presented
        presented.presentingViewController = self
        presented.isBeingPresented = true
        if isInWindow { UIApplication.shared.turnInterface(.presentation) }
        presented.appear(animated: flag)
        presented.isBeingPresented = false
        completion?()
        presented.presentationDidChange?(true)
    }

    private func reasonNotToPresent(_ presented: UIViewController) -> String? {
        if presentedViewController != nil {
            return "\(type(of: self)) presents a controller already; dismiss that first"
        }
        if presented.presentingViewController != nil || presented === self {
            return "\(type(of: presented)) is presented already"
        }
        if isOn(presented) { return "\(type(of: presented)) shows \(type(of: self))" }
        return nil
    }

    /// Whether the controller is another one, or is inside of it or presented by it, however far.
    private func isOn(_ other: UIViewController) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        var next = [self]
        while let current = next.popLast() {
            if current === other { return true }
            guard seen.insert(ObjectIdentifier(current)).inserted else { continue }
            next += [current.presentingViewController, current.parent].compactMap(\.self)
        }
        return false
    }

    /// Presents a controller, and returns when it has appeared.
    open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool) async {
        present(viewControllerToPresent, animated: flag, completion: nil)
    }

    /// Dismisses the presented controller with those that it presents; a controller that presents none
    /// passes the call on to the one that presents it.
    ///
    /// - Parameter completion: Called when the controllers have disappeared.
    @preconcurrency
    open func dismiss(animated flag: Bool, completion: (@MainActor () -> Void)? = nil) {
        guard let presented = presentedViewController else {
            if let presentingViewController {
                presentingViewController.dismiss(animated: flag, completion: completion)
            } else {
                completion?()
            }
            return
        }
        if presented.presentedViewController != nil { presented.dismiss(animated: flag) }
        presented.isBeingDismissed = true
        presented.disappear(animated: flag) {
            presentedViewController = nil
            presented.presentingViewController = nil
        }
        presented.isBeingDismissed = false
        if isInWindow { UIApplication.shared.turnInterface(.presentation) }
        presented.presentationDidChange?(false)
        completion?()
    }

    /// Dismisses the presented controller, and returns when it has disappeared.
    open func dismiss(animated flag: Bool) async {
        dismiss(animated: flag, completion: nil)
    }

    /// Called when the controller has been presented and the app's completion has run, with true, and
    /// when it has been dismissed, with false.
    package var presentationDidChange: ((_ isPresented: Bool) -> Void)?
}
