import AudioModel

/// The state of the policy as it shows from outside, without the rules that led to it.
///
/// For checkers that must not trust the rules: everything that the specification speaks of, as
/// plain values.
package struct PolicySight: Hashable, Sendable {
    /// Running apps, in the order of their numbers.
    package var apps: [AppSight] = []
    /// Streams that have not ended, in the order of starting.
    package var streams: [StreamSight] = []
    package var device = DeviceSight()

    package init() {}
}

/// One running app and its session.
package struct AppSight: Hashable, Sendable {
    package var app: AppID
    package var state: AppState
    package var category: SessionCategory
    package var mode: SessionMode
    package var options: SessionOptions
    package var isActive: Bool
    package var isInterrupted: Bool
    /// `nil` where nobody interrupts, and for an interruption by a lost route.
    package var interruptedBy: Actor?
    /// When it will be suspended, if nothing keeps it running until then.
    package var suspendsAt: HostTime?
    /// How many notifications wait for it to run again.
    package var pendingCount: Int
    package var openTaskCount = 0
    /// When its open background tasks have to end; `nil` where nothing limits them.
    package var backgroundUntil: HostTime?
    /// Until when the system lets it run for some work.
    package var wokenUntil: HostTime?
    /// It was told that it ends, and has not returned.
    package var isEnding = false
    /// How many callbacks it has not returned from.
    package var awaitedCount = 0
}

/// One stream and what was last decided of it.
package struct StreamSight: Hashable, Sendable {
    package var stream: StreamID
    package var kind: StreamKind
    /// Its app has paused it.
    package var isHeldByApp: Bool
    /// The system has.
    package var isHeldBySystem: Bool
    package var verdict: Verdict
    /// The product of the verdict's factors.
    package var gain: Float

    package var isHeld: Bool { isHeldByApp || isHeldBySystem }
    package var isHeard: Bool { verdict.state == .audible || verdict.state == .ducked }
}

/// The device itself.
package struct DeviceSight: Hashable, Sendable {
    package var ringSwitch = RingSwitch.ring
    package var isLocked = false
    package var call = CallState.none
    package var isRingSilenced = false
    package var isDataProtected = false
    /// The app that remote commands are for.
    package var nowPlayingApp: AppID?
    /// Those that go on now, a call included.
    package var interrupters: [Interrupter] = []
    package var snoozedUntil: HostTime?
    package var areMediaServicesLost = false
    package var foregroundApp: AppID?
    /// What lies over it, in the order of opening.
    package var overlays: [Overlay] = []
    package var route = Route(outputs: [])
    /// What is plugged in, in the order of plugging.
    package var accessories: [Port] = []
    package var settingsOff: [DeviceSetting] = []
    package var ringerVolume: Float = 0
    /// Of the outputs used so far, in the order of first use.
    package var mediaVolumes: [RouteVolume] = []
    package var callVolumes: [RouteVolume] = []
    /// Of the present output.
    package var mediaVolume: Float = 0
    package var callVolume: Float = 0

    package init() {}
}

extension PolicyMachine {
    /// Writes down what shows now, in place of what `sight` held.
    package func look(into sight: inout PolicySight) {
        lookAtApps(into: &sight.apps)
        sight.streams.removeAll(keepingCapacity: true)
        for id in liveStreams {
            guard let stream = streams[id], let verdict = stream.verdict else { continue }
            sight.streams.append(
                StreamSight(
                    stream: id, kind: stream.kind, isHeldByApp: stream.isHeldByApp,
                    isHeldBySystem: stream.systemHold != nil, verdict: verdict, gain: verdict.gain))
        }
        lookAtDevice(into: &sight.device)
    }

    private func lookAtApps(into sights: inout [AppSight]) {
        sights.removeAll(keepingCapacity: true)
        for (app, record) in apps {
            sights.append(
                AppSight(
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

    private func lookAtDevice(into sight: inout DeviceSight) {
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

    /// What would be decided of every stream, in the order of starting, if one rule more did not
    /// hold; changes nothing.
    package func verdicts(without rule: Rule) -> [Verdict] {
        var other = self
        other.rules = RuleSet(off: configuration.rulesOff + [rule])
        other.forgetWhatFollows()
        var effects: [PolicyEffect] = []
        other.refreshVerdicts(&effects)
        return other.liveStreams.compactMap { other.streams[$0]?.verdict }
    }
}

extension PolicyMachine {
    /// An event as a clause: `Game activated its session`.
    package func words(for event: PolicyEvent) -> String {
        event.sentence(about: subject(of: event))
    }
}
