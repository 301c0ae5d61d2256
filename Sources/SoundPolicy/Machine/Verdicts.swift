import AudioModel

extension PolicyMachine {
    /// Decides about every stream, and adds the verdicts that have changed to the effects.
    mutating func refreshVerdicts(_ effects: inout [PolicyEffect]) {
        let roles = activeRoles
        let device = deviceConditions(roles)
        let owners = streamOwners(roles)
        for (index, id) in streams.ids.enumerated() {
            // The device's own sounds, and sounds that outlive their apps, come last.
            let owner = owners[apps.index(of: id.app) ?? owners.count - 1]
            // Fields are read in place: a record has references to count, and most stay as they are.
            let facts = StreamFacts(
                kind: streams.values[index].kind, appVolume: streams.values[index].appVolume,
                isHeldByApp: streams.values[index].isHeldByApp,
                systemHold: streams.values[index].systemHold, app: owner, device: device)
            guard facts != streams.values[index].facts else { continue }
            streams.values[index].facts = facts
            let before = streams.values[index].verdict
            let verdict = verdict(for: facts, before: before)
            guard verdict != before else { continue }
            streams.values[index].verdict = verdict
            effects.append(.verdict(id, verdict, directive(for: verdict)))
        }
    }

    private func deviceConditions(_ roles: ActiveRoles) -> DeviceConditions {
        let isBuiltIn = currentRoute.outputs.allSatisfy { $0.kind.isBuiltIn }
        let obeysSwitch = configuration.switchCountsEverywhere || isBuiltIn
        let curve = configuration.volumeCurve
        return DeviceConditions(
            ringSwitch: obeysSwitch ? device.ringSwitch : .ring, isLocked: device.isLocked,
            interrupter: interrupter, recordingAnywhere: roles.first(.recordsAlone),
            lowersAlarms: device.shownCall == .connected && configuration.alarmsAreSoftInCalls,
            mediaVolume: curve.amplitude(of: mediaVolume),
            ringerVolume: curve.amplitude(of: device.ringerVolume),
            callVolume: curve.amplitude(of: callVolume),
            emergencyObeysVolume: configuration.buttonsLowerEmergencies,
            duckGain: configuration.duckGain, microphone: configuration.microphone)
    }

    /// Returns the facts about each app, and last those about the device and apps that have ended.
    private func streamOwners(_ roles: ActiveRoles) -> [StreamOwner] {
        let recorders = roles.apps(with: .records)
        let duckers = roles.apps(with: .ducks)
        var owners: [StreamOwner] = []
        owners.reserveCapacity(apps.count + 1)
        for (index, app) in apps.ids.enumerated() {
            owners.append(owner(apps.values[index]))
            owners[index].isUnderCallVolume = isUnderCallVolume(app, device.appCall, rules: rules)
            owners[index].recordingElsewhere = recorders.first { $0 != app }
            let mayBeDucked =
                (configuration.duckersDuckEachOther || !duckers.contains(app))
                && !hasCallPriority(app)
            owners[index].ducker = mayBeDucked ? duckers.first { $0 != app } : nil
        }
        let session = deviceSession
        owners.append(
            StreamOwner(
                category: session.category, isActive: session.isActive,
                recordingElsewhere: recorders.first, ducker: duckers.first))
        return owners
    }

    private func owner(_ app: AppRecord) -> StreamOwner {
        let interruption = app.session.interruption
        // Speech is in the foreground or the background as the app is that it speaks for.
        let place =
            app.description.role == .speech
            ? app.description.client.flatMap { apps[$0] } ?? app : app
        var isInterrupterRunning = false
        if case .app(let by) = interruption?.by { isInterrupterRunning = apps.contains(by) }
        return StreamOwner(
            category: app.session.category, isActive: app.session.isActive,
            isInterrupted: interruption != nil, interruptedBy: interruption?.by,
            isInterrupterRunning: isInterrupterRunning,
            isInBackground: place.state == .background || place.state == .suspended,
            hasAudioMode: place.hasAudioMode || place.isKeptForCall,
            isPausedByInterruption: configuration.interruptedMusicPlayerIsPaused
                && app.description.role == .musicPlayer)
    }

