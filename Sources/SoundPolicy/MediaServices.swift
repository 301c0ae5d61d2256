import AudioModel

// The process that plays for every app ends, and another takes its place.

extension PolicyMachine {
    /// Whatever an app had made is an orphan now; the app must make it anew, in a session that is
    /// as at the beginning.
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
            // Wishes are not properties of what is gone.
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

    /// In the order of their numbers, which is that of their launches.
    private var runningApps: [AppID] { apps.keys.sorted() }
}
