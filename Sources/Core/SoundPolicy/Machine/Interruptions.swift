import AudioModel

// Interruptions of sessions, and their end.

extension PolicyMachine {
    /// Interrupts the sessions that cannot play beside the session that becomes active.
    mutating func interruptOthers(than app: AppID) {
        guard let session = apps[app]?.session else { return }
        for other in activeRoles.apps(with: .isInterruptible) where other != app {
            guard let present = apps[other]?.session,
                interrupts(
                    session, present,
                    mixingSpokenToo: configuration.mixingSpokenAudioIsInterrupted,
                    recordingTakesAll: configuration.recordingInterruptsMixing, rules: rules)
            else { continue }
            interrupt(other, by: .app(app))
        }
    }

    /// Interrupts every active session, mixable or not, for a system interrupter that begins.
    mutating func interruptEveryone(by interrupter: Interrupter) {
        for app in activeApps where !mayWait(app, for: interrupter) && !hasCallPriority(app) {
            interrupt(app, by: .system(interrupter))
        }
    }

    func mayWait(_ app: AppID, for interrupter: Interrupter) -> Bool {
        apps[app].map {
            SoundPolicy.mayWait($0.session, for: interrupter, device, rules: rules)
        } ?? false
    }

    /// Deactivates an active session, pauses its sound, and notifies its app.
    mutating func interrupt(
        _ app: AppID, by actor: Actor?, reason: InterruptionReason = .default
    ) {
        guard apps[app]?.session.isActive == true else { return }
        makeInactive(app)
        endOverride(of: app)
        apps[app]?.session.interruption = Interruption(by: actor)
        interruptedApps.append(app)
        if rules.hold(.interruptionHolds) {
            for id in streams.of(app) where streams[id]?.kind.isSessionSound == true {
                if streams[id]?.isHeld == false { streams[id]?.systemHold = .interruption }
            }
        }
        tell(app, .interruptionBegan(reason: configuration.profile.posted(reason)))
    }

    /// The sessions that `actor` has interrupted, in the order of interruption.
    private func waitingApps(for actor: Actor) -> [AppID] {
        interruptedApps.filter { apps[$0]?.session.interruption?.by == actor }
    }

    /// Ends the interruption of the session that an app interrupted last, because the app has
    /// deactivated; hands it to a system interrupter that is still present.
    ///
    /// The choice among several sessions is ours (`docs/facts.md`).
    mutating func giveBack(from app: AppID, shouldResume: Bool) {
        let waiting = waitingApps(for: .app(app))
        guard !waiting.isEmpty else { return }
        wake(
            sessionsToWake(waiting, wakesAll: configuration.givingBackWakesAll),
            shouldResume: shouldResume)
    }

    /// Does the same for an app that has ended. Sessions that do not resume then wait for the one
    /// that does.
    mutating func endInterruptionsAtExit(of app: AppID, shouldResume: Bool) {
        let woken = waitingApps(for: .app(app)).last
        giveBack(from: app, shouldResume: shouldResume)
        handOver(interruptedBy: app, to: woken.map { .app($0) })
    }

    /// Ends the interruptions by a system interrupter that has ended; hands them to another one
    /// that is still present.
    mutating func endAllInterruptions(from interrupter: Interrupter) {
        let waiting = waitingApps(for: .system(interrupter))
        guard !waiting.isEmpty else { return }
        wake(waiting, shouldResume: true, wakes: rules.hold(.interrupterGivesBack))
    }

    /// Reassigns the sessions that `app` interrupted to the interrupter of `app`.
    mutating func handOver(interruptedBy app: AppID, to actor: Actor?) {
        let waiting = waitingApps(for: .app(app))
        guard rules.hold(.interruptionsNest), let actor, !waiting.isEmpty else { return }
        var left = waiting.filter { actor != .app($0) }
        if case .system(let interrupter) = actor, rules.hold(.interrupterGivesBack) {
            let exempt = left.filter { mayWait($0, for: interrupter) || hasCallPriority($0) }
            left.removeAll { exempt.contains($0) }
            wake(exempt, shouldResume: true)
        }
        for app in left { apps[app]?.session.interruption?.by = actor }
    }

