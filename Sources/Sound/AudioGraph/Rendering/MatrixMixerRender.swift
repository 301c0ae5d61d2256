import AudioEffects

/// Renders a matrix mixer: all its input buses, and then each output channel as a sum of them.
///
/// Ownership: that of `RenderNode`.
final class MatrixMixerRender: RenderNode, @unchecked Sendable {
    private struct Input {
        var input: MixerRender.Input
        var firstChannel: Int
        /// The channels that are mixed.
        var channelCount: Int
    }

    /// The gains of a block or of a piece of it.
    private struct Gains {
        let inputs: UnsafeMutablePointer<Float>
        let outputs: UnsafeMutablePointer<Float>
    }

    private let state: NodeState
    private let mixer: MatrixMixer
    private let inputs: [Input]
    private let buses: MatrixBuses
    /// The channels of all buses, each bus with those that its connection has.
    private let taken: [PlanarBuffer]
    /// The input channels in the order of their numbers, and the channels of a piece.
    private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
    private let offset: PlanarOffset
    private let start: Gains
    private let end: Gains
    private let firstOutputs: [Int]

    init(_ state: NodeState, _ mixer: MatrixMixer, inputs: [MixerRender.Input]) {
        self.state = state
        self.mixer = mixer
        let outputCount = state.format.channelCount
        var connected: [Int: Int] = [:]
        for input in inputs { connected[input.bus] = input.render.format.channelCount }
        let plan = mixer.plan(connected: connected, outputCount: outputCount)
        let buses = MatrixBuses(firstChannels: plan.firstChannels, outputs: plan.outputBuses)
        self.buses = buses
        self.inputs = inputs.map { input in
            let first = plan.firstChannels[input.bus]
            let room = plan.firstChannels[input.bus + 1] - first
            return Input(
                input: input, firstChannel: first,
                channelCount: min(input.render.format.channelCount, room))
        }
        taken = inputs.map {
            PlanarBuffer(
                channelCount: $0.render.format.channelCount, capacity: state.maximumFrameCount)
        }
        channels = .allocate(capacity: max(buses.inputCount, 1))
        channels.initialize(repeating: nil, count: max(buses.inputCount, 1))
        offset = PlanarOffset(channelCount: outputCount)
        start = Self.gains(buses)
        end = Self.gains(buses)
        firstOutputs = (0...(plan.outputBuses.max() ?? 0)).map { bus in
            plan.outputBuses.firstIndex(of: bus) ?? outputCount
        }
        super.init(state.format)
    }

    deinit {
        channels.deallocate()
        for gains in [start, end] {
            gains.inputs.deallocate()
            gains.outputs.deallocate()
        }
    }

    private static func gains(_ buses: MatrixBuses) -> Gains {
        let count = max(buses.inputCount * buses.outputCount, 1)
        let gains = Gains(
            inputs: .allocate(capacity: count),
            outputs: .allocate(capacity: max(buses.outputCount, 1)))
        gains.inputs.initialize(repeating: 0, count: count)
        gains.outputs.initialize(repeating: 0, count: max(buses.outputCount, 1))
        return gains
    }

    override func render(
        _ output: PlanarSamples, frameCount: Int, at moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        guard state.claims(for: cycle.renderer) else {
            return super.render(output, frameCount: frameCount, at: moment, cycle)
        }
        state.begin(moment, frameCount: frameCount)
        let render = mixer.render
        var isSilent = true
        for index in 0..<inputs.count {
            isSilent = pull(index, frameCount: frameCount, moment, cycle) && isSilent
        }
        let present = Gains(inputs: render.inputs, outputs: render.outputs)
        if let schedule = state.node.schedule, schedule.begin() {
            mixPieces(output, frameCount: frameCount, schedule)
            schedule.finish(frameCount: frameCount, set)
            read(present)
        } else {
            read(end)
            copy(render.isFresh ? end : present, to: start)
            mix(output, from: 0, frameCount: frameCount)
            copy(end, to: present)
        }
        render.isFresh = false
        measureInputs(frameCount: frameCount)
        return isSilent
    }

