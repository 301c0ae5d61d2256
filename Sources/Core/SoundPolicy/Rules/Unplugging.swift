import AudioModel

/// An unplugged port, with the sessions that had it in their own route.
struct LostPort {
    var port: Port
    /// The own routes of active and interrupted sessions that contained the port. Looked up, never
    /// iterated.
    var ownRoutes: [AppID: Route] = [:]
}

/// Whether the system stops an app's sound when its output is unplugged: it pauses the music player
/// and interrupts the Now Playing app, unless that app has refused it.
///
/// Source: iPod Library Access Programming Guide; the public AVAudioSession header of iOS 17,
/// `routeDisconnected` and `setPrefersInterruptionOnRouteDisconnect`.
func isStoppedByUnplug(
    _ role: AppRole, _ session: Session, _ profile: PhoneProfile, rules: RuleSet
) -> Bool {
    switch role {
    case .musicPlayer: return rules.hold(.unplugPausesMusicPlayer)
    case .nowPlaying:
        let refuses =
            rules.hold(.disconnectInterruptionCanBeRefused)
            && !session.prefersDisconnectInterruption
        return rules.hold(.unplugInterruptsNowPlaying) && profile.interruptsOnDisconnect && !refuses
    case .ordinary, .speech: return false
    }
}

/// Returns the notification of a route change for one app.
///
/// An interrupted app that did not have the unplugged port in its own route gets `categoryChange`:
/// its device is still connected. An app that has lost the port behind another route gets its own
/// route as the previous one.
///
/// Source: Audio Session Programming Guide, "Responding to Route Changes"; that a session is judged
/// by its own route is ours (`docs/facts.md`).
func routeChange(
    _ reason: RouteChangeReason, from previous: Route, for app: AppID, isInterrupted: Bool,
    losing lost: LostPort?
) -> AppNotification {
    guard let lost else { return .routeChanged(reason, previous: previous) }
    if let own = lost.ownRoutes[app] {
        guard previous.outputs.contains(lost.port) else {
            return .routeChanged(.oldDeviceUnavailable, previous: own)
        }
    } else if reason == .oldDeviceUnavailable, isInterrupted {
        return .routeChanged(.categoryChange, previous: previous)
    }
    return .routeChanged(reason, previous: previous)
}
