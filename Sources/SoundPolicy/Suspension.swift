import AudioModel

// Suspension of background apps, and their return.

extension PolicyMachine {
    /// Starts or stops the suspension delay and the background time of an app.
    mutating func refreshSuspension(
        of app: AppID, _ standing: DerivedAppState, _ tally: AppStreamCounts
    ) {
        guard standing.state == .background else { return }
        let isSounding =
            standing.hasAudioMode && standing.isActive && worksInBackground(standing.category)
            && tally.keepingCount > 0
        let keepsItself = isSounding && rules.hold(.backgroundAudioKeepsRunning)
        refreshBackgroundTime(
            of: app, isRunningOut: standing.isTimeRunningOut, isUnlimited: keepsItself)
        let isKept =
            !rules.hold(.idleAppsAreSuspended)
            || keepsRunning(isSounding: isSounding, standing.grounds, rules: rules)
        if isKept {
            if standing.isSuspensionNear { stopSuspensionClock(of: app) }
        } else if !standing.isSuspensionNear {
            let at = now + configuration.suspensionDelay
            apps.update(app) { $0.suspendsAt = at }
            suspendingApps.append(app)
        }
    }

    mutating func stopSuspensionClock(of app: AppID) {
        guard suspendingApps.remove(app) else { return }
        apps.update(app) { $0.suspendsAt = nil }
    }

    /// Suspends the apps with a suspension delay that has ended, in the order in which they entered
    /// the background.
    mutating func suspendIdleApps() {
        let due = suspendingApps.prefix { apps[$0]?.suspendsAt.map { $0 <= now } ?? true }
        let placed = due.map { (app: $0, place: backgroundApps.position(of: $0) ?? 0) }
        for (app, _) in placed.sorted(by: { $0.place < $1.place }) { suspend(app) }
    }

    mutating func suspend(_ app: AppID) {
        backgroundApps.remove(app)
        stopSuspensionClock(of: app)
        stopWork(of: app)
        stopBackgroundTime(of: app)
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
                giveBack(from: app, shouldResume: false)
            }
        }
        for id in liveStreams.of(app) where streams[id]?.isHeld == false {
            streams[id]?.systemHold = .suspension
        }
    }

    /// Lets an app with the background mode run for a short time after the end of an interruption.
    ///
    /// Source: reports of developers (`docs/facts.md`).
    mutating func letResumeInBackground(_ app: AppID) {
        guard let record = apps[app], record.hasAudioMode, !record.isForeground, !isEnding(app)
        else { return }
        wake(app)
        letRun(app, for: configuration.resumeWindow, rule: .interruptionEndLetsRun)
    }

    /// Lets a suspended app run again in the background, and delivers its pending notifications.
    mutating func wake(_ app: AppID) {
        guard let record = apps[app], record.state == .suspended else { return }
        setState(of: app, .background)
        backgroundApps.append(app)
        apps[app]?.pending = []
        for notification in record.pending { notifyEffects.append(.notify(app, notification)) }
    }
}
