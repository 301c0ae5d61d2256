/// What the device knows of an app before it runs.
public struct AppDescription: Hashable, Sendable {
    public var name: String
    /// `UIBackgroundModes` of the app's `Info.plist`, in their order.
    public var backgroundModes: [String]
    /// Whether it is the Now-Playing app or the system's music player.
    public var role: AppRole
    /// `UIApplicationExitsOnSuspend`: it ends where others go to the background.
    public var exitsOnSuspend = false
    /// How much memory is won when it ends, in megabytes.
    public var footprint = 50
    /// Whether its library says when the app has returned from a `WatchedCallback`
    /// (`AppRequest.returned`). Only then is the app killed when it does not, and only then does
    /// its end wait for that.
    public var answersCallbacks = false
    /// The remote commands that it takes from its launch on (`AppRequest.enableRemoteCommands`).
    public var commands: RemoteCommands = []

    public init(name: String, backgroundModes: [String] = [], role: AppRole = .ordinary) {
        self.name = name
        self.backgroundModes = backgroundModes
        self.role = role
    }
}

public enum AppRole: String, CaseIterable, Hashable, Sendable {
    case ordinary
    case nowPlaying
    case musicPlayer
}
