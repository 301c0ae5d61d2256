import AudioModel
import ScenarioLanguage
import SimulationReports

/// A condition that is decided by samples, with the results so far.
final class ConditionWatch {
    let claim: Condition
    let from: HostTime
    let to: HostTime
    /// The frequency in the condition; `nil` for a condition about anything else.
    let spectrumHertz: Double?
    /// The full name of the recording that a frequency is about; `nil` for the output.
    let recordingName: String?
    /// Output collected for a spectrum.
    var samples: [Float] = []

    /// Whether the condition is about a film.
    private let isOfFilm: Bool
    private let kind: Kind
    private var found = Found()
    /// The full name of the stream that the condition is about.
    private let streamName: String?
    /// The stream's track, once there is one.
    private var track: StreamTrack?

    private enum Kind {
        case throughout
        case moment
        case never
        case within(TimeLimit)
    }

    private struct Found {
        var blocksHeld = 0
        var firstBad: String?
        var firstBadTime: HostTime?
        var lastGood: String?
        var lastGoodTime: HostTime?
    }

    /// - Parameter films: The names of the story's films, which records decide about.
    init(_ expectation: Expectation, duration: HostTime, films: Set<String>) {
        isOfFilm =
            if case .stream(let stream, let condition) = expectation.claim {
                condition.isOfFilm || films.contains(stream.fullName)
            } else {
                false
            }
        claim = expectation.claim
        streamName = if case .stream(let stream, _) = claim { stream.fullName } else { nil }
        switch claim {
        case .heard(let hertz): (spectrumHertz, recordingName) = (hertz, nil)
        case .stream(_, .records(.tone(let hertz))):
            (spectrumHertz, recordingName) = (hertz, streamName)
        default: (spectrumHertz, recordingName) = (nil, nil)
        }
        switch expectation.when {
        case .span(let from, let to):
            kind = .throughout
            self.from = from + ConditionEvaluator.edgeMargin
            self.to = to + HostInterval(nanoseconds: -ConditionEvaluator.edgeMargin.nanoseconds)
        case .moment(let at):
            kind = .moment
            // At the end of the story, the samples just before it count.
            if spectrumHertz == nil {
                from = min(at, duration + HostInterval(nanoseconds: -1))
                to = min(at + ConditionEvaluator.settlingTime, duration)
            } else {
                from = min(at, duration + ConditionEvaluator.latestMeasurementStart)
                to = min(at + HostInterval.milliseconds(100), duration)
            }
        case .within(let interval, of: let label, at: let start):
            // After the limit it still matters how late it is.
            kind = .within(TimeLimit(interval: interval, label: label, start: start))
            from = min(start, duration + HostInterval(nanoseconds: -1))
            to = duration
        case .never:
            kind = .never
            from = .zero
            to = duration
        }
    }

    /// Whether the condition is evaluated by blocks of samples.
    var isOfSamples: Bool {
        switch claim {
        case .stream(_, .recordingEnds), .stream(_, .waiting), .stream(_, .failed): false
        case .stream: !isOfFilm
        case .heard, .heardSilence: true
        default: false
        }
    }

    func wantsSpectrum(at time: HostTime) -> Bool {
        spectrumHertz != nil && from <= time && time < to
    }

    /// Whether the condition holds only where sound proves it.
    private var needsSound: Bool {
        switch claim {
        case .stream(_, .audible), .stream(_, .ducked), .stream(_, .records(.audible)): true
        default: false
        }
    }

    /// Whether a block counts: it lies inside a span, or touches a moment.
    func covers(_ start: HostTime, _ end: HostTime) -> Bool {
        switch kind {
        case .throughout: from <= start && end <= to
        case .moment, .never: start < to && from < end
        // The first moment that holds decides.
        case .within: start < to && from < end && found.blocksHeld == 0
        }
    }

    /// The track of the condition's stream; `nil` before the stream's start.
    func track(in records: StoryRecords) -> StreamTrack? {
        if track == nil { track = streamName.flatMap { records.track(named: $0) } }
        return track
    }

    // MARK: Findings

    /// Whether no block has decided anything yet.
    var hasNoFinding: Bool { found.blocksHeld == 0 && found.firstBad == nil }

    /// Composes the words of the next finding, as far as a report may contain them.
    var words: FindingWords {
        FindingWords(needsGood: found.lastGood == nil, needsBad: found.firstBad == nil)
    }

    func take(_ finding: BlockFinding, at time: HostTime) {
        switch finding {
        case .holds(let what):
            found.blocksHeld += 1
            if found.lastGood == nil, let what {
                found.lastGood = "\(what), at \(seconds(time)) s"
                found.lastGoodTime = time
            }
        case .fails(let what):
            if found.firstBad == nil, let what {
                found.firstBad = "\(what), at \(seconds(time)) s"
                found.firstBadTime = time
            }
        case .saysNothing(let what):
            switch kind {
            case .throughout, .moment: if found.lastGood == nil { found.lastGood = what }
            case .never, .within: break
            }
        }
    }

    var result: (isOK: Bool, found: String, at: HostTime?) {
        let good = found.lastGood ?? "nothing to judge"
        let bad = found.firstBad.map { (false, $0, found.firstBadTime) }
        switch kind {
        case .throughout:
            let isProved = found.blocksHeld > 0 || !needsSound
            return bad ?? (isProved, good, found.lastGoodTime)
        case .moment:
            if found.blocksHeld > 0 { return (true, good, found.lastGoodTime) }
            if needsSound { return bad ?? (false, good, found.lastGoodTime) }
            // A story without length has nothing that could prove it.
            return bad ?? (found.lastGood != nil, good, found.lastGoodTime)
        case .within(let limit):
            guard found.blocksHeld > 0, let time = found.lastGoodTime else {
                return (false, limit.never(found.firstBad ?? "nothing to judge"), nil)
            }
            return limit.result(good, at: max(time, from))
        case .never:
            return found.blocksHeld > 0 ? (false, good, found.lastGoodTime) : (true, "never", nil)
        }
    }
}

/// What one block says about a condition, in words where a report may contain them.
enum BlockFinding {
    case holds(String?)
    case fails(String?)
    /// Nothing to evaluate, because the source is too faint.
    case saysNothing(String?)
}

/// Makes findings, and composes only the words that a report may contain: an hour has 360,000
/// blocks, and a report the first of them that holds and the first that does not.
struct FindingWords {
    /// Whether no block has held so far.
    var needsGood: Bool
    /// Whether no block has failed so far.
    var needsBad: Bool

    func holds(_ words: @autoclosure () -> String) -> BlockFinding {
        .holds(needsGood ? words() : nil)
    }

    func fails(_ words: @autoclosure () -> String) -> BlockFinding {
        .fails(needsBad ? words() : nil)
    }

    func saysNothing(_ words: @autoclosure () -> String) -> BlockFinding {
        .saysNothing(needsGood ? words() : nil)
    }
}
