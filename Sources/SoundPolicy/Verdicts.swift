import AudioModel

/// What follows from an app's record follows from this.
struct AppStanding {
    var state: AppState
    var isActive: Bool
    var category: SessionCategory
    var mixes: Bool
    var hasAudioMode: Bool
    /// Its clock runs.
    var isSuspensionNear: Bool
    /// As noted before.
    var manner: PlayingManner?
}

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
        if isDeviceTouched || roles.isTouched {
            roles.isTouched = false
            let circumstances = presentCircumstances
            if circumstances != currentCircumstances {
                currentCircumstances = circumstances
                for id in liveStreams { judge(id, circumstances) }
                return
            }
        }
        guard let circumstances = currentCircumstances else { return }
        if streams.touched.isEmpty, apps.touched.count == 1 {
            for id in liveStreams.of(apps.touched[0]) { judge(id, circumstances) }
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
        let isNew = verdict != stream.verdict
        if isNew {
            verdictEffects.append(.verdict(id, verdict, directive(for: verdict)))
            stream.verdict = verdict
        }
        let traits = stream.presentTraits
        guard isNew || traits != stream.traits else { return }
        if traits != stream.traits {
            liveStreams.recount(id.app, from: stream.traits, to: traits)
            apps.touch(id.app)
        }
        streams.update(id) {
            $0.verdict = verdict
            $0.traits = traits
        }
    }

    /// Notes what else follows from the apps that something has happened to.
    mutating func refreshApps() {
        for app in apps.touched {
            let standing = standing(of: app)
            let tally = liveStreams.tally(of: app)
            refreshPlaying(of: app, standing, tally)
            if let standing { refreshSuspension(of: app, standing, tally) }
        }
    }

    private func standing(of app: AppID) -> AppStanding? {
        let rules = rules
        return apps.read(app) { record in
            AppStanding(
                state: record.state, isActive: record.session.isActive,
                category: record.session.category,
                mixes: isMixable(record.session, rules: rules),
                hasAudioMode: record.hasAudioMode, isSuspensionNear: record.suspendsAt != nil,
                manner: record.manner)
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
        let app = apps.read(id.app) { ($0.session, $0.state, $0.hasAudioMode) }
        let (session, state, hasAudioMode) = app ?? (deviceSession, .inactive, true)
        let mayBeDucked = configuration.duckersDuckEachOther || !ducksOthers(session)
        return StreamFacts(
            kind: stream.kind, appVolume: stream.appVolume, isHeldByApp: stream.isHeldByApp,
            systemHold: stream.systemHold, session: session,
            isInBackground: state == .background || state == .suspended,
            isSuspended: state == .suspended,
            hasAudioMode: hasAudioMode,
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
        verdict.factors.reserveCapacity(4)
        var isMuted = false
        var duckedBy: Actor?
        for entry in audibilityRules where rules.hold(entry.rule) {
            let rule = entry.rule
            switch entry.finding(facts, { name(of: $0) }) {
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
