public import Foundation

// Notification names of the life cycle. The application posts each on the main thread beside the
// delegate's method of the same name, with or without a delegate.

extension UIApplication {
    /// The launch has finished; `userInfo` has the launch options.
    public nonisolated static var didFinishLaunchingNotification: Notification.Name {
        observedName("UIApplicationDidFinishLaunchingNotification")
    }
    /// The app has become active.
    public nonisolated static var didBecomeActiveNotification: Notification.Name {
        observedName("UIApplicationDidBecomeActiveNotification")
    }
    /// The app is about to become inactive.
    public nonisolated static var willResignActiveNotification: Notification.Name {
        observedName("UIApplicationWillResignActiveNotification")
    }
    /// The app has entered the background.
    public nonisolated static var didEnterBackgroundNotification: Notification.Name {
        observedName("UIApplicationDidEnterBackgroundNotification")
    }
    /// The app is about to enter the foreground.
    public nonisolated static var willEnterForegroundNotification: Notification.Name {
        observedName("UIApplicationWillEnterForegroundNotification")
    }
    /// The app is about to be terminated.
    public nonisolated static var willTerminateNotification: Notification.Name {
        observedName("UIApplicationWillTerminateNotification")
    }
    /// The system is short of memory.
    public nonisolated static var didReceiveMemoryWarningNotification: Notification.Name {
        observedName("UIApplicationDidReceiveMemoryWarningNotification")
    }
    /// Midnight has passed, or the time zone or daylight saving has changed.
    public nonisolated static var significantTimeChangeNotification: Notification.Name {
        observedName("UIApplicationSignificantTimeChangeNotification")
    }
    /// Protected files are about to become unreadable.
    public nonisolated static var protectedDataWillBecomeUnavailableNotification: Notification.Name
    {
        observedName("UIApplicationProtectedDataWillBecomeUnavailable")
    }
    /// Protected files are readable again.
    public nonisolated static var protectedDataDidBecomeAvailableNotification: Notification.Name {
        observedName("UIApplicationProtectedDataDidBecomeAvailable")
    }
    /// The status bar's frame is about to change; `userInfo` has the new frame.
    public nonisolated static var willChangeStatusBarFrameNotification: Notification.Name {
        observedName("UIApplicationWillChangeStatusBarFrameNotification")
    }
    /// The status bar's frame has changed; `userInfo` has the previous frame.
    public nonisolated static var didChangeStatusBarFrameNotification: Notification.Name {
        observedName("UIApplicationDidChangeStatusBarFrameNotification")
    }
    /// Key of the two notifications above: an `NSValue` with a rectangle in points.
    public nonisolated static let statusBarFrameUserInfoKey =
        "UIApplicationStatusBarFrameUserInfoKey"
}

extension Notification.Name {
    // Names that belong to modules without a counterpart here.

    /// An accessory was connected.
    public static var EAAccessoryDidConnect: Notification.Name {
        observedName("EAAccessoryDidConnectNotification")
    }
    /// An accessory was disconnected.
    public static var EAAccessoryDidDisconnect: Notification.Name {
        observedName("EAAccessoryDidDisconnectNotification")
    }
    /// The user's iCloud account has changed.
    public static var NSUbiquityIdentityDidChange: Notification.Name {
        observedName("NSUbiquityIdentityDidChangeNotification")
    }
}

/// Makes a notification name. A simulated app that asks for one gets an application that posts it,
/// even if it was launched without one.
func observedName(_ name: String) -> Notification.Name {
    LifeCycleObserver.begin()
    return Notification.Name(name)
}