    /// Ends interruptions, except of sessions that another system interrupter still blocks.
    ///
    /// - Parameter wakes: Whether the interruptions end at all.
    private mutating func wake(_ waiting: [AppID], shouldResume: Bool, wakes: Bool = true) {
        // Interrupted sessions are notified of the route change before they resume.
        refreshRoute(.categoryChange)
        for app in waiting {
            let outcome = outcome(
                shouldResume: shouldResume, besides: interrupter(holding: app), wakes: wakes,
                rules: rules)
            switch outcome {
            case .isHandedTo(let next): apps[app]?.session.interruption?.by = .system(next)
            case .ends: endInterruption(of: app, shouldResume: shouldResume)
            case .lasts: break
            }
        }
    }

    /// Returns the system interrupter that keeps an app interrupted, if any.
    private func interrupter(holding app: AppID) -> Interrupter? {
        guard let first = interrupter, !hasCallPriority(app) else { return nil }
        return mayWait(app, for: first) ? device.interrupterBesideCall : first
    }

    /// Ends a session's interruption without a notification.
    mutating func stopWaiting(_ app: AppID) {
        apps[app]?.session.interruption = nil
        interruptedApps.remove(app)
    }

    /// Ends the interruption of an app that returns to the foreground, and that only another app
    /// keeps waiting.
    mutating func endInterruptionOnReturn(of app: AppID) {
        guard configuration.lateEndOnReturn, interrupter(holding: app) == nil,
            case .app = apps[app]?.session.interruption?.by
        else { return }
        endInterruption(of: app, shouldResume: false)
    }

    mutating func endInterruption(of app: AppID, shouldResume: Bool) {
        let hasLostRoute = apps[app]?.session.interruption?.hasLostRoute == true
        let shouldResume = shouldResume && !hasLostRoute
        stopWaiting(app)
        if hasLostRoute { holdForLostRoute(app) }
        guard !configuration.losesInterruptionEnds else { return }
        if shouldResume {
            apps[app]?.mayResumeUntil = now + configuration.resumeWindow
            letResumeInBackground(app)
        }
        tell(app, .interruptionEnded(shouldResume: shouldResume))
    }

    // MARK: The system's interrupters

    mutating func callArrives(asBanner: Bool) {
        guard device.call == .none, !device.isCallRinging else { return }
        device.call = .ringing
        device.isCallBanner = asBanner && configuration.profile.hasBanners
        device.isRingSilenced = false
        interrupterBegins(.call, rule: .callInterrupts)
        changeEffects.append(.deviceChanged(.call(.ringing)))
        changeEffects.append(.deviceSoundBegins(.ringtone))
        beginRingVibration()
    }

    mutating func callIsAnswered() {
        guard device.call == .ringing else { return userActs(on: .answered) }
        device.call = .connected
        holdAppCall(byCall: true)
        device.isCallAnsweredUnderLock = device.isLocked
        endRingVibration()
        // Interrupts the sessions that a banner had left alone.
        if rules.hold(.callInterrupts) { interruptEveryone(by: .call) }
        changeEffects.append(.deviceChanged(.call(.connected)))
        changeEffects.append(.deviceSoundEnds(.ringtone))
        changeEffects.append(.deviceSoundBegins(.callAudio))
        if rules.hold(.answeringSendsToBackground), let app = device.foregroundApp {
            leave(app)
            device.appUnderCall = app
        }
    }

    /// Ends a call that was declined, missed or hung up.
    mutating func callEnds(byRemoteParty: Bool = false) {
        guard device.call != .none else {
            return byRemoteParty ? remotePartyEndsAppCall() : userActs(on: .ended)
        }
        let ended: StreamKind = device.call == .ringing ? .ringtone : .callAudio
        device.call = .none
        device.callOutput = nil
        endRingVibration()
        hideCallBar()
        changeEffects.append(.deviceChanged(.call(device.shownCall)))
        changeEffects.append(.deviceSoundEnds(ended))
        returnFromCall()
        if device.appCall?.isHeldByCall == true {
            let resumes = resumesAppCall(
                byRemoteParty: byRemoteParty, keepsHold: configuration.remoteEndKeepsHold,
                rules: rules)
            device.appCall?.isHeldByCall = false
            if resumes { giveBackAppCall() }
        }
        interrupterEnds(.call)
    }

