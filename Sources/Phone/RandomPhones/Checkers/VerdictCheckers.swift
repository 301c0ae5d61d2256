import AudioModel
import SoundPolicy

/// Source: the specification of verdicts: each is complete, with a rule and a cause for each
/// reason.
final class VerdictsHaveReasons: PremiseCounter, Checker {
    static let sentence = "A stream that is not heard has a reason, and one that is heard has none"

    func check(_ step: Step) -> Finding? {
        for case .verdict(let stream, let verdict, let directive) in step.effects {
            premiseCount += 1
            if let wrong = wrong(verdict, directive, step.now) {
                return Finding("\(step.words(stream)) \(wrong)")
            }
        }
        for stream in step.after.streams where stream.isAudible != stream.verdict.reasons.isEmpty {
            return Finding("\(step.words(stream.stream)) is \(stream.verdict.state) without reason")
        }
        return nil
    }

    private func wrong(
        _ verdict: Verdict, _ directive: StreamDirective, _ now: HostTime
    ) -> String? {
        let isAudible = verdict.state == .audible || verdict.state == .ducked
        if isAudible, verdict.gain <= 0 { return "is heard with gain \(verdict.gain)" }
        if !isAudible, verdict.gain != 0 { return "is \(verdict.state) with gain \(verdict.gain)" }
        for reason in verdict.reasons {
            if reason.sentence.isEmpty || reason.cause.isEmpty {
                return "has a reason without words"
            }
            if reason.since > now { return "has a reason from the future" }
            if Rule(rawValue: reason.rule) == nil { return "names no rule: \(reason.rule)" }
        }
        switch verdict.state {
        case .audible, .ducked, .silent:
            if directive.transport != .running { return "is \(verdict.state) and does not run" }
        case .paused, .interrupted:
            if directive.transport != .held { return "is \(verdict.state) and is not held" }
        case .stopped:
            if directive.transport != .ended { return "has ended and goes on" }
        }
        if isAudible {
            let app = verdict.factors.first { $0.kind == .appVolume }?.gain ?? 1
            let sent = app * directive.sessionGain * directive.duckGain
            if abs(sent - verdict.gain) > 1e-5 { return "is sent \(sent) for \(verdict.gain)" }
        }
        return nil
    }
}

/// Checks that the effects alone are enough to know the policy's state.
final class EffectsTellTheState: PremiseCounter, Checker {
    static let sentence = "The policy's effects agree with its state for each stream and session"
    private var verdicts: [StreamID: Verdict] = [:]
    private var active: Set<AppID> = []

    func check(_ step: Step) -> Finding? {
        for effect in step.effects {
            switch effect {
            case .verdict(let stream, let verdict, _):
                premiseCount += 1
                verdicts[stream] = verdict.state == .stopped ? nil : verdict
            case .sessionChanged(let app, let isActive):
                if isActive { active.insert(app) } else { active.remove(app) }
            default: break
            }
        }
        guard verdicts.count == step.after.streams.count else {
            return Finding("\(step.after.streams.count) sounds, told of \(verdicts.count)")
        }
        for stream in step.after.streams where verdicts[stream.stream] != stream.verdict {
            return Finding("no effect reports \(step.words(stream.stream))")
        }
        for app in step.after.apps where app.isActive != active.contains(app.app) {
            return Finding("no effect reports the session of \(step.name(app.app))")
        }
        return nil
    }
}
