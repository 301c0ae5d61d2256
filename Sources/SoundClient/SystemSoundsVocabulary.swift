import AudioModel

/// Why a file did not become a system sound.
public enum SystemSoundProblem: Error, Hashable, Sendable {
    /// There is no such file, or it cannot be read.
    case unreadable
    /// Another kind of file or coding than the documents allow, or not a sound at all.
    case unsupported
    /// Longer than 30 seconds.
    case tooLong
}

/// What an app can set of one system sound.
public enum SystemSoundProperty: Hashable, Sendable {
    /// Whether it is silent where the user has turned user-interface sounds off. No setting of a
    /// phone turns an app's sounds off, so it changes nothing that is heard.
    case isUISound
    /// Whether it goes on to its end when the app dies.
    case completesPlaybackIfAppDies

    var defaultValue: Bool {
        switch self {
        case .isUISound: true
        case .completesPlaybackIfAppDies: false
        }
    }
}

/// What an app wants called each time a sound has ended, and where.
public struct SystemSoundCompletion: Sendable {
    /// Runs a block later, where the app wants its call; never at once.
    var schedule: @Sendable (_ block: @escaping @Sendable () -> Void) -> Void
    var run: @Sendable (_ id: SystemSounds.ID) -> Void

    public init(
        schedule: @escaping @Sendable (_ block: @escaping @Sendable () -> Void) -> Void,
        run: @escaping @Sendable (_ id: SystemSounds.ID) -> Void
    ) {
        self.schedule = schedule
        self.run = run
    }
}
