import AudioModel

// Launch, foreground, background, suspension, end.

extension PolicyMachine {
    mutating func launch(_ app: AppID, _ description: AppDescription) {
        guard app != .phone, apps[app] == nil else { return }
        let category: SessionCategory =
            rules.hold(.sessionStartsSoloAmbient) ? .soloAmbient : .playback
        apps[app] = AppRecord(description: description, session: Session(category: category))
        backgroundApps.append(app)
        changeEffects.append(.appChanged(app, .background))
        renameInterrupter(app)
    }

    mutating func open(_ app: AppID) {
        guard apps[app] != nil, !device.isLocked, device.foregroundApp != app else { return }
        if let previous = device.foregroundApp, rules.hold(.oneAppInForeground) {
            leave(previous)
        }
        device.foregroundApp = app
        enterForeground(app)
    }

    mutating func leave(_ app: AppID) {
        guard device.foregroundApp == app else { return }
        if configuration.profile.hasBackground {
            sendToBackground(app)
        } else {
            end(app, .quit)
        }
    }

    /// Resigns, then goes to the background. The session is not touched.
    mutating func sendToBackground(_ app: AppID) {
        guard let record = apps[app], record.isForeground else { return }
        if record.state == .active { tell(app, .willResignActive) }
        setState(of: app, .background)
        tell(app, .didEnterBackground)
        apps[app]?.hint = nil
        backgroundApps.append(app)
        if device.foregroundApp == app { device.foregroundApp = nil }
    }

    private mutating func enterForeground(_ app: AppID) {
        wake(app)
        backgroundApps.remove(app)
        stopSuspensionClock(of: app)
        if apps[app]?.hasFinishedLaunching == true {
            tell(app, .willEnterForeground)
        } else {
            apps[app]?.hasFinishedLaunching = true
            tell(app, .didFinishLaunching)
        }
        setState(of: app, .inactive)
        if !device.isUnderAlert || !rules.hold(.alertsResignActive) {
            setState(of: app, .active)
            tell(app, .didBecomeActive)
        }
    }

    /// A call's or alarm's alert covers the foreground app.
    mutating func resignForeground() {
        guard rules.hold(.alertsResignActive), let app = device.foregroundApp,
            apps[app]?.state == .active
        else { return }
        tell(app, .willResignActive)
        setState(of: app, .inactive)
    }

    mutating func regainForeground() {
        guard let app = device.foregroundApp, apps[app]?.state == .inactive else { return }
        setState(of: app, .active)
        tell(app, .didBecomeActive)
    }

    mutating func lock() {
        guard !silenceRing(), !device.isLocked else { return }
        device.isLocked = true
        standingCauses[.lock] = presentCause
        changeEffects.append(.deviceChanged(.lock(isLocked: true)))
        guard let app = device.foregroundApp, rules.hold(.lockSendsToBackground),
            configuration.profile.hasBackground
        else { return }
        device.appUnderLock = app
        sendToBackground(app)
    }

    mutating func unlock() {
        guard device.isLocked else { return }
        device.isLocked = false
        standingCauses[.lock] = nil
        changeEffects.append(.deviceChanged(.lock(isLocked: false)))
        if let app = device.appUnderLock, apps[app] != nil, device.call != .connected { open(app) }
        device.appUnderLock = nil
    }

    // MARK: Suspension

    /// Starts or stops the clock of an app.
    mutating func refreshSuspension(of app: AppID, _ standing: AppStanding, _ tally: AppTally) {
        guard standing.state == .background else { return }
        if keepsRunning(standing, tally) {
            if standing.isSuspensionNear { stopSuspensionClock(of: app) }
        } else if !standing.isSuspensionNear {
            let at = now + configuration.suspensionDelay
            apps.update(app) { $0.suspendsAt = at }
            suspendingApps.append(app)
        }
    }

    private mutating func stopSuspensionClock(of app: AppID) {
        guard suspendingApps.remove(app) else { return }
        apps.update(app) { $0.suspendsAt = nil }
    }

