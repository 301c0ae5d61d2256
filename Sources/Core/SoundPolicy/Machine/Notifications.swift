public import AudioModel

// Notifications to apps.

extension PolicyMachine {
    /// The apps to notify of a change of the device: those with an active session, then those with
    /// an interrupted session, then the foreground app.
    var audience: [AppID] {
        // A session is never both active and interrupted.
        var audience: [AppID] = []
        audience.reserveCapacity(activeApps.count + interruptedApps.count + 1)
        audience.append(contentsOf: activeApps)
        audience.append(contentsOf: interruptedApps)
        if let app = device.foregroundApp, !activeApps.contains(app),
            !interruptedApps.contains(app)
        {
            audience.append(app)
        }
        return audience
    }

    /// Notifies an app; notifications to a suspended app are kept until it runs again.
    mutating func tell(_ app: AppID, _ notification: AppNotification) {
        // A terminating app receives no other notifications.
        guard let index = apps.index(of: app), apps.values[index].life.ending == nil
        else { return }
        if apps.values[index].state == .suspended, rules.hold(.suspendedAppsHearLater) {
            let isCoalesced = rules.hold(.changesAreCoalesced)
            let pending = apps.values[index].pending
            let kept = isCoalesced ? coalesced(pending, notification) : pending + [notification]
            apps.values[index].pending = kept.suffix(pendingNotificationsMax)
        } else {
            notifyEffects.append(.notify(app, notification))
        }
    }

    /// Notifies every app, in the order of launch.
    mutating func notifyAll(_ notification: AppNotification) {
        for app in apps.ids { tell(app, notification) }
    }

    /// Notifies the foreground app when another app's primary audio starts or stops.
    ///
    /// Source: Apple technical Q&A 1882.
    mutating func refreshHint() {
        guard let app = device.foregroundApp, let index = apps.index(of: app) else { return }
        let before = apps.values[index].hint
        let wasActive = apps.values[index].wasActiveAtHint
        let isActive = apps.values[index].session.isActive
        let hint = secondaryAudioShouldBeSilenced(for: app)
        apps.values[index].hint = hint
        apps.values[index].wasActiveAtHint = isActive
        // Only changes are notified: the app can read the state at the time it becomes active.
        guard before != nil, before != hint, isActive, wasActive, rules.hold(.hintIsTold),
            configuration.profile.tellsHints
        else { return }
        tell(app, .secondaryAudioHint(begins: hint))
    }

    /// Whether another app with a non-mixable session is playing.
    public func secondaryAudioShouldBeSilenced(for app: AppID) -> Bool {
        activeApps.contains { other in
            guard other != app, let index = apps.index(of: other),
                !isMixable(apps.values[index].session, rules: rules)
            else { return false }
            return streams.isPlaying(other)
        }
    }

    /// Whether any other app is playing.
    public func isOtherAudioPlaying(for app: AppID) -> Bool {
        activeApps.contains { $0 != app && streams.isPlaying($0) }
    }
}

/// Adds a notification to those pending for a suspended app. Only the net change is kept, so the
/// list stays within `pendingNotificationsMax`.
///
/// The last change of the route and of the volume is kept (a lost device remains the reason until
/// another is available), the latest loss and reset of the media services, and the end of the
/// interruption that the app knows with the latest other one.
package func coalesced(
    _ pending: [AppNotification], _ notification: AppNotification
) -> [AppNotification] {
    var pending = pending
    var notification = notification
    switch notification {
    case .routeChanged(let reason, _):
        for case .routeChanged(let missed, let previous) in pending {
            let isLoss = missed == .oldDeviceUnavailable && reason != .newDeviceAvailable
            notification = .routeChanged(isLoss ? missed : reason, previous: previous)
        }
        pending.removeAll { if case .routeChanged = $0 { true } else { false } }
    case .outputVolumeChanged:
        pending.removeAll { if case .outputVolumeChanged = $0 { true } else { false } }
    case .mediaServicesLost:
        pending.removeAll { $0 == .mediaServicesLost || $0 == .mediaServicesReset }
    case .interruptionBegan, .interruptionEnded:
        // Beginnings and ends alternate: never two of a kind in a row.
        if let last = pending.lastIndex(where: { $0.isBeginning || $0.isEnd }),
            pending[last].isBeginning == notification.isBeginning
        {
            pending.remove(at: last)
        }
        if notification.isBeginning { removePastInterruption(from: &pending) }
    case .changed(let change):
        if let opposite = change.opposite,
            let undone = pending.firstIndex(of: .changed(opposite))
        {
            pending.remove(at: undone)
            return pending
        }
        pending.removeAll { $0 == notification }
    default: pending.removeAll { $0 == notification }
    }
    pending.append(notification)
    return pending
}

/// Removes an interruption that has both begun and ended.
private func removePastInterruption(from pending: inout [AppNotification]) {
    guard let began = pending.firstIndex(where: \.isBeginning),
        let ended = pending[began...].firstIndex(where: \.isEnd)
    else { return }
    pending.remove(at: ended)
    pending.remove(at: began)
}

/// The largest number of notifications kept for a suspended app: a route, a volume, the loss and
/// the reset of the media services, the end of one interruption and the whole of another, and one
/// of each other kind, a dozen of them system changes.
package let pendingNotificationsMax = 32

extension AppNotification {
    fileprivate var isBeginning: Bool { if case .interruptionBegan = self { true } else { false } }
    fileprivate var isEnd: Bool { if case .interruptionEnded = self { true } else { false } }
}
