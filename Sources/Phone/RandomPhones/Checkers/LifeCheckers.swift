import AudioModel
import SoundPolicy

/// Source: the specification, "app kill": the session and all its objects vanish at once; System
/// Sound Services Reference, complete-if-app-dies.
final class DeadAppsLeaveNothing: PremiseCounter, Checker {
    static let sentence = "Nothing that a dead app owned remains"

    func check(_ step: Step) -> Finding? {
        for effect in step.effects {
            if case .appChanged(_, .notRunning) = effect { premiseCount += 1 }
        }
        for app in step.after.apps where !step.ledger.isAlive(app.app) {
            return Finding("\(step.name(app.app)) is still there")
        }
        for stream in step.streams
        where stream.owner == nil && stream.id.app != .phone && !step.ledger.isAlive(stream.id.app)
        {
            if stream.kind.isSystemSound, step.ledger.outlivesApp(stream.id) { continue }
            return Finding("\(step.words(stream.id)) of a dead app is still there")
        }
        if let app = step.after.device.foregroundApp, !step.after.isRunning(app) {
            return Finding("the dead \(step.name(app)) is in front")
        }
        return nil
    }
}

/// Source: App Programming Guide for iOS: a suspended app runs no code, a dead one least of all.
final class NoDeliveryToSuspendedApps: PremiseCounter, Checker {
    static let sentence = "Nothing is delivered to an app that is dead or suspended"

    func check(_ step: Step) -> Finding? {
        for case .notify(let app, let notification) in step.effects {
            premiseCount += 1
            let before = step.before.app(app)
            let after = step.after.app(app)
            if before == nil, after == nil {
                return Finding("the dead \(step.name(app)) was told \(notification)")
            }
            if before?.state == .suspended, after?.state == .suspended {
                return Finding("the sleeping \(step.name(app)) was told \(notification)")
            }
            guard after == nil else { continue }
            switch notification {
            case .willResignActive, .didEnterBackground, .willTerminate: break
            // On systems without background execution the answer both interrupts and ends the app.
            case .interruptionBegan where step.deviceEvent?.mayAnswerCall == true: break
            // An app that is ended to free memory receives a memory warning first.
            case .didReceiveMemoryWarning where step.deviceEvent?.takesMemory == true: break
            default: return Finding("the dying \(step.name(app)) was told \(notification)")
            }
        }
        return nil
    }
}

/// Source: Apple technical Q&A 1882.
final class HintsReachTheFrontOnly: PremiseCounter, Checker {
    static let sentence =
        "Only an app in front with an active session receives hints, and they are true"

    func check(_ step: Step) -> Finding? {
        for case .notify(let app, .secondaryAudioHint(let begins)) in step.effects {
            premiseCount += 1
            guard let seen = step.apps.first(where: { $0.app == app }) else { continue }
            if !seen.isInFront || !seen.isActive {
                return Finding("\(step.name(app)) was told, \(seen.state.rawValue)")
            }
            if step.configuration.profile.rawValue < 8 { return Finding("there are no hints yet") }
            let isOther = step.streams.contains { stream in
                stream.isMedia && !stream.isHeld && stream.id.app != app
                    && stream.owner?.isActive == true && stream.owner?.mixes == false
            }
            if begins, !isOther { return Finding("\(step.name(app)) received a false hint") }
        }
        return nil
    }
}

/// Source: App Programming Guide for iOS, "Background Execution"; Audio Session Programming Guide,
/// appendix B.
final class BackgroundNeedsTheMode: PremiseCounter, Checker {
    static let sentence = "No app without the background mode is heard from the background"

    func check(_ step: Step) -> Finding? {
        for stream in step.streams where stream.isSessionSound {
            guard let owner = stream.owner, !owner.isInFront else { continue }
            premiseCount += 1
            guard stream.isAudible else { continue }
            if owner.state == .suspended {
                return step.falselyAudible(stream, "is heard and its app sleeps")
            }
            if !owner.hasAudioMode || !stream.facts.worksInBackground {
                return step.falselyAudible(stream, "is heard from the background")
            }
        }
        return nil
    }
}

/// Source: Audio Session Programming Guide, appendix B, "Silenced by screen locking".
final class LockSilencesAmbient: PremiseCounter, Checker {
    static let sentence = "A locked phone plays no ambient sound"