    /// Renders an input bus. A bus that has been disabled is rendered once more, for its last ramp.
    private func pull(
        _ index: Int, frameCount: Int, _ moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        let (input, bus) = (inputs[index], inputs[index].input.bus)
        let isEnabled = mixer.isInputEnabled(bus: bus)
        let isRendered = isEnabled || (bus < MatrixMixer.channelCountMax && wasOpen(bus))
        for channel in 0..<input.channelCount {
            channels[input.firstChannel &+ channel] =
                isRendered ? taken[index].samples[channel] : nil
        }
        if bus < MatrixMixer.channelCountMax { mixer.render.isOpen[bus] = isEnabled }
        guard isRendered else { return true }
        let samples = taken[index].samples
        let isSilent = input.input.render.render(
            samples, frameCount: frameCount, at: moment, cycle)
        if !input.input.state.fade.isOpen {
            input.input.state.fade.apply(
                to: samples, channelCount: taken[index].channelCount, frameCount: frameCount)
        }
        return isSilent
    }

    private func wasOpen(_ bus: Int) -> Bool {
        !mixer.render.isFresh && mixer.render.isOpen[bus]
    }

    private func read(_ gains: Gains) {
        mixer.read(inputs: gains.inputs, outputs: gains.outputs, buses)
    }

    private func copy(_ gains: Gains, to other: Gains) {
        other.inputs.update(from: gains.inputs, count: buses.inputCount &* buses.outputCount)
        other.outputs.update(from: gains.outputs, count: buses.outputCount)
    }

    private func set(_ target: ScheduledChange.Target, _ value: Float) {
        if case .matrix(let cell) = target { mixer[cell] = value }
    }

    /// Mixes a block in pieces, in each of which the gains move in straight lines.
    private func mixPieces(_ output: PlanarSamples, frameCount: Int, _ schedule: ParameterSchedule)
    {
        var frame = 0
        while frame < frameCount {
            let next = schedule.end(
                from: frame, frameCount: frameCount, step: MixerRender.pieceFramesMax)
            schedule.values(at: frame, set)
            read(start)
            schedule.values(at: next &- 1, set)
            read(end)
            let count = next &- frame
            for index in 0..<buses.inputCount &* buses.outputCount {
                start.inputs[index] = MixerRender.gainBefore(
                    start.inputs[index], end.inputs[index], count)
            }
            for index in 0..<buses.outputCount {
                start.outputs[index] = MixerRender.gainBefore(
                    start.outputs[index], end.outputs[index], count)
            }
            mix(output, from: frame, frameCount: count)
            frame = next
        }
    }

    /// Mixes a piece with the gains from `start` to `end`.
    private func mix(_ output: PlanarSamples, from frame: Int, frameCount: Int) {
        let piece = offset.samples(output, from: frame)
        for channel in 0..<buses.outputCount {
            sum(into: piece[channel], channel, from: frame, frameCount: frameCount)
        }
        for (bus, first) in firstOutputs.enumerated() where bus < mixer.outputMeters.count {
            let isLast = bus &+ 1 == firstOutputs.count
            let end = isLast ? buses.outputCount : firstOutputs[bus &+ 1]
            mixer.outputMeters[bus].measure(
                piece + first, channelCount: end &- first, frameCount: frameCount
            ) { self.end.outputs[first &+ $0] }
        }
        for channel in 0..<buses.outputCount {
            scale(
                piece[channel], frameCount: frameCount, gainFrom: start.outputs[channel],
                to: end.outputs[channel])
        }
    }

    /// Sums up an output channel. The first input is copied, so that unity gain keeps the bits.
    private func sum(
        into target: UnsafeMutablePointer<Float>, _ output: Int, from frame: Int, frameCount: Int
    ) {
        var isEmpty = true
        for input in 0..<buses.inputCount {
            let cell = input &* buses.outputCount &+ output
            let (from, to) = (start.inputs[cell], end.inputs[cell])
            guard from != 0 || to != 0, let samples = channels[input] else { continue }
            if isEmpty {
                copyRamped(
                    samples + frame, frameCount: frameCount, gainFrom: from, to: to, into: target)
            } else {
                addRamped(
                    samples + frame, frameCount: frameCount, gainFrom: from, to: to, into: target)
            }
            isEmpty = false
        }
        if isEmpty { for index in 0..<frameCount { target[index] = 0 } }
    }

    private func measureInputs(frameCount: Int) {
        for index in 0..<inputs.count {
            let (input, bus) = (inputs[index], inputs[index].input.bus)
            guard bus < mixer.inputMeters.count else { continue }
            let isRendered = input.channelCount > 0 && channels[input.firstChannel] != nil
            mixer.inputMeters[bus].measure(
                taken[index].samples, channelCount: isRendered ? input.channelCount : 0,
                frameCount: frameCount
            ) { mixer.inputVolume(input.firstChannel &+ $0) }
        }
    }
}
