import AudioConversion
import AudioEffects
import AudioModel
import SoundMixer

/// A step of a render plan, which produces blocks on request.
///
/// Ownership: the thread that has the renderer's turn (`GraphRenderer`); the control side only
/// creates it.
class RenderNode: @unchecked Sendable {
    let format: GraphFormat

    init(_ format: GraphFormat) {
        self.format = format
    }

    /// Writes frames to all channels of `output`.
    ///
    /// - Parameter frameCount: At most the plan's maximum.
    /// - Returns: Whether all of them are silence.
    func render(
        _ output: PlanarSamples, frameCount: Int, at moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        clear(output, channelCount: format.channelCount, frameCount: frameCount)
        return true
    }
}

/// What all steps of a render cycle need.
struct RenderCycle {
    /// The number of the renderer, by which it claims nodes (`NodeState.claims`).
    var renderer: Int
    /// The pan law of the mixers.
    var panLaw: PanLaw
}

/// The gains of left and right by a mixer's pan.
public enum PanLaw: Sendable, CaseIterable {
    /// Balance for mono and stereo: the favoured side stays at unity gain.
    case balance
    /// Constant power for mono: −3 dB on both sides in the middle; stereo as `balance`.
    case constantPower

    /// Returns the linear gains of the left and the right channel.
    ///
    /// - Parameter pan: −1 for left, 0 for the middle, 1 for right; clamped.
    func gains(pan: Float, isMono: Bool) -> (left: Float, right: Float) {
        let pan = pan >= -1 ? (pan <= 1 ? pan : 1) : -1
        guard isMono, self == .constantPower else { return (min(1, 1 - pan), min(1, 1 + pan)) }
        let angle = (pan + 1) * (.pi / 4)
        return (cosine(angle), cosine(.pi / 2 - angle))
    }
}

/// Renders a node without inputs.
///
/// Ownership: that of `RenderNode`.
final class SourceRender: RenderNode, @unchecked Sendable {
    private let source: any GraphSource
    private let state: NodeState

    init(_ source: any GraphSource, _ state: NodeState) {
        self.source = source
        self.state = state
        super.init(state.format)
    }

    override func render(
        _ output: PlanarSamples, frameCount: Int, at moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        guard state.claims(for: cycle.renderer) else {
            return super.render(output, frameCount: frameCount, at: moment, cycle)
        }
        state.begin(moment, frameCount: frameCount)
        return source.render(output, frameCount: frameCount, at: state.blockTime)
    }
}

/// Renders an effect on its input; without an input, on silence.
///
/// Ownership: that of `RenderNode`.
final class EffectRender: RenderNode, @unchecked Sendable {
    private let effect: any Effect
    private let timedEffect: (any TimedEffect)?
    private let state: NodeState
    private let input: RenderNode?
    private let offset: PlanarOffset

    init(_ effect: any Effect, _ state: NodeState, input: RenderNode?) {
        self.effect = effect
        timedEffect = effect as? any TimedEffect
        self.state = state
        self.input = input
        offset = PlanarOffset(channelCount: state.format.channelCount)
        super.init(state.format)
    }

    override func render(
        _ output: PlanarSamples, frameCount: Int, at moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        var isSilent = true
        if let input {
            isSilent = input.render(output, frameCount: frameCount, at: moment, cycle)
        } else {
            clear(output, channelCount: format.channelCount, frameCount: frameCount)
        }
        guard state.claims(for: cycle.renderer) else { return isSilent }
        state.begin(moment, frameCount: frameCount)
        if let schedule = state.node.schedule, schedule.begin() {
            processPieces(output, frameCount: frameCount, schedule)
        } else if let timedEffect {
            timedEffect.process(output, frameCount: frameCount, at: state.blockTime)
        } else {
            effect.process(output, frameCount: frameCount)
        }
        // The tail of a delay or reverberation outlasts the input.
        return false
    }

