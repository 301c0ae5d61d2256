import AudioModel

// Launch, foreground, background, end.

extension PolicyMachine {
    mutating func launch(_ app: AppID, _ description: AppDescription) {
        guard app != .phone, apps[app] == nil else { return }
        let record = AppRecord(
            description: description, session: initialSession,
            hasAudioMode: isBuiltInPlayer(description)
                || description.backgroundModes.contains("audio"))
        apps.insert(record, as: app)
        backgroundApps.append(app)
        changeEffects.append(.appChanged(app, .background))
    }

    /// A new session, without a category that its app has set.
    var initialSession: Session {
        var session = Session(
            category: rules.hold(.sessionStartsSoloAmbient) ? .soloAmbient : .playback)
        session.recordsUntouched = configuration.untouchedSessionRecords
        return session
    }

    /// Brings an app to the foreground.
    ///
    /// - Parameter url: The URL that it opens, if any.
    mutating func open(_ app: AppID, url: String? = nil) {
        guard apps[app] != nil, !device.isLocked, !isEnding(app) else { return }
        closePulledOverlays()
        guard device.foregroundApp != app else {
            if let url { tell(app, .openURL(url)) }
            regainForeground()
            return
        }
        if let previous = device.foregroundApp, rules.hold(.oneAppInForeground) {
            leave(previous)
        }
        device.foregroundApp = app
        device.appUnderCall = nil
        enterForeground(app, url)
    }

    mutating func leave(_ app: AppID) {
        guard device.foregroundApp == app else { return }
        closePulledOverlays()
        if mayStayInBackground(app) || builtInPlayerStays(app) {
            sendToBackground(app)
        } else {
            end(app, .quit)
        }
    }

    /// Sends the foreground app to the background because it opens a URL in another app.
    mutating func openElsewhere(from app: AppID) throws(SessionError) {
        guard device.foregroundApp == app, apps[app]?.state == .active else {
            throw refused(
                .resourceNotAvailable, nil, "only the active app in front opens a URL elsewhere")
        }
        leave(app)
    }

    /// Whether an app enters the background instead of ending when the user leaves it.
    ///
    /// Source: Apple technical Q&A 1626; Information Property List Key Reference,
    /// `UIApplicationExitsOnSuspend`.
    private func mayStayInBackground(_ app: AppID) -> Bool {
        configuration.profile.hasBackground && !exitsOnSuspend(app)
    }

    /// Whether the app is the system's music player, which keeps playing beside another app on
    /// systems where no app of the App Store does.
    ///
    /// Source: iPhone Human Interface Guidelines of the first systems, "Using Sound", third
    /// scenario.
    private func builtInPlayerStays(_ app: AppID) -> Bool {
        rules.hold(.musicPlayerStaysRunning)
            && apps[app].map { isBuiltInPlayer($0.description) } == true
    }

    /// Whether an app is the music player of a system without background apps.
    private func isBuiltInPlayer(_ description: AppDescription) -> Bool {
        description.role == .musicPlayer && !configuration.profile.hasBackground
    }

    private func exitsOnSuspend(_ app: AppID) -> Bool {
        rules.hold(.exitsOnSuspend) && apps[app]?.description.exitsOnSuspend == true
    }

    /// Makes an app resign active and enter the background. The session does not change.
    ///
    /// - Parameter told: The app's own `applicationState` afterwards.
    private mutating func sendToBackground(_ app: AppID, told: AppState = .background) {
        guard let record = apps[app], record.isForeground else { return }
        if record.state == .active { tell(app, .willResignActive) }
        setState(of: app, .background)
        tell(app, .didEnterBackground(told))
        awaitReturn(from: .didEnterBackground, of: app)
        apps[app]?.hint = nil
        apps[app]?.wasActiveAtHint = false
        backgroundApps.append(app)
        if device.foregroundApp == app { device.foregroundApp = nil }
    }