    mutating func alarmFires() {
        device.snoozedUntil = nil
        begin(.alarm, \.isAlarmSounding, rule: .alarmInterrupts)
    }

    mutating func alarmEnds() {
        device.snoozedUntil = nil
        end(.alarm, \.isAlarmSounding)
    }

    mutating func alarmIsSnoozed() {
        guard device.isAlarmSounding else { return }
        alarmEnds()
        device.snoozedUntil = now + configuration.snooze
    }

    mutating func timerFires() { begin(.timer, \.isTimerSounding, rule: .timerInterrupts) }
    mutating func timerEnds() { end(.timer, \.isTimerSounding) }

    mutating func assistantBegins() {
        begin(.assistant, \.isAssistantListening, rule: .assistantInterrupts)
    }

    mutating func assistantEnds() { end(.assistant, \.isAssistantListening) }

    mutating func emergencyBegins() {
        begin(.emergency, \.isEmergencySounding, rule: .emergencyInterrupts)
    }

    mutating func emergencyEnds() { end(.emergency, \.isEmergencySounding) }

    /// Begins an interrupter other than a call, unless it is there already.
    private mutating func begin(
        _ interrupter: Interrupter, _ flag: WritableKeyPath<DeviceState, Bool>, rule: Rule
    ) {
        guard !device[keyPath: flag] else { return }
        device[keyPath: flag] = true
        interrupterBegins(interrupter, rule: rule)
        changeEffects += interrupter.change(true).map { [.deviceChanged($0)] } ?? []
        changeEffects += interrupter.sound.map { [.deviceSoundBegins($0)] } ?? []
        switch interrupter {
        case .alarm, .timer: beginRingVibration()
        case .emergency: changeEffects.append(.vibrate(nil))
        case .call, .assistant: break
        }
    }

    private mutating func end(
        _ interrupter: Interrupter, _ flag: WritableKeyPath<DeviceState, Bool>
    ) {
        guard device[keyPath: flag] else { return }
        device[keyPath: flag] = false
        endRingVibration()
        changeEffects += interrupter.change(false).map { [.deviceChanged($0)] } ?? []
        if device.cutRings.contains(interrupter) {
            device.cutRings.removeAll { $0 == interrupter }
        } else {
            changeEffects += interrupter.sound.map { [.deviceSoundEnds($0)] } ?? []
        }
        interrupterEnds(interrupter)
    }

    mutating func interrupterBegins(_ interrupter: Interrupter, rule: Rule) {
        stateCauses[.interrupter] = presentCause
        if interrupter == .call, configuration.callsCutAlarms { cutRings() }
        if device.isUnderAlert, rules.hold(.alertsResignActive) { resignForeground() }
        if rules.hold(rule) { interruptEveryone(by: interrupter) }
    }

    /// Ends the sound of an alarm and of a timer's end for good; both last until they are dismissed.
    ///
    /// Source: a report from a device (`docs/facts.md`).
    private mutating func cutRings() {
        for (interrupter, isRinging) in [
            (Interrupter.alarm, device.isAlarmRinging), (.timer, device.isTimerRinging),
        ] where isRinging {
            device.cutRings.append(interrupter)
            changeEffects += interrupter.sound.map { [.deviceSoundEnds($0)] } ?? []
        }
    }

    mutating func interrupterEnds(_ interrupter: Interrupter) {
        if self.interrupter == nil { stateCauses[.interrupter] = nil }
        regainForeground()
        endAllInterruptions(from: interrupter)
    }
}

extension Interrupter {
    /// The change of the device when the interrupter begins or ends; a call has several.
    fileprivate func change(_ begins: Bool) -> DeviceChange? {
        switch self {
        case .emergency: .emergency(isSounding: begins)
        case .alarm: .alarm(isSounding: begins)
        case .timer: .timer(isSounding: begins)
        case .assistant: .assistant(isListening: begins)
        case .call: nil
        }
    }

    /// The device's own sound while the interrupter is present.
    fileprivate var sound: StreamKind? {
        switch self {
        case .emergency: .emergencyAlert
        case .alarm: .alarm
        case .timer: .timer
        case .call, .assistant: nil
        }
    }
}
