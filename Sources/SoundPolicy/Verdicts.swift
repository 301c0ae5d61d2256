import AudioModel

/// The part of an app's record that derived state depends on.
struct DerivedAppState {
    var state: AppState
    var isActive: Bool
    var category: SessionCategory
    var mixes: Bool
    var hasAudioMode: Bool
    /// Whether its suspension delay is running.
    var isSuspensionNear: Bool
    var grounds: BackgroundAssertions
    /// Whether its background time is limited.
    var isTimeRunningOut: Bool
    /// The mix mode as last updated.
    var manner: MixMode?
}

/// The part of an app's record that the verdicts on its streams depend on.
private struct Owner {
    var category: SessionCategory
    var isActive: Bool
    var ducks: Bool
    var interruption: Interruption?
    var state: AppState
    var hasAudioMode: Bool
    var isMusicPlayer: Bool

    init(_ app: UnsafePointer<AppRecord>) {
        category = app.pointee.session.category
        isActive = app.pointee.session.isActive
        ducks = ducksOthers(app.pointee.session)
        interruption = app.pointee.session.interruption
        state = app.pointee.state
        hasAudioMode = app.pointee.hasAudioMode
        isMusicPlayer = app.pointee.description.role == .musicPlayer
    }

    /// Creates the owner of the device's own sounds, and of sounds that outlive their apps.
    init(_ session: Session) {
        category = session.category
        isActive = session.isActive
        ducks = false
        interruption = nil
        state = .inactive
        hasAudioMode = true
        isMusicPlayer = false
    }
}

/// The conditions that a verdict depends on besides its stream and that stream's app.
struct DeviceConditions: Hashable, Sendable {
    var ringSwitch: RingSwitch
    var isLocked: Bool
    var interrupter: Interrupter?
    var isCallConnected: Bool
    /// The first two apps with an active record-only session.
    var recording: FirstTwoApps
    /// The first app with a session that excludes system sounds.
    var recordingAlone: AppID?
    var ducking: FirstTwoApps
    var mediaVolume: Float
    var ringerVolume: Float
    var callVolume: Float

    /// Returns the only volume that has changed, when nothing else has changed and it is not zero
    /// before or after.
    func movedVolume(to now: DeviceConditions) -> GainFactor? {
        var expected = self
        let before: Float
        let moved: GainFactor
        if mediaVolume != now.mediaVolume {
            (before, moved) = (mediaVolume, GainFactor(.mediaVolume, now.mediaVolume))
            expected.mediaVolume = now.mediaVolume
        } else if ringerVolume != now.ringerVolume {
            (before, moved) = (ringerVolume, GainFactor(.ringerVolume, now.ringerVolume))
            expected.ringerVolume = now.ringerVolume
        } else {
            (before, moved) = (callVolume, GainFactor(.callVolume, now.callVolume))
            expected.callVolume = now.callVolume
        }
        return expected == now && before > 0 && moved.gain > 0 ? moved : nil
    }
}

extension PolicyMachine {
    /// Computes the verdicts of the dirty streams, and adds those that have changed to the effects.
    mutating func refreshVerdicts(_ effects: inout [PolicyEffect]) {
        refreshRoles()
        if isDeviceDirty || roles.isDirty {
            roles.isDirty = false
            let circumstances = presentCircumstances
            if circumstances != currentCircumstances {
                let before = currentCircumstances
                currentCircumstances = circumstances
                if let moved = before?.movedVolume(to: circumstances), streams.touched.isEmpty,
                    apps.touched.isEmpty
                {
                    for id in liveStreams { judge(id, moved, &effects) }
                } else {
                    for id in liveStreams { judge(id, circumstances, &effects) }
                }
                return
            }
        }
        guard let circumstances = currentCircumstances else { return }
        if streams.touched.isEmpty, apps.touched.count == 1 {
            for id in liveStreams.of(apps.touched[0]) { judge(id, circumstances, &effects) }
        } else {
            for id in touchedStreams { judge(id, circumstances, &effects) }
        }
    }

    /// The live streams that are dirty themselves or by their app, in the order of their start.
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

    private mutating func judge(
        _ id: StreamID, _ circumstances: DeviceConditions, _ effects: inout [PolicyEffect]
    ) {
        guard let place = streams.place(of: id) else { return }
        let stream = streams.record(at: place)
        let verdict = verdict(for: facts(of: stream, id, circumstances), before: stream.verdict)
        if verdict != stream.verdict {
            effects.append(.verdict(id, verdict, directive(for: verdict)))
            streams.update(at: place) { $0.verdict = verdict }
        }
        let traits = stream.traits(
            under: verdict, emergencyObeysVolume: configuration.buttonsLowerEmergencies)
        guard traits != stream.traits else { return }
        streams.update(at: place) { $0.traits = traits }
        liveStreams.recount(id.app, from: stream.traits, to: traits)
        apps.touch(id.app)
    }

    /// Replaces the volume in a verdict; no other rule depends on it.
    private mutating func judge(
        _ id: StreamID, _ moved: GainFactor, _ effects: inout [PolicyEffect]
    ) {
        guard let place = streams.place(of: id) else { return }
        var isGoverned = false
        streams.update(at: place) { stream in
            guard
                let index = stream.verdict?.factors.firstIndex(where: { $0.kind == moved.kind })
            else { return }
            stream.verdict?.factors[index].gain = moved.gain
            isGoverned = true
        }
        guard isGoverned, let verdict = streams.record(at: place).verdict else { return }
        effects.append(.verdict(id, verdict, directive(for: verdict)))
    }

