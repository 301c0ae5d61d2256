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
        // Who has been told of its end hears of nothing else.
        guard let state = apps.read(app, { $0.pointee.state }), !isEnding(app) else { return }
        if state == .suspended, rules.hold(.suspendedAppsHearLater) {
            let isCoalesced = rules.hold(.changesAreCoalesced)
            apps.update(app) {
                $0.pending =
                    isCoalesced ? coalesced($0.pending, notification) : $0.pending + [notification]
                $0.pending.removeFirst(max($0.pending.count - pendingNotificationsMax, 0))
            }
        } else {
            notifyEffects.append(.notify(app, notification))
        }
    }

    /// Tells every app, in the order of their launches.
    mutating func tellAll(_ notification: AppNotification) {
        for app in apps.keys.sorted() { tell(app, notification) }
    }

    /// Tells the foreground app when another app's primary audio starts or stops.
    ///
    /// Source: Apple technical Q&A 1882.
    mutating func refreshHint() {
        guard let app = device.foregroundApp, let before = apps.read(app, { $0.pointee.hint })
        else {
            return
        }
        let hint = secondaryAudioShouldBeSilenced(for: app)
        let isActive = apps.read(app) { $0.pointee.session.isActive } ?? false
        let wasActive = apps.read(app) { $0.pointee.wasActiveAtHint } ?? false
        guard before != hint || isActive != wasActive else { return }
        apps.update(app) {
            $0.hint = hint
            $0.wasActiveAtHint = isActive
        }
        // What was already so when it came to the front, or when its session became active, it
        // can read; only changes are told.
        guard before != nil, before != hint, isActive, wasActive, rules.hold(.hintIsTold),
            configuration.profile.tellsHints
        else { return }
        tell(app, .secondaryAudioHint(begins: hint))
    }

    /// Whether another app with a non-mixable session is playing.
    public func secondaryAudioShouldBeSilenced(for app: AppID) -> Bool {
        playing.isAnyAlone(otherThan: app)
    }

    /// Whether any other app is playing.
    public func isOtherAudioPlaying(for app: AppID) -> Bool {
        playing.isAny(otherThan: app)
    }

    /// Notes how an app plays, if it does.
    mutating func refreshPlaying(of app: AppID, _ standing: AppStanding?, _ tally: AppTally) {
        var manner: PlayingManner?
        if let standing, standing.isActive, tally.playingCount > 0 {
            manner = standing.mixes ? .mixing : .alone
        }
        if let standing, standing.manner == manner { return }
        apps.update(app) { $0.manner = manner }
        playing.set(app, manner)
    }
}

/// How an app with an active session plays.
enum PlayingManner: Hashable, Sendable {
    case mixing
    /// With a session that does not mix.
    case alone
}

/// The apps that play. Asked of, never gone through.
struct PlayingApps: Sendable {
    private var atAll: Set<AppID> = []
    private var alone: Set<AppID> = []

    func isAny(otherThan app: AppID) -> Bool { isAny(of: atAll, otherThan: app) }
    func isAnyAlone(otherThan app: AppID) -> Bool { isAny(of: alone, otherThan: app) }

    private func isAny(of apps: Set<AppID>, otherThan app: AppID) -> Bool {
        apps.count > 1 || apps.count == 1 && !apps.contains(app)
    }

    mutating func set(_ app: AppID, _ manner: PlayingManner?) {
        if manner == nil { atAll.remove(app) } else { atAll.insert(app) }
        if manner == .alone { alone.insert(app) } else { alone.remove(app) }
    }
}

/// Adds what is to be told later. Only the net change counts, so the list stays short:
/// `pendingNotificationsMax`.
///
/// Of routes and volumes that is the last (but a device that is gone stays the reason until another
/// is there), of the media services their latest loss and return, and
/// of interruptions the end of the one that was known and the latest other.
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
        // A beginning, an end, a beginning: never two of a kind in a row.
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

/// One that has begun, and ended since.
private func removePastInterruption(from pending: inout [AppNotification]) {
    guard let began = pending.firstIndex(where: \.isBeginning),
        let ended = pending[began...].firstIndex(where: \.isEnd)
    else { return }
    pending.remove(at: ended)
    pending.remove(at: began)
}

/// So much is kept for a suspended app: a route, a volume, the loss and the return of the media
/// services, the end of one interruption and the whole of another, and the other kinds once: of the system's changes
/// a dozen.
package let pendingNotificationsMax = 32

extension AppNotification {
    fileprivate var isBeginning: Bool { if case .interruptionBegan = self { true } else { false } }
    fileprivate var isEnd: Bool { if case .interruptionEnded = self { true } else { false } }
}
