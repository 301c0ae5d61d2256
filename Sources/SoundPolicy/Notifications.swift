import AudioModel

// What apps are told, and when.

extension PolicyMachine {
    /// Apps that a change of the device concerns: those with an active session, those that wait
    /// for the end of an interruption, then the foreground app.
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
        guard record.hint != hint else { return }
        apps.update(app) { $0.hint = hint }
        // What was already so when it came to the front it can read; only changes are told.
        guard record.hint != nil, record.session.isActive,
            rules.hold(.hintIsTold), configuration.profile.tellsHints
        else { return }
        // What it has just done itself, by activating, is no news to it.
        if case .app(app, _) = event { return }
        tell(app, .secondaryAudioHint(begins: hint))
    }

    /// Whether another app with a non-mixable session is playing.
    public func secondaryAudioShouldBeSilenced(for app: AppID) -> Bool {
        playing.isAny(.alone, otherThan: app)
    }

    /// Whether any other app is playing.
    public func isOtherAudioPlaying(for app: AppID) -> Bool {
        playing.isAny(.atAll, otherThan: app)
    }

    /// Notes whether an app plays.
    mutating func refreshPlaying(of app: AppID) {
        guard let session = apps[app]?.session, session.isActive,
            liveStreams.tally(of: app).playingCount > 0
        else { return playing.set(app, isPlaying: false, isAlone: false) }
        playing.set(app, isPlaying: true, isAlone: !isMixable(session, rules: rules))
    }
}

/// The apps with an active session that play. Asked of, never gone through.
struct PlayingApps: Sendable {
    private var atAll: Set<AppID> = []
    /// With a session that does not mix.
    private var alone: Set<AppID> = []

    enum Manner { case atAll, alone }

    func isAny(_ manner: Manner, otherThan app: AppID) -> Bool {
        let apps = manner == .alone ? alone : atAll
        return apps.count > (apps.contains(app) ? 1 : 0)
    }

    mutating func set(_ app: AppID, isPlaying: Bool, isAlone: Bool) {
        if isPlaying { atAll.insert(app) } else { atAll.remove(app) }
        if isAlone { alone.insert(app) } else { alone.remove(app) }
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
