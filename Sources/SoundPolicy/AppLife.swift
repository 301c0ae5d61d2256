import AudioModel

// Launch, foreground, background, end.

extension PolicyMachine {
    mutating func launch(_ app: AppID, _ description: AppDescription) {
        guard app != .phone, apps[app] == nil else { return }
        let category: SessionCategory =
            rules.hold(.sessionStartsSoloAmbient) ? .soloAmbient : .playback
        apps[app] = AppRecord(
            description: description, session: Session(category: category),
            hasAudioMode: isBuiltInPlayer(description)
                || description.backgroundModes.contains("audio"))
        backgroundApps.append(app)
        changeEffects.append(.appChanged(app, .background))
        renameInterrupter(app)
    }

    /// - Parameter url: What it is opened for, where there is something.
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

    /// Leaves the app in front for another one, which shows what the app has opened.
    mutating func openElsewhere(from app: AppID) throws(SessionError) {
        guard device.foregroundApp == app, apps[app]?.state == .active else {
            throw .resourceNotAvailable
        }
        leave(app)
    }

    /// Whether it goes on when it is left.
    ///
    /// Source: Apple technical Q&A 1626; Information Property List Key Reference,
    /// `UIApplicationExitsOnSuspend`.
    private func mayStayInBackground(_ app: AppID) -> Bool {
        configuration.profile.hasBackground && !exitsOnSuspend(app)
    }

    /// Whether the app is the system's music player, which plays on beside another app where no app of
    /// the App Store does.
    ///
    /// Source: iPhone Human Interface Guidelines of the first systems, "Using Sound", third
    /// scenario.
    private func builtInPlayerStays(_ app: AppID) -> Bool {
        rules.hold(.musicPlayerStaysRunning)
            && apps.read(app) { isBuiltInPlayer($0.pointee.description) } == true
    }

    /// Whether the description is of a music player that is part of a system without background.
    private func isBuiltInPlayer(_ description: AppDescription) -> Bool {
        description.role == .musicPlayer && !configuration.profile.hasBackground
    }

    private func exitsOnSuspend(_ app: AppID) -> Bool {
        rules.hold(.exitsOnSuspend)
            && apps.read(app) { $0.pointee.description.exitsOnSuspend } == true
    }

    /// Resigns, then goes to the background. The session is not touched.
    ///
    /// - Parameter told: What the app's own state is then.
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
        stopSuspensionClock(of: app)
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
    }

    /// The first code of a process.
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

    /// Whether something lies over the foreground app, or would if there were one.
    private var isForegroundCovered: Bool {
        device.isUnderAlert && rules.hold(.alertsResignActive)
            || !device.overlays.isEmpty && rules.hold(.overlaysResignActive)
            || device.isLocked && rules.hold(.lockSendsToBackground)
    }

    /// An alert covers the foreground app, or something else that is no app.
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
            apps.read(app, { $0.pointee.hasCallBar }) == !isShown
        else { return }
        apps.update(app) { $0.hasCallBar = isShown }
        tell(app, .willChangeStatusBarFrame)
        tell(app, .didChangeStatusBarFrame)
    }

    // MARK: Lock

    mutating func lock() {
        guard !silenceRing(), !device.isLocked else { return }
        device.isLocked = true
        standingCauses[.lock] = presentCause
        changeEffects.append(.deviceChanged(.lock(isLocked: true)))
        closePulledOverlays()
        protectDataLater()
        guard let app = device.foregroundApp, rules.hold(.lockSendsToBackground) else { return }
        // An app that has no background to go to waits in front.
        guard mayStayInBackground(app) else { return resignForeground() }
        device.appUnderLock = app
        let staysInactive =
            configuration.profile.staysInactiveUnderLock && rules.hold(.lockKeepsInactive)
        sendToBackground(app, told: staysInactive ? .inactive : .background)
    }

    mutating func unlock() {
        guard device.isLocked else { return }
        device.isLocked = false
        standingCauses[.lock] = nil
        changeEffects.append(.deviceChanged(.lock(isLocked: false)))
        letDataBeRead()
        regainForeground()
        // Of a call that was there before, the user had come back to the app.
        let isUnderCall = device.call == .connected && device.isCallAnsweredUnderLock
        if let app = device.appUnderLock, apps[app] != nil, !isUnderCall { open(app) }
        device.appUnderLock = nil
    }

    // MARK: End

    /// Tells an app that runs, which ends when it has returned.
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
        changeLife(of: app) { $0.ending = termination }
        // Whatever comes to the front now does so without it.
        if apps[app]?.isForeground == true {
            setState(of: app, .background)
            backgroundApps.append(app)
        }
    }

    /// Leaves the foreground to end.
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

    /// Its process is gone.
    mutating func finishEnd(of app: AppID) {
        guard let record = apps[app] else { return }
        let interruption = record.session.interruption
        makeInactive(app)
        overridingApps.remove(app)
        stopWaiting(app)
        backgroundApps.remove(app)
        stopSuspensionClock(of: app)
        lifeDeadlines.removeAll(of: app)
        lives[app] = nil
        if rules.hold(.processOwnsItsSounds) {
            for id in liveStreams.of(app) where streams[id]?.outlivesApp == false {
                endStream(id, .processGone, .processOwnsItsSounds, "its app's process is gone")
            }
        }
        if device.foregroundApp == app { device.foregroundApp = nil }
        if device.appUnderLock == app { device.appUnderLock = nil }
        leaveUntold(app) { !$0.isHeardAtTheEnd }
        changeEffects.append(.appChanged(app, .notRunning))
        if let by = interruption?.by {
            handOver(interruptedBy: app, to: by)
        } else if rules.hold(.deathGivesBack) {
            if configuration.endOfRivalNotifies {
                giveBackAtEnd(of: app, shouldResume: true)
            } else if configuration.endIsToldWithoutNotifying {
                giveBackAtEnd(of: app, shouldResume: false)
            }
        }
        apps[app] = nil
        renameInterrupter(app)
    }

    /// Drops what an app is told by the event that ends it: memory that is taken back may end its
    /// interrupter first, and that it could go on is no news for it any more.
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
    /// Whether an app that is told of its end hears of it by the same event.
    fileprivate var isHeardAtTheEnd: Bool {
        switch self {
        case .willResignActive, .didEnterBackground, .willTerminate, .didReceiveMemoryWarning,
            .interruptionBegan:
            true
        default: false
        }
    }
}
