import AudioModel
import SoundClient
import SoundMixer

/// One stream of the story as it is watched: what the policy says of it and what its samples do.
///
/// A name that is used again continues the same track.
final class StreamTrack {
    var lane: StreamLane
    let fullName: String
    /// The library that sounds it and its number there, while it lives.
    var source: (sound: AppSound, number: Int)?
    private(set) var verdict: Verdict?
    /// Who interrupts, pauses or ducks it, in words.
    private(set) var by: String?
    private(set) var verdictSince = HostTime.zero
    /// Until when the samples may still follow the verdict before.
    private(set) var settlesAt = HostTime.zero
    /// The loudest that the stream may be while it settles: the larger of both verdicts' gains.
    private(set) var gainBound: Float = 0
    /// The source's own largest step between neighbouring samples, at the output's rate.
    var sourceStep: Float = 0
    /// The largest step of what sounded under this name before and still fades, and until when.
    private var tailStep: Float = 0
    private var tailEnd = HostTime.zero
    /// Until when a cut of the process may click.
    var mayClickUntil = HostTime.zero

    /// Where what a recording is given comes in; `nil` for a stream that plays.
    var recorded: RecordedSamples?
    /// What the recording was given in the last render.
    private(set) var recordedPiece: [Float] = []

    // The block being measured.
    private(set) var block = BlockMeasure()
    private var waveform = Waveform()

    init(lane: StreamLane) {
        self.lane = lane
        fullName = lane.fullName
    }

    /// Longest that samples take to follow a verdict, ducking aside.
    static let settling = HostInterval.milliseconds(50)

    func take(_ verdict: Verdict, by: String?, at time: HostTime, duckRamp: HostInterval) {
        let before = self.verdict
        close(at: time)
        let ducksAnew = before.map { duck(of: $0) != duck(of: verdict) } ?? false
        gainBound = max(
            audibleGain(of: verdict),
            settlesAt > time ? gainBound : before.map { audibleGain(of: $0) } ?? 0)
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

    /// Ends the open span; one that lasted no time was never there.
    func close(at time: HostTime) {
        guard let last = lane.spans.indices.last else { return }
        lane.spans[last].to = time
        if lane.spans[last].from == time, last > 0 { lane.spans.removeLast() }
    }

    // MARK: Samples

    /// Adds what the stream's voice did in the last render.
    func measureVoice() {
        guard let meter else { return }
        block.sourcePeak = max(block.sourcePeak, meter.sourcePeak)
        block.outputPeak = max(block.outputPeak, meter.outputPeak)
    }

    /// Adds what the recording was given in the last render.
    ///
    /// - Parameter heardPeak: The largest absolute sample of what the microphone heard.
    func measureRecording(heardPeak: Float) {
        guard let recorded else { return }
        recordedPiece = recorded.take()
        block.sourcePeak = max(block.sourcePeak, heardPeak)
        for sample in recordedPiece { block.outputPeak = max(block.outputPeak, abs(sample)) }
    }

    /// Ends one block of 10 ms and gives what it held.
    func finishBlock(startingAt start: HostTime) -> BlockMeasure {
        let finished = block
        block = BlockMeasure()
        guard let verdict else { return finished }
        // What has ended leaves no more to draw, however long the story goes on.
        let isOver = verdict.state == .stopped && finished.sourcePeak == 0
        if !isOver { waveform.add(finished, at: start) }
        return finished
    }

    /// Another sound is about to take the name: this one may still fade.
    func keepTail(at time: HostTime) {
        tailStep = stepLimit(at: time)
        tailEnd = time + StreamTrack.settling
    }

    /// The largest step between neighbouring output samples that the stream explains: the source's
    /// own, and full scale in 5 ms.
    func stepLimit(at time: HostTime) -> Float {
        (sourceStep + 1 / 240) * gainLimit(at: time) + (time < tailEnd ? tailStep : 0)
    }

    /// Whether it has ended and nothing of it is left to hear.
    func isOver(at time: HostTime) -> Bool {
        guard verdict?.state == .stopped else { return false }
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
        time < settlesAt ? gainBound : verdict.map { audibleGain(of: $0) } ?? 0
    }

    /// A stream that has ended has no factors, and no gain.
    private func audibleGain(of verdict: Verdict) -> Float {
        verdict.reasons.isEmpty ? verdict.gain : 0
    }

    /// The lane with its waveform, the story over.
    func finished(at end: HostTime) -> StreamLane {
        close(at: end)
        lane.waveformStart = waveform.start
        lane.waveformStep = waveform.step
        lane.sourcePeaks = waveform.sourcePeaks
        lane.outputPeaks = waveform.outputPeaks
        return lane
    }
}

/// What a stream did in 10 ms.
struct BlockMeasure {
    /// Largest absolute sample of the source.
    var sourcePeak: Float = 0
    /// Largest absolute sample of its contribution to the output.
    var outputPeak: Float = 0
}

/// Peaks for drawing, coarser as the story gets longer, so that they stay few.
struct Waveform {
    private(set) var start = HostTime.zero
    private(set) var step = OutputFrames.blockDuration
    private(set) var sourcePeaks: [Float] = []
    private(set) var outputPeaks: [Float] = []
    private var isEmpty = true

    static let stepsMax = 4096

    mutating func add(_ block: BlockMeasure, at time: HostTime) {
        if isEmpty {
            start = time
            isEmpty = false
        }
        let index = Int((time - start).nanoseconds / step.nanoseconds)
        while sourcePeaks.count <= index, sourcePeaks.count < Waveform.stepsMax {
            sourcePeaks.append(0)
            outputPeaks.append(0)
        }
        guard index < Waveform.stepsMax else {
            halve()
            add(block, at: time)
            return
        }
        sourcePeaks[index] = max(sourcePeaks[index], block.sourcePeak)
        outputPeaks[index] = max(outputPeaks[index], block.outputPeak)
    }

    private mutating func halve() {
        sourcePeaks = Waveform.pairs(sourcePeaks)
        outputPeaks = Waveform.pairs(outputPeaks)
        step = HostInterval(nanoseconds: step.nanoseconds * 2)
    }

    private static func pairs(_ peaks: [Float]) -> [Float] {
        stride(from: 0, to: peaks.count, by: 2).map { index in
            index + 1 < peaks.count ? max(peaks[index], peaks[index + 1]) : peaks[index]
        }
    }
}
