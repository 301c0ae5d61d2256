import AudioModel
import SoundPolicy

/// Source: Audio Session Programming Guide, appendix B; iPhone Human Interface Guidelines, "Using
/// Sound".
final class SwitchSilencesWhatObeys: PremiseCounter, Checker {
    static let sentence = "No sound that obeys the switch is heard while it is silent"

    func check(_ step: Step) -> Finding? {
        for stream in step.streams where stream.obeysSwitch {
            guard step.after.device.isSilent(stream.kind, step.configuration) else { continue }
            premiseCount += 1
            if stream.isAudible {
                return step.falselyAudible(stream, "is heard in silent mode")
            }
        }
        return nil
    }
}

/// Source: as above.
final class SwitchSparesTheRest: PremiseCounter, Checker {
    static let sentence = "No other sound is ever silent because of the switch"

    func check(_ step: Step) -> Finding? {
        let isMoved = if case .ringSwitchMoved = step.deviceEvent { true } else { false }
        for stream in step.streams {
            let verdict = step.after.streams[stream.index].verdict
            let isSilent = step.after.device.isSilent(stream.kind, step.configuration)
            if isSilent, stream.obeysSwitch { continue }
            if isSilent { premiseCount += 1 }
            if verdict.reasons.contains(where: { $0.kind == .ringSwitch }) {
                return Finding("\(step.words(stream.id)) is silent because of the switch")
            }
            guard isMoved, !stream.obeysSwitch, let before = step.before.stream(stream.id),
                before.verdict != verdict
            else { continue }
            return Finding("the switch changed \(step.words(stream.id))")
        }
        return nil
    }
}

/// Source: reports of developers: a mute is no interruption (`docs/facts.md`).
final class SwitchNotifiesNoApp: PremiseCounter, Checker {
    static let sentence =
        "Moving the ring/silent switch stops or pauses no stream and notifies no app"

    func check(_ step: Step) -> Finding? {
        guard case .ringSwitchMoved = step.deviceEvent else { return nil }
        premiseCount += 1
        for effect in step.effects {
            switch effect {
            case .notify(let app, _): return Finding("\(step.name(app)) was told")
            case .sessionChanged(let app, _): return Finding("the session of \(step.name(app))")
            default: break
            }
        }
        for (before, after) in zip(step.before.streams, step.after.streams)
        where before.isHeldByApp != after.isHeldByApp
            || before.isHeldBySystem != after.isHeldBySystem
        {
            return Finding("\(step.words(after.stream)) was held or let go")
        }
        return nil
    }
}
