import AudioModel
import ScenarioLanguage
import SimulationReports

/// Evaluates a scenario's conditions: those about samples block by block as they are rendered, the
/// rest from the records at the end of the story.
final class ConditionEvaluator {
    /// The first block of each stream in which samples and verdict contradict each other.
    private(set) var disagreements: [StoryFailure] = []
    let watchesClicks: Bool

    private let expectations: [Expectation]
    private var watches: [Watch] = []
    /// Indices of watches that have not begun, sorted by their beginning, last first.
    private var waiting: [Int]
    private var current: [Int] = []
    private var contradicted: [String] = []

    // The output, for conditions about what is heard.
    private var lastSamples: (Float, Float) = (0, 0)
    private var blockPeak: Float = 0
    private var firstClick: (time: HostTime, step: Float, bound: Float)?

    /// A condition that is decided by samples, with the results so far.
    fileprivate struct Watch {
        var claim: Condition
        var from: HostTime
        var to: HostTime
        var kind: Kind
        var found = Found()
        /// Output collected for a spectrum.
        var samples: [Float] = []

        enum Kind {
            case throughout
            case moment
            case never
        }
    }

    fileprivate struct Found {
        var blocksHeld = 0
        var firstBad: String?
        var firstBadTime: HostTime?
        var lastGood: String?
        var lastGoodTime: HostTime?
    }

    /// Length at either end of a span that is not evaluated, because gains ramp there.
    static let trim = HostInterval.milliseconds(50)
    /// How long after a moment its condition may still become true: notifications travel, gains
    /// ramp.
    static let patience = HostInterval.milliseconds(50)
    static let disagreementsMax = 20
    /// Offset from the story's end that leaves enough samples to measure a frequency.
    fileprivate static let shortestLook = HostInterval.milliseconds(-40)

    init(_ scenario: Scenario) {
        expectations = scenario.expectations
        watchesClicks = expectations.contains { $0.claim == .clicks }
        let watches = expectations.map { Watch($0, duration: scenario.duration) }
        self.watches = watches
        waiting = watches.indices.filter { watches[$0].isOfSamples }
            .sorted { watches[$0].from > watches[$1].from }
    }

    // MARK: Samples

    /// Takes rendered output, interleaved stereo.
    func hear(_ samples: UnsafeBufferPointer<Float>, frame: Int, tracks: [StreamTrack]) {
        blockPeak = max(blockPeak, peak(of: samples))
        let time = OutputFrames.time(of: frame)
        for index in current where watches[index].spectrum?.recording == nil {
            guard watches[index].wantsSpectrum(at: time) else { continue }
            collect(ConditionEvaluator.mono(samples), for: index, at: time)
        }
        if watchesClicks, firstClick == nil { findClick(in: samples, frame: frame, tracks: tracks) }
        if let last = samples.indices.last { lastSamples = (samples[last - 1], samples[last]) }
    }

    /// Takes the samples that a recording received during the last rendered piece.
    ///
    /// - Parameter frame: The piece's first frame.
    func hear(recording track: StreamTrack, frame: Int) {
        let time = OutputFrames.time(of: frame)
        for index in current where watches[index].spectrum?.recording == track.fullName {
            guard watches[index].wantsSpectrum(at: time) else { continue }
            collect(track.recordedPiece, for: index, at: time)
        }
    }

    /// Evaluates the block that was just completed.
    func finishBlock(startingAt start: HostTime, records: StoryRecords, isWhole: Bool) {
        let end = start + OutputFrames.blockDuration
        while let next = waiting.last, watches[next].from < end {
            current.append(next)
            waiting.removeLast()
        }
        var blocks: [String: BlockMeasure] = [:]
        for track in records.liveTracks {
            let block = track.finishBlock(startingAt: start)
            if !current.isEmpty { blocks[track.fullName] = block }
            if isWhole { compare(block, with: track, startingAt: start) }
        }
        for index in current {
            let watch = watches[index]
            guard watch.covers(start, end) else { continue }
            judge(index, start, records, blocks)
        }
        current.removeAll { index in
            guard watches[index].to <= end else { return false }
            finishSpectrum(of: index)
            return true
        }
        blockPeak = 0
    }

