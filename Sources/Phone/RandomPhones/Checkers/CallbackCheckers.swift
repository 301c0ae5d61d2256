import AudioModel
import SoundPolicy

/// Checks the order of the callbacks and the app state after each, with one automaton per app.
///
/// Source: the specification of the life cycle, "Sequences" and "Delegate methods and
/// notifications".
final class CallbacksFollowTheLifeCycle: PremiseCounter, Checker {
    static let sentence = "Each app's callbacks come in the order and the states of its life cycle"
    private var known: [AppID: Known] = [:]

    /// What an app knows of its life cycle from its callbacks.
    private struct Known {
        var state = State.unlaunched
        /// Whether the app shows the taller status bar of a call.
        var hasBar = false
        var barIsChanging = false
    }

    private enum State {
        /// A process that has not run any code yet.
        case unlaunched
        /// A launch between its two callbacks.
        case launching(AppState)
        case inactive
        case active
        case background
        case terminated
    }

    func check(_ step: Step) -> Finding? {
        if case .appLaunched(let app, _) = step.event, known[app] == nil,
            step.after.isRunning(app)
        {
            known[app] = Known()
        }
        for case .notify(let app, let notification) in step.effects
        where notification.isLifeCycleNotification {
            if let wrong = hear(notification, app, step) {
                return Finding("\(step.name(app)) was told \(notification) \(wrong)")
            }
        }
        for case .appChanged(let app, .notRunning) in step.effects {
            if let breach = end(of: app, step) { return breach }
        }
        for app in step.after.apps {
            guard let state = known[app.app]?.state else { continue }
            if !fits(state, app.state) {
                return Finding("\(step.name(app.app)) is \(app.state.rawValue), told \(state)")
            }
        }
        return bar(step)
    }

    // MARK: One callback

    /// - Returns: What is wrong with the callback; `nil` if it is right.
    private func hear(
        _ notification: AppNotification, _ app: AppID, _ step: Step
    ) -> String? {
        guard let state = known[app]?.state else { return "and does not run" }
        premiseCount += 1
        if case .launching(let launched) = state, notification == .didFinishLaunching {
            known[app]?.state = launched == .background ? .background : .inactive
            return nil
        }
        if case .launching = state { return "between the callbacks of its launch" }
        if case .terminated = state { return "after its end" }
        switch notification {
        case .willFinishLaunching(let launch):
            guard case .unlaunched = state else { return "after its launch" }
            known[app]?.state = .launching(launch.state)
            return launch == self.launch(of: app, step) ? nil : "for another reason"
        case .didFinishLaunching: return "out of turn"
        case .didBecomeActive:
            guard case .inactive = state else { return "while \(state)" }
            known[app]?.state = .active
        case .willResignActive:
            guard case .active = state else { return "while \(state)" }
            known[app]?.state = .inactive
        case .didEnterBackground(let told):
            return enterBackground(app, told, state, step)
        case .willEnterForeground:
            guard case .background = state else { return "while \(state)" }
            known[app]?.state = .inactive
            return hasBackground(app, step) ? nil : "where there is no background"
        case .openURL:
            guard isInFront(state) else { return "while \(state)" }
        case .willTerminate: known[app]?.state = .terminated
        case .willChangeStatusBarFrame: known[app]?.barIsChanging = true
        case .didChangeStatusBarFrame:
            guard known[app]?.barIsChanging == true else { return "out of turn" }
            known[app]?.barIsChanging = false
            known[app]?.hasBar.toggle()
        default: break
        }
        return nil
    }

    /// The kind of launch that this event causes.
    private func launch(of app: AppID, _ step: Step) -> Launch? {
        switch step.event {
        case .appRunInBackground(app, let work): .inBackground(work)
        case .appOpenedByURL(app, let url): .byURL(url)
        case .appOpened(app): .byUser
        default: nil
        }
    }

    private func enterBackground(
        _ app: AppID, _ told: AppState, _ state: State, _ step: Step
    ) -> String? {
        let tellsAfterLaunch = step.configuration.backgroundLaunchTellsEntering
        switch state {
        case .inactive: break
        case .background where tellsAfterLaunch: break
        default: return "while \(state)"
        }
        known[app]?.state = .background
        guard hasBackground(app, step) else { return "where there is no background" }
        let isOld = step.configuration.profile.rawValue < 7
        let right: AppState = step.deviceEvent == .locked && isOld ? .inactive : .background
        return told == right ? nil : "which is \(right.rawValue)"
    }

    /// Whether the app can run in the background; early systems allow only their own music player.
    private func hasBackground(_ app: AppID, _ step: Step) -> Bool {
        step.configuration.profile.rawValue >= 6 || step.ledger.asked(by: app).role == .musicPlayer
    }

    private func isInFront(_ state: State) -> Bool {
        switch state {
        case .inactive, .active: true
        case .unlaunched, .launching, .background, .terminated: false
        }
    }

    private func fits(_ state: State, _ actual: AppState) -> Bool {
        switch state {
        case .active: actual == .active
        case .inactive: actual == .inactive
        case .background, .unlaunched: actual == .background || actual == .suspended
        case .launching: false
        // An app ends in the state that it is in.
        case .terminated: actual != .active && actual != .suspended
        }
    }

