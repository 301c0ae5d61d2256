import AudioModel

// What an app may do with its session.

extension PolicyMachine {
    mutating func setCategory(
        _ category: SessionCategory, _ mode: SessionMode, _ options: SessionOptions,
        _ policy: RouteSharingPolicy, of app: AppID
    ) throws(SessionError) {
        guard let asking = apps[app] else { throw .expiredSession }
        var record = asking
        if rules.hold(.optionsMustFit), !areValid(options, with: category) { throw .badParam }
        if rules.hold(.modeMustFit), !mayTake(mode, with: category) { throw .badParam }
        if rules.hold(.policyMustFit),
            !isValid(policy, with: category, mode: mode, options: options)
        {
            throw .badParam
        }
        let wasMixable = isMixable(record.session, rules: rules)
        let before = record.session.category
        record.session.category = category
        record.session.mode = mode
        record.session.routeSharingPolicy = policy
        let kept = rules.hold(.optionsAreNotSticky) ? [] : record.session.options
        let asked = options.union(kept)
        record.session.options = rules.hold(.duckingImpliesMixing) ? effective(asked) : asked
        if asking.session.isActive { try checkChange(of: asking, to: record.session, app) }
        apps[app] = record
        // What was chosen for the time being was chosen for the category.
        if before != category { endOverride(of: app) }
        guard record.session.isActive else { return }
        if wasMixable, !isMixable(record.session, rules: rules) { interruptOthers(than: app) }
        if before != category { tellCategoryChange(to: app) }
    }

    /// An active session may not become what would not have been let in.
    private func checkChange(
        of record: AppRecord, to session: Session, _ app: AppID
    ) throws(SessionError) {
        let losesMixing =
            isMixable(record.session, rules: rules) && !isMixable(session, rules: rules)
        let gainsInput = takesInput(session.category) && !takesInput(record.session.category)
        guard losesMixing || gainsInput && device.interrupter != nil else { return }
        let circumstances = circumstances(of: record, app)
        if let refusal = activationRefusal(session, circumstances, rules: rules) { throw refusal }
    }

    /// What goes on and does not wait for this app; a banner that may wait hides nothing else.
    private func blockingInterrupter(of app: AppID) -> Interrupter? {
        guard let interrupter = device.interrupter, mayWait(app, for: interrupter) else {
            return device.interrupter
        }
        var device = device
        device.call = .none
        return device.interrupter
    }

    private func circumstances(of record: AppRecord, _ app: AppID) -> ActivationCircumstances {
        ActivationCircumstances(
            interrupter: blockingInterrupter(of: app),
            isForeground: record.isForeground,
            hasAudioMode: record.description.backgroundModes.contains("audio"),
            isWokenToResume: record.mayResumeUntil.map { now <= $0 } ?? false,
            isOtherNonMixableActive: activeApps.contains { other in
                other != app && apps[other].map { !isMixable($0.session, rules: rules) } ?? false
            },
            isCallOn: device.call != .none && !mayWait(app, for: .call),
            isAssistantListening: device.isAssistantListening)
    }

    mutating func setMode(_ mode: SessionMode, of app: AppID) throws(SessionError) {
        guard let category = apps[app]?.session.category else { throw .expiredSession }
        if rules.hold(.modeMustFit), !mayTake(mode, with: category) { throw .badParam }
        let before = apps[app]?.session.mode
        apps[app]?.session.mode = mode
        if before != mode, apps[app]?.session.isActive == true { tellCategoryChange(to: app) }
    }

    private func mayTake(_ mode: SessionMode, with category: SessionCategory) -> Bool {
        isValid(mode, with: category) && configuration.profile.knows(mode)
    }

    /// Told also where nothing moved, but once.
    private mutating func tellCategoryChange(to app: AppID) {
        guard rules.hold(.routeChangeIsTold) else { return }
        let route = currentRoute
        refreshRoute(.categoryChange)
        if currentRoute == route { tell(app, .routeChanged(.categoryChange, previous: route)) }
    }

    mutating func activate(_ app: AppID) throws(SessionError) {
        guard let record = apps[app], record.state != .notRunning else { throw .expiredSession }
        if device.areMediaServicesLost { throw .mediaServicesFailed }
        guard !record.session.isActive else { return }
        let circumstances = circumstances(of: record, app)
        if let refusal = activationRefusal(record.session, circumstances, rules: rules) {
            throw refusal
        }
        interruptOthers(than: app)
        apps[app]?.session.isActive = true
        apps[app]?.session.interruption = nil
        apps[app]?.mayResumeUntil = nil
        interruptedApps.removeAll { $0 == app }
        activeApps.append(app)
        changeEffects.append(.sessionChanged(app, isActive: true))
    }

    /// Throws `isBusy` when sound was running; the session is deactivated all the same.
    ///
    /// Source: the public AVAudioSession header, `setActive`, for iOS 8 to 25.
    mutating func deactivate(_ app: AppID, notifyingOthers: Bool) throws(SessionError) {
        guard let record = apps[app] else { throw .expiredSession }
        let wasActive = record.session.isActive
        let running = liveStreams.filter { id in
            id.app == app && streams[id].map { $0.kind.isSessionSound && !$0.isHeld } ?? false
        }
        let isBusy = wasActive && !running.isEmpty && rules.hold(.deactivationStopsRunningSound)
        if isBusy, configuration.profile.busyDeactivation == .isRefused { throw .isBusy }
        if record.session.interruption != nil {
            // It has given up waiting.
            apps[app]?.session.interruption = nil
            interruptedApps.removeAll { $0 == app }
        }
        guard wasActive else {
            handOver(interruptedBy: app, to: record.session.interruption?.by)
            return
        }
        makeInactive(app)
        if isBusy {
            for id in running { streams[id]?.systemHold = .deactivation }
        }
        if record.description.role == .musicPlayer,
            rules.hold(.musicPlayerGivesBackWithoutResume)
        {
            giveBack(from: .app(app), shouldResume: false)
        } else if notifyingOthers, rules.hold(.notifyingGivesBack) {
            giveBack(from: .app(app), shouldResume: true)
        } else if configuration.endIsToldWithoutNotifying {
            giveBack(from: .app(app), shouldResume: false)
        }
        if isBusy, rules.hold(.runningSoundMakesBusy),
            configuration.profile.busyDeactivation == .happensAndFails
        {
            throw .isBusy
        }
    }

    /// The session is active no more, for whatever reason.
    mutating func makeInactive(_ app: AppID) {
        guard apps[app]?.session.isActive == true else { return }
        apps[app]?.session.isActive = false
        activeApps.removeAll { $0 == app }
        changeEffects.append(.sessionChanged(app, isActive: false))
    }
}