    /// Compares samples with the verdict, once they have had time to follow it.
    private func compare(_ block: BlockMeasure, with track: StreamTrack, startingAt start: HostTime)
    {
        guard let verdict = track.verdict, start >= track.settlesAt, start >= track.verdictSince,
            start >= track.mayClickUntil, !contradicted.contains(track.fullName),
            disagreements.count < ConditionEvaluator.disagreementsMax
        else { return }
        // An app's own volume, zero included, does not change what its microphone delivers.
        let isRecording = track.lane.kind == .recorder
        if isRecording, verdict.reasons.contains(where: { $0.kind == .appVolumeZero }) { return }
        let expected = verdict.isRunning ? block.sourcePeak * (isRecording ? 1 : verdict.gain) : 0
        let tolerance = max(expected * 0.02, Level.silence)
        guard abs(block.outputPeak - expected) > tolerance else { return }
        contradicted.append(track.fullName)
        disagreements.append(
            StoryFailure(
                at: start, line: 0,
                message: "\(track.fullName): the policy says \(verdict.state.rawValue), "
                    + "which makes \(level(expected)), but the samples have "
                    + "\(level(block.outputPeak))"))
    }

    private func judge(
        _ index: Int, _ start: HostTime, _ records: StoryRecords, _ blocks: [String: BlockMeasure]
    ) {
        let finding: Finding
        switch watches[index].claim {
        case .stream(let reference, let claim):
            let name = reference.fullName
            let track = records.track(named: name)
            // A recording's spectrum is measured when enough samples are there.
            if watches[index].spectrum != nil, track?.lane.kind == .recorder { return }
            finding = self.finding(claim, track, blocks[name] ?? BlockMeasure())
        case .heardSilence:
            finding =
                blockPeak < Level.silence
                ? .holds("silence") : .fails("the output is at \(level(blockPeak))")
        default: return
        }
        take(finding, for: index, at: start)
    }

    private func take(_ finding: Finding, for index: Int, at time: HostTime) {
        switch finding {
        case .holds(let what):
            watches[index].found.blocksHeld += 1
            if watches[index].found.lastGood == nil {
                watches[index].found.lastGood = "\(what), at \(seconds(time)) s"
                watches[index].found.lastGoodTime = time
            }
        case .fails(let what):
            if watches[index].found.firstBad == nil {
                watches[index].found.firstBad = "\(what), at \(seconds(time)) s"
                watches[index].found.firstBadTime = time
            }
        case .saysNothing(let what):
            if watches[index].found.lastGood == nil, watches[index].kind != .never {
                watches[index].found.lastGood = what
            }
        }
    }

    // MARK: Spectrum and clicks

    private static func mono(_ samples: UnsafeBufferPointer<Float>) -> [Float] {
        stride(from: 0, to: samples.count - 1, by: 2).map { frame in
            (samples[frame] + samples[frame + 1]) / 2
        }
    }

    /// - Parameter samples: Mono.
    private func collect(_ samples: [Float], for index: Int, at time: HostTime) {
        watches[index].samples += samples
        if watches[index].samples.count >= Spectrum.windowSamples {
            look(
                at: Array(watches[index].samples.prefix(Spectrum.windowSamples)), for: index,
                at: time)
            watches[index].samples.removeFirst(Spectrum.windowSamples)
        }
    }

    private func finishSpectrum(of index: Int) {
        guard watches[index].spectrum != nil else { return }
        let found = watches[index].found
        // A remainder shorter than a window is measured only if nothing else was.
        let isFirst = found.blocksHeld == 0 && found.firstBad == nil
        if isFirst { look(at: watches[index].samples, for: index, at: watches[index].from) }
        watches[index].samples = []
    }

    private func look(at samples: [Float], for index: Int, at time: HostTime) {
        guard let hertz = watches[index].spectrum?.hertz else { return }
        let rate = Double(OutputFrames.rate)
        guard let found = Spectrum.strongestLine(of: samples, sampleRate: rate) else {
            return take(.fails("silence"), for: index, at: time)
        }
        let words = "strongest line at \(Numeral.short(found, places: 1)) Hz"
        take(
            abs(found - hertz) <= hertz * 0.01 ? .holds(words) : .fails(words), for: index, at: time
        )
    }

    private func findClick(
        in samples: UnsafeBufferPointer<Float>, frame: Int, tracks: [StreamTrack]
    ) {
        let start = OutputFrames.time(of: frame)
        guard !tracks.contains(where: { start < $0.mayClickUntil }) else { return }
        var bound: Float = 1e-5
        for track in tracks { bound += track.stepLimit(at: start) }
        var last = lastSamples
        for index in 0..<samples.count / 2 {
            let next = (samples[2 * index], samples[2 * index + 1])
            let step = max(abs(next.0 - last.0), abs(next.1 - last.1))
            last = next
            if step > bound {
                firstClick = (OutputFrames.time(of: frame + index), step, bound)
                return
            }
        }
    }

