import Foundation

// The names that observers of an app's life ask for. Each is posted on the main thread, by the
// application, beside the delegate's method of the same name, whether there is a delegate or not.

extension UIApplication {
    /// With the launch options as its `userInfo`.
    public nonisolated static var didFinishLaunchingNotification: Notification.Name {
        heard("UIApplicationDidFinishLaunchingNotification")
    }
    public nonisolated static var didBecomeActiveNotification: Notification.Name {
        heard("UIApplicationDidBecomeActiveNotification")
    }
    public nonisolated static var willResignActiveNotification: Notification.Name {
        heard("UIApplicationWillResignActiveNotification")
    }
    public nonisolated static var didEnterBackgroundNotification: Notification.Name {
        heard("UIApplicationDidEnterBackgroundNotification")
    }
    public nonisolated static var willEnterForegroundNotification: Notification.Name {
        heard("UIApplicationWillEnterForegroundNotification")
    }
    public nonisolated static var willTerminateNotification: Notification.Name {
        heard("UIApplicationWillTerminateNotification")
    }
    public nonisolated static var didReceiveMemoryWarningNotification: Notification.Name {
        heard("UIApplicationDidReceiveMemoryWarningNotification")
    }
    public nonisolated static var significantTimeChangeNotification: Notification.Name {
        heard("UIApplicationSignificantTimeChangeNotification")
    }
    public nonisolated static var protectedDataWillBecomeUnavailableNotification: Notification.Name
    {
        heard("UIApplicationProtectedDataWillBecomeUnavailable")
    }
    public nonisolated static var protectedDataDidBecomeAvailableNotification: Notification.Name {
        heard("UIApplicationProtectedDataDidBecomeAvailable")
    }
    /// With the new frame.
    public nonisolated static var willChangeStatusBarFrameNotification: Notification.Name {
        heard("UIApplicationWillChangeStatusBarFrameNotification")
    }
    /// With the frame of before.
    public nonisolated static var didChangeStatusBarFrameNotification: Notification.Name {
        heard("UIApplicationDidChangeStatusBarFrameNotification")
    }
    /// Key of the two above: an `NSValue` with a rectangle.
    public nonisolated static let statusBarFrameUserInfoKey =
        "UIApplicationStatusBarFrameUserInfoKey"
}

extension Notification.Name {
    // Of modules that there are not here.
    public static var EAAccessoryDidConnect: Notification.Name {
        heard("EAAccessoryDidConnectNotification")
    }
    public static var EAAccessoryDidDisconnect: Notification.Name {
        heard("EAAccessoryDidDisconnectNotification")
    }
    public static var NSUbiquityIdentityDidChange: Notification.Name {
        heard("NSUbiquityIdentityDidChangeNotification")
    }
}

/// A name that somebody asks for: a simulated app that does so has an application that posts it,
/// even if it was launched without one.
func heard(_ name: String) -> Notification.Name {
    LifeCycleObserver.begin()
    return Notification.Name(name)
}
