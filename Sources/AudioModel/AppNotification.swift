/// What the server tells an app, in order.
public enum AppNotification: Hashable, Sendable {
    /// With the reason that is posted: `nil` before iOS 14.5, but for a suspension, which has a key
    /// of its own.
    case interruptionBegan(reason: InterruptionReason?)
    case interruptionEnded(shouldResume: Bool)
    case routeChanged(RouteChangeReason, previous: Route)
    case secondaryAudioHint(begins: Bool)
    case outputVolumeChanged(Float)
    case mediaServicesLost
    case mediaServicesReset
    /// The user asks it to play, pause or the like, from elsewhere than its own screen.
    case remoteCommand(RemoteCommand)

    // Its life. `KnownAppState` says what `applicationState` is inside each.

    case willFinishLaunching(Launch)
    case didFinishLaunching
    /// After the launch, or after `willEnterForeground`.
    case openURL(String)
    case didBecomeActive
    case willResignActive
    /// With what `applicationState` is then: `.inactive` for a locked phone before iOS 7.
    case didEnterBackground(AppState = .background)
    case willEnterForeground
    case willTerminate
    case didReceiveMemoryWarning
    /// A call's bar at the top of the screen appears or goes.
    case willChangeStatusBarFrame
    case didChangeStatusBarFrame
    /// One notification a kind when it has been suspended, and before anything else.
    case changed(SystemChange)
    /// The time of this task is nearly out: it is to be ended now.
    case backgroundTaskExpires(BackgroundTaskID)
}

/// Raw values are Apple's.
public enum InterruptionReason: UInt, CaseIterable, Hashable, Sendable {
    case `default` = 0
    case appWasSuspended = 1
    case builtInMicMuted = 2
    case routeDisconnected = 4
}

extension AppNotification {
    /// Whether it is about the app's life, rather than its session.
    package var isOfLifeCycle: Bool {
        switch self {
        case .willFinishLaunching, .didFinishLaunching, .openURL, .didBecomeActive,
            .willResignActive, .didEnterBackground, .willEnterForeground, .willTerminate,
            .didReceiveMemoryWarning, .willChangeStatusBarFrame, .didChangeStatusBarFrame,
            .changed, .backgroundTaskExpires:
            true
        case .interruptionBegan, .interruptionEnded, .routeChanged, .secondaryAudioHint,
            .outputVolumeChanged, .mediaServicesLost, .mediaServicesReset, .remoteCommand:
            false
        }
    }

    /// Whether the app hears of it from its application object, rather than from its session.
    package var isForApplication: Bool {
        if case .remoteCommand = self { return true }
        return isOfLifeCycle
    }
}