    // MARK: Results

    func results(_ records: StoryRecords, _ scenario: Scenario) -> [ExpectationResult] {
        zip(expectations, watches).map { expectation, watch in
            let (isOK, found, time) =
                watch.isOfSamples
                ? watch.result : recordFinding(expectation, records, scenario).result(expectation)
            return ExpectationResult(
                line: expectation.location.line, text: expectation.text,
                span: expectation.when.span, isOK: isOK, found: found,
                foundAt: time)
        }
    }

    private func recordFinding(
        _ expectation: Expectation, _ records: StoryRecords, _ scenario: Scenario
    ) -> RecordFinding {
        if expectation.claim == .clicks {
            guard let click = firstClick else { return .no("no click") }
            return .yes(
                "a step of \(Numeral.short(Double(click.step), places: 4)) at "
                    + "\(seconds(click.time)) s, where "
                    + "\(Numeral.short(Double(click.bound), places: 4)) is the most the sounds explain",
                at: click.time)
        }
        return records.finding(expectation, duration: scenario.duration)
    }
}

/// What one block says about a condition.
enum Finding {
    case holds(String)
    case fails(String)
    /// Nothing to evaluate, because the source is too faint.
    case saysNothing(String)
}

extension ConditionEvaluator.Watch {
    init(_ expectation: Expectation, duration: HostTime) {
        claim = expectation.claim
        switch expectation.when {
        case .span(let from, let to):
            kind = .throughout
            self.from = from + ConditionEvaluator.trim
            self.to = to + HostInterval(nanoseconds: -ConditionEvaluator.trim.nanoseconds)
        case .moment(let at):
            kind = .moment
            to = min(at + ConditionEvaluator.patience, duration)
            // At the end of the story, the samples just before it count.
            from = min(at, duration + HostInterval(nanoseconds: -1))
            if spectrum != nil {
                to = min(at + HostInterval.milliseconds(100), duration)
                from = min(at, duration + ConditionEvaluator.shortestLook)
            }
        case .never:
            kind = .never
            from = .zero
            to = duration
        }
    }

    /// Whether the condition is evaluated by blocks of samples.
    var isOfSamples: Bool {
        switch claim {
        case .stream(_, .recordingEnds): false
        case .stream, .heard, .heardSilence: true
        default: false
        }
    }

    /// The frequency in the condition, and the recording that it is about; `recording` is `nil` for
    /// the output. `nil` for a condition about anything else.
    var spectrum: (hertz: Double, recording: String?)? {
        switch claim {
        case .heard(let hertz): (hertz, nil)
        case .stream(let stream, .records(.tone(let hertz))): (hertz, stream.fullName)
        default: nil
        }
    }

    func wantsSpectrum(at time: HostTime) -> Bool {
        spectrum != nil && from <= time && time < to
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
        kind == .throughout ? from <= start && end <= to : start < to && from < end
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
        case .never:
            return found.blocksHeld > 0 ? (false, good, found.lastGoodTime) : (true, "never", nil)
        }
    }
}

/// Whether a record agrees with the condition, in words, and the time of what was found.
enum RecordFinding {
    case yes(String, at: HostTime? = nil)
    case no(String, at: HostTime? = nil)

    /// The result that the expectation asks for.
    func result(_ expectation: Expectation) -> (isOK: Bool, found: String, at: HostTime?) {
        let isNever = expectation.when == .never
        switch self {
        case .yes(let words, let time): return (!isNever, words, time)
        case .no(let words, let time): return (isNever, words, time)
        }
    }
}

extension ExpectationTime {
    /// The span or the moment; `nil` for the whole story.
    var span: ClosedRange<HostTime>? {
        switch self {
        case .span(let from, let to): from...to
        case .moment(let at): at...at
        case .never: nil
        }
    }
}

extension StreamReference {
    var fullName: String {
        switch self {
        case .app(let app, let stream): "\(app).\(stream)"
        case .phone(let sound): "phone.\(sound.rawValue)"
        }
    }
}

/// Seconds with at most three decimals.
func seconds(_ time: HostTime) -> String { Numeral.short(time.seconds, places: 3) }

/// An amplitude in words: `−12 dBFS`, `silence`.
func level(_ amplitude: Float) -> String {
    amplitude < Level.silence
        ? "silence" : "\(Numeral.short(decibels(ofAmplitude: Double(amplitude)), places: 1)) dBFS"
}