    func check(_ step: Step) -> Finding? {
        guard step.after.device.isLocked else { return nil }
        for stream in step.streams where stream.isSessionSound && stream.facts.obeysLock {
            premiseCount += 1
            if stream.isAudible {
                return step.falselyAudible(stream, "is heard, locked")
            }
        }
        return nil
    }
}

/// Source: App Programming Guide for iOS; Apple technical Q&A 1626 for the first systems, which
/// leave the app in front when they lock; all systems do so with an app that has no background.
final class OneAppInFront: PremiseCounter, Checker {
    static let sentence = "At most one app is in front, and none behind the lock"

    func check(_ step: Step) -> Finding? {
        var inFront: AppID?
        for app in step.apps where app.isInFront {
            premiseCount += 1
            if let inFront {
                return Finding("\(step.name(inFront)) and \(step.name(app.app)) both are")
            }
            inFront = app.app
        }
        if inFront != step.after.device.foregroundApp { return Finding("the wrong app is") }
        guard step.after.device.isLocked, let inFront else { return nil }
        let waits =
            step.configuration.profile.rawValue < 6
            || step.ledger.asked(by: inFront).exitsOnSuspend
        if !waits { return Finding("an app is in front of a locked phone") }
        return nil
    }
}

/// Source: the specification, "Category options"; Apple technical Q&A 1749 for a reset.
final class SessionsAreAsAsked: PremiseCounter, Checker {
    static let sentence = "A session has the category, mode and options it was last granted"

    func check(_ step: Step) -> Finding? {
        for app in step.after.apps {
            premiseCount += 1
            let asked = step.ledger.asked(by: app.app)
            if app.category != asked.category {
                return Finding("\(step.name(app.app)) has category \(app.category.rawValue)")
            }
            if app.mode != asked.mode {
                return Finding("\(step.name(app.app)) has mode \(app.mode.rawValue)")
            }
            if app.options != asked.options {
                return Finding("\(step.name(app.app)) has options \(app.options.rawValue)")
            }
        }
        return nil
    }
}

final class DeadlinesAreMet: PremiseCounter, Checker {
    static let sentence = "A deadline is met when it comes, and the next one is later"

    func check(_ step: Step) -> Finding? {
        if step.event == .deadlineReached { premiseCount += 1 }
        guard let next = step.nextDeadline else { return nil }
        // An app's request may have a deadline at the present time.
        let isOver = step.event == .deadlineReached ? next > step.now : next >= step.now
        return isOver ? nil : Finding("the next deadline was \(next.seconds) s")
    }
}

/// Source: App Programming Guide for iOS, "Background Execution"; the delay is ours.
final class SleepComesInTime: PremiseCounter, Checker {
    static let sentence = "An app that nothing keeps running in the background is suspended in time"
    /// Time at which each app entered the background without a mode to run there.
    private var since: [AppID: HostTime] = [:]

    func check(_ step: Step) -> Finding? {
        for app in step.apps {
            guard app.state == .background, !app.hasAudioMode else {
                if app.state == .suspended, since[app.app] != nil { premiseCount += 1 }
                since[app.app] = nil
                continue
            }
            let isKept = [step.before, step.after].contains {
                $0.app(app.app)?.isKeptRunning == true
            }
            guard let start = since[app.app], !isKept else {
                since[app.app] = step.now
                continue
            }
            if step.now - start > step.configuration.suspensionDelay {
                return Finding("\(step.name(app.app)) still runs")
            }
        }
        return nil
    }
}

/// Source: common knowledge: nine minutes.
final class SnoozedAlarmsReturn: PremiseCounter, Checker {
    static let sentence = "A snoozed alarm comes back in time"
    private var due: HostTime?

    func check(_ step: Step) -> Finding? {
        let was = step.before.device.interrupters.contains(.alarm)
        let isSounding = step.after.device.interrupters.contains(.alarm)
        if isSounding || step.deviceEvent == .alarmDismissed { due = nil }
        let isSnoozed: Bool =
            switch step.deviceEvent {
            case .alarmSnoozed: was
            case .volumePressed: was && !isSounding
            default: false
            }
        if isSnoozed {
            premiseCount += 1
            due = step.now + step.configuration.snooze
        }
        if let due, step.now > due || step.now == due && step.event == .deadlineReached {
            return Finding("it was to come back at \(due.seconds) s")
        }
        return nil
    }
}