    private mutating func enterForeground(_ app: AppID, _ url: String?) {
        wake(app)
        backgroundApps.remove(app)
        apps[app]?.suspendsAt = nil
        stopWork(of: app)
        stopBackgroundTime(of: app)
        if apps[app]?.hasFinishedLaunching == true {
            tell(app, .willEnterForeground)
        } else {
            finishLaunching(app, url.map { .byURL($0) } ?? .byUser)
        }
        setState(of: app, .inactive)
        if let url { tell(app, .openURL(url)) }
        setCallBar(of: app, device.call == .connected)
        regainForeground()
        endInterruptionOnReturn(of: app)
    }

    /// Delivers the launch notifications, unless they have been delivered.
    mutating func finishLaunching(_ app: AppID, _ launch: Launch) {
        guard apps[app]?.hasFinishedLaunching == false else { return }
        apps[app]?.hasFinishedLaunching = true
        tell(app, .willFinishLaunching(launch))
        tell(app, .didFinishLaunching)
        awaitReturn(from: .didFinishLaunching, of: app)
        if launch.state == .background, configuration.backgroundLaunchTellsEntering {
            tell(app, .didEnterBackground())
            awaitReturn(from: .didEnterBackground, of: app)
        }
    }

    /// Whether something covers the foreground app, or would if there were one.
    private var isForegroundCovered: Bool {
        device.isUnderAlert && rules.hold(.alertsResignActive)
            || !device.overlays.isEmpty && rules.hold(.overlaysResignActive)
            || device.isLocked && rules.hold(.lockSendsToBackground)
    }

    /// Makes the foreground app inactive because an alert or the like covers it.
    mutating func resignForeground() {
        guard let app = device.foregroundApp, apps[app]?.state == .active else { return }
        tell(app, .willResignActive)
        setState(of: app, .inactive)
    }

    mutating func regainForeground() {
        guard !isForegroundCovered, let app = device.foregroundApp, apps[app]?.state == .inactive
        else { return }
        setState(of: app, .active)
        tell(app, .didBecomeActive)
    }

    // MARK: A call's bar

    mutating func hideCallBar() {
        guard let app = device.foregroundApp else { return }
        setCallBar(of: app, false)
    }

    private mutating func setCallBar(of app: AppID, _ isShown: Bool) {
        guard configuration.profile.hasCallBar, rules.hold(.callBarIsTold),
            apps[app]?.hasCallBar == !isShown
        else { return }
        apps[app]?.hasCallBar = isShown
        tell(app, .willChangeStatusBarFrame)
        tell(app, .didChangeStatusBarFrame)
    }

    // MARK: Lock

    mutating func lock() {
        guard !silenceByButton(), !device.isLocked else { return }
        device.isLocked = true
        stateCauses[.lock] = presentCause
        changeEffects.append(.deviceChanged(.lock(isLocked: true)))
        closePulledOverlays()
        protectDataLater()
        guard let app = device.foregroundApp, rules.hold(.lockSendsToBackground) else { return }
        // An app that cannot enter the background stays in the foreground, inactive.
        guard mayStayInBackground(app) else { return resignForeground() }
        device.appUnderLock = app
        let staysInactive =
            configuration.profile.staysInactiveUnderLock && rules.hold(.lockKeepsInactive)
        sendToBackground(app, told: staysInactive ? .inactive : .background)
    }

    mutating func unlock() {
        guard device.isLocked else { return }
        device.isLocked = false
        stateCauses[.lock] = nil
        changeEffects.append(.deviceChanged(.lock(isLocked: false)))
        letDataBeRead()
        regainForeground()
        // The user had returned to the app from a call answered before the lock.
        let isUnderCall = device.call == .connected && device.isCallAnsweredUnderLock
        if isUnderCall {
            device.appUnderCall = device.appUnderLock
        } else if let app = device.appUnderLock, apps[app] != nil {
            open(app)
        }
        device.appUnderLock = nil
    }

    // MARK: After a call

    /// Brings the app that a call has covered back to the foreground, unless the user has opened
    /// another one meanwhile; on a locked phone when it is unlocked.
    mutating func returnFromCall() {
        guard let app = device.appUnderCall else { return }
        device.appUnderCall = nil
        guard returnsToAppAfterCall(configuration, rules: rules), apps[app] != nil,
            device.foregroundApp == nil
        else { return }
        if device.isLocked {
            device.appUnderLock = device.appUnderLock ?? app
        } else {
            open(app)
        }
    }

