import AudioEffects

/// Renders a mixer: a plain sum of its inputs, each with its gains. One input is copied.
///
/// Ownership: that of `RenderNode`.
final class MixerRender: RenderNode, @unchecked Sendable {
    /// An input at the mixer's sample rate.
    struct Input {
        var state: InputState
        var render: RenderNode
        var bus: Int
    }

    /// The longest piece of a block in which a gain moves by an event.
    static let pieceFramesMax = 64

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
        if isOutputIdle {
            if copies { clear(output, channelCount: format.channelCount, frameCount: frameCount) }
            state.outputVolume = 0
            return true
        }
        let schedule = activeSchedule()
        // Only the kernel of a spatial mixer can be another renderer's.
        let mayPlace = spatial == nil || state.claims(for: cycle.renderer)
        if mayPlace { spatial?.begin(frameCount: frameCount) }
        var isSilent = true
        for index in 0..<inputs.count {
            if isIdle(inputs[index].state) {
                inputs[index].state.gains = (0, 0)
                if copies {
                    clear(output, channelCount: format.channelCount, frameCount: frameCount)
                }
                continue
            }
            let isInputSilent = inputs[index].render.render(
                taken.samples, frameCount: frameCount, at: moment, cycle)
            fade(inputs[index], frameCount: frameCount)
            if let spatial = inputs[index].state.spatial {
                measureVolume(inputs[index], frameCount: frameCount)
                if mayPlace { spatial.mix(taken.samples, frameCount: frameCount, into: output) }
            } else if let schedule {
                mixPieces(index, schedule, output, frameCount: frameCount, copies: copies, cycle)
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
        if let schedule {
            scalePieces(output, schedule, frameCount: frameCount)
            finish(schedule, frameCount: frameCount, cycle)
            return isSilent
        }
        let target = outputGain
        measureOutput(output, frameCount: frameCount, target)
        for channel in 0..<format.channelCount {
            scale(
                output[channel], frameCount: frameCount,
                gainFrom: state.outputVolume ?? target, to: target)
        }
        state.outputVolume = target
        return isSilent
    }

    /// The gain of the output that applies now.
    private var outputGain: Float {
        state.node.outputEnable.value == 0 ? 0 : clamped(state.node.outputVolume.value)
    }

    private func measureOutput(_ output: PlanarSamples, frameCount: Int, _ gain: Float) {
        state.node.meters.measure(
            output, channelCount: format.channelCount, frameCount: frameCount
        ) { _ in gain }
    }

    /// Whether the output is disabled and has faded out.
    private var isOutputIdle: Bool {
        state.node.outputEnable.value == 0 && (state.outputVolume ?? 0) == 0
    }

    /// Whether an input is disabled and has faded out, so that it is not rendered.
    private func isIdle(_ input: InputState) -> Bool {
        guard input.parameters[.enable] == 0 else { return false }
        guard let gains = input.gains else { return true }
        return gains.left == 0 && gains.right == 0
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
        let target = gains(inputs[index], cycle)
        let start = state.gains ?? target
        state.gains = target
        measure(inputs[index], frameCount: frameCount, target)
        if isSilent {
            if copies { clear(output, channelCount: format.channelCount, frameCount: frameCount) }
            return
        }
        let samples = converted(index, frameCount: frameCount)
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

    /// Returns the gains of an input that apply now.
    private func gains(_ input: Input, _ cycle: RenderCycle) -> (left: Float, right: Float) {
        let parameters = input.state.parameters
        let volume = parameters[.enable] == 0 ? 0 : clamped(parameters[.volume])
        guard format.channelCount == 2 else { return (volume, volume) }
        let law = cycle.panLaw.gains(
            pan: parameters[.pan], isMono: input.render.format.channelCount == 1)
        return (volume * law.left, volume * law.right)
    }

    /// Returns the channels of the input that has been rendered, as many as the output has.
    private func converted(_ index: Int, frameCount: Int) -> PlanarSamples {
        switch conversions[index] {
        case .none: return taken.samples
        default:
            conversions[index].convert(
                taken.samples, frameCount: frameCount, into: converted.samples,
                outputCount: format.channelCount)
            return converted.samples
        }
    }

    private func measure(
        _ input: Input, frameCount: Int, _ gains: (left: Float, right: Float)
    ) {
        let channelCount = input.render.format.channelCount
        input.state.parameters.meters.measure(
            taken.samples, channelCount: channelCount, frameCount: frameCount
        ) { channel in
            if channelCount == 1 { return max(gains.left, gains.right) }
            return channel == 1 ? gains.right : gains.left
        }
    }

    /// Measures an input that is placed, with its volume alone.
    private func measureVolume(_ input: Input, frameCount: Int) {
        let parameters = input.state.parameters
        let volume = parameters[.enable] == 0 ? 0 : clamped(parameters[.volume])
        input.state.gains = (volume, volume)
        measure(input, frameCount: frameCount, (volume, volume))
    }

    /// Returns a gain that is a number and not negative.
    private func clamped(_ gain: Float) -> Float { gain > 0 && gain.isFinite ? gain : 0 }
}

// MARK: Events

/// Blocks with events at their frames.
extension MixerRender {
    /// Returns the gain one frame before a piece, by the line through its first and last frame.
    static func gainBefore(_ first: Float, _ last: Float, _ frameCount: Int) -> Float {
        frameCount > 1 ? first - (last - first) / Float(frameCount &- 1) : last
    }

    /// The schedule, if it has events for this block.
    private func activeSchedule() -> ParameterSchedule? {
        guard let schedule = state.node.schedule, schedule.begin() else { return nil }
        if spatial != nil { schedule.values(at: 0, set) }
        return schedule
    }

    private func set(_ target: ScheduledChange.Target, _ value: Float) {
        for input in inputs { set(target, value, ofInput: input.bus) }
        setOutput(target, value)
    }

    private func set(_ target: ScheduledChange.Target, _ value: Float, ofInput bus: Int) {
        switch target {
        case .volume(bus: bus): setInput(bus, .volume, value)
        case .pan(bus: bus): setInput(bus, .pan, value)
        case .volume, .pan, .outputVolume, .matrix, .kernel, .none: break
        }
    }

    private func setInput(_ bus: Int, _ parameter: MixerInput.Parameter, _ value: Float) {
        for input in inputs where input.bus == bus { input.state.parameters[parameter] = value }
    }

    private func setOutput(_ target: ScheduledChange.Target, _ value: Float) {
        if target == .outputVolume { state.node.outputVolume.value = value }
    }

    /// Adds an input to the output in pieces, in each of which the gains move in straight lines.
    private func mixPieces(
        _ index: Int, _ schedule: ParameterSchedule, _ output: PlanarSamples, frameCount: Int,
        copies: Bool, _ cycle: RenderCycle
    ) {
        let samples = converted(index, frameCount: frameCount)
        var frame = 0
        while frame < frameCount {
            let end = schedule.end(
                from: frame, frameCount: frameCount, step: Self.pieceFramesMax)
            // Other inputs keep theirs: their pieces are mixed from the block's start as well.
            schedule.values(at: frame) { set($0, $1, ofInput: inputs[index].bus) }
            let first = gains(inputs[index], cycle)
            schedule.values(at: end &- 1) { set($0, $1, ofInput: inputs[index].bus) }
            let last = gains(inputs[index], cycle)
            let count = end &- frame
            for channel in 0..<format.channelCount {
                let to = channel == 1 ? last.right : last.left
                let from = Self.gainBefore(channel == 1 ? first.right : first.left, to, count)
                let (source, target) = (samples[channel] + frame, output[channel] + frame)
                if copies {
                    copyRamped(source, frameCount: count, gainFrom: from, to: to, into: target)
                } else {
                    addRamped(source, frameCount: count, gainFrom: from, to: to, into: target)
                }
            }
            frame = end
        }
        measure(inputs[index], frameCount: frameCount, gains(inputs[index], cycle))
    }

    private func scalePieces(
        _ output: PlanarSamples, _ schedule: ParameterSchedule, frameCount: Int
    ) {
        measureOutput(output, frameCount: frameCount, outputGain)
        var frame = 0
        while frame < frameCount {
            let end = schedule.end(
                from: frame, frameCount: frameCount, step: Self.pieceFramesMax)
            schedule.values(at: frame, setOutput)
            let first = outputGain
            schedule.values(at: end &- 1, setOutput)
            let last = outputGain
            let count = end &- frame
            for channel in 0..<format.channelCount {
                scale(
                    output[channel] + frame, frameCount: count,
                    gainFrom: Self.gainBefore(first, last, count), to: last)
            }
            frame = end
        }
    }

    /// Leaves the gains as they are at the end of the block.
    private func finish(_ schedule: ParameterSchedule, frameCount: Int, _ cycle: RenderCycle) {
        schedule.finish(frameCount: frameCount, set)
        for input in inputs where !isIdle(input.state) { input.state.gains = gains(input, cycle) }
        state.outputVolume = outputGain
    }
}
