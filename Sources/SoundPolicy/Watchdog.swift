import AudioModel

// Apps that say when they have returned from what they were told, and what becomes of those that
// do not.

extension PolicyMachine {
    /// Begins to wait for an app's return, as long as it says such things at all.
    ///
    /// - Returns: Whether it does.
    @discardableResult
    mutating func awaitReturn(from callback: WatchedCallback, of app: AppID) -> Bool {
        guard apps.read(app, { $0.pointee.description.answersCallbacks }) == true else {
            return false
        }
        let until = now + configuration.limit(of: callback)
        changeLife(of: app) { life in
            // Who does not return, and is opened and left all the time, is ended long before.
            guard life.awaited.count < LifeRecord.awaitedMax else { return }
            life.awaited.append(LifeRecord.Awaited(callback: callback, until: until))
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

    /// It may owe several returns; the oldest counts.
    private mutating func watch(_ callback: WatchedCallback, of app: AppID) {
        guard rules.hold(.watchdogKills), let until = lives[app]?.limit(of: callback) else {
            return lifeDeadlines.remove(.callbackLimit(callback), of: app)
        }
        lifeDeadlines.set(.callbackLimit(callback), of: app, at: until)
    }

    /// Ends its process without a word.
    mutating func kill(_ app: AppID, _ reason: KillReason) {
        guard apps.contains(app) else { return }
        // But for the warning that was for all that run.
        leaveUntold(app) { $0 != .didReceiveMemoryWarning }
        changeEffects.append(.appKilled(app, reason))
        finishEnd(of: app)
    }
}
