import AudioModel
import SoundPolicy

/// Source: the specification, "`setActive(true)` result rules", "Category options" and "Modes". Only
/// the deactivation of a busy session happens and fails (iOS 8 to 25).
final class RequestsAreAnsweredRight: PremiseCounter, Checker {
    static let sentence =
        "A request is refused exactly when it must be, with the right code and no effect"

    func check(_ step: Step) -> Finding? {
        guard case .app(let app, let request) = step.event else { return nil }
        switch (step.expectedAnswer, step.refusal) {
        case (.any, nil), (.granted, nil): return nil
        case (.granted, let refusal?):
            return Finding("\(step.name(app)) was refused \(request): \(refusal)")
        case (.refused(let code), nil):
            return Finding("\(step.name(app)) was granted \(request), and not refused: \(code)")
        case (.refused(let code), let refusal?) where code != refusal:
            return Finding("\(step.name(app)) was refused \(request): \(refusal), not \(code)")
        case (_, let refusal?):
            premiseCount += 1
            if refusal == .isBusy, step.configuration.profile.rawValue >= 8 { return nil }
            return change(step).map {
                Finding("the refused \(request) of \(step.name(app)) changed \($0)")
            }
        }
    }

    private func change(_ step: Step) -> String? {
        if step.before.device != step.after.device { return "the device" }
        if step.before.apps != step.after.apps { return "an app" }
        guard step.before.streams.count == step.after.streams.count else { return "what sounds" }
        for (before, after) in zip(step.before.streams, step.after.streams)
        where before.isHeld != after.isHeld || before.isAudible != after.isAudible {
            return "what sounds"
        }
        return nil
    }
}
