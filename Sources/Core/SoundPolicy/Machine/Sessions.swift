import AudioModel

// Requests of apps about their sessions.

extension PolicyMachine {
    mutating func setCategory(
        _ category: SessionCategory, _ mode: SessionMode, _ options: SessionOptions,
        _ policy: RouteSharingPolicy, of app: AppID
    ) throws(SessionError) {
        guard var session = apps[app]?.session else { throw refusedWithoutApp }
        try allow(options, with: category)
        try allow(mode, with: category)
        if rules.hold(.policyMustFit),
            !isValid(policy, with: category, mode: mode, options: options)
        {
            throw refused(
                .badParam, .policyMustFit,
                routePolicyObjection(policy, with: category, mode: mode, options: options))
        }
        let before = (category: session.category, mode: session.mode)
        session.category = category
        session.recordsUntouched = false
        session.mode = mode
        session.routeSharingPolicy = policy
        let kept = rules.hold(.optionsAreNotSticky) ? [] : session.options
        let asked = options.union(kept)
        session.options =
            rules.hold(.duckingImpliesMixing) ? effective(asked, with: category) : asked
        try allowChange(to: session, of: app)
        apps[app]?.session = session
        // A temporary override belongs to the category.
        if before.category != category { endOverride(of: app) }
        if !takesInput(category) { holdRecorders(of: app) }
        guard session.isActive else { return }
        interruptOthers(than: app)
        if before != (category, mode) { tellCategoryChange(to: app) }
    }

    mutating func setMode(_ mode: SessionMode, of app: AppID) throws(SessionError) {
        guard let category = apps[app]?.session.category else { throw refusedWithoutApp }
        try allow(mode, with: category)
        let before = apps[app]?.session.mode
        apps[app]?.session.mode = mode
        if before != mode, rules.hold(.optionsAreNotSticky) {
            apps[app]?.session.options.subtract(droppedByModes)
        }
        if before != mode, apps[app]?.session.isActive == true { tellCategoryChange(to: app) }
    }

    private mutating func allow(
        _ options: SessionOptions, with category: SessionCategory
    ) throws(SessionError) {
        let takesImpliedAirPlay = configuration.outputCategoriesTakeAirPlayOption
        let isTaken = areValid(options, with: category, takesImpliedAirPlay: takesImpliedAirPlay)
        guard !isTaken, rules.hold(.optionsMustFit) else { return }
        throw refused(
            .badParam, .optionsMustFit,
            optionObjection(options, with: category, takesImpliedAirPlay: takesImpliedAirPlay))
    }

    private mutating func allow(
        _ mode: SessionMode, with category: SessionCategory
    ) throws(SessionError) {
        let fits = configuration.acceptsUnsupportedModes || isSupported(mode, by: category)
        guard !fits || !configuration.profile.knows(mode), rules.hold(.modeMustFit) else { return }
        throw refused(
            .badParam, .modeMustFit,
            modeObjection(mode, with: category, in: configuration.profile))
    }

    /// Notifies an app of its category change, even when the route stays the same, but only once.
    private mutating func tellCategoryChange(to app: AppID) {
        guard rules.hold(.routeChangeIsTold) else { return }
        let route = currentRoute
        refreshRoute(.categoryChange)
        if currentRoute == route { tell(app, .routeChanged(.categoryChange, previous: route)) }
    }

    mutating func activate(_ app: AppID) throws(SessionError) {
        guard let session = apps[app]?.session,
            apps[app]?.state != .notRunning
        else { throw refusedWithoutApp }
        if device.areMediaServicesLost {
            throw refused(
                .mediaServicesFailed, nil, "the media services are lost; wait for their reset")
        }
        guard !session.isActive else { return }
        try allowActivation(of: session, app)
        interruptOthers(than: app)
        stopWaiting(app)
        apps[app]?.session.isActive = true
        apps[app]?.mayResumeUntil = nil
        activeApps.append(app)
        changeEffects.append(.sessionChanged(app, isActive: true))
    }

    /// Deactivates a session.
    ///
    /// - Throws: `isBusy` when sound was running; the session is deactivated all the same.
    ///
    /// Source: the public AVAudioSession header, `setActive`, for iOS 8 to 25.
    mutating func deactivate(_ app: AppID, notifyingOthers: Bool) throws(SessionError) {
        guard let record = apps[app] else { throw refusedWithoutApp }
        let wasActive = record.session.isActive
        let running = streams.of(app).filter { id in
            streams[id].map { $0.kind.isSessionSound && !$0.isHeld } ?? false
        }
        let isBusy = wasActive && !running.isEmpty && rules.hold(.deactivationStopsRunningSound)
        if isBusy, configuration.profile.busyDeactivation == .isRefused {
            throw refused(
                .isBusy, .deactivationStopsRunningSound,
                "sound is running, and the session stays active; stop or pause it first")
        }
        // The app no longer waits for the end of an interruption.
        stopWaiting(app)
        if let interruption = record.session.interruption, let by = interruption.by {
            return handOver(interruptedBy: app, to: by)
        }
        makeInactive(app)
        if isBusy {
            for id in running { streams[id]?.systemHold = .deactivation }
        }
        if record.description.role == .musicPlayer,
            rules.hold(.musicPlayerGivesBackWithoutResume)
        {
            giveBack(from: app, shouldResume: false)
        } else if notifyingOthers, rules.hold(.notifyingGivesBack) {
            giveBack(from: app, shouldResume: true)
        } else if configuration.endIsToldWithoutNotifying {
            giveBack(from: app, shouldResume: false)
        }
        if isBusy, rules.hold(.runningSoundMakesBusy),
            configuration.profile.busyDeactivation == .happensAndFails
        {
            throw refused(
                .isBusy, .runningSoundMakesBusy,
                "sound was running; the session is inactive and its sound is paused; stop or pause "
                    + "it first")
        }
    }

    /// Makes a session inactive, for any reason.
    mutating func makeInactive(_ app: AppID) {
        guard apps[app]?.session.isActive == true else { return }
        apps[app]?.session.isActive = false
        activeApps.remove(app)
        changeEffects.append(.sessionChanged(app, isActive: false))
    }
}
