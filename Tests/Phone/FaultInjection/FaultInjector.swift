import AudioModel
package import RandomPhones
package import SoundPolicy

/// Injects one fault between the events and the machine.
package struct FaultInjector: PolicyFault {
    let bug: Mutation

    /// The options of every app's last request, for the fault that keeps options.
    private var options: [AppID: SessionOptions] = [:]
    /// Verdicts that the fault keeps unchanged.
    private var stuck: [StreamID: Verdict] = [:]
    private var presses = 0
    private var rewriter = VerdictRewriter()

    package init(_ bug: Mutation) {
        self.bug = bug
    }

    /// Only a fault of the whole run shows in a replay of the machine's events.
    package var isInReplay: Bool { bug == .answersDependOnTheRun }

    package func spoiled(_ configuration: PolicyConfiguration) -> PolicyConfiguration {
        var configuration = configuration
        if let rule = bug.missingRule { configuration.disabledRules = [rule] }
        switch bug {
        case .headphonesObeyTheSwitch: configuration.switchCountsEverywhere = true
        case .cutAlarmsRingAgain: configuration.callsCutAlarms.toggle()
        case .lateEndIsLost: configuration.lateEndOnReturnOverride = false
        case .suspensionIsForgotten: configuration.suspensionDelay = .seconds(1e6)
        case .tasksNeverExpire: configuration.backgroundTaskLimitOverride = .seconds(1e6)
        case .workNeverEnds:
            configuration.accessoryWindow = .seconds(1e6)
            configuration.fetchWindow = .seconds(1e6)
        case .givingBackWakesAll: configuration.givingBackWakesAll.toggle()
        case .toggleIsNotTranslated: configuration.togglesBecomePlayOrPause.toggle()
        case .snoozeIsForgotten: configuration.snooze = .seconds(1e6)
        default: break
        }
        return configuration
    }

    // MARK: Faults in events

    package mutating func events(
        for event: PolicyEvent, _ snapshot: PolicySnapshot
    ) -> [PolicyEvent] {
        switch event {
        case .device(let device): events(for: device, snapshot) ?? [event]
        case .app(let app, .activate)
        where bug == .refusedActivationEndsTheWait && snapshot.device.call == .connected:
            [event, .app(app, .deactivate(notifyingOthers: false))]
        case .app(let app, let request): [.app(app, spoiled(request, of: app))]
        case .appLaunched(let app, let description):
            [.appLaunched(app, spoiled(description))]
        case .appEnded(let app, let termination):
            kept(streamsOf: app, snapshot) + [.appEnded(app, termination)]
        case .appOpened, .appOpenedByURL, .appRunInBackground, .appLeft, .appCall,
            .appSystemChanged, .deadlineReached:
            [event]
        }
    }

    private mutating func events(
        for event: DeviceEvent, _ snapshot: PolicySnapshot
    ) -> [PolicyEvent]? {
        let device = snapshot.device
        let isAlarm = device.interrupters.contains(.alarm)
        let usual = PolicyEvent.device(event)
        switch (bug, event) {
        case (.callDoesNotRingBehindAlarm, .callArrived) where isAlarm: return []
        case (.callCannotConnectBehindAlarm, .callAnswered) where isAlarm: return []
        case (.callSparesMixingSession, .callArrived):
            let active = snapshot.apps.filter { $0.isActive }.map {
                PolicyEvent.app($0.app, .activate)
            }
            return [usual] + active
        case (.switchPausesTheGame, .ringSwitchMoved(.silent)):
            return [usual] + requests(snapshot) { $0.isHeld ? nil : .pauseStream(number: $1) }
        case (.bothVolumesMove, .volumePressed(.up)):
            return [usual, .device(.volumeSet(.ringer, 1)), .device(.volumeSet(.media, 1))]
        case (.buttonMovesTwoSteps, .volumePressed): return [usual, usual]
        case (.buttonIsDeafInSilentMode, .volumePressed) where device.ringSwitch == .silent:
            return []
        case (.replugResumes, .portPlugged):
            return [usual] + requests(snapshot) { $0.isHeld ? .resumeStream(number: $1) : nil }
        case (.plugPausesQueues, .portPlugged):
            return [usual]
                + requests(snapshot) {
                    $0.kind == .queue && !$0.isHeld ? .pauseStream(number: $1) : nil
                }
        case (.endResumesTheSound, .callEnded), (.endResumesTheSound, .callDeclined),
            (.endResumesTheSound, .callEndedByRemoteParty),
            (.endResumesTheSound, .alarmDismissed), (.endResumesTheSound, .timerDismissed):
            let waiting = Set(snapshot.apps.filter(\.isInterrupted).map(\.app))
            return [usual]
                + requests(snapshot) {
                    waiting.contains($0.stream.app) ? .resumeStream(number: $1) : nil
                }
        case (.answersDependOnTheRun, .volumePressed):
            presses += 1
            // Imitates a hashed set's order, which differs now and then.
            return presses % 3 == 0 ? [usual, .device(.volumeSet(.call, 0.3))] : nil
        default: return nil
        }
    }

    private func requests(
        _ snapshot: PolicySnapshot, _ request: (StreamSnapshot, Int) -> AppRequest?
    ) -> [PolicyEvent] {
        snapshot.streams.compactMap { stream in
            guard stream.kind.isSessionSound else { return nil }
            return request(stream, stream.stream.number).map { .app(stream.stream.app, $0) }
        }
    }

    private mutating func spoiled(_ request: AppRequest, of app: AppID) -> AppRequest {
        if bug == .deactivationTellsNobody, case .deactivate = request {
            return .deactivate(notifyingOthers: false)
        }
        guard case .setCategory(let category, let mode, var asked, let policy) = request else {
            return request
        }
        switch bug {
        case .playbackAlwaysMixes where category == .playback: asked.insert(.mixWithOthers)
        case .optionsAreSticky:
            let options: SessionOptions = options[app] ?? []
            if category == .playback { asked.formUnion(options.intersection(.duckOthers)) }
            self.options[app] = asked
        default: break
        }
        return .setCategory(category, mode, asked, policy)
    }

    private func spoiled(_ description: AppDescription) -> AppDescription {
        var description = description
        switch bug {
        case .everyAppHasTheAudioMode: description.backgroundModes = ["audio"]
        case .unplugSparesMusicPlayer: description.role = .ordinary
        default: break
        }
        return description
    }

    private func kept(streamsOf app: AppID, _ snapshot: PolicySnapshot) -> [PolicyEvent] {
        guard bug == .deadAppsStreamIsKept else { return [] }
        return snapshot.streams.compactMap { stream in
            guard stream.stream.app == app else { return nil }
            return .app(app, .letStreamOutliveApp(number: stream.stream.number))
        }
    }

    // MARK: Faults in answers

    package mutating func spoil(
        _ response: inout PolicyResponse, _ snapshot: inout PolicySnapshot, before: PolicySnapshot,
        _ event: PolicyEvent
    ) {
        spoilEffects(&response.effects, snapshot, event)
        spoilNotifications(&response.effects, snapshot, before, event)
        spoilRefusal(&response.refusal)
        spoilLife(&response.effects, &snapshot, before, event)
        keepDucks(&snapshot, before, event)
        spoilVolumes(&snapshot, before, event)
        spoilVerdicts(&response.effects, &snapshot)
        rewriteVerdicts(&response.effects, &snapshot)
    }

    private func spoilEffects(
        _ effects: inout [PolicyEffect], _ snapshot: PolicySnapshot, _ event: PolicyEvent
    ) {
        switch (bug, event) {
        case (.ringtoneGoesOnAfterAnswer, .device(.callAnswered)):
            effects.removeAll { $0 == .deviceSoundEnds(.ringtone) }
        case (.giveBackIsLostBetweenInterrupters, .device):
            guard !snapshot.device.interrupters.isEmpty || snapshot.device.isLocked else { return }
            effects.removeAll {
                if case .notify(_, .interruptionEnded) = $0 { true } else { false }
            }
        case (.endedIsToldDuringTheCall, .device(.callAnswered)):
            for app in snapshot.apps where app.interruptedBy == .system(.call) {
                effects.append(.notify(app.app, .interruptionEnded(shouldResume: true)))
            }
        case (.endedIsToldTwice, _):
            let ends = effects.filter {
                if case .notify(_, .interruptionEnded) = $0 { true } else { false }
            }
            effects += ends
        case (.endedWithoutBegan, .appOpened(let app)) where snapshot.isRunning(app):
            effects.append(.notify(app, .interruptionEnded(shouldResume: true)))
        case (.unplugIsNotTold, .device(.portUnplugged)):
            effects.removeAll {
                if case .notify(_, .routeChanged) = $0 { true } else { false }
            }
        case (.deadAppIsTold, .appEnded(let app, _)):
            effects.append(.notify(app, .outputVolumeChanged(snapshot.device.mediaVolume)))
        case (.hintReachesBackground, .app(_, .startStream)):
            for app in snapshot.apps where app.state == .background && app.isActive {
                effects.append(.notify(app.app, .secondaryAudioHint(begins: true)))
            }
        default: break
        }
    }

    private func spoilLife(
        _ effects: inout [PolicyEffect], _ snapshot: inout PolicySnapshot, _ before: PolicySnapshot,
        _ event: PolicyEvent
    ) {
        func isMissed(_ effect: PolicyEffect) -> Bool {
            guard case .notify(let app, .changed) = effect else { return false }
            return before.app(app)?.state == .suspended
        }
        switch (bug, event) {
        case (.sleeperPlaysOn, _):
            for index in snapshot.streams.indices
            where snapshot.app(snapshot.streams[index].stream.app)?.state == .suspended {
                snapshot.streams[index].isHeldByApp = false
                snapshot.streams[index].isHeldBySystem = false
            }
        case (.sleeperIsTerminated, .appEnded(let app, _))
        where before.app(app)?.state == .suspended:
            effects.append(.notify(app, .willTerminate))
        case (.missedChangesAreToldTwice, _):
            if let missed = effects.first(where: isMissed) { effects.append(missed) }
        case (.missedChangesComeLate, _):
            effects = effects.filter { !isMissed($0) } + effects.filter(isMissed)
        case (.missedChangesAreForgotten, _):
            if let index = effects.lastIndex(where: isMissed) { effects.remove(at: index) }
        default: break
        }
    }

    /// Keeps ducks that should have been taken away.
    private mutating func keepDucks(
        _ snapshot: inout PolicySnapshot, _ before: PolicySnapshot, _ event: PolicyEvent
    ) {
        let isKept =
            switch (bug, event) {
            case (.duckOutlivesDeadDucker, .appEnded),
                (.duckOutlivesDeactivation, .app(_, .deactivate)),
                (.duckOutlivesReset, .device(.mediaServicesLost)),
                (.duckOutlivesReset, .device(.mediaServicesReset)):
                true
            default: false
            }
        if isKept {
            for stream in before.streams where stream.verdict.state == .ducked {
                stuck[stream.stream] = stream.verdict
            }
        }
        for index in snapshot.streams.indices {
            guard let verdict = stuck[snapshot.streams[index].stream] else { continue }
            guard snapshot.streams[index].verdict.state == .audible else {
                // A reset stream is silent; its duck would be heard later.
                if bug == .duckOutlivesReset {
                    snapshot.streams[index].verdict.factors.append(GainFactor(.duck, 0.25))
                }
                continue
            }
            snapshot.streams[index].verdict = verdict
            snapshot.streams[index].gain = verdict.gain
        }
    }

    private func spoilVolumes(
        _ snapshot: inout PolicySnapshot, _ before: PolicySnapshot, _ event: PolicyEvent
    ) {
        switch (bug, event) {
        case (.volumeMovesOnTheWrongRoute, .device(.volumePressed)),
            (.volumeMovesOnTheWrongRoute, .device(.volumeSet)):
            let output = snapshot.device.volumeOutput
            let moved = snapshot.device.mediaVolumes.first { $0.output == output }?.volume
            guard let moved, snapshot.device.mediaVolumes != before.device.mediaVolumes else {
                return
            }
            for index in snapshot.device.mediaVolumes.indices
            where snapshot.device.mediaVolumes[index].output != output {
                snapshot.device.mediaVolumes[index].volume = moved
            }
        case (.plugForgetsAVolume, .device(.portPlugged)):
            if snapshot.device.mediaVolumes.count > 1 { snapshot.device.mediaVolumes.removeLast() }
        default: break
        }
    }

    private func spoilVerdicts(_ effects: inout [PolicyEffect], _ snapshot: inout PolicySnapshot) {
        let isSilent = snapshot.device.ringSwitch == .silent
        switch bug {
        case .switchMutesPlayback where isSilent:
            for index in snapshot.streams.indices where snapshot.streams[index].kind == .player {
                guard snapshot.streams[index].isAudible else { continue }
                snapshot.streams[index].verdict.state = .silent
                snapshot.streams[index].verdict.reasons.append(
                    Reason(.ringSwitch, rule: "category-obeys-switch", sentence: "-", cause: "-"))
            }
        case .volumeCountsTwice:
            for index in snapshot.streams.indices where snapshot.streams[index].kind == .queue {
                snapshot.streams[index].gain *= snapshot.device.mediaVolume
            }
        case .reasonIsLost:
            for index in snapshot.streams.indices
            where snapshot.streams[index].verdict.state == .paused {
                snapshot.streams[index].verdict.reasons = []
            }
        case .causeIsLost, .verdictIsNotSent: spoilVerdictEffects(&effects)
        default: break
        }
    }

    private mutating func rewriteVerdicts(
        _ effects: inout [PolicyEffect], _ snapshot: inout PolicySnapshot
    ) {
        let isLocked = snapshot.device.isLocked
        let background = Set(snapshot.apps.filter { $0.state == .background }.map(\.app))
        switch bug {
        case .backgroundSilencesQueues:
            rewriter.silence(&effects, &snapshot, .background) {
                $0.kind == .queue && background.contains($0.stream.app)
            }
        case .backgroundSilencesRecorders:
            rewriter.silence(&effects, &snapshot, .background) {
                $0.kind == .recorder && background.contains($0.stream.app)
            }
        case .lockSilencesPlayback:
            rewriter.silence(&effects, &snapshot, .locked) { isLocked && $0.kind == .player }
        default: break
        }
    }

    private func spoilVerdictEffects(_ effects: inout [PolicyEffect]) {
        for (index, effect) in effects.enumerated() {
            guard case .verdict(let stream, var verdict, let directive) = effect else { continue }
            if bug == .verdictIsNotSent, verdict.state == .interrupted {
                effects.remove(at: index)
                return
            }
            for reason in verdict.reasons.indices { verdict.reasons[reason].cause = "" }
            if bug == .causeIsLost { effects[index] = .verdict(stream, verdict, directive) }
        }
    }
}

extension PhoneFuzzer {
    /// Makes a fuzzer of phones with a fault.
    package init(bug: Mutation) { self.init(fault: FaultInjector(bug)) }
}