    /// Ends a stream with its final verdict, and removes it.
    mutating func endStream(_ id: StreamID, _ rule: Rule, _ fact: SilencingFact) {
        guard streams.contains(id) else { return }
        streams[id] = nil
        let reason = Reason(fact, rule: rule.rawValue, cause: cause, since: now)
        let verdict = Verdict(state: .stopped, factors: [GainFactor(.mute, 0)], reasons: [reason])
        endEffects.append(.verdict(id, verdict, StreamDirective(transport: .ended, sessionGain: 0)))
    }

    /// The present interrupter with the highest priority.
    var interrupter: Interrupter? {
        device.interrupter(callsFirst: configuration.callsOutrankEmergencies)
    }

    private func verdict(for facts: StreamFacts, before: Verdict?) -> Verdict {
        var verdict = Verdict(state: .audible)
        verdict.factors.reserveCapacity(4)
        var isMuted = false
        var duckedBy: Actor?
        let candidates = facts.kind.isSessionSound ? sessionSoundRules : audibilityRules
        for rule in candidates where rules.hold(rule) {
            switch finding(of: rule, facts) {
            case nil: break
            case .silent(let fact):
                verdict.reasons.append(reason(fact, rule, before))
                isMuted = true
                if verdict.by == nil { verdict.by = fact.actor }
            case .factor(let kind, let gain, let fact):
                verdict.factors.append(GainFactor(kind, gain))
                if gain <= 0 { verdict.reasons.append(reason(fact, rule, before)) }
            case .ducked(let gain, let by):
                verdict.factors.append(GainFactor(.duck, gain))
                verdict.state = .ducked
                duckedBy = by
            }
        }
        if verdict.reasons.isEmpty {
            verdict.by = duckedBy
        } else {
            verdict.state = silentState(facts)
            // Also in addition to a zero volume, because the volume may change before the mute
            // ends.
            if isMuted { verdict.factors.append(GainFactor(.mute, 0)) }
        }
        return verdict
    }

    private func silentState(_ facts: StreamFacts) -> StreamState {
        let isInterrupted = facts.app.isInterrupted && facts.kind.isSessionSound
        if isInterrupted, facts.systemHold == .interruption, rules.hold(.interruptionHolds) {
            return facts.app.isPausedByInterruption ? .paused : .interrupted
        }
        if facts.isHeldByApp || facts.systemHold != nil, rules.hold(.pauseHolds) { return .paused }
        return .silent
    }

    /// Returns a reason; it keeps its cause while it applies.
    private func reason(_ fact: SilencingFact, _ rule: Rule, _ before: Verdict?) -> Reason {
        let actorName = fact.actor.map { name(of: $0) } ?? ""
        if let standing = before?.reasons.first(where: {
            $0.fact == fact && $0.actorName == actorName
        }) {
            return standing
        }
        let state = SilencingState(behind: rule).flatMap { stateCauses[$0] }
        return Reason(
            fact, actorName: actorName, rule: rule.rawValue, cause: state?.sentence ?? cause,
            since: state?.since ?? now)
    }

    func directive(for verdict: Verdict) -> StreamDirective {
        let isHeld = verdict.state == .paused || verdict.state == .interrupted
        var sessionGain: Float = 1
        var duckGain: Float = 1
        for factor in verdict.factors {
            switch factor.kind {
            case .appVolume: break
            case .duck: duckGain = factor.gain
            case .mediaVolume, .ringerVolume, .callVolume, .mute: sessionGain *= factor.gain
            }
        }
        return StreamDirective(
            transport: isHeld ? .held : .running, sessionGain: sessionGain, duckGain: duckGain,
            duckRamp: configuration.duckRamp)
    }
}
