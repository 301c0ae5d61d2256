import AudioModel
public import Foundation
import SoundClient
import SoundServer

// The orientation of the app's interface: which orientations are allowed, when the app is asked for
// them, and what its controllers hear of a turn.

/// What may turn the interface.
enum TurnReason {
    /// A window is about to show its content for the first time.
    case window
    /// The device was turned.
    case device
    /// The app comes to the front, perhaps with the device held in another way than when it left.
    case foreground
    /// A controller was presented or dismissed.
    case presentation
    /// A controller has said that its answer is another.
    case update
}

extension UIApplication {
    /// The orientation of the interface. Deprecated by Apple since iOS 13, where scenes have it.
    public var statusBarOrientation: UIInterfaceOrientation {
        UIInterfaceOrientation(app?.surroundings.interface ?? .portrait)
    }

    /// The windows that have been shown, the last one in front.
    public var windows: [UIWindow] { shownWindows.compactMap(\.window) }

    /// The window in front that has asked to be the key window.
    public var keyWindow: UIWindow? { windows.last { $0.isKeyWindow && !$0.isHidden } }

    /// The orientations that the app allows where its delegate says nothing: those of
    /// `UISupportedInterfaceOrientations` in its Info.plist, or else all but upside down.
    public func supportedInterfaceOrientations(
        for window: UIWindow?
    ) -> UIInterfaceOrientationMask {
        UIInterfaceOrientationMask(listed: app?.surroundings.listedOrientations)
            ?? .allButUpsideDown
    }

    /// Takes a window that shows its content from now on, and turns the interface for it.
    func show(_ window: UIWindow) {
        shownWindows.removeAll { $0.window == nil || $0.window === window }
        shownWindows.append(ShownWindow(window: window))
        // The device exists from now on, so that it knows from where it is turned.
        _ = UIDevice.current
        turnInterface(.window)
    }

    /// Whether a window is visible and has content.
    var hasShownWindow: Bool { shownWindows.contains { $0.window?.isShown == true } }

    /// The most turns that follow each other because the app's code asks for the next in each.
    private static let turnsMax = 10

    /// Asks the app for the orientations that it allows, and turns the interface where it should
    /// turn. What the app's code asks for meanwhile is done after it.
    func turnInterface(_ reason: TurnReason) {
        nextTurn = reason
        guard !isTurning else { return }
        isTurning = true
        defer { (isTurning, nextTurn) = (false, nil) }
        for _ in 0..<Self.turnsMax {
            guard let reason = nextTurn else { return }
            nextTurn = nil
            askAndTurn(reason)
        }
    }

    private func askAndTurn(_ reason: TurnReason) {
        guard let app, let window = windows.last(where: \.isShown),
            let root = window.rootViewController
        else { return }
        // An interface in the background turns when the app comes to the front.
        if reason == .device, applicationState == .background { return }
        let session = app.connection.session
        if reason == .foreground, session.orientation == consideredOrientation { return }
        consideredOrientation = session.orientation
        let top = root.topFullScreenController(on: session.profile)
        switch reason {
        case .device, .foreground, .update:
            if session.profile < .ios17, !top.shouldAutorotate { return }
        case .window, .presentation: break
        }
        let ofApp =
            delegate?.application(self, supportedInterfaceOrientationsFor: window)
            ?? supportedInterfaceOrientations(for: window)
        let ofController = top.supportedInterfaceOrientations
        let allowed = ofApp.intersection(ofController).orientations
        guard !allowed.isEmpty else {
            let problem =
                "\(ofController.rawValue) has no orientation in common with "
                + "\(ofApp.rawValue) of the app"
            return RuntimeIssue(
                .exception, "\(type(of: top)).supportedInterfaceOrientations", problem
            ).report(of: app)
        }
        let now = app.surroundings.interface
        var next = now.next(
            on: session.orientation, allowed: allowed, isLocked: session.isRotationLocked)
        if reason == .presentation || !allowed.contains(now) {
            let preferred = top.preferredInterfaceOrientationForPresentation.orientation
            if let preferred, preferred != now, allowed.contains(preferred) { next = preferred }
        }
        guard next != now else { return }
        turn(to: next, tellsControllers: reason != .window)
    }

