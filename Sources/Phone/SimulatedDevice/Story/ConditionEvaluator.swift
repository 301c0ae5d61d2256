import AudioModel
import ScenarioLanguage
import SimulationReports

/// Evaluates a scenario's conditions: those about samples block by block as they are rendered, the
/// rest from the records at the end of the story.
final class ConditionEvaluator {
    /// The first block of each stream in which samples and verdict contradict each other.
    private(set) var disagreements: [StoryFailure] = []
    let watchesClicks: Bool
    /// Whether a condition is about the output's peak.
    private let watchesSilence: Bool

    private let expectations: [Expectation]
    private let watches: [ConditionWatch]
    /// The watches that have not begun, sorted by their beginning, last first.
    private var waiting: [ConditionWatch]
    private var current: [ConditionWatch] = []
    private var contradicted: [String] = []

    // The output, for conditions about what is heard.
    private var lastSamples: (Float, Float) = (0, 0)
    private var blockPeak: Float = 0
    private var firstClick: (time: HostTime, step: Float, bound: Float)?

    /// Length at either end of a span that is not evaluated, because gains ramp there.
    static let edgeMargin = HostInterval.milliseconds(50)
    /// How long after a moment its condition may still become true: notifications travel, gains
    /// ramp.
    static let settlingTime = HostInterval.milliseconds(50)
    static let disagreementsMax = 20
    /// Latest start of the measurement of a frequency, relative to the story's end.
    static let latestMeasurementStart = HostInterval.milliseconds(-40)

    init(_ scenario: Scenario) {
        expectations = scenario.expectations
        watchesClicks = expectations.contains { $0.claim == .clicks }
        watchesSilence = expectations.contains { $0.claim == .heardSilence }
        let films = scenario.filmNames
        watches = expectations.map {
            ConditionWatch($0, duration: scenario.duration, films: films)
        }
        waiting = watches.filter(\.isOfSamples).sorted { $0.from > $1.from }
    }

    // MARK: Samples

    /// Evaluates rendered output, interleaved stereo, from `frame` on.
    func processOutput(_ samples: UnsafeBufferPointer<Float>, frame: Int, tracks: [StreamTrack]) {
        if watchesSilence { blockPeak = max(blockPeak, peak(of: samples)) }
        let time = OutputFrames.time(of: frame)
        for watch in current where watch.wantsSpectrum(at: time) && watch.recordingName == nil {
            collect(ConditionEvaluator.mono(samples), for: watch, at: time)
        }
        if watchesClicks, firstClick == nil { findClick(in: samples, frame: frame, tracks: tracks) }
        if let last = samples.indices.last { lastSamples = (samples[last - 1], samples[last]) }
    }

    /// Evaluates the samples that a recording received during the last render.
    ///
    /// - Parameter frame: The first frame of that render.
    func processRecording(of track: StreamTrack, frame: Int) {
        let time = OutputFrames.time(of: frame)
        for watch in current
        where watch.wantsSpectrum(at: time) && watch.recordingName == track.fullName {
            collect(track.recordedPiece, for: watch, at: time)
        }
    }

    /// Evaluates the block that was just completed.
    func finishBlock(startingAt start: HostTime, records: StoryRecords, isWhole: Bool) {
        let end = start + OutputFrames.blockDuration
        while let next = waiting.last, next.from < end {
            current.append(next)
            waiting.removeLast()
        }
        for track in records.liveTracks {
            track.finishBlock(startingAt: start)
            if isWhole { compare(with: track, startingAt: start) }
        }
        var anyEnds = false
        for watch in current {
            if watch.covers(start, end) { evaluate(watch, start, records) }
            anyEnds = anyEnds || watch.to <= end
        }
        if anyEnds {
            for watch in current where watch.to <= end { finishSpectrum(of: watch) }
            current.removeAll { $0.to <= end }
        }
        blockPeak = 0
    }

