import AudioModel
import SoundPolicy

/// Source: Audio Session Programming Guide, "Responding to Interruptions".
final class BeganAndEndedPair: PremiseCounter, Checker {
    static let sentence = "Each began has at most one ended, and no ended comes without a began"
    /// Apps that received an interruption's beginning and not yet its end.
    private var told: Set<AppID> = []

    func check(_ step: Step) -> Finding? {
        for effect in step.effects {
            switch effect {
            case .notify(let app, .interruptionBegan): told.insert(app)
            case .notify(let app, .interruptionEnded):
                premiseCount += 1
                if told.remove(app) == nil {
                    return Finding("\(step.name(app)) was told of an end without a beginning")
                }
            // An activation of its own replaces the end.
            case .sessionChanged(let app, isActive: true): told.remove(app)
            default: break
            }
        }
        return nil
    }
}

/// Source: as above; the specification, "What A is told".
final class EndsAreTold: PremiseCounter, Checker {
    static let sentence = "Every interrupted app receives the end of its interruption"

    func check(_ step: Step) -> Finding? {
        guard !step.configuration.losesInterruptionEnds else { return nil }
        for before in step.before.apps where before.isInterrupted {
            guard let after = step.after.app(before.app), !after.isInterrupted, !after.isEnding
            else { continue }
            switch step.event {
            case .app(before.app, _), .device(.mediaServicesLost), .device(.mediaServicesReset):
                continue  // The app stopped waiting, or the stream it waited for is gone.
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
                return Finding("\(step.name(before.app)) was not told of the end")
            }
            // An app that lost its output stays silent; another checker tests that case.
            let hasLostRoute = step.model.told.contains {
                $0.app == before.app && $0.notification == .interruptionEnded(shouldResume: false)
            }
            if case .system = before.interruptedBy, !shouldResume, !hasLostRoute {
                return Finding("\(step.name(before.app)) was told not to resume")
            }
        }
        return nil
    }
}

/// Source: as above: an interrupter hands back when it ends, or passes on to the next one.
final class InterruptionsHaveACause: PremiseCounter, Checker {
    static let sentence = "No session waits for an interrupter that has ended, or for a dead app"

    func check(_ step: Step) -> Finding? {
        for app in step.after.apps where app.isInterrupted {
            premiseCount += 1
            switch app.interruptedBy {
            case .system(let interrupter):
                if !step.after.device.interrupters.contains(interrupter) {
                    return Finding(
                        "\(step.name(app.app)) waits for the \(interrupter.rawValue), "
                            + "which is over")
                }
            case .app(let other):
                if !step.after.isRunning(other) {
                    return Finding("\(step.name(app.app)) waits for the dead \(step.name(other))")
                }
            case nil:
                if step.ledger.asked(by: app.app).role != .nowPlaying {
                    return Finding("\(step.name(app.app)) waits for no interrupter")
                }
            }
        }
        return nil
    }
}

/// Source: the specification, "What A is told": an app that waits for an interrupter
/// that is itself interrupted waits for the latter's interrupter.
final class NoResumeDuringInterruptions: PremiseCounter, Checker {
    static let sentence =
        "No app receives an interruption's end while a call, an alarm or the like silences it"

    func check(_ step: Step) -> Finding? {
        for effect in step.effects {
            guard case .notify(let app, .interruptionEnded(shouldResume: true)) = effect,
                // Notifications kept for a suspended app are older than this event.
                step.before.app(app)?.isInterrupted == true
            else { continue }
            premiseCount += 1
            let sounding = step.after.device.interrupters.filter {
                $0 != .call || !waitsForAnswer(app, step)
            }
            if let interrupter = sounding.first {
                return Finding(
                    "\(step.name(app)) was told to go on during the \(interrupter.rawValue)")
            }
        }
        return nil
    }

    /// Whether a call that rings as a banner leaves the app uninterrupted.
    private func waitsForAnswer(_ app: AppID, _ step: Step) -> Bool {
        step.ringsAsBanner && step.after.device.call == .ringing
            && step.ledger.asked(by: app).hasAskedToWait
    }
}

/// Source: Audio Session Programming Guide, "Responding to Interruptions";
/// `notifyOthersOnDeactivation`.
final class DeactivationEndsOneInterruption: PremiseCounter, Checker {
    static let sentence =
        "A deactivation with notifyOthersOnDeactivation ends one interruption that it caused"

    func check(_ step: Step) -> Finding? {
        guard case .app(let app, .deactivate(notifyingOthers: true)) = step.event,
            step.before.app(app)?.interruptedBy == nil, step.after.app(app)?.isActive == false
        else { return nil }
        let before = waiting(for: app, in: step.before)
        guard before > 0 else { return nil }
        premiseCount += 1
        guard waiting(for: app, in: step.after) >= before else { return nil }
        return Finding("\(step.name(app)) was deactivated, and no interruption ended")
    }

    private func waiting(for app: AppID, in snapshot: PolicySnapshot) -> Int {
        snapshot.apps.count { $0.interruptedBy == .app(app) }
    }
}