    /// Whether audible background audio keeps the app from being suspended.
    ///
    /// Source: App Programming Guide for iOS, "Background Execution".
    private func keepsRunning(_ standing: AppStanding, _ tally: AppTally) -> Bool {
        guard rules.hold(.idleAppsAreSuspended) else { return true }
        return rules.hold(.backgroundAudioKeepsRunning) && standing.hasAudioMode
            && standing.isActive && worksInBackground(standing.category) && tally.keepingCount > 0
    }

    /// Those whose time has come, in the order in which they got to the background.
    mutating func suspendIdleApps() {
        let due = suspendingApps.prefix { apps[$0]?.suspendsAt.map { $0 <= now } ?? true }
        let placed = due.map { (app: $0, place: backgroundApps.position(of: $0) ?? 0) }
        for (app, _) in placed.sorted(by: { $0.place < $1.place }) { suspend(app) }
    }

    private mutating func suspend(_ app: AppID) {
        backgroundApps.remove(app)
        stopSuspensionClock(of: app)
        apps[app]?.mayResumeUntil = nil
        setState(of: app, .suspended)
        if rules.hold(.suspensionDeactivates), configuration.profile.suspensionDeactivates,
            apps[app]?.session.isActive == true
        {
            makeInactive(app)
            if configuration.profile.tellsOfSuspension {
                tell(app, .interruptionBegan(reason: .appWasSuspended))
            }
            if configuration.endIsToldWithoutNotifying {
                giveBack(from: .app(app), shouldResume: false)
            }
        }
        for id in liveStreams.of(app) where streams[id]?.isHeld == false {
            streams[id]?.systemHold = .suspension
        }
    }

    /// The end of an interruption lets a suspended app with the background mode run for a moment.
    mutating func wakeInBackground(_ app: AppID) {
        guard let record = apps[app], record.state == .suspended,
            record.hasAudioMode
        else { return }
        wake(app)
    }

    /// Lets a suspended app run again, in the background, and delivers what it has missed.
    private mutating func wake(_ app: AppID) {
        guard let record = apps[app], record.state == .suspended else { return }
        setState(of: app, .background)
        backgroundApps.append(app)
        apps[app]?.pending = []
        for notification in record.pending { notifyEffects.append(.notify(app, notification)) }
    }

    // MARK: End

    mutating func end(_ app: AppID, _ termination: Termination) {
        guard let record = apps[app] else { return }
        if termination != .crashed {
            sendToBackground(app)
            if record.state != .suspended { tell(app, .willTerminate) }
        }
        let interruption = record.session.interruption
        makeInactive(app)
        overridingApps.remove(app)
        stopWaiting(app)
        backgroundApps.remove(app)
        stopSuspensionClock(of: app)
        if rules.hold(.processOwnsItsSounds) {
            for id in liveStreams.of(app) where streams[id]?.outlivesApp == false {
                endStream(id, .processGone, .processOwnsItsSounds, "its app's process is gone")
            }
        }
        if device.foregroundApp == app { device.foregroundApp = nil }
        if device.appUnderLock == app { device.appUnderLock = nil }
        changeEffects.append(.appChanged(app, .notRunning))
        if let by = interruption?.by {
            handOver(interruptedBy: app, to: by)
        } else if rules.hold(.deathGivesBack) {
            if configuration.endOfRivalNotifies {
                giveBack(from: .app(app), shouldResume: true)
            } else if configuration.endIsToldWithoutNotifying {
                giveBack(from: .app(app), shouldResume: false)
            }
        }
        apps[app] = nil
        renameInterrupter(app)
    }

    /// Warns whatever runs, and ends what is suspended without a word.
    ///
    /// Source: App Programming Guide for iOS, "Responding to Low-Memory Warnings".
    mutating func takeBackMemory() {
        for app in apps.keys.sorted() {
            if apps[app]?.state != .suspended {
                tell(app, .didReceiveMemoryWarning)
            } else if rules.hold(.memoryPressureEndsSuspended) {
                end(app, .killed)
            }
        }
    }

    private mutating func setState(of app: AppID, _ state: AppState) {
        guard apps[app] != nil, apps[app]?.state != state else { return }
        apps[app]?.state = state
        changeEffects.append(.appChanged(app, state))
    }
}
