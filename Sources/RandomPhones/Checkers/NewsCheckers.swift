import AudioModel
import SoundPolicy

/// Source: the specification, "Route change rules"; who hears of them is of `docs/facts.md`:
/// apps with an active session, those that wait for an end, and the one in front.
final class RouteChangesAreTold: Checker {
    static let sentence =
        "Every route change is told to whom it concerns, each after the one before"
    var premiseCount = 0
    /// The route that a suspended app knows, of those that have missed a change.
    private var known: [AppID: Route] = [:]

    func check(_ step: Step) -> Breach? {
        guard isAnythingToCheck(step) else { return nil }
        let routes = routes(of: step)
        guard routes.last == step.after.device.route else {
            return Breach("the route changed without a word")
        }
        if let breach = wakened(step) { return breach }
        for app in step.after.apps {
            guard let before = step.before.app(app.app), step.isConcerned(before, app) else {
                continue
            }
            let chain = chain(of: app.app, routes, step)
            if app.state == .suspended {
                // What it heard before it was suspended it knows.
                let missed = chain.dropFirst(told(app.app, step).count)
                if known[app.app] == nil { known[app.app] = missed.first }
                continue
            }
            guard before.state != .suspended else { continue }
            let told = told(app.app, step)
            let isOwnChange = routes.count == 1 && changesCategory(before, app, step)
            if routes.count > 1 || isOwnChange { premiseCount += 1 }
            let expected = isOwnChange ? routes : chain
            guard told.map(\.previous) == expected else {
                return Breach("\(step.name(app.app)) was told \(told), not from \(expected)")
            }
            if let reason = told.first?.reason, !isRight(reason, before, step) {
                return Breach("\(step.name(app.app)) was told of the route: \(reason)")
            }
        }
        return nil
    }

    private func isAnythingToCheck(_ step: Step) -> Bool {
        if !known.isEmpty || !step.route.losses.isEmpty { return true }
        if step.before.device.route != step.after.device.route { return true }
        switch step.event {
        case .app(_, .setCategory), .app(_, .setMode): return true
        default: break
        }
        return step.effects.contains { effect in
            switch effect {
            case .notify(_, .routeChanged), .deviceChanged(.route): true
            default: false
            }
        }
    }

    /// The route before the event, and each that it had since.
    private func routes(of step: Step) -> [Route] {
        var routes = [step.before.device.route]
        for case .deviceChanged(.route(let route, _)) in step.effects { routes.append(route) }
        return routes
    }

    /// The routes that an app hears to be past, in order: one for each change. Where what it has
    /// lost is not what the phone has lost, it hears of its own.
    private func chain(of app: AppID, _ routes: [Route], _ step: Step) -> [Route] {
        let past = Array(routes.dropLast())
        guard case .portUnplugged(let port) = step.deviceEvent,
            let own = step.route.lostRoute(of: app), !routes[0].outputs.contains(port)
        else { return past }
        return [own] + (isMovedByUnplug(step) ? Array(past.dropFirst()) : past)
    }

    /// Whether the route in force changed when something was unplugged, and not only afterwards,
    /// with a session that ended for that.
    private func isMovedByUnplug(_ step: Step) -> Bool {
        for case .deviceChanged(.route(_, let reason)) in step.effects {
            return reason != .categoryChange
        }
        return false
    }

    private func told(
        _ app: AppID, _ step: Step
    ) -> [(reason: RouteChangeReason, previous: Route)] {
        step.effects.compactMap { effect in
            guard case .notify(app, .routeChanged(let reason, let previous)) = effect else {
                return nil
            }
            return (reason, previous)
        }
    }

    /// What slept hears of one change, from the route that it knows.
    private func wakened(_ step: Step) -> Breach? {
        guard !known.isEmpty else { return nil }
        for app in known.keys.sorted() {
            guard let after = step.after.app(app), !after.isEnding else {
                known[app] = nil
                continue
            }
            guard after.state != .suspended, let route = known.removeValue(forKey: app) else {
                continue
            }
            premiseCount += 1
            if told(app, step).first?.previous != route {
                return Breach("\(step.name(app)) woke and was not told of the route from \(route)")
            }
        }
        return nil
    }

    /// Told to the app itself even where no port moves.
    private func changesCategory(_ before: AppSight, _ after: AppSight, _ step: Step) -> Bool {
        guard before.isActive, after.isActive else { return false }
        return switch step.event {
        case .app(after.app, .setCategory), .app(after.app, .setMode):
            before.category != after.category || before.mode != after.mode
        default: false
        }
    }

    private func isRight(
        _ reason: RouteChangeReason, _ app: AppSight, _ step: Step
    ) -> Bool {
        if reason == .noSuitableRouteForCategory { return step.after.device.route.inputs.isEmpty }
        return switch step.event {
        case .device(.portPlugged): reason == .newDeviceAvailable
        case .device(.portUnplugged):
            if step.route.lostRoute(of: app.app) != nil {
                reason == .oldDeviceUnavailable
            } else {
                (reason == .categoryChange) == (app.isInterrupted || !isMovedByUnplug(step))
            }
        case .device(.routePicked), .app(_, .overrideOutput), .app(_, .setPreferredInput):
            reason == .override
        default: reason == .categoryChange
        }
    }
}

/// Source: the specification, "The two volumes": `outputVolume` and its observers.
final class VolumeChangesAreTold: Checker {
    static let sentence = "Every change of the output volume is told to whom it concerns, once"
    var premiseCount = 0

    func check(_ step: Step) -> Breach? {
        let now = step.after.device.mediaVolume
        let isMoved = now != step.before.device.mediaVolume
        let isAnythingTold = step.effects.contains {
            if case .notify(_, .outputVolumeChanged) = $0 { true } else { false }
        }
        guard isMoved || isAnythingTold else { return nil }
        var changeCount = 0
        for case .deviceChanged(.volume(.media, _)) in step.effects { changeCount += 1 }
        for app in step.after.apps where app.state != .suspended {
            guard let before = step.before.app(app.app), before.state != .suspended,
                step.isConcerned(before, app)
            else { continue }
            let told = step.effects.compactMap { effect -> Float? in
                guard case .notify(app.app, .outputVolumeChanged(let volume)) = effect else {
                    return nil
                }
                return volume
            }
            if isMoved { premiseCount += 1 }
            if told.isEmpty, isMoved {
                return Breach("\(step.name(app.app)) does not know of the volume \(now)")
            }
            if let last = told.last, last != now {
                return Breach("\(step.name(app.app)) was told of the volume \(last), not \(now)")
            }
            if told.count != changeCount {
                return Breach("\(step.name(app.app)) was told \(told.count) times of the volume")
            }
        }
        return nil
    }
}

extension Step {
    /// Whether a change of the device concerns an app, before the event and after it.
    fileprivate func isConcerned(_ before: AppSight, _ after: AppSight) -> Bool {
        guard !before.isEnding, !after.isEnding else { return false }
        let wasInFront = self.before.device.foregroundApp == after.app
        let isInFront = self.after.device.foregroundApp == after.app
        return (before.isActive || before.isInterrupted || wasInFront)
            && (after.isActive || after.isInterrupted || isInFront)
    }
}
