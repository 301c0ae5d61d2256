import AudioModel
package import SimulationReports
import SoundClient
import SoundMixer
import SoundServer

/// One stream of the story as it is measured: its verdicts and its samples.
///
/// A second stream with the same name continues the track.
package final class StreamTrack {
    package var lane: StreamLane
    let fullName: String
    /// Whether the stream records; `lane.kind`, for the work per block.
    private(set) var isRecording: Bool
    /// The library that plays the stream and its number there; `nil` after its end.
    var source: (sound: AppSound, number: Int)?
    private(set) var verdict: Verdict? {
        didSet {
            state = verdict?.state
            verdictGain = verdict?.gain ?? 0
            audibleGain = verdict.map { Self.audibleGain(of: $0) } ?? 0
        }
    }
    /// The verdict's state, its gain and the gain that is audible, for the work per block.
    private(set) var state: StreamState?
    private(set) var verdictGain: Float = 0
    private var audibleGain: Float = 0
    /// The actor that interrupts, pauses or ducks the stream, in words.
    private(set) var by: String?
    private(set) var verdictSince = HostTime.zero
    /// Time until which the samples may still follow the previous verdict.
    private(set) var settlesAt = HostTime.zero
    /// Largest gain while the stream settles: the larger of both verdicts' gains.
    private(set) var gainBound: Float = 0
    /// The source's own largest step between neighbouring samples, at the output's rate.
    var sourceStep: Float = 0
    /// The largest step of the stream that had this name before and still fades, with the time
    /// until which it may.
    private var tailStep: Float = 0
    private var tailEnd = HostTime.zero
    /// Time until which cutting the process may click.
    var mayClickUntil = HostTime.zero

    /// The samples that a recording receives; `nil` for a stream that plays.
    var recorded: RecordedSamples?
    /// The samples that the recording received in the last render.
    private(set) var recordedPiece: [Float] = []

    // The block being measured, and the one before it; silence once the stream is over.
    private(set) var block = BlockMeasure()
    private(set) var finishedBlock = BlockMeasure()
    /// Whether the source sounded in the block before the finished one.
    private var soundedBefore = false
    private var waveform = Waveform()

    init(lane: StreamLane) {
        self.lane = lane
        fullName = lane.fullName
        isRecording = lane.kind == .recorder
    }

    var hasVerdict: Bool { state != nil }

    /// Whether the verdict lets the stream sound.
    var isRunning: Bool { state == .audible || state == .ducked }

    /// Continues the track with another stream, which has its own samples to measure.
    func begin(_ next: StreamLane) {
        (lane.sound, lane.kind) = (next.sound, next.kind)
        isRecording = next.kind == .recorder
        recorded = nil
        recordedPiece = []
    }

    /// Longest time that samples take to follow a verdict, without ducking.
    static let settling = HostInterval.milliseconds(50)

    func take(_ verdict: Verdict, by: String?, at time: HostTime, duckRamp: HostInterval) {
        let before = self.verdict
        close(at: time)
        let ducksAnew = before.map { duck(of: $0) != duck(of: verdict) } ?? false
        gainBound = max(
            Self.audibleGain(of: verdict),
            settlesAt > time ? gainBound : before.map { Self.audibleGain(of: $0) } ?? 0)
        settlesAt = max(settlesAt, time + StreamTrack.settling)
        if ducksAnew { settlesAt = max(settlesAt, time + duckRamp + StreamTrack.settling) }
        self.verdict = verdict
        self.by = by
        verdictSince = time
        lane.spans.append(StreamSpan(from: time, to: time, verdict: verdict, by: by))
    }

    private func duck(of verdict: Verdict) -> Float {
        verdict.factors.first { $0.kind == .duck }?.gain ?? 1
    }

    /// Ends the open span; a span of no length is dropped.
    func close(at time: HostTime) {
        guard let last = lane.spans.indices.last else { return }
        lane.spans[last].to = time
        if lane.spans[last].from == time, last > 0 { lane.spans.removeLast() }
    }

    // MARK: Samples

    /// Adds the measurements of the stream's voice in the last render.
    func measureVoice() {
        guard let meter else { return }
        block.include(
            BlockMeasure(sourcePeak: meter.sourcePeak, outputPeak: meter.outputPeak))
    }

    /// Adds the samples that the recording received in the last render.
    ///
    /// - Parameter heardPeak: The microphone's largest absolute sample.
    func measureRecording(heardPeak: Float) {
        guard let recorded else { return }
        recordedPiece = recorded.take()
        block.sourcePeak = max(block.sourcePeak, heardPeak)
        for sample in recordedPiece { block.outputPeak = max(block.outputPeak, abs(sample)) }
    }

    /// Ends a block of 10 ms and keeps its measurements in `finishedBlock`.
    func finishBlock(startingAt start: HostTime) {
        soundedBefore = finishedBlock.sourcePeak > 0
        finishedBlock = block
        block = BlockMeasure()
        guard hasVerdict else { return }
        // A stream that has ended adds nothing to draw, however long the story goes on.
        let isOver = state == .stopped && finishedBlock.sourcePeak == 0
        if !isOver { waveform.add(finishedBlock, at: start) }
    }

    /// Whether the finished block may be fainter than the verdict says: a player of media that has waited
    /// keeps its stream, so that its voice may begin, and fade in, at any frame of the block.
    var mayFadeIn: Bool {
        !soundedBefore && source.map { $0.sound.hasWaited($0.number) } ?? false
    }

    /// Takes the stream out of the work per block.
    func retire() {
        source = nil
        finishedBlock = BlockMeasure()
    }

    /// Keeps the largest step, because the stream may still fade when another takes its name.
    func keepTail(at time: HostTime) {
        tailStep = stepLimit(at: time)
        tailEnd = time + StreamTrack.settling
    }

    /// The largest step between neighbouring output samples that the stream explains: the source's
    /// own step, and a ramp of full scale in 5 ms.
    func stepLimit(at time: HostTime) -> Float {
        (sourceStep + 1 / 240) * gainLimit(at: time) + (time < tailEnd ? tailStep : 0)
    }

    /// Whether the stream has ended and faded completely.
    func isOver(at time: HostTime) -> Bool {
        guard state == .stopped else { return false }
        return time >= settlesAt && time >= tailEnd && time >= mayClickUntil && meter == nil
    }

    private var meter: Mixer.Meter? {
        source.flatMap { $0.sound.meter(ofStream: $0.number) }
    }

    var stream: StreamID? {
        source.map { StreamID(app: $0.sound.connection.app, number: $0.number) }
    }

    /// The largest gain that the stream can have at a time.
    private func gainLimit(at time: HostTime) -> Float {
        time < settlesAt ? gainBound : audibleGain
    }

    /// The gain of a verdict; a stream that has ended has no factors, and a gain of zero.
    private static func audibleGain(of verdict: Verdict) -> Float {
        verdict.reasons.isEmpty ? verdict.gain : 0
    }

    /// The lane with its waveform, at the end of the story.
    func finished(at end: HostTime) -> StreamLane {
        close(at: end)
        lane.waveformStart = waveform.start
        lane.waveformStep = waveform.step
        lane.sourcePeaks = waveform.peaks.map(\.sourcePeak)
        lane.outputPeaks = waveform.peaks.map(\.outputPeak)
        return lane
    }
}

