import AudioModel
import SoundPolicy

/// Source: the specification, "Route change rules"; `docs/facts.md` for the apps that are notified:
/// apps with an active session, interrupted apps, and the one in front.
final class RouteChangesAreTold: PremiseCounter, Checker {
    static let sentence = "Every route change is delivered in order to the apps that it concerns"
    /// The last route known to each suspended app that missed a change.
    private var known: [AppID: Route] = [:]

    func check(_ step: Step) -> Finding? {
        guard isAnythingToCheck(step) else { return nil }
        let routes = routes(of: step)
        guard routes.last == step.after.device.route else {
            return Finding("the route changed without a word")
        }
        if let breach = wakened(step) { return breach }
        for app in step.after.apps {
            guard let before = step.before.app(app.app), step.isConcerned(before, app) else {
                continue
            }
            let chain = chain(of: app.app, routes, step)
            if app.state == .suspended {
                // The app already knows the changes delivered before it was suspended.
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
                return Finding("\(step.name(app.app)) was told \(told), not from \(expected)")
            }
            if let reason = told.first?.reason, !isRight(reason, before, step) {
                return Finding("\(step.name(app.app)) was told of the route: \(reason)")
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

    /// The route before the event, and each route since.
    private func routes(of step: Step) -> [Route] {
        var routes = [step.before.device.route]
        for case .deviceChanged(.route(let route, _)) in step.effects { routes.append(route) }
        return routes
    }

    /// The previous routes that an app receives, in order, one for each change. An app that lost an
    /// output of its own, which the phone's route did not use, receives its own route.
    private func chain(of app: AppID, _ routes: [Route], _ step: Step) -> [Route] {
        let past = Array(routes.dropLast())
        guard case .portUnplugged(let port) = step.deviceEvent,
            let own = step.route.lostRoute(of: app), !routes[0].outputs.contains(port)
        else { return past }
        return [own] + (isMovedByUnplug(step) ? Array(past.dropFirst()) : past)
    }

    /// Whether the unplugging itself changed the current route, not the end of a session that
    /// followed it.
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

    /// Checks that an app that wakes receives one change, from the last route it knows.
    private func wakened(_ step: Step) -> Finding? {
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
                return Finding("\(step.name(app)) woke and was not told of the route from \(route)")
            }
        }
        return nil
    }

    /// Category changes are delivered to the app itself even when no port changes.
    private func changesCategory(_ before: AppSnapshot, _ after: AppSnapshot, _ step: Step) -> Bool
    {
        guard before.isActive, after.isActive else { return false }
        return switch step.event {
        case .app(after.app, .setCategory), .app(after.app, .setMode):
            before.category != after.category || before.mode != after.mode
        default: false
        }
    }

    private func isRight(
        _ reason: RouteChangeReason, _ app: AppSnapshot, _ step: Step
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
final class VolumeChangesAreTold: PremiseCounter, Checker {
    static let sentence =
        "Every change of the output volume is delivered once to the apps it concerns"

    func check(_ step: Step) -> Finding? {
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
                return Finding("\(step.name(app.app)) does not know of the volume \(now)")
            }
            if let last = told.last, last != now {
                return Finding("\(step.name(app.app)) was told of the volume \(last), not \(now)")
            }
            if told.count != changeCount {
                return Finding("\(step.name(app.app)) was told \(told.count) times of the volume")
            }
        }
        return nil
    }
}

extension Step {
    /// Whether a device change concerns an app, both before and after the event.
    fileprivate func isConcerned(_ before: AppSnapshot, _ after: AppSnapshot) -> Bool {
        guard !before.isEnding, !after.isEnding else { return false }
        let wasInFront = self.before.device.foregroundApp == after.app
        let isInFront = self.after.device.foregroundApp == after.app
        return (before.isActive || before.isInterrupted || wasInFront)
            && (after.isActive || after.isInterrupted || isInFront)
    }
}
