import AudioModel

// The media server ends and restarts.

extension PolicyMachine {
    /// Invalidates all players and sessions: every app has to create them again, with a session in
    /// its default state.
    ///
    /// Source: Apple technical Q&A 1749; Audio Session Programming Guide, "Responding to Media
    /// Server Failure".
    mutating func loseMediaServices() {
        guard !device.areMediaServicesLost else { return }
        device.areMediaServicesLost = true
        changeEffects.append(.deviceChanged(.mediaServices(areThere: false)))
        guard rules.hold(.mediaResetEndsSessions) else { return }
        for app in runningApps {
            makeInactive(app)
            endOverride(of: app)
            let kept = apps[app]?.session
            let category: SessionCategory =
                rules.hold(.sessionStartsSoloAmbient) ? .soloAmbient : .playback
            apps[app]?.session = Session(category: category)
            // Preferences survive the media server.
            apps[app]?.session.prefersNoInterruptions = kept?.prefersNoInterruptions ?? false
            apps[app]?.session.prefersDisconnectInterruption =
                kept?.prefersDisconnectInterruption ?? true
        }
        interruptedApps.removeAll()
        waitingApps = [:]
        for id in liveStreams where streams[id]?.kind.isDeviceSound == false {
            if streams[id]?.kind.isSystemSound == true {
                endStream(
                    id, .stopped, .mediaResetEndsSessions, "the media services were reset")
            } else {
                streams[id]?.systemHold = .mediaReset
            }
        }
        for app in runningApps { tell(app, .mediaServicesLost) }
    }

    mutating func resetMediaServices() {
        loseMediaServices()
        device.areMediaServicesLost = false
        changeEffects.append(.deviceChanged(.mediaServices(areThere: true)))
        guard rules.hold(.mediaResetEndsSessions) else { return }
        for app in runningApps { tell(app, .mediaServicesReset) }
    }

    /// The running apps in the order of their numbers, which is the order of launch.
    private var runningApps: [AppID] { apps.keys.sorted() }
}