    /// Updates the other state that is derived from dirty apps.
    mutating func refreshApps() {
        for app in apps.touched {
            let standing = standing(of: app)
            let tally = liveStreams.tally(of: app)
            refreshPlaying(of: app, standing, tally)
            if let standing { refreshSuspension(of: app, standing, tally) }
        }
    }

    private func standing(of app: AppID) -> DerivedAppState? {
        let rules = rules
        return apps.read(app) { record in
            DerivedAppState(
                state: record.pointee.state, isActive: record.pointee.session.isActive,
                category: record.pointee.session.category,
                mixes: isMixable(record.pointee.session, rules: rules),
                hasAudioMode: record.pointee.hasAudioMode,
                isSuspensionNear: record.pointee.suspendsAt != nil,
                grounds: record.pointee.grounds,
                isTimeRunningOut: record.pointee.backgroundUntil != nil,
                manner: record.pointee.manner)
        }
    }

    /// Ends a stream with its final verdict, and removes it.
    mutating func endStream(_ id: StreamID, _ kind: ReasonKind, _ rule: Rule, _ sentence: String) {
        guard forget(id) else { return }
        let reason = Reason(kind, rule: rule.rawValue, sentence: sentence, cause: cause, since: now)
        let verdict = Verdict(
            state: .stopped, factors: [GainFactor(.mute, 0)], reasons: [reason])
        endEffects.append(
            .verdict(id, verdict, StreamDirective(transport: .ended, sessionGain: 0)))
    }

    /// The present interrupter with the highest priority.
    var interrupter: Interrupter? {
        device.interrupter(callsFirst: configuration.callsOutrankEmergencies)
    }

    private var presentCircumstances: DeviceConditions {
        DeviceConditions(
            ringSwitch: ringSwitchThatCounts, isLocked: device.isLocked,
            interrupter: interrupter, isCallConnected: device.call == .connected,
            recording: roles.firstTwo(.records),
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
        of stream: StreamRecord, _ id: StreamID, _ circumstances: DeviceConditions
    ) -> StreamFacts {
        let kind = stream.kind
        let owner = apps.read(id.app) { Owner($0) } ?? Owner(deviceSession)
        let mayBeDucked = configuration.duckersDuckEachOther || !owner.ducks
        let recordingElsewhere = circumstances.recording.other(than: id.app)
        let recorder = kind.isSystemSound ? circumstances.recordingAlone : recordingElsewhere
        return StreamFacts(
            kind: kind, appVolume: stream.appVolume,
            isHeldByApp: stream.isHeldByApp, systemHold: stream.systemHold,
            category: owner.category, isActive: owner.isActive,
            isInterrupted: owner.interruption != nil, interruptedBy: owner.interruption?.by,
            interrupterName: owner.interruption?.by.map { name(of: $0) } ?? "",
            isInBackground: owner.state == .background || owner.state == .suspended,
            isSuspended: owner.state == .suspended, hasAudioMode: owner.hasAudioMode,
            ringSwitch: circumstances.ringSwitch, isLocked: circumstances.isLocked,
            interrupter: circumstances.interrupter, recordingElsewhere: recordingElsewhere,
            recordingAnywhere: circumstances.recordingAlone,
            recorderName: recorder.map { name(of: $0) } ?? "",
            ducker: mayBeDucked ? circumstances.ducking.other(than: id.app) : nil,
            isLoweredByCall: kind == .alarm && circumstances.isCallConnected
                && configuration.alarmsAreSoftInCalls,
            isPausedByInterruption: owner.isMusicPlayer
                && configuration.interruptedMusicPlayerIsPaused,
            emergencyObeysVolume: configuration.buttonsLowerEmergencies,
            mediaVolume: circumstances.mediaVolume, ringerVolume: circumstances.ringerVolume,
            callVolume: circumstances.callVolume, duckGain: configuration.duckGain,
            microphone: configuration.microphone)
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
            // Also in addition to a zero volume, because the volume may change before the mute
            // ends.
            if isMuted { verdict.factors.append(GainFactor(.mute, 0)) }
        }
        return verdict
    }

    private func silentState(_ facts: StreamFacts) -> StreamState {
        let isInterrupted = facts.isInterrupted && facts.kind.isSessionSound
        if isInterrupted, facts.systemHold == .interruption, rules.hold(.interruptionHolds) {
            return facts.isPausedByInterruption ? .paused : .interrupted
        }
        if facts.isHeldByApp || facts.systemHold != nil, rules.hold(.pauseHolds) { return .paused }
        return .silent
    }

    /// Returns a reason; it keeps its cause while it applies.
    private func reason(
        _ kind: ReasonKind, _ rule: Rule, _ sentence: String, _ before: Verdict?
    ) -> Reason {
        if let standing = before?.reasons.first(where: {
            $0.kind == kind && $0.rule == rule.rawValue && $0.sentence == sentence
        }) {
            return standing
        }
        let standing = SilencingState(behind: rule).flatMap { stateCauses[$0] }
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
