public import AudioModel

// Background tasks, and the work for which the system runs apps.

extension PolicyMachine {
    // MARK: Tasks

    /// Begins a background task.
    ///
    /// - Throws: `resourceNotAvailable` when no background time is available.
    ///
    /// Source: App Programming Guide for iOS, "Executing Finite-Length Tasks".
    mutating func beginTask(_ task: BackgroundTaskID, of app: AppID) throws(SessionError) {
        guard let record = apps[app], !isEnding(app), record.state != .suspended,
            configuration.profile.hasBackground
        else {
            throw refused(
                .resourceNotAvailable, nil,
                configuration.profile.hasBackground
                    ? "the app is ending or suspended, and begins no background task"
                    : "generation \(configuration.profile.rawValue) runs no app in the background")
        }
        let life = record.life
        let isTooLate =
            life.hasReceivedExpiration || record.backgroundUntil.map { $0 <= now } ?? false
        guard !isTooLate, life.tasks.count < backgroundTasksMax else {
            throw refused(
                .resourceNotAvailable, isTooLate ? .backgroundTasksExpire : nil,
                isTooLate
                    ? "the app's background time is over; begin tasks before it is"
                    : "the app has \(backgroundTasksMax) open background tasks; end some first")
        }
        guard !life.tasks.contains(task) else { return }
        apps[app]?.life.tasks.append(task)
        if life.tasks.isEmpty, let until = record.backgroundUntil { limitTasks(of: app, until) }
    }

    mutating func endTask(_ task: BackgroundTaskID, of app: AppID) {
        guard apps[app]?.life.tasks.contains(task) == true else { return }
        apps[app]?.life.tasks.removeAll { $0 == task }
        if apps[app]?.life.tasks.isEmpty ?? true { stopLimitingTasks(of: app) }
    }

    /// The largest number of open background tasks of one app.
    private var backgroundTasksMax: Int { 1_000 }

    private mutating func limitTasks(of app: AppID, _ until: HostTime) {
        lifeDeadlines.set(
            .expirationNotice, of: app, at: max(until - configuration.expirationNotice, now))
        lifeDeadlines.set(.backgroundTimeIsOut, of: app, at: until)
    }

    private mutating func stopLimitingTasks(of app: AppID) {
        lifeDeadlines.remove(.expirationNotice, of: app)
        lifeDeadlines.remove(.backgroundTimeIsOut, of: app)
    }

    /// Starts or stops the limit of an app's background time, which runs while the app is in the
    /// background and its sound does not keep it running.
    mutating func refreshBackgroundTime(of app: AppID, isRunningOut: Bool, isUnlimited: Bool) {
        if isUnlimited, isRunningOut {
            stopBackgroundTime(of: app)
        } else if !isUnlimited, !isRunningOut {
            let until = now + configuration.backgroundTaskLimit
            apps[app]?.backgroundUntil = until
            if apps[app]?.life.tasks.isEmpty == false { limitTasks(of: app, until) }
        }
    }

    mutating func stopBackgroundTime(of app: AppID) {
        apps[app]?.backgroundUntil = nil
        stopLimitingTasks(of: app)
        apps[app]?.life.hasReceivedExpiration = false
    }

    /// The remaining background time of an app; `nil` when it is unlimited.
    public func backgroundTimeRemaining(of app: AppID, at now: HostTime) -> HostInterval? {
        guard let record = apps[app] else { return .zero }
        switch record.state {
        case .active, .inactive: return nil
        case .suspended, .notRunning: return .zero
        case .background: return record.backgroundUntil.map { max($0 - now, .zero) }
        }
    }

    // MARK: Work

    /// Launches an app in the background, or lets a suspended one run, for some work.
    mutating func runInBackground(_ app: AppID, for work: BackgroundWork) {
        guard let record = apps[app], !record.isForeground, !isEnding(app),
            configuration.profile.hasBackground
        else { return }
        wake(app)
        finishLaunching(app, .inBackground(work))
        letRun(app, for: configuration.window(for: work), rule: .backgroundWorkLetsRun)
    }

    /// Keeps an app in the background running for `interval`, whatever it does.
    mutating func letRun(_ app: AppID, for interval: HostInterval, rule: Rule) {
        guard rules.hold(rule), apps[app]?.state == .background else { return }
        let until = max(now + interval, apps[app]?.wokenUntil ?? now)
        apps[app]?.wokenUntil = until
        lifeDeadlines.set(.workIsOver, of: app, at: until)
    }

    mutating func stopWork(of app: AppID) {
        guard apps[app]?.wokenUntil ?? nil != nil else { return }
        apps[app]?.wokenUntil = nil
        lifeDeadlines.remove(.workIsOver, of: app)
    }

    // MARK: Deadlines

    mutating func meetLifeDeadlines() {
        while let due = lifeDeadlines.takeDue(at: now) { meet(due) }
    }

    private mutating func meet(_ deadline: LifeCycleDeadline) {
        let app = deadline.app
        switch deadline.kind {
        case .callbackLimit(let callback): kill(app, .hung(callback))
        case .expirationNotice:
            guard let tasks = apps[app]?.life.tasks, rules.hold(.backgroundTasksExpire) else {
                return
            }
            apps[app]?.life.hasReceivedExpiration = true
            for task in tasks { tell(app, .backgroundTaskExpires(task)) }
        case .backgroundTimeIsOut:
            guard apps[app]?.life.tasks.isEmpty == false else { return }
            if rules.hold(.openTasksEndApp) {
                kill(app, .backgroundTimeIsOut)
            } else {
                apps[app]?.life.tasks = []
            }
        case .workIsOver:
            stopWork(of: app)
            // The app is suspended at once, without the delay of idle apps.
            if let record = apps[app], record.state == .background,
                !keepsRunning(isSounding: isSounding(app), record.assertions, rules: rules)
            {
                suspend(app)
            }
        }
    }

    /// Whether an app's sound keeps it running in the background.
    func isSounding(_ app: AppID) -> Bool {
        apps.index(of: app).map(mayKeepRunningBySound) == true && streams.keepRunning(app)
    }

    /// Whether sound would keep an app running in the background.
    func mayKeepRunningBySound(at index: Int) -> Bool {
        apps.values[index].hasAudioMode && apps.values[index].session.isActive
            && worksInBackground(apps.values[index].session.category)
    }
}
