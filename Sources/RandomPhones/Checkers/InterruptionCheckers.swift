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
            if case .system = before.interruptedBy, !shouldResume {
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
