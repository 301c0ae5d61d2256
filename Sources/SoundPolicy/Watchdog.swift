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
        changeLife(of: app) {
            if !$0.awaited.contains(callback) { $0.awaited.append(callback) }
        }
        if rules.hold(.watchdogKills) {
            lifeDeadlines.set(
                .callbackLimit(callback), of: app, at: now + configuration.limit(of: callback))
        }
        return true
    }

    mutating func take(returnFrom callback: WatchedCallback, of app: AppID) {
        guard lives[app]?.awaited.contains(callback) == true else { return }
        lifeDeadlines.remove(.callbackLimit(callback), of: app)
        changeLife(of: app) { $0.awaited.removeAll { $0 == callback } }
        if callback == .willTerminate, isEnding(app) { finishEnd(of: app) }
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