    private func turn(to next: InterfaceOrientation, tellsControllers: Bool) {
        guard let app else { return }
        let now = app.surroundings.interface
        let sizeBefore = UIScreen.main.bounds.size
        let windows = windows.filter(\.isShown)
        let isTurnedOver = now.isLandscape == next.isLandscape
        let follows = UIScreen.main.followsInterface
        func size(of window: UIWindow) -> CGSize {
            let size = follows ? window.bounds.size : window.contentSize
            return isTurnedOver ? size : CGSize(width: size.height, height: size.width)
        }
        let coordinator = TurnCoordinator()
        if tellsControllers {
            postOrientation(Self.willChangeStatusBarOrientationNotification, next)
            for window in windows {
                for controller in window.controllersInFront {
                    if follows {
                        controller.viewWillTransition(to: size(of: window), with: coordinator)
                    } else {
                        controller.willRotate(to: UIInterfaceOrientation(next), duration: 0.3)
                    }
                }
            }
        }
        let sizes = windows.map { ($0, size(of: $0)) }
        app.surroundings.interface = next
        for (window, size) in sizes {
            if follows, window.bounds.size == sizeBefore { window.frame.size = size }
            let content = CGRect(origin: .zero, size: window.contentSize)
            for controller in window.controllersInFront {
                controller.viewIfLoaded?.frame = content
            }
        }
        guard tellsControllers else { return }
        coordinator.runAnimations()
        postOrientation(Self.didChangeStatusBarOrientationNotification, now)
        coordinator.runCompletions()
        guard !follows else { return }
        for controller in windows.flatMap(\.controllersInFront) {
            controller.didRotate(from: UIInterfaceOrientation(now))
        }
    }

    private func postOrientation(_ name: Notification.Name, _ orientation: InterfaceOrientation) {
        let info = [Self.statusBarOrientationUserInfoKey: NSNumber(value: orientation.rawValue)]
        NotificationCenter.default.post(name, self, info)
    }
}

extension UIApplication {
    /// The interface is about to turn; `userInfo` has the new orientation.
    public nonisolated static var willChangeStatusBarOrientationNotification: Notification.Name {
        observedName("UIApplicationWillChangeStatusBarOrientationNotification")
    }
    /// The interface has turned; `userInfo` has the previous orientation.
    public nonisolated static var didChangeStatusBarOrientationNotification: Notification.Name {
        observedName("UIApplicationDidChangeStatusBarOrientationNotification")
    }
    /// Key of the two notifications above: an `NSNumber` with the orientation's number.
    public nonisolated static let statusBarOrientationUserInfoKey =
        "UIApplicationStatusBarOrientationUserInfoKey"
}

/// A window that an application knows, and does not own.
struct ShownWindow {
    weak var window: UIWindow?
}

extension UIWindow {
    /// The root controller, and those that have been presented over it, in that order.
    fileprivate var controllersInFront: [UIViewController] {
        var found: [UIViewController] = []
        var next = rootViewController
        while let current = next, !current.isBeingPresented {
            found.append(current)
            next = current.presentedViewController
        }
        return found
    }
}

extension UIViewController {
    /// The controller that decides how the interface may turn.
    func topFullScreenController(on profile: PhoneProfile) -> UIViewController {
        var top = self
        while let next = top.presentedViewController, !next.isBeingDismissed,
            next.coversScreen(on: profile)
        {
            top = next
        }
        return top
    }

    /// Source: UIKit, `UIModalPresentationStyle`: from iOS 13 the system presents a sheet unless a
    /// controller asks for more, and before a sheet covers a small screen.
    private func coversScreen(on profile: PhoneProfile) -> Bool {
        switch modalPresentationStyle {
        case .fullScreen, .overFullScreen: true
        case .automatic, .pageSheet, .formSheet: profile < .ios13
        case .currentContext, .overCurrentContext, .custom, .popover, .none: false
        }
    }
}
