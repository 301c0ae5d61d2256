import AudioModel
import SoundPolicy

/// Source: App Programming Guide for iOS, "Execution States for Apps": a suspended app is in memory
/// and executes no code.
final class NothingRunsSuspended: PremiseCounter, Checker {
    static let sentence = "Nothing runs in a suspended app"

    func check(_ step: Step) -> Finding? {
        for app in step.after.apps where app.state == .suspended {
            premiseCount += 1
            let name = step.name(app.app)
            if app.isKeptRunning { return Finding("\(name) sleeps with something to do") }
            if app.isEnding { return Finding("\(name) sleeps while it ends") }
        }
        for stream in step.streams
        where stream.isSessionSound && !stream.isHeld && stream.owner?.state == .suspended {
            return Finding("\(step.words(stream.id)) runs in a sleeping app")
        }
        return nil
    }
}

/// Computes the background time limits independently, from the apps' requests and callbacks.
///
/// Source: the specification, "Time limits" and "Background task assertions".
final class BackgroundTimeEnds: PremiseCounter, Checker {
    static let sentence =
        "No app in the background without the mode or an open task runs past its limit"
    private var stays: [AppID: Stay] = [:]
    private var tasks: [AppID: Set<BackgroundTaskID>] = [:]
    /// Deadline for returning from each callback.
    private var answersBy: [AppID: [WatchedCallback: HostTime]] = [:]

    /// One stay in the background.
    private struct Stay {
        var since: HostTime
        /// The limit regardless of open background tasks.
        var mayRunUntil: HostTime
    }

    func check(_ step: Step) -> Finding? {
        note(step)
        for app in step.apps {
            guard app.state == .background, !app.hasAudioMode, let stay = stays[app.app] else {
                continue
            }
            premiseCount += 1
            let answers = (answersBy[app.app] ?? [:]).values
            var limit = answers.reduce(stay.mayRunUntil) { max($0, $1) }
            if tasks[app.app]?.isEmpty == false {
                limit = max(limit, stay.since + Self.taskLimit(step.configuration.profile))
            }
            if step.now > limit { return Finding("\(step.name(app.app)) runs past its limit") }
        }
        return nil
    }

    private func note(_ step: Step) {
        if case .app(let app, let request) = step.event, step.refusal == nil {
            note(request, of: app, step)
        }
        for app in step.apps {
            guard app.state == .background else {
                stays[app.app] = nil
                continue
            }
            if step.before.app(app.app)?.state != .background || stays[app.app] == nil {
                stays[app.app] = Stay(since: step.now, mayRunUntil: step.now + .seconds(5))
            }
        }
        if case .appRunInBackground(let app, let work) = step.event { extend(app, step, for: work) }
        for case .notify(let app, let notification) in step.effects {
            guard let callback = notification.watchedCallback,
                step.ledger.asked(by: app).answersCallbacks
            else { continue }
            let launchLimit: Double = step.configuration.profile.rawValue < 4 ? 5 : 20
            let limit = step.now + .seconds(callback == .didFinishLaunching ? launchLimit : 5)
            answersBy[app, default: [:]][callback] = limit
        }
        stays = stays.filter { step.after.isRunning($0.key) }
        tasks = tasks.filter { step.after.isRunning($0.key) }
        answersBy = answersBy.filter { step.after.isRunning($0.key) }
    }

    private func note(_ request: AppRequest, of app: AppID, _ step: Step) {
        switch request {
        case .beginBackgroundTask(let task): tasks[app, default: []].insert(task)
        case .endBackgroundTask(let task):
            if tasks[app]?.remove(task) != nil { extend(app, until: step.now + .seconds(5)) }
        case .returned(let callback):
            answersBy[app]?[callback] = nil
            extend(app, until: step.now + .seconds(5))
        default: break
        }
    }

    private func extend(_ app: AppID, _ step: Step, for work: BackgroundWork) {
        let isLong = [.fetch, .remoteNotification, .processing].contains(work)
        extend(app, until: step.now + .seconds(isLong ? 30 : 10))
    }

    private func extend(_ app: AppID, until time: HostTime) {
        guard let stay = stays[app] else { return }
        stays[app]?.mayRunUntil = max(stay.mayRunUntil, time)
    }

    private static func taskLimit(_ profile: PhoneProfile) -> HostInterval {
        profile.rawValue < 7 ? .seconds(600) : profile.rawValue < 13 ? .seconds(180) : .seconds(30)
    }
}

/// Source: App Programming Guide for iOS, "App Termination": suspended apps receive no
/// notification.
final class OnlyTheLivingAreTerminated: PremiseCounter, Checker {
    static let sentence = "willTerminate is delivered once, and never to a suspended app"
    private var told: Set<AppID> = []

    func check(_ step: Step) -> Finding? {
        for case .notify(let app, .willTerminate) in step.effects {
            premiseCount += 1
            guard let before = step.before.app(app), before.state != .suspended else {
                return Finding("\(step.name(app)) was asleep")
            }
            guard told.insert(app).inserted else { return Finding("\(step.name(app)) knew it") }
        }
        return nil
    }
}

/// Source: App Programming Guide for iOS, "Responding to Changes While Your App Is Suspended".
final class ResumedAppsReceiveMissedChanges: PremiseCounter, Checker {
    static let sentence =
        "A resumed app receives each missed change once, before its life cycle callbacks"
    private var missed: [AppID: Set<SystemChange>] = [:]

    func check(_ step: Step) -> Finding? {
        let protection = protectionChange(step)
        for app in step.before.apps where app.state == .suspended {
            if let protection { miss(protection, app.app) }
            guard let now = step.after.app(app.app) else {
                missed[app.app] = nil
                continue
            }
            if now.state == .suspended {
                if case .systemChanged(let change) = step.deviceEvent { miss(change, app.app) }
            } else if let breach = hearing(app.app, step) {
                return breach
            }
        }
        return nil
    }

    /// The change of data protection: some time after the lock, or at unlocking, with a passcode.
    private func protectionChange(_ step: Step) -> SystemChange? {
        if case .systemChanged = step.deviceEvent { return nil }
        let after = step.after.device.isDataProtected
        guard step.before.device.isDataProtected != after else { return nil }
        return after ? .protectedDataUnavailable : .protectedDataAvailable
    }

    private func miss(_ change: SystemChange, _ app: AppID) {
        var changes = missed[app] ?? []
        if let opposite = change.opposite, changes.remove(opposite) != nil {
            missed[app] = changes
        } else {
            missed[app, default: []].insert(change)
        }
    }

    private func hearing(_ app: AppID, _ step: Step) -> Finding? {
        var expected = missed.removeValue(forKey: app) ?? []
        premiseCount += expected.count
        var hasReceivedStateChange = false
        for case .notify(app, let notification) in step.effects {
            switch notification {
            case .changed(let change):
                if hasReceivedStateChange {
                    return Finding("\(step.name(app)) heard late of \(change)")
                }
                if expected.remove(change) == nil {
                    return Finding("\(step.name(app)) heard of \(change) once too often")
                }
            case .willFinishLaunching, .willEnterForeground, .didBecomeActive:
                hasReceivedStateChange = true
            default: break
            }
        }
        if let change = expected.sorted(by: { $0.rawValue < $1.rawValue }).first {
            return Finding("\(step.name(app)) did not hear of \(change)")
        }
        return nil
    }
}
