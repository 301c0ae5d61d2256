/// A notification that the server delivers to an app, in order.
public enum AppNotification: Hashable, Sendable {
    /// The reason is the one that is posted: `nil` before iOS 14.5, except for a suspension, which
    /// has a key of its own.
    case interruptionBegan(reason: InterruptionReason?)
    case interruptionEnded(shouldResume: Bool)
    case routeChanged(RouteChangeReason, previous: Route)
    case secondaryAudioHint(begins: Bool)
    case outputVolumeChanged(Float)
    case mediaServicesLost
    case mediaServicesReset
    /// The user asks for playback, a pause or the like, elsewhere than on the app's own screen.
    case remoteCommand(RemoteCommand)
    /// The user answers, ends, holds or resumes the app's VoIP call on the system's screen: the
    /// app's provider of calls carries it out, and reports it with `AppRequest.call`.
    case callRequested(AppCallEvent)

    // Life-cycle notifications. `KnownAppState` gives the value of `applicationState` inside each.

    case willFinishLaunching(Launch)
    case didFinishLaunching
    /// Follows the launch or `willEnterForeground`.
    case openURL(String)
    case didBecomeActive
    case willResignActive
    /// The payload is `applicationState` at that moment: `.inactive` for a locked phone before iOS
    /// 7.
    case didEnterBackground(AppState = .background)
    case willEnterForeground
    case willTerminate
    case didReceiveMemoryWarning
    /// The bar of a call at the top of the screen appears or disappears.
    case willChangeStatusBarFrame
    case didChangeStatusBarFrame
    /// After a suspension, one notification of each kind, before all others.
    case changed(SystemChange)
    /// The time of this task is nearly over; the app has to end the task now.
    case backgroundTaskExpires(BackgroundTaskID)
}

/// The reason of an interruption. Raw values are Apple's.
public enum InterruptionReason: UInt, CaseIterable, Hashable, Sendable {
    case `default` = 0
    case appWasSuspended = 1
    case builtInMicMuted = 2
    case routeDisconnected = 4
}

extension AppNotification {
    /// Whether the notification is about the app's life cycle and not about its session.
    package var isLifeCycleNotification: Bool {
        switch self {
        case .willFinishLaunching, .didFinishLaunching, .openURL, .didBecomeActive,
            .willResignActive, .didEnterBackground, .willEnterForeground, .willTerminate,
            .didReceiveMemoryWarning, .willChangeStatusBarFrame, .didChangeStatusBarFrame,
            .changed, .backgroundTaskExpires:
            true
        case .interruptionBegan, .interruptionEnded, .routeChanged, .secondaryAudioHint,
            .outputVolumeChanged, .mediaServicesLost, .mediaServicesReset, .remoteCommand,
            .callRequested:
            false
        }
    }

    /// Whether the app receives the notification from its application object and not from its
    /// session.
    package var isForApplication: Bool {
        switch self {
        case .remoteCommand, .callRequested: true
        default: isLifeCycleNotification
        }
    }
}
