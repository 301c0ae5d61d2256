package import AudioModel

/// Returns the command to deliver to an app; `nil` when it takes no command of that effect.
///
/// An app that takes only `play` and `pause` gets the one that toggles; one that takes only the
/// toggle gets that when it has the requested effect.
///
/// Source: the public MPRemoteCommandCenter header; for the headset's button developers' reports
/// disagree (`PolicyConfiguration.togglesBecomePlayOrPause`).
package func commandDelivered(
    for command: RemoteCommand, to enabled: RemoteCommands, isPlaying: Bool,
    togglesBecomePlayOrPause: Bool = true
) -> RemoteCommand? {
    if enabled.contains(command.kind) { return command }
    guard togglesBecomePlayOrPause else { return nil }
    let other: RemoteCommand
    switch command {
    case .togglePlayPause: other = isPlaying ? .pause : .play
    case .play where !isPlaying, .pause where isPlaying: other = .togglePlayPause
    default: return nil
    }
    return enabled.contains(other.kind) ? other : nil
}

/// Returns the command for a number of presses of a headset's button; `nil` for a number without a
/// meaning.
///
/// Source: user guides of Apple's wired headsets.
package func command(forHeadsetPresses count: Int) -> RemoteCommand? {
    switch count {
    case 1: .togglePlayPause
    case 2: .nextTrack
    case 3: .previousTrack
    default: nil
    }
}

/// What a headset's button does that is pressed a number of times and held at the last press.
package enum HeadsetHold: Hashable, Sendable {
    case assistant
    /// Seeks until the button is released.
    case seek(RemoteCommandKind)
}

/// Returns what holding a headset's button does; `nil` for a number without a meaning.
///
/// - Parameter count: Number of presses, with the one that is held.
///
/// Source: user guides of Apple's wired headsets.
package func hold(forHeadsetPresses count: Int) -> HeadsetHold? {
    switch count {
    case 1: .assistant
    case 2: .seek(.seekForward)
    case 3: .seek(.seekBackward)
    default: nil
    }
}

/// One app that may receive remote commands.
package struct NowPlayingCandidate: Hashable, Sendable {
    package var app: AppID
    package var enabled: RemoteCommands
    package var role: AppRole
    /// The order in which non-mixable sessions last began to play; larger for later ones, 0 for
    /// never.
    package var playOrder: Int
    /// Whether the app runs, or can be run for a command.
    package var canRun: Bool
    package var isInFront: Bool

    package init(
        app: AppID, enabled: RemoteCommands, role: AppRole, playOrder: Int, canRun: Bool = true,
        isInFront: Bool = false
    ) {
        self.app = app
        self.enabled = enabled
        self.role = role
        self.playOrder = playOrder
        self.canRun = canRun
        self.isInFront = isInFront
    }
}

/// Returns the app that remote commands go to: among those that take any, the one with the
/// non-mixable session that began to play last; if there is none, an app with the role of a player.
///
/// A suspended app that cannot be run comes last, after the foreground app.
///
/// Source: the public MPRemoteCommandCenter header; Apple's "Becoming a now playable app"; that an
/// app that has not played yet ranks by its role, and that a suspended one that cannot be run comes
/// last, is our choice (`docs/facts.md`).
package func nowPlayingApp(among candidates: [NowPlayingCandidate]) -> AppID? {
    let takers = candidates.filter { !$0.enabled.isEmpty }
    if let app = lastPlayer(among: takers.filter(\.canRun)) { return app }
    guard let sleeper = lastPlayer(among: takers) else { return nil }
    return takers.first { $0.isInFront && $0.canRun }?.app ?? sleeper
}

private func lastPlayer(among takers: [NowPlayingCandidate]) -> AppID? {
    let last = takers.max { ($0.playOrder, $0.app) < ($1.playOrder, $1.app) }
    if let last, last.playOrder > 0 { return last.app }
    return takers.filter { $0.role != .ordinary }.map(\.app).max()
}