    // MARK: End

    /// Notifies a running app that it terminates; it ends when it has returned from
    /// `willTerminate`.
    mutating func end(_ app: AppID, _ termination: Termination) {
        guard let record = apps[app] else { return }
        guard termination != .crashed, record.state != .suspended else {
            return finishEnd(of: app)
        }
        guard !isEnding(app) else { return }
        withdraw(app)
        guard rules.hold(.endIsTold) else { return finishEnd(of: app) }
        tell(app, .willTerminate)
        guard awaitReturn(from: .willTerminate, of: app) else { return finishEnd(of: app) }
        apps[app]?.life.ending = termination
        // It is no longer in the foreground while it ends.
        if apps[app]?.isForeground == true {
            setState(of: app, .background)
            backgroundApps.append(app)
        }
    }

    /// Moves an app out of the foreground before it ends.
    private mutating func withdraw(_ app: AppID) {
        let tellsEntering =
            configuration.profile.hasBackground
            && (!exitsOnSuspend(app) || configuration.exitTellsEntering)
        if tellsEntering { return sendToBackground(app) }
        guard let record = apps[app], record.isForeground else { return }
        if record.state == .active {
            let tellsResigning =
                configuration.profile.hasBackground || configuration.endTellsResigning
            if tellsResigning { tell(app, .willResignActive) }
            setState(of: app, .inactive)
        }
        if device.foregroundApp == app { device.foregroundApp = nil }
    }

    /// Removes an app because its process has ended.
    mutating func finishEnd(of app: AppID) {
        if device.appCall?.app == app {
            if device.foregroundApp == app { device.foregroundApp = nil }
            endAppCall()
        }
        guard let record = apps[app] else { return }
        let interruption = record.session.interruption
        makeInactive(app)
        stopWaiting(app)
        backgroundApps.remove(app)
        apps[app]?.suspendsAt = nil
        lifeDeadlines.removeAll(of: app)
        apps[app]?.life = LifeCycleRecord()
        if rules.hold(.processOwnsItsSounds) {
            for id in streams.of(app) where streams[id]?.outlivesApp == false {
                endStream(id, .processOwnsItsSounds, .processGone)
            }
        }
        if device.foregroundApp == app { device.foregroundApp = nil }
        if device.appUnderLock == app { device.appUnderLock = nil }
        leaveUntold(app) { !$0.isAudibleAtTheEnd }
        changeEffects.append(.appChanged(app, .notRunning))
        if let by = interruption?.by {
            handOver(interruptedBy: app, to: by)
        } else if rules.hold(.deathGivesBack) {
            if configuration.endOfRivalNotifies {
                endInterruptionsAtExit(of: app, shouldResume: true)
            } else if configuration.endIsToldWithoutNotifying {
                endInterruptionsAtExit(of: app, shouldResume: false)
            }
        }
        apps[app] = nil
    }

    /// Drops notifications of the present event that no longer matter to an app that ends with it:
    /// freeing memory may, for example, end its interrupter first.
    mutating func leaveUntold(_ app: AppID, _ isDropped: (AppNotification) -> Bool) {
        notifyEffects.removeAll { effect in
            guard case .notify(app, let notification) = effect else { return false }
            return isDropped(notification)
        }
    }

    mutating func setState(of app: AppID, _ state: AppState) {
        guard apps[app] != nil, apps[app]?.state != state else { return }
        apps[app]?.state = state
        changeEffects.append(.appChanged(app, state))
    }
}

extension AppNotification {
    /// Whether an app that is notified of its termination still receives this notification of the
    /// same event.
    fileprivate var isAudibleAtTheEnd: Bool {
        switch self {
        case .willResignActive, .didEnterBackground, .willTerminate, .didReceiveMemoryWarning,
            .interruptionBegan:
            true
        default: false
        }
    }
}