/// Measurements of a stream over 10 ms.
struct BlockMeasure {
    /// Largest absolute sample of the source.
    var sourcePeak: Float = 0
    /// Largest absolute sample of its contribution to the output.
    var outputPeak: Float = 0

    /// Extends the measurements by those of more samples.
    mutating func include(_ other: BlockMeasure) {
        sourcePeak = max(sourcePeak, other.sourcePeak)
        outputPeak = max(outputPeak, other.outputPeak)
    }
}

/// Peaks for drawing; their resolution decreases with the story's length, which bounds their
/// number.
struct Waveform {
    private(set) var start = HostTime.zero
    private(set) var step = OutputFrames.blockDuration
    private(set) var peaks: [BlockMeasure] = []

    static let stepsMax = 4096

    mutating func add(_ block: BlockMeasure, at time: HostTime) {
        if peaks.isEmpty { start = time }
        let index = Int((time - start).nanoseconds / step.nanoseconds)
        while peaks.count <= index, peaks.count < Waveform.stepsMax {
            peaks.append(BlockMeasure())
        }
        guard index < Waveform.stepsMax else {
            halve()
            add(block, at: time)
            return
        }
        peaks[index].include(block)
    }

    private mutating func halve() {
        peaks = stride(from: 0, to: peaks.count, by: 2).map { index in
            var pair = peaks[index]
            if index + 1 < peaks.count { pair.include(peaks[index + 1]) }
            return pair
        }
        step = HostInterval(nanoseconds: step.nanoseconds * 2)
    }
}
