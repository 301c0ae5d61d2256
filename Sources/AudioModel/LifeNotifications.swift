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
