import AudioModel

// Unplugged ports, and the sessions that had their output there.

/// An unplugged port, with the sessions that had it in their own route.
struct LostPort {
    var port: Port
    /// The own routes of active and interrupted sessions that contained the port. Looked up, never
    /// iterated.
    var ownRoutes: [AppID: Route] = [:]
}

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
        device.pickedOutputs.removeAll { $0.port == port }
        if device.callOutput == port { device.callOutput = nil }
        endOverrides()
        let before = currentRoute
        refreshRoute(.oldDeviceUnavailable, losing: lost)
        if before == currentRoute { notifyOwnLosses(lost) }
        let isOutputLost =
            before.outputs != currentRoute.outputs && before.outputs.contains(port)
        if isOutputLost, configuration.unplugHoldsEverything { holdSessionSounds() }
        pausePlayers(losing: lost, isOutputLost: isOutputLost)
    }

    private func lostPort(_ port: Port) -> LostPort {
        var lost = LostPort(port: port)
        for app in Array(activeApps) + Array(interruptedApps) {
            guard let session = apps.read(app, { $0.pointee.session }) else { continue }
            let route = ownRoute(of: session)
            if route.outputs.contains(port) { lost.ownRoutes[app] = route }
        }
        return lost
    }

    // MARK: Notifications

    /// Returns the notification of a route change for one app.
    ///
    /// An interrupted app that did not have the port in its own route gets `categoryChange`: its
    /// device is still connected. An app that has lost the port behind another route gets its own
    /// route as the previous one.
    func routeChange(
        _ reason: RouteChangeReason, from previous: Route, for app: AppID, losing lost: LostPort?
    ) -> AppNotification {
        guard let lost else { return .routeChanged(reason, previous: previous) }
        if let own = lost.ownRoutes[app] {
            guard previous.outputs.contains(lost.port) else {
                return .routeChanged(.oldDeviceUnavailable, previous: own)
            }
        } else if reason == .oldDeviceUnavailable, interruptedApps.contains(app) {
            return .routeChanged(.categoryChange, previous: previous)
        }
        return .routeChanged(reason, previous: previous)
    }

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
        for id in liveStreams where streams[id]?.kind.isSessionSound == true { hold(id) }
    }

    private mutating func holdSessionSounds(of app: AppID) {
        for id in liveStreams.of(app) where streams[id]?.kind.isSessionSound == true { hold(id) }
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
            apps.write(app) { $0.session.interruption?.hasLostRoute = true }
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

    /// Whether the system stops the app's sound when its output is unplugged.
    private func isStoppedByUnplug(_ app: AppID) -> Bool {
        switch apps[app]?.description.role {
        case .musicPlayer: rules.hold(.unplugPausesMusicPlayer)
        case .nowPlaying:
            rules.hold(.unplugInterruptsNowPlaying)
                && configuration.profile.interruptsOnDisconnect
                && !refusesDisconnectInterruption(app)
        case .ordinary, nil: false
        }
    }

    private func refusesDisconnectInterruption(_ app: AppID) -> Bool {
        rules.hold(.disconnectInterruptionCanBeRefused)
            && apps[app]?.session.prefersDisconnectInterruption == false
    }

    /// Keeps the streams of an app paused when its interruption has ended and its output was
    /// unplugged meanwhile.
    mutating func holdForLostRoute(_ app: AppID) {
        for id in liveStreams.of(app) where streams[id]?.systemHold == .interruption {
            streams[id]?.systemHold = .routeLost
        }
    }
}
