import AudioModel

/// The observable state of the policy, without the rules that led to it.
///
/// For checkers that must not rely on the rules: all that the specification refers to, as plain
/// values.
package struct PolicySnapshot: Hashable, Sendable {
    /// The running apps, in the order of their numbers.
    package var apps: [AppSnapshot] = []
    /// The streams that have not ended, in the order of their start.
    package var streams: [StreamSnapshot] = []
    package var device = DeviceSnapshot()

    package init() {}
}

/// One running app and its session.
package struct AppSnapshot: Hashable, Sendable {
    package var app: AppID
    package var state: AppState
    package var category: SessionCategory
    package var mode: SessionMode
    package var options: SessionOptions
    package var isActive: Bool
    package var isInterrupted: Bool
    /// The interrupter; `nil` without an interruption, and for an interruption by a lost route.
    package var interruptedBy: Actor?
    /// The time of its suspension, unless something keeps it running.
    package var suspendsAt: HostTime?
    /// The number of notifications that are pending until it runs again.
    package var pendingCount: Int
    package var openTaskCount = 0
    /// The end of its background time; `nil` when it is unlimited.
    package var backgroundUntil: HostTime?
    /// The time until which the system runs it for some work.
    package var wokenUntil: HostTime?
    /// Whether it is terminating: it has been notified and has not returned.
    package var isEnding = false
    /// The number of callbacks that it has not returned from.
    package var awaitedCount = 0
}

/// One stream and its present verdict.
package struct StreamSnapshot: Hashable, Sendable {
    package var stream: StreamID
    package var kind: StreamKind
    /// Whether its app has paused it.
    package var isHeldByApp: Bool
    /// Whether the system has paused it.
    package var isHeldBySystem: Bool
    package var verdict: Verdict
    /// The product of the verdict's factors.
    package var gain: Float

    package var isHeld: Bool { isHeldByApp || isHeldBySystem }
    package var isHeard: Bool { verdict.state == .audible || verdict.state == .ducked }
}

/// The device itself.
package struct DeviceSnapshot: Hashable, Sendable {
    package var ringSwitch = RingSwitch.ring
    package var isLocked = false
    package var call = CallState.none
    package var isRingSilenced = false
    package var isDataProtected = false
    /// The app that remote commands go to.
    package var nowPlayingApp: AppID?
    /// The present interrupters, including a call.
    package var interrupters: [Interrupter] = []
    package var snoozedUntil: HostTime?
    package var areMediaServicesLost = false
    package var foregroundApp: AppID?
    /// The overlays over the foreground app, in the order of opening.
    package var overlays: [Overlay] = []
    package var route = Route(outputs: [])
    /// The accessories, in the order of plugging.
    package var accessories: [Port] = []
    package var settingsOff: [DeviceSetting] = []
    package var ringerVolume: Float = 0
    /// The media volume of each output used so far, in the order of first use.
    package var mediaVolumes: [RouteVolume] = []
    package var callVolumes: [RouteVolume] = []
    /// The volumes of the present output.
    package var mediaVolume: Float = 0
    package var callVolume: Float = 0

    package init() {}
}

extension PolicyMachine {
    /// Writes the present observable state into `sight`, replacing its contents.
    package func look(into sight: inout PolicySnapshot) {
        lookAtApps(into: &sight.apps)
        sight.streams.removeAll(keepingCapacity: true)
        for id in liveStreams {
            guard let stream = streams[id], let verdict = stream.verdict else { continue }
            sight.streams.append(
                StreamSnapshot(
                    stream: id, kind: stream.kind, isHeldByApp: stream.isHeldByApp,
                    isHeldBySystem: stream.systemHold != nil, verdict: verdict, gain: verdict.gain))
        }
        lookAtDevice(into: &sight.device)
    }

    private func lookAtApps(into sights: inout [AppSnapshot]) {
        sights.removeAll(keepingCapacity: true)
        for (app, record) in apps {
            sights.append(
                AppSnapshot(
                    app: app, state: record.state, category: record.session.category,
                    mode: record.session.mode, options: record.session.options,
                    isActive: record.session.isActive,
                    isInterrupted: record.session.interruption != nil,
                    interruptedBy: record.session.interruption?.by,
                    suspendsAt: record.suspendsAt, pendingCount: record.pending.count,
                    openTaskCount: lives[app]?.tasks.count ?? 0,
                    backgroundUntil: record.backgroundUntil, wokenUntil: record.wokenUntil,
                    isEnding: isEnding(app), awaitedCount: lives[app]?.awaited.count ?? 0))
        }
        sights.sort { $0.app < $1.app }
    }

    private func lookAtDevice(into sight: inout DeviceSnapshot) {
        sight.ringSwitch = device.ringSwitch
        sight.isLocked = device.isLocked
        sight.call = device.call
        sight.isRingSilenced = device.isRingSilenced
        sight.isDataProtected = device.isDataProtected
        sight.nowPlayingApp = nowPlayingApp
        sight.interrupters.removeAll(keepingCapacity: true)
        if device.isEmergencySounding { sight.interrupters.append(.emergency) }
        if device.call != .none { sight.interrupters.append(.call) }
        if device.isAlarmSounding { sight.interrupters.append(.alarm) }
        if device.isTimerSounding { sight.interrupters.append(.timer) }
        if device.isAssistantListening { sight.interrupters.append(.assistant) }
        sight.snoozedUntil = device.snoozedUntil
        sight.areMediaServicesLost = device.areMediaServicesLost
        sight.foregroundApp = device.foregroundApp
        sight.overlays = device.overlays
        sight.route = currentRoute
        sight.accessories = device.accessories
        sight.settingsOff = device.settingsOff
        sight.ringerVolume = device.ringerVolume
        sight.mediaVolumes = device.mediaVolumes
        sight.callVolumes = device.callVolumes
        sight.mediaVolume = currentVolume(.media)
        sight.callVolume = currentVolume(.call)
    }

    /// Returns the verdicts of all streams, in the order of their start, as they would be with one
    /// more rule disabled; changes nothing.
    package func verdicts(without rule: Rule) -> [Verdict] {
        var other = self
        other.rules = RuleSet(off: configuration.rulesOff + [rule])
        other.discardDerivedState()
        var effects: [PolicyEffect] = []
        other.refreshVerdicts(&effects)
        return other.liveStreams.compactMap { other.streams[$0]?.verdict }
    }
}

extension PolicyMachine {
    /// Returns an event as a clause: `Game activated its session`.
    package func words(for event: PolicyEvent) -> String {
        event.sentence(about: subject(of: event))
    }
}
