import AudioEffects

/// Renders a mixer: a plain sum of its inputs, each with its gains. One input is copied.
///
/// Ownership: that of `RenderNode`.
final class MixerRender: RenderNode, @unchecked Sendable {
    /// An input at the mixer's sample rate.
    struct Input {
        var state: InputState
        var render: RenderNode
    }

    let inputs: [Input]
    private let state: NodeState
    private let spatial: (any SpatialMixer)?
    private let conversions: [ChannelConversion]
    private let taken: PlanarBuffer
    private let converted: PlanarBuffer

    init(_ state: NodeState, inputs: [Input], spatial: (any SpatialMixer)?) {
        self.state = state
        self.inputs = inputs
        self.spatial = spatial
        let format = state.format
        conversions = inputs.map {
            ChannelConversion(from: $0.render.format, to: format)
        }
        taken = PlanarBuffer(
            channelCount: inputs.map(\.render.format.channelCount).max() ?? 0,
            capacity: state.maximumFrameCount)
        converted = PlanarBuffer(
            channelCount: format.channelCount, capacity: state.maximumFrameCount)
        super.init(format)
    }

    override func render(
        _ output: PlanarSamples, frameCount: Int, at moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        // A sum that starts with zero would turn the negative zeros of one input into positive ones.
        let copies = spatial == nil && inputs.count == 1
        if !copies { clear(output, channelCount: format.channelCount, frameCount: frameCount) }
        state.begin(moment, frameCount: frameCount)
        // Only the kernel of a spatial mixer can be another renderer's.
        let mayPlace = spatial == nil || state.claims(for: cycle.renderer)
        if mayPlace { spatial?.begin(frameCount: frameCount) }
        var isSilent = true
        for index in 0..<inputs.count {
            let isInputSilent = inputs[index].render.render(
                taken.samples, frameCount: frameCount, at: moment, cycle)
            fade(inputs[index], frameCount: frameCount)
            if let spatial = inputs[index].state.spatial {
                if mayPlace { spatial.mix(taken.samples, frameCount: frameCount, into: output) }
            } else {
                mix(
                    index, isInputSilent, output, frameCount: frameCount, copies: copies, cycle)
            }
            isSilent = isSilent && isInputSilent
        }
        if mayPlace, let spatial {
            spatial.end(output, frameCount: frameCount)
            isSilent = false
        }
        let target = clamped(state.node.outputVolume.value)
        for channel in 0..<format.channelCount {
            scale(
                output[channel], frameCount: frameCount,
                gainFrom: state.outputVolume ?? target, to: target)
        }
        state.outputVolume = target
        return isSilent
    }

    private func fade(_ input: Input, frameCount: Int) {
        guard !input.state.fade.isOpen else { return }
        input.state.fade.apply(
            to: taken.samples, channelCount: input.render.format.channelCount,
            frameCount: frameCount)
    }

    /// Adds an input to the output, or copies it there.
    private func mix(
        _ index: Int, _ isSilent: Bool, _ output: PlanarSamples, frameCount: Int, copies: Bool,
        _ cycle: RenderCycle
    ) {
        let state = inputs[index].state
        let inputCount = inputs[index].render.format.channelCount
        let volume = clamped(state.parameters[.volume])
        var target = (left: volume, right: volume)
        if format.channelCount == 2 {
            let law = cycle.panLaw.gains(
                pan: state.parameters[.pan], isMono: inputCount == 1)
            target = (volume * law.left, volume * law.right)
        }
        let start = state.gains ?? target
        state.gains = target
        if isSilent {
            if copies { clear(output, channelCount: format.channelCount, frameCount: frameCount) }
            return
        }
        var samples = taken.samples
        switch conversions[index] {
        case .none: break
        default:
            conversions[index].convert(
                samples, frameCount: frameCount, into: converted.samples,
                outputCount: format.channelCount)
            samples = converted.samples
        }
        for channel in 0..<format.channelCount {
            let from = channel == 1 ? start.right : start.left
            let to = channel == 1 ? target.right : target.left
            if copies {
                copyRamped(
                    samples[channel], frameCount: frameCount, gainFrom: from, to: to,
                    into: output[channel])
            } else {
                addRamped(
                    samples[channel], frameCount: frameCount, gainFrom: from, to: to,
                    into: output[channel])
            }
        }
    }

    /// Returns a gain that is a number and not negative.
    private func clamped(_ gain: Float) -> Float { gain > 0 && gain.isFinite ? gain : 0 }
}
