import AudioModel

// What is plugged in, and where sound goes.

extension PolicyMachine {
    /// The session that decides the route: a call's, or the one activated last, or that of an app
    /// that never asked.
    private var decidingSession: Session {
        if device.call == .connected { return Session(category: .playAndRecord) }
        return activeApps.last.flatMap { apps[$0]?.session } ?? deviceSession
    }

    /// What stands in where no app's session applies.
    var deviceSession: Session { Session(category: .soloAmbient) }

    func decideRoute() -> Route {
        decidedRoute(for: decidingSession, accessories: device.accessories, rules: rules)
    }

    /// Decides the route again; where it changed, moves to the new output's volume and tells apps.
    mutating func refreshRoute(_ reason: RouteChangeReason) {
        let route = decideRoute()
        guard route != currentRoute else { return }
        let previous = currentRoute
        let volumeBefore = mediaVolume
        currentRoute = route
        rememberVolume(volumeBefore)
        changeEffects.append(.deviceChanged(.route(route, reason)))
        if rules.hold(.routeChangeIsTold) {
            for app in audience { tell(app, .routeChanged(reason, previous: previous)) }
        }
        if mediaVolume != volumeBefore {
            standingCauses[.mediaVolume] = StandingCause(sentence: cause, since: now)
            changeEffects.append(.deviceChanged(.volume(.media, mediaVolume)))
            tellVolume()
        }
    }

    /// An output that is new starts at the volume of the one before.
    private mutating func rememberVolume(_ volume: Float) {
        let output = volumeOutput
        if !device.mediaVolumes.contains(where: { $0.output == output }) {
            device.mediaVolumes.append(RouteVolume(output: output, volume: volume))
        }
    }

    mutating func plug(_ port: Port) {
        guard !port.kind.isBuiltIn, !device.accessories.contains(port) else { return }
        device.accessories.append(port)
        refreshRoute(.newDeviceAvailable)
    }

    mutating func unplug(_ port: Port) {
        guard device.accessories.contains(port) else { return }
        device.accessories.removeAll { $0 == port }
        let before = currentRoute
        refreshRoute(.oldDeviceUnavailable)
        guard before.outputs != currentRoute.outputs, before.outputs.contains(port) else { return }
        pausePlayersOfLostRoute()
    }

    /// The system pauses the music player, and interrupts the Now-Playing app for good.
    ///
    /// Source: iPod Library Access Programming Guide; the public AVAudioSession header of iOS 17,
    /// `routeDisconnected`.
    private mutating func pausePlayersOfLostRoute() {
        for app in activeApps {
            switch apps[app]?.description.role {
            case .musicPlayer where rules.hold(.unplugPausesMusicPlayer):
                for id in liveStreams
                where id.app == app && streams[id]?.kind.isSessionSound == true
                    && streams[id]?.isHeld == false
                {
                    streams[id]?.systemHold = .routeLost
                }
            case .nowPlaying where rules.hold(.unplugInterruptsNowPlaying):
                interrupt(app, by: nil, reason: .routeDisconnected)
            default: break
            }
        }
    }
}
