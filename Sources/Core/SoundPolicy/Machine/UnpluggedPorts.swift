import AudioModel

// Unplugged ports, and the sessions that had their output there.

extension PolicyMachine {
    /// Removes a port. A session loses its output with it when it played there, and also when it
    /// would have played there without the call, the recording or the later session that decides
    /// the route at present: otherwise it would continue from the loudspeaker afterwards.
    ///
    /// Source: Audio Session Programming Guide, "Responding to Route Changes"; that a session is
    /// judged by its own route is ours (`docs/facts.md`).
    mutating func unplug(_ port: Port) {
        guard device.accessories.contains(port) else { return }
        let lost = lostPort(port)
        device.accessories.removeAll { $0 == port }
        if !hasHeadsetButton { endHeadsetSeek() }
        device.pickedOutputs.removeAll { $0.port == port }
        if device.callOutput == port { device.callOutput = nil }
        endOverrides()
        let before = currentRoute
        refreshRoute(.oldDeviceUnavailable, losing: lost)
        if before == currentRoute { notifyOwnLosses(lost) }
        let isOutputLost = before.outputs != currentRoute.outputs && before.outputs.contains(port)
        if isOutputLost, configuration.unplugHoldsEverything { holdSessionSounds() }
        pausePlayers(losing: lost, isOutputLost: isOutputLost)
    }

    private func lostPort(_ port: Port) -> LostPort {
        var lost = LostPort(port: port)
        for app in activeApps + interruptedApps {
            guard let session = routedSession(of: app) else { continue }
            let route = ownRoute(of: session)
            if route.outputs.contains(port) { lost.ownRoutes[app] = route }
        }
        return lost
    }

    // MARK: Notifications

    /// Notifies the apps that have lost their own output although the present route has not
    /// changed.
    private mutating func notifyOwnLosses(_ lost: LostPort) {
        guard rules.hold(.routeChangeIsTold) else { return }
        for app in audience {
            guard let own = lost.ownRoutes[app] else { continue }
            tell(app, .routeChanged(.oldDeviceUnavailable, previous: own))
        }
    }

    // MARK: Paused streams

    private mutating func holdSessionSounds() {
        for id in streams.ids where streams[id]?.kind.isSessionSound == true { hold(id) }
    }

    private mutating func holdSessionSounds(of app: AppID) {
        for id in streams.of(app) where streams[id]?.kind.isSessionSound == true { hold(id) }
    }

    private mutating func hold(_ id: StreamID) {
        if streams[id]?.isHeld == false { streams[id]?.systemHold = .routeLost }
    }

    /// Pauses the music player, and interrupts the Now Playing app without resumption. When they
    /// are already interrupted, the end of that interruption carries no `shouldResume`.
    ///
    /// Source: iPod Library Access Programming Guide; the public AVAudioSession header of iOS 17,
    /// `routeDisconnected`; the behaviour of interrupted apps is ours (`docs/facts.md`).
    private mutating func pausePlayers(losing lost: LostPort, isOutputLost: Bool) {
        for app in interruptedApps where lost.ownRoutes[app] != nil {
            guard configuration.unplugHoldsEverything || isStoppedByUnplug(app) else { continue }
            apps[app]?.session.interruption?.hasLostRoute = true
        }
        for app in activeApps where isOutputLost || lost.ownRoutes[app] != nil {
            if configuration.unplugHoldsEverything { holdSessionSounds(of: app) }
            guard isStoppedByUnplug(app) else { continue }
            if apps[app]?.description.role == .musicPlayer {
                holdSessionSounds(of: app)
            } else {
                interrupt(app, by: nil, reason: .routeDisconnected)
            }
        }
    }

    private func isStoppedByUnplug(_ app: AppID) -> Bool {
        guard let app = apps[app] else { return false }
        return SoundPolicy.isStoppedByUnplug(
            app.description.role, app.session, configuration.profile, rules: rules)
    }

    /// Keeps the streams of an app paused when its interruption has ended and its output was
    /// unplugged meanwhile.
    mutating func holdForLostRoute(_ app: AppID) {
        for id in streams.of(app) where streams[id]?.systemHold == .interruption {
            streams[id]?.systemHold = .routeLost
        }
    }
}
