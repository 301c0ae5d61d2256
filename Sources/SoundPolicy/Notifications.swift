import AudioModel

// What apps are told, and when.

extension PolicyMachine {
    /// Apps that a change of the device concerns: those with an active session, those that wait
    /// for the end of an interruption, then the foreground app.
    var audience: [AppID] {
        // A session is never both active and interrupted.
        let apps = activeApps + interruptedApps
        guard let app = device.foregroundApp, !apps.contains(app) else { return apps }
        return apps + [app]
    }

    /// Tells an app, or keeps it for when a suspended app runs again.
    mutating func tell(_ app: AppID, _ notification: AppNotification) {
        guard let record = apps[app] else { return }
        if record.state == .suspended, rules.hold(.suspendedAppsHearLater) {
            apps[app]?.pending = coalesced(record.pending, notification)
        } else {
            notifyEffects.append(.notify(app, notification))
        }
    }

    /// Tells the foreground app when another app's primary audio starts or stops.
    ///
    /// Source: Apple technical Q&A 1882.
    mutating func refreshHint() {
        guard let app = device.foregroundApp, let record = apps[app] else { return }
        let hint = secondaryAudioShouldBeSilenced(for: app)
        apps[app]?.hint = hint
        // What was already so when it came to the front it can read; only changes are told.
        guard let before = record.hint, before != hint, record.session.isActive,
            rules.hold(.hintIsTold), configuration.profile.tellsHints
        else { return }
        // What it has just done itself, by activating, is no news to it.
        if case .app(app, _) = event { return }
        tell(app, .secondaryAudioHint(begins: hint))
    }

    /// Whether another app with a non-mixable session is playing.
    public func secondaryAudioShouldBeSilenced(for app: AppID) -> Bool {
        isOtherPlaying(than: app) { !isMixable($0, rules: rules) }
    }

    /// Whether any other app is playing.
    public func isOtherAudioPlaying(for app: AppID) -> Bool {
        isOtherPlaying(than: app) { _ in true }
    }

    private func isOtherPlaying(than app: AppID, _ counts: (Session) -> Bool) -> Bool {
        liveStreams.contains { id in
            guard id.app != app, let stream = streams[id], stream.kind.isSessionSound,
                stream.kind != .recorder, !stream.isHeld, let session = apps[id.app]?.session
            else { return false }
            return session.isActive && counts(session) && !isStoppedInBackground(stream)
        }
    }

    /// Whether the background or the lock keeps it from playing; a mute does not.
    private func isStoppedInBackground(_ stream: StreamRecord) -> Bool {
        stream.verdict?.reasons.contains { $0.kind == .background || $0.kind == .locked } ?? false
    }
}

/// Adds what is to be told later: of route changes and volumes only the net change counts.
package func coalesced(
    _ pending: [AppNotification], _ notification: AppNotification
) -> [AppNotification] {
    var pending = pending
    switch notification {
    case .routeChanged(let reason, _):
        for (index, earlier) in pending.enumerated() {
            if case .routeChanged(_, let previous) = earlier {
                pending.remove(at: index)
                pending.append(.routeChanged(reason, previous: previous))
                return pending
            }
        }
    case .outputVolumeChanged:
        pending.removeAll {
            if case .outputVolumeChanged = $0 { true } else { false }
        }
    default: break
    }
    pending.append(notification)
    return pending
}
