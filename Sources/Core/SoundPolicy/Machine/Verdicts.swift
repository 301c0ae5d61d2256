import AudioModel

extension PolicyMachine {
    /// The index of each stream's app, in the order of the streams; the number of apps for the
    /// device's own sounds, and for sounds that outlive their apps.
    var appIndices: [Int] {
        var indices: [Int] = []
        indices.reserveCapacity(streams.count)
        // An app often starts several streams in a row.
        var (app, index) = (AppID.phone, apps.index(of: .phone) ?? apps.count)
        for id in streams.ids {
            if id.app != app { (app, index) = (id.app, apps.index(of: id.app) ?? apps.count) }
            indices.append(index)
        }
        return indices
    }

    /// Decides about every stream, and adds the verdicts that have changed to the effects.
    ///
    /// - Parameter appIndices: The index of each stream's app.
    mutating func refreshVerdicts(_ effects: inout [PolicyEffect], _ appIndices: [Int]) {
        let roles = activeRoles
        let device = deviceConditions(roles)
        let gains = volumeGains
        let owners = streamOwners(roles)
        // Changed in place, because a record has references to count; no verdict depends on the
        // records of other streams.
        var records = streams.values
        streams.values = []
        effects.reserveCapacity(effects.count + records.count)
        for (index, ownerIndex) in appIndices.enumerated() {
            let kind = records[index].kind
            let governor = governor(
                of: kind, isOfAppCall: owners[ownerIndex].isUnderCallVolume,
                emergencyObeysVolume: configuration.emergencyButtons == .lower)
            let facts = StreamFacts(
                kind: kind, appVolume: records[index].appVolume,
                isHeldByApp: records[index].isHeldByApp,
                systemHold: records[index].systemHold, governor: governor,
                governorGain: gains[governor], app: owners[ownerIndex], device: device)
            guard facts != records[index].facts else { continue }
            records[index].facts = facts
            var before: Verdict?
            swap(&before, &records[index].verdict)
            let verdict = verdict(for: facts, before: before)
            if verdict == before {
                swap(&before, &records[index].verdict)
                continue
            }
            records[index].verdict = verdict
            effects.append(.verdict(streams.ids[index], verdict, directive(for: verdict)))
        }
        streams.values = records
    }

    private func deviceConditions(_ roles: ActiveRoles) -> DeviceConditions {
        DeviceConditions(
            ringSwitch: device.ringSwitch, isOutputSilent: isOutputSilent,
            isLocked: device.isLocked,
            interrupter: interrupter, recordingAnywhere: roles.first(.recordsAlone),
            lowersAlarms: device.shownCall == .connected && configuration.alarmsAreSoftInCalls,
            duckGain: configuration.duckGain, microphone: configuration.microphone)
    }

    /// Whether silent mode applies to what sounds from the present output.
    var isOutputSilent: Bool {
        device.ringSwitch == .silent
            && switchGoverns(
                currentRoute.outputs, everywhere: configuration.switchCountsEverywhere)
    }

    /// The gains of the present volumes.
    private var volumeGains: VolumeGains {
        let curve = configuration.volumeCurve
        return VolumeGains(
            media: curve.amplitude(of: mediaVolume),
            ringer: curve.amplitude(of: device.ringerVolume),
            call: curve.amplitude(of: callVolume))
    }

    /// Returns the facts about each app, and last those about the device and apps that have ended.
    private func streamOwners(_ roles: ActiveRoles) -> [AppFacts] {
        let recorders = roles.apps(with: .records)
        let duckers = roles.apps(with: .ducks)
        var owners: [AppFacts] = []
        owners.reserveCapacity(apps.count + 1)
        for (index, app) in apps.ids.enumerated() {
            var owner = owner(at: index)
            owner.isUnderCallVolume = isUnderCallVolume(app, device.appCall, rules: rules)
            owner.recordingElsewhere = recorders.first { $0 != app }
            let mayBeDucked =
                (configuration.duckersDuckEachOther || !duckers.contains(app))
                && !hasCallPriority(app)
            owner.ducker = mayBeDucked ? duckers.first { $0 != app } : nil
            owners.append(owner)
        }
        let session = deviceSession
        owners.append(
            AppFacts(
                category: session.category, isActive: session.isActive,
                recordingElsewhere: recorders.first, ducker: duckers.first))
        return owners
    }

    private func owner(at index: Int) -> AppFacts {
        let interruption = apps.values[index].session.interruption
        let role = apps.values[index].description.role
        // Speech is in the foreground or the background as the app is that it speaks for.
        let client = role == .speech ? apps.values[index].description.client : nil
        let place = client.flatMap { apps.index(of: $0) } ?? index
        let state = apps.values[place].state
        var isInterrupterRunning = false
        if case .app(let by) = interruption?.by { isInterrupterRunning = apps.contains(by) }
        return AppFacts(
            category: apps.values[index].session.category,
            isActive: apps.values[index].session.isActive,
            isInterrupted: interruption != nil, interruptedBy: interruption?.by,
            isInterrupterRunning: isInterrupterRunning,
            isInBackground: state == .background || state == .suspended,
            hasAudioMode: apps.values[place].hasAudioMode || apps.values[place].isKeptForCall,
            isPausedByInterruption: configuration.interruptedMusicPlayerIsPaused
                && role == .musicPlayer,
            recordsUntouched: apps.values[index].session.recordsUntouched)
    }

    /// Ends a stream with its final verdict, and removes it.
    mutating func endStream(_ id: StreamID, _ rule: Rule, _ fact: SilencingFact) {
        guard streams.contains(id) else { return }
        streams[id] = nil
        let state = rule.silencingState.flatMap { stateCauses[$0] }
        let reason = Reason(
            fact, rule: rule.rawValue, cause: state?.sentence ?? cause, since: state?.since ?? now)
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
        for rule in candidates where rules.hold(rule.rule) {
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
    private func reason(
        _ fact: SilencingFact, _ rule: AudibilityRule, _ before: Verdict?
    ) -> Reason {
        let actorName = fact.actor.map { name(of: $0) } ?? ""
        if let standing = before?.reasons.first(where: {
            $0.fact == fact && $0.actorName == actorName
        }) {
            return standing
        }
        let state = rule.silencingState.flatMap { stateCauses[$0] }
        return Reason(
            fact, actorName: actorName, rule: rule.rule.rawValue, cause: state?.sentence ?? cause,
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

/// The gains of the volumes.
private struct VolumeGains {
    var media: Float
    var ringer: Float
    var call: Float

    /// The gain of a volume; 1 for none.
    subscript(kind: VolumeKind?) -> Float {
        switch kind {
        case .media: media
        case .ringer: ringer
        case .call: call
        case nil: 1
        }
    }
}