    /// Processes a block in pieces, at the start of each of which parameters are set. The effect
    /// smooths them as it always does.
    private func processPieces(
        _ output: PlanarSamples, frameCount: Int, _ schedule: ParameterSchedule
    ) {
        var frame = 0
        while frame < frameCount {
            let end = schedule.end(
                from: frame, frameCount: frameCount, step: Self.pieceFramesMax)
            schedule.values(at: frame) { _, _ in }
            effect.process(offset.samples(output, from: frame), frameCount: end &- frame)
            frame = end
        }
        schedule.finish(frameCount: frameCount) { _, _ in }
    }

    /// The longest piece of a block while a parameter moves.
    private static let pieceFramesMax = 32
}

/// Renders an effect that consumes a different number of frames than it produces.
///
/// Ownership: that of `RenderNode`.
final class TimeEffectRender: RenderNode, @unchecked Sendable {
    private let effect: any TimeEffect
    private let state: NodeState
    private let input: RenderNode?
    private let inputBlock: PlanarBuffer
    private let offset: PlanarOffset

    /// The largest number of input frames for one output frame, so that no effect can hang the
    /// thread; the fastest playback rate needs 32.
    private static let inputFramesPerFrame = 64
    private static let inputFramesMin = 1 << 16
    /// The longest piece of a block while a parameter moves by an event.
    private static let pieceFramesMax = 256

    init(_ effect: any TimeEffect, _ state: NodeState, input: RenderNode?) {
        self.effect = effect
        self.state = state
        self.input = input
        inputBlock = PlanarBuffer(
            channelCount: state.format.channelCount, capacity: state.maximumFrameCount)
        offset = PlanarOffset(channelCount: state.format.channelCount)
        super.init(state.format)
    }

    override func render(
        _ output: PlanarSamples, frameCount: Int, at moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        guard state.claims(for: cycle.renderer) else {
            return super.render(output, frameCount: frameCount, at: moment, cycle)
        }
        state.begin(moment, frameCount: frameCount)
        guard let schedule = state.node.schedule, schedule.begin() else {
            return renderPiece(output, frameCount: frameCount, at: moment, cycle)
        }
        var frame = 0
        while frame < frameCount {
            let end = schedule.end(
                from: frame, frameCount: frameCount, step: Self.pieceFramesMax)
            schedule.values(at: frame) { _, _ in }
            _ = renderPiece(
                offset.samples(output, from: frame), frameCount: end &- frame,
                at: moment.later(by: frame), cycle)
            frame = end
        }
        schedule.finish(frameCount: frameCount) { _, _ in }
        return false
    }

    private func renderPiece(
        _ output: PlanarSamples, frameCount: Int, at moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        var moment = moment
        moment.isConverted = true
        var left = frameCount &* Self.inputFramesPerFrame &+ Self.inputFramesMin
        while left > 0 {
            let needed = effect.neededInputFrames(for: frameCount)
            guard needed > 0 else { break }
            let count = min(needed, inputBlock.capacity)
            if let input {
                _ = input.render(inputBlock.samples, frameCount: count, at: moment, cycle)
            } else {
                clear(inputBlock.samples, channelCount: inputBlock.channelCount, frameCount: count)
            }
            effect.append(inputBlock.samples, frameCount: count)
            left &-= count
        }
        guard left > 0 else {
            return super.render(output, frameCount: frameCount, at: moment, cycle)
        }
        effect.read(output, frameCount: frameCount)
        return false
    }
}

/// Converts its input to another number of channels.
///
/// Ownership: that of `RenderNode`.
final class ChannelRender: RenderNode, @unchecked Sendable {
    private let input: RenderNode
    private let conversion: ChannelConversion
    private let inputBlock: PlanarBuffer

    init(_ input: RenderNode, to format: GraphFormat, maximumFrameCount: Int) {
        self.input = input
        conversion = ChannelConversion(from: input.format, to: format)
        inputBlock = PlanarBuffer(
            channelCount: input.format.channelCount, capacity: maximumFrameCount)
        super.init(
            GraphFormat(
                sampleRate: input.format.sampleRate, channelCount: format.channelCount,
                layout: format.layout))
    }

