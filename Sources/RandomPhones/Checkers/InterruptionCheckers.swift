import AudioModel
import SoundPolicy

/// Source: Audio Session Programming Guide, "Responding to Interruptions".
final class BeganAndEndedPair: Checker {
    static let sentence = "Each began has at most one ended, and no ended comes without a began"
    var premiseCount = 0
    /// Apps that were told of a beginning and not yet of its end.
    private var told: Set<AppID> = []

    func check(_ step: Step) -> Breach? {
        for effect in step.effects {
            switch effect {
            case .notify(let app, .interruptionBegan): told.insert(app)
            case .notify(let app, .interruptionEnded):
                premiseCount += 1
                if told.remove(app) == nil {
                    return Breach("\(step.name(app)) was told of an end without a beginning")
                }
            // It has not waited.
            case .sessionChanged(let app, isActive: true): told.remove(app)
            default: break
            }
        }
        return nil
    }
}

/// Source: as above; the specification, "What A is told, who resumes".
final class EndsAreTold: Checker {
    static let sentence = "Whoever waits for the end of an interruption is told of it"
    var premiseCount = 0

    func check(_ step: Step) -> Breach? {
        for before in step.before.apps where before.isInterrupted {
            guard let after = step.after.app(before.app), !after.isInterrupted, !after.isEnding
            else { continue }
            switch step.event {
            case .app(before.app, _), .device(.mediaServicesLost), .device(.mediaServicesReset):
                continue  // It has given up waiting; what it waited in is gone.
            default: break
            }
            premiseCount += 1
            if after.state == .suspended, after.pendingCount > 0 { continue }
            let ends = step.effects.compactMap { effect -> Bool? in
                guard case .notify(before.app, .interruptionEnded(let resumes)) = effect else {
                    return nil
                }
                return resumes
            }
            guard let shouldResume = ends.last else {
                return Breach("\(step.name(before.app)) was not told of the end")
            }
            // What has lost its output meanwhile stays silent; another checker knows which that is.
            let hasLostRoute = step.model.told.contains {
                $0.app == before.app && $0.notification == .interruptionEnded(shouldResume: false)
            }
            if case .system = before.interruptedBy, !shouldResume, !hasLostRoute {
                return Breach("\(step.name(before.app)) was told not to resume")
            }
        }
        return nil
    }
}

/// Source: as above: every interrupter gives back when it ends, or hands over to the next.
final class InterruptionsHaveACause: Checker {
    static let sentence = "Nobody waits for an interrupter that is over, or for a dead app"
    var premiseCount = 0

    func check(_ step: Step) -> Breach? {
        for app in step.after.apps where app.isInterrupted {
            premiseCount += 1
            switch app.interruptedBy {
            case .system(let interrupter):
                if !step.after.device.interrupters.contains(interrupter) {
                    return Breach(
                        "\(step.name(app.app)) waits for the \(interrupter.rawValue), "
                            + "which is over")
                }
            case .app(let other):
                if !step.after.isRunning(other) {
                    return Breach("\(step.name(app.app)) waits for the dead \(step.name(other))")
                }
            case nil:
                if step.ledger.asked(by: app.app).role != .nowPlaying {
                    return Breach("\(step.name(app.app)) is interrupted by nobody")
                }
            }
        }
        return nil
    }
}

/// Source: the specification, "What A is told, who resumes": who waits for one that is itself
/// interrupted waits for what interrupted that.
final class WakingComesInQuiet: Checker {
    static let sentence =
        "Nobody is told to go on while a call, an alarm or the like keeps it silent"
    var premiseCount = 0

    func check(_ step: Step) -> Breach? {
        for effect in step.effects {
            guard case .notify(let app, .interruptionEnded(shouldResume: true)) = effect,
                // What was kept for one that slept is of the time before.
                step.before.app(app)?.isInterrupted == true
            else { continue }
            premiseCount += 1
            let sounding = step.after.device.interrupters.filter {
                $0 != .call || !waitsForAnswer(app, step)
            }
            if let interrupter = sounding.first {
                return Breach(
                    "\(step.name(app)) was told to go on during the \(interrupter.rawValue)")
            }
        }
        return nil
    }

    /// Whether a banner that rings leaves it alone.
    private func waitsForAnswer(_ app: AppID, _ step: Step) -> Bool {
        step.ringsAsBanner && step.after.device.call == .ringing
            && step.ledger.asked(by: app).hasAskedToWait
    }
}

/// Source: Audio Session Programming Guide, "Responding to Interruptions";
/// `notifyOthersOnDeactivation`.
final class LettingGoWakesOne: Checker {
    static let sentence =
        "Whoever gives up its session and says so wakes one of those who wait for it"
    var premiseCount = 0

    func check(_ step: Step) -> Breach? {
        guard case .app(let app, .deactivate(notifyingOthers: true)) = step.event,
            step.before.app(app)?.interruptedBy == nil, step.after.app(app)?.isActive == false
        else { return nil }
        let before = waiting(for: app, in: step.before)
        guard before > 0 else { return nil }
        premiseCount += 1
        guard waiting(for: app, in: step.after) >= before else { return nil }
        return Breach("\(step.name(app)) let go, and nobody who waits for it was woken")
    }

    private func waiting(for app: AppID, in sight: PolicySight) -> Int {
        sight.apps.count { $0.interruptedBy == .app(app) }
    }
}
