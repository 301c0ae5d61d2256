import AudioModel

extension PolicyMachine {
    /// Judges every live stream again and puts out what has changed.
    mutating func refreshVerdicts() {
        guard !liveStreams.isEmpty else { return }
        let recording = silencingRecorders()
        let duckers = activeApps.filter { apps[$0].map { ducksOthers($0.session) } ?? false }
        for id in liveStreams {
            guard var stream = streams[id] else { continue }
            let facts = facts(of: stream, id, recording: recording, duckers: duckers)
            let verdict = verdict(for: facts, before: stream.verdict)
            guard verdict != stream.verdict else { continue }
            let directive = directive(for: verdict)
            stream.verdict = verdict
            streams[id] = stream
            verdictEffects.append(.verdict(id, verdict, directive))
        }
    }

    /// The last verdict of a stream, which then is forgotten.
    mutating func endStream(_ id: StreamID, _ kind: ReasonKind, _ rule: Rule, _ sentence: String) {
        guard streams.removeValue(forKey: id) != nil else { return }
        liveStreams.removeAll { $0 == id }
        let reason = Reason(kind, rule: rule.rawValue, sentence: sentence, cause: cause, since: now)
        let verdict = Verdict(
            state: .stopped, factors: [GainFactor(.mute, 0)], reasons: [reason])
        verdictEffects.append(
            .verdict(id, verdict, StreamDirective(transport: .ended, sessionGain: 0)))
    }

    /// Active sessions that are for recording only and keep other sound out.
    private func silencingRecorders() -> [AppID] {
        activeApps.filter { app in
            guard let session = apps[app]?.session else { return false }
            return session.category == .record
        }
    }

    private var ringSwitchThatCounts: RingSwitch {
        let isBuiltIn = currentRoute.outputs.allSatisfy { $0.kind.isBuiltIn }
        return configuration.switchCountsEverywhere || isBuiltIn ? device.ringSwitch : .ring
    }

    private func facts(
        of stream: StreamRecord, _ id: StreamID, recording: [AppID], duckers: [AppID]
    ) -> StreamFacts {
        let app = apps[id.app]
        let strict = recording.filter {
            !(apps[$0]?.session.allowsSystemSoundsDuringRecording ?? false)
        }
        return StreamFacts(
            kind: stream.kind, appVolume: stream.appVolume, isHeldByApp: stream.isHeldByApp,
            systemHold: stream.systemHold, session: app?.session ?? deviceSession,
            isInBackground: app.map { !$0.isForeground } ?? false,
            isSuspended: app?.state == .suspended,
            hasAudioMode: app?.description.backgroundModes.contains("audio") ?? true,
            ringSwitch: ringSwitchThatCounts, isLocked: device.isLocked,
            interrupter: device.interrupter,
            recordingElsewhere: recording.first { $0 != id.app },
            recordingAnywhere: strict.first,
            ducker: configuration.duckersDuckEachOther || !duckers.contains(id.app)
                ? duckers.first { $0 != id.app } : nil,
            mediaVolume: mediaVolume, ringerVolume: device.ringerVolume,
            callVolume: callVolume, duckGain: configuration.duckGain,
            microphone: configuration.microphone)
    }

    private func verdict(for facts: StreamFacts, before: Verdict?) -> Verdict {
        var verdict = Verdict(state: .audible)
        var isMuted = false
        var duckedBy: Actor?
        for (rule, finding) in audibilityRules where rules.hold(rule) {
            switch finding(facts, { name(of: $0) }) {
            case nil: break
            case .silent(let kind, let sentence, let by):
                verdict.reasons.append(reason(kind, rule, sentence, before))
                isMuted = true
                if verdict.by == nil { verdict.by = by }
            case .factor(let kind, let gain, let reasonKind, let sentence):
                verdict.factors.append(GainFactor(kind, gain))
                if gain <= 0 {
                    verdict.reasons.append(reason(reasonKind, rule, sentence, before))
                }
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
            // Beside a volume at zero too: that volume may come back before the mute goes.
            if isMuted { verdict.factors.append(GainFactor(.mute, 0)) }
        }
        return verdict
    }

    private func silentState(_ facts: StreamFacts) -> StreamState {
        let isInterrupted = facts.session.interruption != nil && facts.kind.isSessionSound
        if isInterrupted, facts.systemHold == .interruption, rules.hold(.interruptionHolds) {
            return .interrupted
        }
        if facts.isHeldByApp || facts.systemHold != nil, rules.hold(.pauseHolds) { return .paused }
        return .silent
    }

    /// A reason keeps its cause for as long as it stands.
    private func reason(
        _ kind: ReasonKind, _ rule: Rule, _ sentence: String, _ before: Verdict?
    ) -> Reason {
        if let standing = before?.reasons.first(where: {
            $0.kind == kind && $0.rule == rule.rawValue && $0.sentence == sentence
        }) {
            return standing
        }
        let standing = StandingState(behind: rule).flatMap { standingCauses[$0] }
        let origin = standing ?? StandingCause(sentence: cause, since: now)
        return Reason(
            kind, rule: rule.rawValue, sentence: sentence, cause: origin.sentence,
            since: origin.since)
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
