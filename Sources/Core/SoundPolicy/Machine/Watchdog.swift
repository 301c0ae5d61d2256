import AudioModel

// The time limits for callbacks of apps that report their return.

extension PolicyMachine {
    /// Starts the time limit for an app's return from a callback, if the app reports returns.
    ///
    /// - Returns: Whether the app reports returns.
    @discardableResult
    mutating func awaitReturn(from callback: WatchedCallback, of app: AppID) -> Bool {
        guard apps[app]?.description.answersCallbacks == true else {
            return false
        }
        let until = now + configuration.limit(of: callback)
        // An app with this many awaited callbacks is killed by the first limit anyway.
        if let count = apps[app]?.life.awaited.count, count < LifeCycleRecord.awaitedMax {
            apps[app]?.life.awaited.append(
                LifeCycleRecord.Awaited(callback: callback, until: until))
        }
        watch(callback, of: app)
        return true
    }

    mutating func take(returnFrom callback: WatchedCallback, of app: AppID) {
        guard let index = apps[app]?.life.awaited.firstIndex(where: { $0.callback == callback })
        else { return }
        apps[app]?.life.awaited.remove(at: index)
        watch(callback, of: app)
        if callback == .willTerminate, isEnding(app) { finishEnd(of: app) }
    }

    /// Sets the time limit for a callback; of several awaited calls the oldest counts.
    private mutating func watch(_ callback: WatchedCallback, of app: AppID) {
        guard rules.hold(.watchdogKills), let until = apps[app]?.life.limit(of: callback) else {
            return lifeDeadlines.remove(.callbackLimit(callback), of: app)
        }
        lifeDeadlines.set(.callbackLimit(callback), of: app, at: until)
    }

    /// Kills an app's process without notifying the app.
    mutating func kill(_ app: AppID, _ reason: KillReason) {
        guard apps.contains(app) else { return }
        // Except for the memory warning, which was for all running apps.
        leaveUntold(app) { $0 != .didReceiveMemoryWarning }
        changeEffects.append(.appKilled(app, reason))
        finishEnd(of: app)
    }

    /// Whether an app is terminating: it has been notified and has not returned.
    func isEnding(_ app: AppID) -> Bool { apps[app]?.life.ending != nil }
}
