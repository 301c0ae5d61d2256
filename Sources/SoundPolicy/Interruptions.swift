import AudioModel

// Interruptions of sessions, and their end.

extension PolicyMachine {
    /// Interrupts the sessions that cannot play beside the session that becomes active.
    mutating func interruptOthers(than app: AppID) {
        guard let session = apps.read(app, { $0.pointee.session }) else { return }
        refreshRoles()
        for holder in roles.holders(of: .isInterruptible) where holder.app != app {
            let other = holder.app
            guard let present = apps.read(other, { $0.pointee.session }),
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
        for app in activeApps where !mayWait(app, for: interrupter) {
            interrupt(app, by: .system(interrupter))
        }
    }

    /// Whether a ringing banner leaves the app alone until the call is answered.
    ///
    /// Source: the public AVAudioSession header, `setPrefersNoInterruptionsFromSystemAlerts`.
    func mayWait(_ app: AppID, for interrupter: Interrupter) -> Bool {
        interrupter == .call && device.call == .ringing && device.isCallBanner
            && rules.hold(.bannersCanWait) && apps[app]?.session.prefersNoInterruptions == true
    }

    /// Deactivates an active session, pauses its sound, and notifies its app.
    mutating func interrupt(
        _ app: AppID, by actor: Actor?, reason: InterruptionReason = .default
    ) {
        guard apps[app]?.session.isActive == true else { return }
        makeInactive(app)
        endOverride(of: app)
        interruptionOrder += 1
        startWaiting(app, for: actor)
        if rules.hold(.interruptionHolds) {
            for id in liveStreams.of(app) where streams[id]?.kind.isSessionSound == true {
                if streams[id]?.isHeld == false { streams[id]?.systemHold = .interruption }
            }
        }
        tell(app, .interruptionBegan(reason: configuration.profile.posted(reason)))
    }

    /// Ends the interruption of the session that an app interrupted last, because the app has
    /// deactivated; hands it to a system interrupter that is still present.
    ///
    /// The choice among several sessions is ours (`docs/facts.md`).
    mutating func giveBack(from app: AppID, shouldResume: Bool) {
        guard let waiting = waitingApps[.app(app)] else { return }
        let woken =
            configuration.givingBackWakesAll
            ? Array(waiting) : [waiting.last].compactMap { $0 }
        wake(woken, interruptedBy: .app(app), shouldResume: shouldResume)
    }

    /// Does the same for an app that has ended. Sessions that do not resume then wait for the one
    /// that does.
    mutating func endInterruptionsAtExit(of app: AppID, shouldResume: Bool) {
        let woken = waitingApps[.app(app)]?.last
        giveBack(from: app, shouldResume: shouldResume)
        handOver(interruptedBy: app, to: woken.map { .app($0) })
    }

    /// Ends the interruptions by a system interrupter that has ended; hands them to another one
    /// that is still present.
    mutating func endAllInterruptions(from interrupter: Interrupter) {
        guard let waiting = waitingApps[.system(interrupter)] else { return }
        wake(
            Array(waiting), interruptedBy: .system(interrupter), shouldResume: true,
            wakes: rules.hold(.interrupterGivesBack))
    }

    /// Reassigns the sessions that `app` interrupted to the interrupter of `app`.
    mutating func handOver(interruptedBy app: AppID, to actor: Actor?) {
        guard rules.hold(.interruptionsNest), let actor, let waiting = waitingApps[.app(app)]
        else { return }
        var left = waiting.filter { actor != .app($0) }
        if case .system(let interrupter) = actor, rules.hold(.interrupterGivesBack) {
            let exempt = left.filter { mayWait($0, for: interrupter) }
            left.removeAll { exempt.contains($0) }
            wake(exempt, interruptedBy: .app(app), shouldResume: true)
        }
        leave(left, of: .app(app), to: actor)
    }

    /// Ends interruptions, except of sessions that another system interrupter still blocks.
    ///
    /// - Parameter wakes: Whether the interruptions end at all.
    private mutating func wake(
        _ waiting: [AppID], interruptedBy actor: Actor, shouldResume: Bool, wakes: Bool = true
    ) {
        // Interrupted sessions are notified of the route change before they resume.
        refreshRoute(.categoryChange)
        for app in waiting {
            if rules.hold(.interruptionsNest), shouldResume, let next = interrupter(holding: app) {
                leave([app], of: actor, to: .system(next))
            } else if wakes {
                endInterruption(of: app, shouldResume: shouldResume)
            }
        }
    }

    /// Returns the system interrupter that keeps an app interrupted, if any.
    private func interrupter(holding app: AppID) -> Interrupter? {
        guard let first = interrupter else { return nil }
        return mayWait(app, for: first) ? device.interrupterBesideCall : first
    }

    // MARK: Interrupted sessions by interrupter

    private mutating func startWaiting(_ app: AppID, for actor: Actor?) {
        apps[app]?.session.interruption = Interruption(by: actor, order: interruptionOrder)
        interruptedApps.append(app)
        if let actor { waitingApps[actor, default: []].append(app) }
    }

    mutating func stopWaiting(_ app: AppID) {
        guard let waiting = apps.read(app, { $0.pointee.session.interruption }),
            let interruption = waiting
        else { return }
        apps.write(app) { $0.session.interruption = nil }
        interruptedApps.remove(app)
        if let actor = interruption.by { stopWaiting(app, for: actor) }
    }

    private mutating func stopWaiting(_ app: AppID, for actor: Actor) {
        waitingApps[actor]?.remove(app)
        if waitingApps[actor]?.isEmpty == true { waitingApps[actor] = nil }
    }

    /// Moves interrupted sessions from one interrupter to another, keeping the order of
    /// interruption.
    private mutating func leave(_ waiting: [AppID], of actor: Actor, to next: Actor) {
        for app in waiting {
            stopWaiting(app, for: actor)
            apps[app]?.session.interruption?.by = next
        }
        let all = Array(waitingApps[next] ?? []) + waiting
        let ordered = all.sorted {
            (interruptedApps.position(of: $0) ?? 0) < (interruptedApps.position(of: $1) ?? 0)
        }
        guard !ordered.isEmpty else { return }
        waitingApps[next] = OrderedIDs(ordered)
    }

    /// Marks the interrupted sessions of an app dirty, because the app's name appears in their
    /// reasons.
    mutating func renameInterrupter(_ app: AppID) {
        for waiting in waitingApps[.app(app)] ?? [] { apps.touch(waiting) }
    }

    private mutating func endInterruption(of app: AppID, shouldResume: Bool) {
        let interruption = apps.read(app) { $0.pointee.session.interruption } ?? nil
        let hasLostRoute = interruption?.hasLostRoute == true
        let shouldResume = shouldResume && !hasLostRoute
        stopWaiting(app)
        if hasLostRoute { holdForLostRoute(app) }
        if shouldResume {
            apps[app]?.mayResumeUntil = now + configuration.resumeWindow
            letResumeInBackground(app)
        }
        tell(app, .interruptionEnded(shouldResume: shouldResume))
    }

    // MARK: The system's interrupters

    mutating func callArrives(asBanner: Bool) {
        guard device.call == .none else { return }
        device.call = .ringing
        device.isCallBanner = asBanner && configuration.profile.hasBanners
        device.isRingSilenced = false
        interrupterBegins(.call, rule: .callInterrupts)
        changeEffects.append(.deviceChanged(.call(.ringing)))
        changeEffects.append(.deviceSoundBegins(.ringtone))
        beginRingVibration()
    }

    mutating func callIsAnswered() {
        guard device.call == .ringing else { return }
        device.call = .connected
        device.isCallAnsweredUnderLock = device.isLocked
        endRingVibration()
        // Interrupts the sessions that a banner had left alone.
        if rules.hold(.callInterrupts) { interruptEveryone(by: .call) }
        changeEffects.append(.deviceChanged(.call(.connected)))
        changeEffects.append(.deviceSoundEnds(.ringtone))
        changeEffects.append(.deviceSoundBegins(.callAudio))
        if rules.hold(.answeringSendsToBackground), let app = device.foregroundApp { leave(app) }
    }

    /// Ends a call that was declined, missed or hung up.
    mutating func callEnds() {
        guard device.call != .none else { return }
        let ended: StreamKind = device.call == .ringing ? .ringtone : .callAudio
        device.call = .none
        device.callOutput = nil
        endRingVibration()
        hideCallBar()
        changeEffects.append(.deviceChanged(.call(.none)))
        changeEffects.append(.deviceSoundEnds(ended))
        interrupterEnds(.call)
    }

    mutating func alarmFires() {
        device.snoozedUntil = nil
        guard !device.isAlarmSounding else { return }
        device.isAlarmSounding = true
        interrupterBegins(.alarm, rule: .alarmInterrupts)
        changeEffects.append(.deviceChanged(.alarm(isSounding: true)))
        changeEffects.append(.deviceSoundBegins(.alarm))
        beginRingVibration()
    }

    mutating func alarmEnds() {
        device.snoozedUntil = nil
        guard device.isAlarmSounding else { return }
        device.isAlarmSounding = false
        endRingVibration()
        changeEffects.append(.deviceChanged(.alarm(isSounding: false)))
        changeEffects.append(.deviceSoundEnds(.alarm))
        interrupterEnds(.alarm)
    }

    mutating func alarmIsSnoozed() {
        guard device.isAlarmSounding else { return }
        alarmEnds()
        device.snoozedUntil = now + configuration.snooze
    }

    mutating func timerFires() {
        guard !device.isTimerSounding else { return }
        device.isTimerSounding = true
        interrupterBegins(.timer, rule: .timerInterrupts)
        changeEffects.append(.deviceChanged(.timer(isSounding: true)))
        changeEffects.append(.deviceSoundBegins(.timer))
        beginRingVibration()
    }

    mutating func timerEnds() {
        guard device.isTimerSounding else { return }
        device.isTimerSounding = false
        endRingVibration()
        changeEffects.append(.deviceChanged(.timer(isSounding: false)))
        changeEffects.append(.deviceSoundEnds(.timer))
        interrupterEnds(.timer)
    }

    mutating func assistantBegins() {
        guard !device.isAssistantListening else { return }
        device.isAssistantListening = true
        interrupterBegins(.assistant, rule: .assistantInterrupts)
        changeEffects.append(.deviceChanged(.assistant(isListening: true)))
    }

    mutating func assistantEnds() {
        guard device.isAssistantListening else { return }
        device.isAssistantListening = false
        changeEffects.append(.deviceChanged(.assistant(isListening: false)))
        interrupterEnds(.assistant)
    }

    mutating func emergencyBegins() {
        guard !device.isEmergencySounding else { return }
        device.isEmergencySounding = true
        interrupterBegins(.emergency, rule: .emergencyInterrupts)
        changeEffects.append(.deviceChanged(.emergency(isSounding: true)))
        changeEffects.append(.deviceSoundBegins(.emergencyAlert))
        changeEffects.append(.vibrate(nil))
    }

    mutating func emergencyEnds() {
        guard device.isEmergencySounding else { return }
        device.isEmergencySounding = false
        changeEffects.append(.deviceChanged(.emergency(isSounding: false)))
        changeEffects.append(.deviceSoundEnds(.emergencyAlert))
        interrupterEnds(.emergency)
    }

    private mutating func interrupterBegins(_ interrupter: Interrupter, rule: Rule) {
        stateCauses[.interrupter] = presentCause
        if device.isUnderAlert, rules.hold(.alertsResignActive) { resignForeground() }
        if rules.hold(rule) { interruptEveryone(by: interrupter) }
    }

    private mutating func interrupterEnds(_ interrupter: Interrupter) {
        if self.interrupter == nil { stateCauses[.interrupter] = nil }
        regainForeground()
        endAllInterruptions(from: interrupter)
    }
}
