import AudioModel

/// The command that an app gets when the user asks for one; `nil` where it takes none that does it.
///
/// An app that takes only `play` and `pause` gets the one that toggles; one that takes only the
/// toggle gets that where it does what was asked.
///
/// Source: the public MPRemoteCommandCenter header; for the headset's button developers' reports
/// disagree (`PolicyConfiguration.togglesBecomePlayOrPause`).
package func commandDelivered(
    for command: RemoteCommand, to enabled: RemoteCommands, isPlaying: Bool,
    togglesBecomePlayOrPause: Bool = true
) -> RemoteCommand? {
    if enabled.contains(command) { return command }
    guard togglesBecomePlayOrPause else { return nil }
    let other: RemoteCommand
    switch command {
    case .togglePlayPause: other = isPlaying ? .pause : .play
    case .play where !isPlaying, .pause where isPlaying: other = .togglePlayPause
    case .play, .pause, .stop, .nextTrack, .previousTrack: return nil
    }
    return enabled.contains(other) ? other : nil
}

/// What presses of a headset's button in a row ask for; `nil` for a number that means nothing.
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

/// One app that remote commands could be for.
package struct NowPlayingCandidate: Hashable, Sendable {
    package var app: AppID
    package var enabled: RemoteCommands
    package var role: AppRole
    /// Larger for apps whose session, one that does not mix, began to play later; 0 for never.
    package var playOrder: Int
    /// Whether it runs, or can be woken for a command.
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

/// The app that remote commands are for: of those that take any, the one whose session, one that
/// does not mix, began to play last; while there is none, the one described as a player.
///
/// One that is suspended and cannot be woken comes last, after the app in front.
///
/// Source: the public MPRemoteCommandCenter header; Apple's "Becoming a now playable app"; that an
/// app that has not played yet counts by its role, and that one that cannot be woken comes last, is
/// our choice (`docs/facts.md`).
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
