import Synchronization

// Settings that have no effect here, and what is the same for all players.
extension AVPlayer {
    /// Whether pictures may be shown elsewhere; kept only.
    public var allowsExternalPlayback: Bool {
        get { settings.withLock { $0.allowsExternalPlayback } }
        set { settings.withLock { $0.allowsExternalPlayback = newValue } }
    }

    /// Whether pictures are shown elsewhere: never.
    public var isExternalPlaybackActive: Bool { false }

    /// Whether another screen is used while it shows the app; kept only.
    public var usesExternalPlaybackWhileExternalScreenIsActive: Bool {
        get { settings.withLock { $0.usesExternalPlaybackWhileScreenIsActive } }
        set { settings.withLock { $0.usesExternalPlaybackWhileScreenIsActive = newValue } }
    }

    /// Whether pictures keep the display on; kept only.
    public var preventsDisplaySleepDuringVideoPlayback: Bool {
        get { settings.withLock { $0.preventsDisplaySleep } }
        set { settings.withLock { $0.preventsDisplaySleep = newValue } }
    }

    /// What happens to video in the background; kept only.
    public var audiovisualBackgroundPlaybackPolicy: AVPlayerAudiovisualBackgroundPlaybackPolicy {
        get { settings.withLock { $0.backgroundPolicy } }
        set { settings.withLock { $0.backgroundPolicy = newValue } }
    }

    /// Whether selections of media follow the user's settings; kept only.
    public var appliesMediaSelectionCriteriaAutomatically: Bool {
        get { settings.withLock { $0.appliesSelectionAutomatically } }
        set { settings.withLock { $0.appliesSelectionAutomatically = newValue } }
    }

    /// The output device; kept only, since there is one.
    public var audioOutputDeviceUniqueID: String? {
        get { settings.withLock { $0.outputDevice } }
        set { settings.withLock { $0.outputDevice = newValue } }
    }
}
