import AudioModel

// The time limits for callbacks of apps that report their return.

extension PolicyMachine {
    /// Starts the time limit for an app's return from a callback, if the app reports returns.
    ///
    /// - Returns: Whether the app reports returns.
    @discardableResult
    mutating func awaitReturn(from callback: WatchedCallback, of app: AppID) -> Bool {
        guard apps.read(app, { $0.pointee.description.answersCallbacks }) == true else {
            return false
        }
        let until = now + configuration.limit(of: callback)
        changeLife(of: app) { life in
            // An app with this many awaited callbacks is killed by the first limit anyway.
            guard life.awaited.count < LifeCycleRecord.awaitedMax else { return }
            life.awaited.append(LifeCycleRecord.Awaited(callback: callback, until: until))
        }
        watch(callback, of: app)
        return true
    }

    mutating func take(returnFrom callback: WatchedCallback, of app: AppID) {
        guard let index = lives[app]?.awaited.firstIndex(where: { $0.callback == callback })
        else { return }
        changeLife(of: app) { $0.awaited.remove(at: index) }
        watch(callback, of: app)
        if callback == .willTerminate, isEnding(app) { finishEnd(of: app) }
    }

    /// Sets the time limit for a callback; of several awaited calls the oldest counts.
    private mutating func watch(_ callback: WatchedCallback, of app: AppID) {
        guard rules.hold(.watchdogKills), let until = lives[app]?.limit(of: callback) else {
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
}
