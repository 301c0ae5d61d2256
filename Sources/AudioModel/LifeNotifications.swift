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
            .outputVolumeChanged, .mediaServicesLost, .mediaServicesReset:
            false
        }
    }
}
