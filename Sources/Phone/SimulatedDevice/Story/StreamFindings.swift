import AudioModel
import ScenarioLanguage
import SimulationReports

// Evaluates conditions about a stream for one block of samples.

extension FindingWords {
    func finding(_ claim: StreamCondition, _ track: StreamTrack?, _ block: BlockMeasure)
        -> BlockFinding
    {
        guard let track, track.hasVerdict else {
            if case .silent(because: nil) = claim { return saysNothing("it has not started") }
            return fails("it has not started")
        }
        // A recording's input is no part of the output.
        let output = track.isRecording ? BlockMeasure() : block
        switch claim {
        case .audible: return audible(track, block, track.stateWords)
        case .silent(let reason): return silent(track, output, reason)
        case .paused: return isState(.paused, of: track)
        case .stopped: return isState(.stopped, of: track)
        case .interrupted(let by):
            return track.is(.interrupted, by: by)
                ? holds(track.stateWords) : fails(track.stateWords)
        case .ducked(let by):
            guard track.is(.ducked, by: by) else { return fails(track.stateAndActorWords) }
            return audible(track, block, track.stateAndActorWords)
        case .gain(let part, let decibels, let within):
            return gain(part, decibels, within ?? Self.gainTolerance, track, output)
        case .records(let sound): return records(sound, track, block)
        case .recording:
            guard track.isRecording else { return fails("it is not a recording") }
            return track.isRunning ? holds("recording") : fails(track.stateWords)
        case .recordingEnds, .films, .zoom, .waiting, .failed:
            preconditionFailure("an event, which the records know")
        }
    }

    /// Evaluates what a recording received.
    private func records(
        _ sound: RecordedSound, _ track: StreamTrack, _ block: BlockMeasure
    ) -> BlockFinding {
        guard track.isRecording else { return fails("it is not a recording") }
        switch sound {
        case .audible:
            guard track.isRunning else {
                return fails("records nothing audible: \(track.stateWords)")
            }
            return rises(block, "records", "records")
        case .silence:
            guard block.outputPeak < Level.silence else {
                return fails("records \(level(block.outputPeak))")
            }
            return holds(
                track.isRunning
                    ? "records silence" : "records nothing audible: \(track.stateWords)")
        case .tone: return saysNothing(track.isRunning ? "records" : track.stateWords)
        }
    }

    /// Tolerance of a gain where the condition gives none, in decibels.
    static let gainTolerance = 0.5

    private func audible(
        _ track: StreamTrack, _ block: BlockMeasure, _ state: @autoclosure () -> String
    ) -> BlockFinding {
        guard track.isRunning else { return fails(state()) }
        guard !track.isRecording else {
            return fails("an input has no output; say 'recording' or 'records audible'")
        }
        return rises(block, "\(state()),", "contributes")
    }

    /// Whether the source's samples reach the output above silence.
    private func rises(
        _ block: BlockMeasure, _ good: @autoclosure () -> String, _ bad: String
    ) -> BlockFinding {
        guard block.sourcePeak >= Level.faint else {
            return saysNothing("its source is silent there")
        }
        guard block.outputPeak > block.sourcePeak * Level.audibleRatio else {
            return fails("\(bad) \(level(block.outputPeak))")
        }
        guard block.outputPeak >= Level.silence else {
            return saysNothing("what is left of it is silence there")
        }
        return holds("\(good()) \(level(block.outputPeak))")
    }

    private func silent(
        _ track: StreamTrack, _ block: BlockMeasure, _ reason: ReasonKind?
    ) -> BlockFinding {
        guard block.outputPeak < Level.silence else {
            return fails("\(track.stateWords), contributes \(level(block.outputPeak))")
        }
        if let reason {
            let isNamed = track.verdict?.reasons.contains { $0.kind == reason } ?? false
            return isNamed ? holds(track.stateWords) : fails(track.stateWords)
        }
        // A pause between two words is no silence.
        return track.isRunning
            ? saysNothing("its source is silent there") : holds(track.stateWords)
    }

    private func isState(_ state: StreamState, of track: StreamTrack) -> BlockFinding {
        track.is(state, by: nil) ? holds(track.stateWords) : fails(track.stateWords)
    }

    private func gain(
        _ part: GainPart, _ wanted: Double, _ within: Double, _ track: StreamTrack,
        _ block: BlockMeasure
    ) -> BlockFinding {
        let found: Double
        let factors = track.verdict?.factors ?? []
        switch part {
        case .whole:
            guard block.sourcePeak >= Level.faint else {
                return saysNothing("its source is silent there")
            }
            found = decibels(ofAmplitude: Double(block.outputPeak / block.sourcePeak))
        case .duck:
            found = decibels(ofAmplitude: Double(product(of: [.duck], in: factors)))
        case .session:
            let kinds: [FactorKind] = [.mediaVolume, .ringerVolume, .callVolume, .mute]
            found = decibels(ofAmplitude: Double(product(of: kinds, in: factors)))
        }
        func words() -> String {
            let name = part == .whole ? "" : "\(part.rawValue) "
            return "\(name)gain \(Numeral.short(found, places: 2)) dB"
        }
        return abs(found - wanted) <= within ? holds(words()) : fails(words())
    }

    private func product(of kinds: [FactorKind], in factors: [GainFactor]) -> Float {
        factors.reduce(1) { kinds.contains($1.kind) ? $0 * $1.gain : $0 }
    }
}

extension StreamTrack {
    /// The state in the verdict with its reasons, for a report.
    fileprivate var stateWords: String {
        guard let verdict else { return "" }
        let reasons = verdict.reasons.map(\.sentence).joined(separator: "; ")
        return verdict.state.rawValue + (reasons.isEmpty ? "" : " (\(reasons))")
    }

    /// The state with its reasons and the actor behind it, for a report.
    fileprivate var stateAndActorWords: String {
        by.map { "\(stateWords) by \($0)" } ?? stateWords
    }

    /// Whether the stream is in a state because of an actor; `nil` for any.
    fileprivate func `is`(_ state: StreamState, by culprit: Suspect?) -> Bool {
        guard self.state == state else { return false }
        switch culprit {
        case nil: return true
        case .app(let name): return by == name
        case .system(let interrupter): return by == interrupter.rawValue
        }
    }
}