    override func render(
        _ output: PlanarSamples, frameCount: Int, at moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        let isSilent = input.render(inputBlock.samples, frameCount: frameCount, at: moment, cycle)
        conversion.convert(
            inputBlock.samples, frameCount: frameCount, into: output,
            outputCount: format.channelCount)
        return isSilent
    }
}

/// The state of a rate conversion, from plan to plan.
///
/// Ownership: the thread that has the renderer's turn.
final class RateConversionState: @unchecked Sendable {
    let resampler: StreamResampler
    let input: GraphFormat
    let outputRate: Double

    init(from input: GraphFormat, to outputRate: Double) {
        self.input = input
        self.outputRate = outputRate
        resampler = StreamResampler(
            RateRatio(from: input.sampleRate, to: outputRate), channelCount: input.channelCount,
            quality: RateConversionQuality(), method: .normal)
    }
}

/// Converts its input to another sample rate.
///
/// Ownership: that of `RenderNode`.
final class RateRender: RenderNode, @unchecked Sendable {
    private let input: RenderNode
    private let state: RateConversionState
    private let inputBlock: PlanarBuffer

    init(_ input: RenderNode, _ state: RateConversionState, maximumFrameCount: Int) {
        self.input = input
        self.state = state
        inputBlock = PlanarBuffer(
            channelCount: input.format.channelCount, capacity: maximumFrameCount)
        super.init(
            GraphFormat(
                sampleRate: state.outputRate, channelCount: input.format.channelCount,
                layout: input.format.layout))
    }

    override func render(
        _ output: PlanarSamples, frameCount: Int, at moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        let resampler = state.resampler
        var moment = moment
        moment.isConverted = true
        var isSilent = true
        var done = 0
        while done < frameCount {
            let wanted = min(frameCount &- done, StreamResampler.blockFrames)
            let ready = min(resampler.readyCount, wanted)
            if ready > 0 {
                resampler.read(intoPlanes: output, offset: done, count: ready)
                done &+= ready
                continue
            }
            let count = min(resampler.neededCount(for: wanted), resampler.room, inputBlock.capacity)
            guard count > 0 else { break }
            isSilent =
                input.render(
                    inputBlock.samples, frameCount: count, at: moment.later(by: done), cycle)
                && isSilent
            resampler.append(planes: inputBlock.samples, count: count)
        }
        for channel in 0..<format.channelCount {
            for frame in done..<max(frameCount, done) { output[channel][frame] = 0 }
        }
        // The tail of the resampler's filter outlasts the input.
        return false
    }
}

/// Delivers what its input renders to a tap.
///
/// Ownership: that of `RenderNode`.
final class TapRender: RenderNode, @unchecked Sendable {
    private let input: RenderNode
    private let tap: any GraphTap
    private let state: NodeState

    init(_ input: RenderNode, _ tap: any GraphTap, _ state: NodeState) {
        self.input = input
        self.tap = tap
        self.state = state
        super.init(input.format)
    }

    override func render(
        _ output: PlanarSamples, frameCount: Int, at moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        let isSilent = input.render(output, frameCount: frameCount, at: moment, cycle)
        tap.receive(
            output, channelCount: format.channelCount, frameCount: frameCount,
            at: state.blockTime)
        return isSilent
    }
}

/// Delivers its input to a sink; makes no sound.
///
/// Ownership: that of `RenderNode`.
final class SinkRender: RenderNode, @unchecked Sendable {
    private let input: RenderNode
    private let sink: any GraphSink
    private let state: NodeState

    init(_ input: RenderNode, _ sink: any GraphSink, _ state: NodeState) {
        self.input = input
        self.sink = sink
        self.state = state
        super.init(input.format)
    }

    override func render(
        _ output: PlanarSamples, frameCount: Int, at moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        let isSilent = input.render(output, frameCount: frameCount, at: moment, cycle)
        guard state.claims(for: cycle.renderer) else { return isSilent }
        state.begin(moment, frameCount: frameCount)
        sink.receive(output, frameCount: frameCount, at: state.blockTime)
        return isSilent
    }
}
