package import AudioModel

// Time limits of apps in the background.

extension PhoneProfile {
    /// The total time of the background tasks of one period in the background.
    ///
    /// Source: developers' reports of each generation; Apple does not publish it
    /// (`docs/facts.md`).
    package var backgroundTaskLimit: HostInterval {
        switch self {
        case .ios3: .zero
        case .ios6: .seconds(600)
        case .ios8: .seconds(180)
        case .ios13, .ios17, .ios26: .seconds(30)
        }
    }
}

extension PolicyConfiguration {
    /// Returns how long the system runs an app for some work.
    ///
    /// Source: App Programming Guide for iOS, "Background Execution", for accessories; developers'
    /// reports for the others.
    package func window(for work: BackgroundWork) -> HostInterval {
        switch work {
        case .fetch, .remoteNotification, .processing: fetchWindow
        case .location, .externalAccessory, .bluetooth, .audio: accessoryWindow
        }
    }

    /// Returns the time limit for an app to return from a callback.
    ///
    /// Source: App Programming Guide for iOS, "Strategies for Handling App State Transitions".
    package func limit(of callback: WatchedCallback) -> HostInterval {
        switch callback {
        case .didFinishLaunching: launchLimit
        case .didEnterBackground: enterBackgroundLimit
        case .willTerminate: terminateLimit
        }
    }
}
