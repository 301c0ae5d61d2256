import AudioModel

/// What a verdict follows from besides its stream and that stream's app.
struct Circumstances: Hashable, Sendable {
    var ringSwitch: RingSwitch
    var isLocked: Bool
    var interrupter: Interrupter?
    /// Apps whose active session is for recording only.
    var recording: FirstTwo
    /// The first of those that keep system sounds out, too.
    var recordingAlone: AppID?
    var ducking: FirstTwo
    var mediaVolume: Float
    var ringerVolume: Float
    var callVolume: Float
}

extension PolicyMachine {
    /// Judges the live streams that something has happened to, and puts out what has changed.
    mutating func refreshVerdicts() {
        refreshRoles()
        let circumstances = presentCircumstances
        if circumstances != currentCircumstances {
            currentCircumstances = circumstances
            for id in liveStreams { judge(id, circumstances) }
        } else {
            for id in touchedStreams { judge(id, circumstances) }
        }
    }

    /// Live streams that were written, or whose app was, in the order of starting.
    private var touchedStreams: [StreamID] {
        var placed: [(id: StreamID, place: Int)] = []
        func add(_ id: StreamID) {
            if let place = liveStreams.position(of: id) { placed.append((id, place)) }
        }
        for id in streams.touched { add(id) }
        for app in apps.touched {
            for id in liveStreams.of(app) { add(id) }
        }
        if placed.count > 1 { placed.sort { $0.place < $1.place } }
        return placed.indices.compactMap { index in
            index > 0 && placed[index].place == placed[index - 1].place ? nil : placed[index].id
        }
    }

    private mutating func judge(_ id: StreamID, _ circumstances: Circumstances) {
        guard var stream = streams[id] else { return }
        let verdict = verdict(for: facts(of: stream, id, circumstances), before: stream.verdict)
        if verdict != stream.verdict {
            stream.verdict = verdict
            verdictEffects.append(.verdict(id, verdict, directive(for: verdict)))
            streams.update(id) { $0.verdict = verdict }
        }
        let traits = stream.presentTraits
        guard traits != stream.traits else { return }
        streams.update(id) { $0.traits = traits }
        liveStreams.recount(id.app, from: stream.traits, to: traits)
        apps.touch(id.app)
    }

    /// Notes what else follows from the apps that something has happened to.
    mutating func refreshApps() {
        for app in apps.touched {
            refreshPlaying(of: app)
            refreshSuspension(of: app)
        }
    }

    /// The last verdict of a stream, which then is forgotten.
    mutating func endStream(_ id: StreamID, _ kind: ReasonKind, _ rule: Rule, _ sentence: String) {
        guard forget(id) else { return }
        let reason = Reason(kind, rule: rule.rawValue, sentence: sentence, cause: cause, since: now)
        let verdict = Verdict(
            state: .stopped, factors: [GainFactor(.mute, 0)], reasons: [reason])
        verdictEffects.append(
            .verdict(id, verdict, StreamDirective(transport: .ended, sessionGain: 0)))
    }

    private var presentCircumstances: Circumstances {
        Circumstances(
            ringSwitch: ringSwitchThatCounts, isLocked: device.isLocked,
            interrupter: device.interrupter, recording: roles.firstTwo(.records),
            recordingAlone: roles.first(.recordsAlone), ducking: roles.firstTwo(.ducks),
            mediaVolume: configuration.volumeCurve.amplitude(of: mediaVolume),
            ringerVolume: configuration.volumeCurve.amplitude(of: device.ringerVolume),
            callVolume: configuration.volumeCurve.amplitude(of: callVolume))
    }

    private var ringSwitchThatCounts: RingSwitch {
        let isBuiltIn = currentRoute.outputs.allSatisfy { $0.kind.isBuiltIn }
        return configuration.switchCountsEverywhere || isBuiltIn ? device.ringSwitch : .ring
    }

    private func facts(
        of stream: StreamRecord, _ id: StreamID, _ circumstances: Circumstances
    ) -> StreamFacts {
        let app = apps[id.app]
        let mayBeDucked =
            configuration.duckersDuckEachOther || !(app.map { ducksOthers($0.session) } ?? false)
        return StreamFacts(
            kind: stream.kind, appVolume: stream.appVolume, isHeldByApp: stream.isHeldByApp,
            systemHold: stream.systemHold, session: app?.session ?? deviceSession,
            isInBackground: app.map { !$0.isForeground } ?? false,
            isSuspended: app?.state == .suspended,
            hasAudioMode: app?.description.backgroundModes.contains("audio") ?? true,
            ringSwitch: circumstances.ringSwitch, isLocked: circumstances.isLocked,
            interrupter: circumstances.interrupter,
            recordingElsewhere: circumstances.recording.other(than: id.app),
            recordingAnywhere: circumstances.recordingAlone,
            ducker: mayBeDucked ? circumstances.ducking.other(than: id.app) : nil,
            mediaVolume: circumstances.mediaVolume, ringerVolume: circumstances.ringerVolume,
            callVolume: circumstances.callVolume, duckGain: configuration.duckGain,
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
        return Reason(
            kind, rule: rule.rawValue, sentence: sentence, cause: standing?.sentence ?? cause,
            since: standing?.since ?? now)
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
