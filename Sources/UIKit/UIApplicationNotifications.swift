import Foundation

// Notification names of the life cycle. The application posts each on the main thread beside the
// delegate's method of the same name, with or without a delegate.

extension UIApplication {
    /// The launch has finished; `userInfo` has the launch options.
    public nonisolated static var didFinishLaunchingNotification: Notification.Name {
        heard("UIApplicationDidFinishLaunchingNotification")
    }
    /// The app has become active.
    public nonisolated static var didBecomeActiveNotification: Notification.Name {
        heard("UIApplicationDidBecomeActiveNotification")
    }
    /// The app is about to become inactive.
    public nonisolated static var willResignActiveNotification: Notification.Name {
        heard("UIApplicationWillResignActiveNotification")
    }
    /// The app has entered the background.
    public nonisolated static var didEnterBackgroundNotification: Notification.Name {
        heard("UIApplicationDidEnterBackgroundNotification")
    }
    /// The app is about to enter the foreground.
    public nonisolated static var willEnterForegroundNotification: Notification.Name {
        heard("UIApplicationWillEnterForegroundNotification")
    }
    /// The app is about to be terminated.
    public nonisolated static var willTerminateNotification: Notification.Name {
        heard("UIApplicationWillTerminateNotification")
    }
    /// The system is short of memory.
    public nonisolated static var didReceiveMemoryWarningNotification: Notification.Name {
        heard("UIApplicationDidReceiveMemoryWarningNotification")
    }
    /// Midnight has passed, or the time zone or daylight saving has changed.
    public nonisolated static var significantTimeChangeNotification: Notification.Name {
        heard("UIApplicationSignificantTimeChangeNotification")
    }
    /// Protected files are about to become unreadable.
    public nonisolated static var protectedDataWillBecomeUnavailableNotification: Notification.Name
    {
        heard("UIApplicationProtectedDataWillBecomeUnavailable")
    }
    /// Protected files are readable again.
    public nonisolated static var protectedDataDidBecomeAvailableNotification: Notification.Name {
        heard("UIApplicationProtectedDataDidBecomeAvailable")
    }
    /// The status bar's frame is about to change; `userInfo` has the new frame.
    public nonisolated static var willChangeStatusBarFrameNotification: Notification.Name {
        heard("UIApplicationWillChangeStatusBarFrameNotification")
    }
    /// The status bar's frame has changed; `userInfo` has the previous frame.
    public nonisolated static var didChangeStatusBarFrameNotification: Notification.Name {
        heard("UIApplicationDidChangeStatusBarFrameNotification")
    }
    /// Key of the two notifications above: an `NSValue` with a rectangle in points.
    public nonisolated static let statusBarFrameUserInfoKey =
        "UIApplicationStatusBarFrameUserInfoKey"
}

extension Notification.Name {
    // Names that belong to modules without a counterpart here.

    /// An accessory was connected.
    public static var EAAccessoryDidConnect: Notification.Name {
        heard("EAAccessoryDidConnectNotification")
    }
    /// An accessory was disconnected.
    public static var EAAccessoryDidDisconnect: Notification.Name {
        heard("EAAccessoryDidDisconnectNotification")
    }
    /// The user's iCloud account has changed.
    public static var NSUbiquityIdentityDidChange: Notification.Name {
        heard("NSUbiquityIdentityDidChangeNotification")
    }
}

/// Makes a notification name. A simulated app that asks for one gets an application that posts it,
/// even if it was launched without one.
func heard(_ name: String) -> Notification.Name {
    LifeCycleObserver.begin()
    return Notification.Name(name)
}