    /// Source: as above: a crash, a kill and the end of a suspended app come without a callback.
    private func end(of app: AppID, _ step: Step) -> Finding? {
        guard let state = known.removeValue(forKey: app)?.state else { return nil }
        if case .terminated = state { return nil }
        let isKilled = step.effects.contains {
            if case .appKilled(app, _) = $0 { true } else { false }
        }
        let wasAsleep = step.before.app(app)?.state == .suspended
        if isKilled || wasAsleep || step.event == .appEnded(app, .crashed) { return nil }
        return Finding("\(step.name(app)) ended and was not told")
    }

    /// Source: the specification, return to the app during a call; phones without a home button
    /// have no such bar.
    private func bar(_ step: Step) -> Finding? {
        guard let app = step.after.device.foregroundApp, let known = known[app] else { return nil }
        let hasBars = step.configuration.profile.rawValue < 13
        let wanted = hasBars && step.after.device.call == .connected
        return known.hasBar == wanted
            ? nil : Finding("\(step.name(app)) does not know of the call's bar")
    }
}

/// Checks which app is in front and whether it is active, from the user's actions alone.
///
/// Source: the specification of the life cycle, "Sequences".
final class TheUserDecidesWhatIsInFront: PremiseCounter, Checker {
    static let sentence = "What the user opens, leaves and locks decides which app is active"
    private var appUnderLock: AppID?
    /// The app that an answered call has covered.
    private var appUnderCall: AppID?

    func check(_ step: Step) -> Finding? {
        let before = step.before.device
        let after = step.after.device
        let expected = expectedApp(step)
        if let expected, expected != after.foregroundApp {
            let name = after.foregroundApp.map(step.name) ?? "no app"
            return Finding("\(name) is in front, and not \(expected.map(step.name) ?? "none")")
        }
        if before.foregroundApp != after.foregroundApp { premiseCount += 1 }
        guard let app = after.foregroundApp, let state = step.after.app(app)?.state else {
            return nil
        }
        let isCovered = isCovered(after, step)
        if isCovered { premiseCount += 1 }
        if isCovered == (state == .inactive) { return nil }
        return Finding("\(step.name(app)) is \(state.rawValue) in front")
    }

    /// Whether an alert, an overlay or the lock screen covers the app.
    private func isCovered(_ device: DeviceSnapshot, _ step: Step) -> Bool {
        let alerts = device.interrupters.filter { interrupter in
            interrupter != .call || device.call == .ringing && !step.ringsAsBanner
        }
        return !alerts.isEmpty || !device.overlays.isEmpty || device.isLocked
    }

    /// - Returns: The app expected in front; `nil` where the specification does not say.
    private func expectedApp(_ step: Step) -> AppID?? {
        let before = step.before.device
        let front = before.foregroundApp
        if let app = appUnderLock, !step.after.isRunning(app) { appUnderLock = nil }
        var next = front
        switch step.event {
        case .appOpened(let app), .appOpenedByURL(let app, _):
            guard let snapshot = step.before.app(app), !snapshot.isEnding, !before.isLocked else {
                break
            }
            next = app
            appUnderCall = nil
        case .appLeft(let app): if app == front { next = nil }
        case .device(let event) where event.mayAnswerCall:
            if before.call == .ringing, step.after.device.call == .connected {
                next = nil
                appUnderCall = front
            } else if isCallOver(step) {
                next = appAfterCall(step) ?? next
            }
        case .device where isCallOver(step): next = appAfterCall(step) ?? next
        case .device(.locked):
            let staysInFront =
                step.configuration.profile.rawValue < 6
                || front.map { step.ledger.asked(by: $0).exitsOnSuspend } ?? false
            if !before.isLocked, step.after.device.isLocked, !staysInFront {
                next = nil
                appUnderLock = front
            }
        case .device(.unlocked):
            guard before.isLocked, let app = appUnderLock else { break }
            appUnderLock = nil
            guard let snapshot = step.before.app(app), !snapshot.isEnding else { break }
            // A call that began meanwhile stays on top.
            if before.call == .connected {
                if step.after.device.foregroundApp != app { appUnderCall = app }
                return .none
            }
            next = app
        case .appEnded(let app, _): if app == front { next = nil }
        case .appLaunched, .appRunInBackground, .app, .appCall, .appSystemChanged, .device,
            .deadlineReached:
            break
        }
        if let app = next, !step.after.isRunning(app) { next = nil }
        return .some(next)
    }

    private func isCallOver(_ step: Step) -> Bool {
        step.before.device.call == .connected && step.after.device.call == .none
    }

    /// The app that returns to the foreground after a call; behind the lock when it is unlocked.
    private func appAfterCall(_ step: Step) -> AppID? {
        guard let app = appUnderCall else { return nil }
        appUnderCall = nil
        let before = step.before.device
        guard step.configuration.returnsToAppAfterCall, let snapshot = step.before.app(app),
            !snapshot.isEnding, before.foregroundApp == nil
        else { return nil }
        guard before.isLocked else { return app }
        appUnderLock = appUnderLock ?? app
        return nil
    }
}
