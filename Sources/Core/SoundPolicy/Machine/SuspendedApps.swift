import AudioModel

// Suspension of background apps, and their return.

extension PolicyMachine {
    /// Starts or stops the suspension delay and the background time of each background app.
    ///
    /// - Parameter appIndices: The index of each stream's app.
    mutating func refreshSuspension(_ appIndices: [Int]) {
        var hasSound = Array(repeating: false, count: apps.count + 1)
        for (index, appIndex) in appIndices.enumerated()
        where streams.values[index].keepsAppRunning {
            hasSound[appIndex] = true
        }
        for (index, app) in apps.ids.enumerated() where apps.values[index].state == .background {
            let isSounding = hasSound[index] && mayKeepRunningBySound(at: index)
            refreshBackgroundTime(
                of: app, isRunningOut: apps.values[index].backgroundUntil != nil,
                isUnlimited: isSounding && rules.hold(.backgroundAudioKeepsRunning)
                    || apps.values[index].isKeptForCall)
            let assertions = apps.values[index].assertions
            if keepsRunning(isSounding: isSounding, assertions, rules: rules) {
                apps.values[index].suspendsAt = nil
            } else if apps.values[index].suspendsAt == nil {
                apps.values[index].suspendsAt = now + configuration.suspensionDelay
            }
        }
    }

    /// Suspends the apps with a suspension delay that has ended, in the order in which they entered
    /// the background.
    mutating func suspendIdleApps() {
        for app in backgroundApps {
            if let at = apps[app]?.suspendsAt, at <= now { suspend(app) }
        }
    }

    mutating func suspend(_ app: AppID) {
        backgroundApps.remove(app)
        apps[app]?.suspendsAt = nil
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
        for id in streams.of(app) where streams[id]?.isHeld == false {
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
