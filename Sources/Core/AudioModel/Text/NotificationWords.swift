extension AppState {
    /// The scenario language's word.
    package var words: String { self == .notRunning ? "not-running" : rawValue }
}

extension AppNotification {
    /// The scenario language's words: the event, and its detail if it has one.
    package var words: (event: String, detail: String) {
        switch self {
        case .interruptionBegan(let reason):
            ("interruption.began", reason.map { "reason \($0.word)" } ?? "")
        case .interruptionEnded(let shouldResume):
            ("interruption.ended", shouldResume ? "shouldResume" : "noResume")
        case .routeChanged(let reason, _): ("route-change", reason.word)
        case .secondaryAudioHint(let begins): (begins ? "hint.begin" : "hint.end", "")
        case .outputVolumeChanged(let volume): ("volume", shortest(volume))
        case .mediaServicesLost: ("media-services.lost", "")
        case .mediaServicesReset: ("media-services.reset", "")
        case .remoteCommand(let command): ("command", command.words)
        case .callRequested(let event): ("call", event.rawValue)
        case .willFinishLaunching(let launch): ("willFinishLaunching", launch.words)
        case .didFinishLaunching: ("didFinishLaunching", "")
        case .openURL(let url): ("openURL", url)
        case .didBecomeActive: ("didBecomeActive", "")
        case .willResignActive: ("willResignActive", "")
        case .didEnterBackground(let state):
            ("didEnterBackground", state == .background ? "" : state.words)
        case .willEnterForeground: ("willEnterForeground", "")
        case .willTerminate: ("willTerminate", "")
        case .didReceiveMemoryWarning: ("didReceiveMemoryWarning", "")
        case .willChangeStatusBarFrame: ("willChangeStatusBarFrame", "")
        case .didChangeStatusBarFrame: ("didChangeStatusBarFrame", "")
        case .changed(let change): ("changed", change.rawValue)
        case .backgroundTaskExpires(let task): ("backgroundTaskExpires", "\(task.rawValue)")
        }
    }
}

extension InterruptionReason {
    /// Apple's case name.
    package var word: String {
        switch self {
        case .default: "default"
        case .appWasSuspended: "appWasSuspended"
        case .builtInMicMuted: "builtInMicMuted"
        case .routeDisconnected: "routeDisconnected"
        }
    }
}

extension RouteChangeReason {
    /// Apple's case name.
    package var word: String {
        switch self {
        case .unknown: "unknown"
        case .newDeviceAvailable: "newDeviceAvailable"
        case .oldDeviceUnavailable: "oldDeviceUnavailable"
        case .categoryChange: "categoryChange"
        case .override: "override"
        case .wakeFromSleep: "wakeFromSleep"
        case .noSuitableRouteForCategory: "noSuitableRouteForCategory"
        case .routeConfigurationChange: "routeConfigurationChange"
        }
    }
}

extension Launch {
    fileprivate var words: String {
        switch self {
        case .byUser: ""
        case .byURL(let url): "url \(url)"
        case .inBackground(let work): "background \(work.rawValue)"
        }
    }
}

extension KillReason {
    /// A clause in the present tense without a subject.
    package var words: String {
        switch self {
        case .hung(let callback): "is killed: it has not returned from \(callback.rawValue)"
        case .backgroundTimeIsOut: "is killed: its background task is still open"
        case .memory: "is killed: its memory is needed"
        }
    }
}
