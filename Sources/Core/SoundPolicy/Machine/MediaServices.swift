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
        for app in apps.ids {
            makeInactive(app)
            endOverride(of: app)
            guard let kept = apps[app]?.session else { continue }
            var session = initialSession
            // Preferences survive the media server.
            session.prefersNoInterruptions = kept.prefersNoInterruptions
            session.prefersDisconnectInterruption = kept.prefersDisconnectInterruption
            apps[app]?.session = session
        }
        interruptedApps.removeAll()
        for id in streams.ids where streams[id]?.kind.isDeviceSound == false {
            if streams[id]?.kind.isSystemSound == true {
                endStream(id, .mediaResetEndsSessions, .endedByMediaReset)
            } else {
                streams[id]?.systemHold = .mediaReset
            }
        }
        for app in apps.ids { tell(app, .mediaServicesLost) }
    }

    mutating func resetMediaServices() {
        loseMediaServices()
        device.areMediaServicesLost = false
        changeEffects.append(.deviceChanged(.mediaServices(areThere: true)))
        guard rules.hold(.mediaResetEndsSessions) else { return }
        for app in apps.ids { tell(app, .mediaServicesReset) }
    }
}
