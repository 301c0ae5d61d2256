import Foundation

/// What an app does when its life changes. Every method may be left out.
///
/// Main thread. `UIApplication.applicationState` inside each is given; beside each comes a
/// notification, right after it where nothing else is said.
///
/// Sources: App Programming Guide for iOS, "Strategies for Handling App State Transitions"; UIKit's
/// reference of the notifications, which alone tells which comes first.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The first code of the app: `.inactive`, or `.background` when it is launched there.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// As before. When this or the one before returns `false`, a URL that the app was launched for
    /// is not opened.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// Called when the one with options is left out.
    func applicationDidFinishLaunching(_ application: UIApplication)

    /// After the launch, or on the way to the foreground.
    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool

    /// `.active`
    func applicationDidBecomeActive(_ application: UIApplication)

    /// `.active` still.
    func applicationWillResignActive(_ application: UIApplication)

    /// `.background`; `.inactive` on a locked phone before iOS 7. Ought to return within five
    /// seconds.
    func applicationDidEnterBackground(_ application: UIApplication)

    /// `.background` still. The notification comes before it.
    func applicationWillEnterForeground(_ application: UIApplication)

    /// Only where the app runs. Ought to return within five seconds.
    func applicationWillTerminate(_ application: UIApplication)

    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
    /// Midnight, another time zone, daylight saving.
    func applicationSignificantTimeChange(_ application: UIApplication)
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)

    /// A call's bar appears, or goes.
    func application(
        _ application: UIApplication, willChangeStatusBarFrame newStatusBarFrame: CGRect)
    func application(
        _ application: UIApplication, didChangeStatusBarFrame oldStatusBarFrame: CGRect)
}

extension UIApplicationDelegate {
    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        applicationDidFinishLaunching(application)
        return true
    }

    public func applicationDidFinishLaunching(_ application: UIApplication) {}

    public func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool { false }

    public func applicationDidBecomeActive(_ application: UIApplication) {}
    public func applicationWillResignActive(_ application: UIApplication) {}
    public func applicationDidEnterBackground(_ application: UIApplication) {}
    public func applicationWillEnterForeground(_ application: UIApplication) {}
    public func applicationWillTerminate(_ application: UIApplication) {}
    public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
    public func applicationSignificantTimeChange(_ application: UIApplication) {}
    public func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}
    public func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}
    public func application(
        _ application: UIApplication, willChangeStatusBarFrame newStatusBarFrame: CGRect
    ) {}
    public func application(
        _ application: UIApplication, didChangeStatusBarFrame oldStatusBarFrame: CGRect
    ) {}
}
