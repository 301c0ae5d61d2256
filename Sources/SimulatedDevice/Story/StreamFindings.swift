import AudioModel
import ScenarioLanguage
import SimulationReports

// Evaluates conditions about a stream for one block of samples.

extension ConditionEvaluator {
    func finding(_ claim: StreamCondition, _ track: StreamTrack?, _ block: BlockMeasure) -> Finding
    {
        guard let track, let verdict = track.verdict else {
            if case .silent(because: nil) = claim { return .saysNothing("it has not started") }
            return .fails("it has not started")
        }
        let reasons = verdict.reasons.map(\.sentence).joined(separator: "; ")
        let state = verdict.state.rawValue + (reasons.isEmpty ? "" : " (\(reasons))")
        // A recording's input is no part of the output.
        let output = track.lane.kind == .recorder ? BlockMeasure() : block
        switch claim {
        case .audible: return audible(track, verdict, block, state)
        case .silent(let reason): return silent(verdict, output, reason, state)
        case .paused: return verdict.state == .paused ? .holds(state) : .fails(state)
        case .stopped: return verdict.state == .stopped ? .holds(state) : .fails(state)
        case .interrupted(let by):
            return isState(.interrupted, by: by, track, verdict) ? .holds(state) : .fails(state)
        case .ducked(let by):
            let words = track.by.map { "\(state) by \($0)" } ?? state
            guard isState(.ducked, by: by, track, verdict) else { return .fails(words) }
            return audible(track, verdict, block, words)
        case .gain(let part, let decibels, let within):
            return gain(part, decibels, within ?? ConditionEvaluator.gainTolerance, verdict, output)
        case .records(let sound): return records(sound, track, verdict, block, state)
        case .recording:
            guard track.lane.kind == .recorder else { return .fails("it is not a recording") }
            return verdict.isRunning ? .holds("recording") : .fails(state)
        case .recordingEnds: preconditionFailure("an event, which the records know")
        }
    }

    /// Evaluates what a recording received.
    private func records(
        _ sound: RecordedSound, _ track: StreamTrack, _ verdict: Verdict, _ block: BlockMeasure,
        _ state: String
    ) -> Finding {
        guard track.lane.kind == .recorder else { return .fails("it is not a recording") }
        switch sound {
        case .audible:
            guard verdict.isRunning else { return .fails("records nothing audible: \(state)") }
            return rises(block, "records", "records")
        case .silence:
            guard block.outputPeak < Level.silence else {
                return .fails("records \(level(block.outputPeak))")
            }
            return .holds(
                verdict.isRunning ? "records silence" : "records nothing audible: \(state)")
        case .tone: return .saysNothing(verdict.isRunning ? "records" : state)
        }
    }

    /// Tolerance of a gain where the condition gives none, in decibels.
    static let gainTolerance = 0.5

    private func audible(
        _ track: StreamTrack, _ verdict: Verdict, _ block: BlockMeasure, _ state: String
    ) -> Finding {
        guard verdict.isRunning else { return .fails(state) }
        guard track.lane.kind != .recorder else {
            return .fails("an input has no output; say 'recording' or 'records audible'")
        }
        return rises(block, "\(state),", "contributes")
    }

    /// Whether the source's samples reach the output above silence.
    private func rises(_ block: BlockMeasure, _ good: String, _ bad: String) -> Finding {
        guard block.sourcePeak >= Level.faint else {
            return .saysNothing("its source is silent there")
        }
        guard block.outputPeak > block.sourcePeak * Level.audibleRatio else {
            return .fails("\(bad) \(level(block.outputPeak))")
        }
        guard block.outputPeak >= Level.silence else {
            return .saysNothing("what is left of it is silence there")
        }
        return .holds("\(good) \(level(block.outputPeak))")
    }

    private func silent(
        _ verdict: Verdict, _ block: BlockMeasure, _ reason: ReasonKind?, _ state: String
    ) -> Finding {
        guard block.outputPeak < Level.silence else {
            return .fails("\(state), contributes \(level(block.outputPeak))")
        }
        if let reason {
            return verdict.reasons.contains { $0.kind == reason } ? .holds(state) : .fails(state)
        }
        // A pause between two words is no silence.
        return verdict.isRunning ? .saysNothing("its source is silent there") : .holds(state)
    }

    private func isState(
        _ state: StreamState, by culprit: Suspect?, _ track: StreamTrack, _ verdict: Verdict
    ) -> Bool {
        guard verdict.state == state else { return false }
        switch culprit {
        case nil: return true
        case .app(let name): return track.by == name
        case .system(let interrupter): return track.by == interrupter.rawValue
        }
    }

    private func gain(
        _ part: GainPart, _ wanted: Double, _ within: Double, _ verdict: Verdict,
        _ block: BlockMeasure
    ) -> Finding {
        let found: Double
        switch part {
        case .whole:
            guard block.sourcePeak >= Level.faint else {
                return .saysNothing("its source is silent there")
            }
            found = decibels(ofAmplitude: Double(block.outputPeak / block.sourcePeak))
        case .duck:
            found = decibels(ofAmplitude: Double(product(of: [.duck], in: verdict)))
        case .session:
            let kinds: [FactorKind] = [.mediaVolume, .ringerVolume, .callVolume, .mute]
            found = decibels(ofAmplitude: Double(product(of: kinds, in: verdict)))
        }
        let words =
            "\(part == .whole ? "" : "\(part.rawValue) ")gain \(Numeral.short(found, places: 2)) dB"
        return abs(found - wanted) <= within ? .holds(words) : .fails(words)
    }

    private func product(of kinds: [FactorKind], in verdict: Verdict) -> Float {
        verdict.factors.reduce(1) { kinds.contains($1.kind) ? $0 * $1.gain : $0 }
    }
}