    /// Compares samples with the verdict, once they have had time to follow it.
    private func compare(with track: StreamTrack, startingAt start: HostTime) {
        guard track.hasVerdict, start >= track.settlesAt, start >= track.verdictSince,
            start >= track.mayClickUntil
        else { return }
        // An app's own volume, zero included, does not change what its microphone delivers.
        let isRecording = track.isRecording
        let block = track.finishedBlock
        let expected =
            track.isRunning ? block.sourcePeak * (isRecording ? 1 : track.verdictGain) : 0
        let tolerance = max(expected * 0.02, Level.silence)
        guard abs(block.outputPeak - expected) > tolerance, let verdict = track.verdict,
            disagreements.count < Self.disagreementsMax, !contradicted.contains(track.fullName),
            block.outputPeak > expected || isRecording || !track.mayFadeIn
        else { return }
        if isRecording, verdict.reasons.contains(where: { $0.kind == .appVolumeZero }) { return }
        contradicted.append(track.fullName)
        disagreements.append(
            StoryFailure(
                at: start, line: 0,
                message: "\(track.fullName): the policy says \(verdict.state.rawValue), "
                    + "which makes \(level(expected)), but the samples have "
                    + "\(level(block.outputPeak))"))
    }

    private func evaluate(_ watch: ConditionWatch, _ start: HostTime, _ records: StoryRecords) {
        let finding: BlockFinding
        switch watch.claim {
        case .stream(_, let claim):
            let track = watch.track(in: records)
            // A recording's spectrum is measured when enough samples are there.
            if watch.spectrumHertz != nil, track?.isRecording == true { return }
            finding = watch.words.finding(claim, track, track?.finishedBlock ?? BlockMeasure())
        case .heardSilence:
            finding =
                blockPeak < Level.silence
                ? watch.words.holds("silence")
                : watch.words.fails("the output is at \(level(blockPeak))")
        default: return
        }
        watch.take(finding, at: start)
    }

    // MARK: Spectrum and clicks

    private static func mono(_ samples: UnsafeBufferPointer<Float>) -> [Float] {
        stride(from: 0, to: samples.count - 1, by: 2).map { frame in
            (samples[frame] + samples[frame + 1]) / 2
        }
    }

    /// - Parameter samples: Mono.
    private func collect(_ samples: [Float], for watch: ConditionWatch, at time: HostTime) {
        watch.samples += samples
        if watch.samples.count >= Spectrum.windowSamples {
            look(at: Array(watch.samples.prefix(Spectrum.windowSamples)), for: watch, at: time)
            watch.samples.removeFirst(Spectrum.windowSamples)
        }
    }

    private func finishSpectrum(of watch: ConditionWatch) {
        guard watch.spectrumHertz != nil else { return }
        // A remainder shorter than a window is measured only if nothing else was.
        if watch.hasNoFinding { look(at: watch.samples, for: watch, at: watch.from) }
        watch.samples = []
    }

    private func look(at samples: [Float], for watch: ConditionWatch, at time: HostTime) {
        guard let hertz = watch.spectrumHertz else { return }
        let rate = Double(OutputFrames.rate)
        guard let found = Spectrum.strongestLine(of: samples, sampleRate: rate) else {
            return watch.take(.fails("silence"), at: time)
        }
        let words = "strongest line at \(Numeral.short(found, places: 1)) Hz"
        watch.take(abs(found - hertz) <= hertz * 0.01 ? .holds(words) : .fails(words), at: time)
    }

    private func findClick(
        in samples: UnsafeBufferPointer<Float>, frame: Int, tracks: [StreamTrack]
    ) {
        let start = OutputFrames.time(of: frame)
        var bound: Float = 1e-5
        for track in tracks {
            if start < track.mayClickUntil { return }
            bound += track.stepLimit(at: start)
        }
        guard largestStep(in: samples) > bound else { return }
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

    /// The largest step between neighbouring frames, the last one of the render before included.
    private func largestStep(in samples: UnsafeBufferPointer<Float>) -> Float {
        guard let start = samples.baseAddress, samples.count >= 2 else { return 0 }
        let first = max(abs(start[0] - lastSamples.0), abs(start[1] - lastSamples.1))
        return max(first, largestDifference(from: start, distance: 2, count: samples.count - 2))
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
        case .within(let interval, of: _, at: let start): start...start + interval
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
