import AudioModel

// What an app may do with its session.

extension PolicyMachine {
    mutating func setCategory(
        _ category: SessionCategory, _ mode: SessionMode, _ options: SessionOptions,
        _ policy: RouteSharingPolicy, of app: AppID
    ) throws(SessionError) {
        guard var record = apps[app] else { throw .expiredSession }
        if rules.hold(.optionsMustFit), !areValid(options, with: category) { throw .badParam }
        if rules.hold(.modeMustFit), !isValid(mode, with: category) { throw .badParam }
        let wasMixable = isMixable(record.session, rules: rules)
        let before = record.session.category
        record.session.category = category
        record.session.mode = mode
        record.session.routeSharingPolicy = policy
        let kept = rules.hold(.optionsAreNotSticky) ? [] : record.session.options
        let asked = options.union(kept)
        record.session.options = rules.hold(.duckingImpliesMixing) ? effective(asked) : asked
        apps[app] = record
        guard record.session.isActive else { return }
        if wasMixable, !isMixable(record.session, rules: rules) { interruptOthers(than: app) }
        guard before != category, rules.hold(.routeChangeIsTold) else { return }
        let route = currentRoute
        refreshRoute(.categoryChange)
        // Told also where nothing moved, but once.
        if currentRoute == route { tell(app, .routeChanged(.categoryChange, previous: route)) }
    }

    mutating func setMode(_ mode: SessionMode, of app: AppID) throws(SessionError) {
        guard let category = apps[app]?.session.category else { throw .expiredSession }
        if rules.hold(.modeMustFit), !isValid(mode, with: category) { throw .badParam }
        apps[app]?.session.mode = mode
    }

    mutating func activate(_ app: AppID) throws(SessionError) {
        guard let record = apps[app], record.state != .notRunning else { throw .expiredSession }
        guard !record.session.isActive else { return }
        let circumstances = ActivationCircumstances(
            interrupter: device.interrupter, isForeground: record.isForeground,
            hasAudioMode: record.description.backgroundModes.contains("audio"),
            isWokenToResume: record.mayResumeUntil.map { now <= $0 } ?? false,
            isOtherNonMixableActive: activeApps.contains { other in
                apps[other].map { !isMixable($0.session, rules: rules) } ?? false
            })
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
        var isBusy = false
        if rules.hold(.deactivationStopsRunningSound) {
            for id in liveStreams
            where id.app == app
                && streams[id].map({ $0.kind.isSessionSound && !$0.isHeld }) ?? false
            {
                streams[id]?.systemHold = .deactivation
                isBusy = true
            }
        }
        if record.description.role == .musicPlayer,
            rules.hold(.musicPlayerGivesBackWithoutResume)
        {
            giveBack(from: .app(app), shouldResume: false)
        } else if notifyingOthers, rules.hold(.notifyingGivesBack) {
            giveBack(from: .app(app), shouldResume: true)
        }
        if isBusy { throw .isBusy }
    }

    /// The session is active no more, for whatever reason.
    mutating func makeInactive(_ app: AppID) {
        guard apps[app]?.session.isActive == true else { return }
        apps[app]?.session.isActive = false
        activeApps.removeAll { $0 == app }
        changeEffects.append(.sessionChanged(app, isActive: false))
    }
}
