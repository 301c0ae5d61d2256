public import Foundation

/// The life-cycle callbacks of an app. Every method is optional.
///
/// Main thread. Each comment names the `UIApplication.applicationState` during the call. A
/// notification of the same name follows each call, unless the comment says otherwise.
///
/// Sources: App Programming Guide for iOS, "Strategies for Handling App State Transitions"; UIKit's
/// reference of the notifications, the only source of their order.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The first call of a launch: state `.inactive`, or `.background` for a launch into the
    /// background.
    ///
    /// - Returns: Whether a URL that the app was launched for should be opened.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The second call of a launch, in the same state.
    ///
    /// - Returns: Whether a URL that the app was launched for should be opened; both calls must
    ///   agree.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The second call of a launch for delegates without the method with options.
    func applicationDidFinishLaunching(_ application: UIApplication)

    /// Opens a URL, after the launch or on the way to the foreground.
    ///
    /// - Returns: Whether the URL was handled.
    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool

    /// The app has become active: state `.active`.
    func applicationDidBecomeActive(_ application: UIApplication)

    /// The app is about to become inactive: state still `.active`.
    func applicationWillResignActive(_ application: UIApplication)

    /// The app has entered the background: state `.background`, or `.inactive` on a locked phone
    /// before iOS 7. Should return within five seconds.
    func applicationDidEnterBackground(_ application: UIApplication)

    /// The app is about to enter the foreground: state still `.background`. The notification
    /// precedes the call.
    func applicationWillEnterForeground(_ application: UIApplication)

    /// The app is about to be terminated; not called for a suspended app. Should return within five
    /// seconds.
    func applicationWillTerminate(_ application: UIApplication)

    /// The system is short of memory.
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
    /// Midnight has passed, or the time zone or daylight saving has changed.
    func applicationSignificantTimeChange(_ application: UIApplication)
    /// The phone is about to be locked, and protected files with it.
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)
    /// The phone was unlocked, and protected files are readable again.
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)

    /// The orientations that the interface may have, whatever a controller allows; asked whenever
    /// the interface may turn.
    func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask

    /// Whether the app's state is saved, after it has entered the background: from iOS 13.
    func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool
    /// Whether the saved state is restored, after `willFinishLaunching`: from iOS 13.
    func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool
    /// Whether the app's state is saved: before iOS 13.
    func application(_ application: UIApplication, shouldSaveApplicationState coder: NSCoder)
        -> Bool
    /// Whether the saved state is restored: before iOS 13.
    func application(_ application: UIApplication, shouldRestoreApplicationState coder: NSCoder)
        -> Bool
    /// Writes what the app as a whole needs, before the controllers write.
    func application(_ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder)
    /// Reads what the app as a whole has written, after the controllers have read.
    func application(_ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder)
    /// Makes the controller that had these identifiers, from the root's to its own.
    func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController?

    /// The call bar is about to appear or disappear; the frame is in points.
    func application(
        _ application: UIApplication, willChangeStatusBarFrame newStatusBarFrame: CGRect)
    /// The call bar has appeared or disappeared; the frame is the previous one, in points.
    func application(
        _ application: UIApplication, didChangeStatusBarFrame oldStatusBarFrame: CGRect)
}

extension UIApplicationDelegate {
    /// Returns true.
    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    /// Calls `applicationDidFinishLaunching(_:)` and returns true.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        applicationDidFinishLaunching(application)
        return true
    }

    /// Does nothing.
    public func applicationDidFinishLaunching(_ application: UIApplication) {}

    /// Returns false.
    public func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool { false }

    /// Does nothing.
    public func applicationDidBecomeActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillResignActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationDidEnterBackground(_ application: UIApplication) {
        application.delegateHandlesEntry = false
    }
    /// Does nothing.
    public func applicationWillEnterForeground(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillTerminate(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationSignificantTimeChange(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}
    /// Returns the orientations of the app's Info.plist.
    public func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask {
        application.supportedInterfaceOrientations(for: window)
    }
    /// Does nothing.
    public func application(
        _ application: UIApplication, willChangeStatusBarFrame newStatusBarFrame: CGRect
    ) {}
    /// Returns false.
    public func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { false }
    /// Returns false.
    public func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { false }
    /// Returns false.
    public func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool { false }
    /// Returns false.
    public func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool { false }
    /// Does nothing.
    public func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {}
    /// Does nothing.
    public func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) {}
    /// Returns `nil`.
    public func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { nil }
    /// Does nothing.
    public func application(
        _ application: UIApplication, didChangeStatusBarFrame oldStatusBarFrame: CGRect
    ) {}
}
