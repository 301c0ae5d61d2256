/// The properties of an app that the device knows before the app runs.
public struct AppDescription: Hashable, Sendable {
    /// The app's name, for reports.
    public var name: String
    /// The values of `UIBackgroundModes` in the app's `Info.plist`, in their order.
    public var backgroundModes: [String]
    /// Whether the app is the Now Playing app, a music player, or the speech of another app.
    public var role: AppRole
    /// The value of `UIApplicationExitsOnSuspend`: the app ends where others enter the background.
    public var exitsOnSuspend = false
    /// The memory that is freed when the app ends, in megabytes.
    public var footprint = 50
    /// Whether the app's library reports the app's return from a `WatchedCallback`
    /// (`AppRequest.returned`). Only then is the app killed when it does not return in time, and
    /// only then does its termination wait for the return.
    public var answersCallbacks = false
    /// The remote commands that the app takes from its launch on
    /// (`AppRequest.enableRemoteCommands`).
    public var commands: RemoteCommands = []
    /// The app that this app plays for, as that app's own music player or its speech; `nil` for an
    /// app by itself.
    public var client: AppID?

    public init(name: String, backgroundModes: [String] = [], role: AppRole = .ordinary) {
        self.name = name
        self.backgroundModes = backgroundModes
        self.role = role
    }
}

/// The part that an app plays for the system's media controls.
public enum AppRole: String, CaseIterable, Hashable, Sendable {
    case ordinary
    case nowPlaying
    case musicPlayer
    /// Speaks for another app, in a session apart from that app's (`AppDescription.client`).
    case speech
}
