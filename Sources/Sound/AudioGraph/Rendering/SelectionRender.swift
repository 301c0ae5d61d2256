import AudioEffects

/// Renders some channels of its input, in an order of their own.
///
/// Ownership: `init` allocates and `deinit` frees the table of channels; else that of `RenderNode`.
final class SelectionRender: RenderNode, @unchecked Sendable {
    private let input: RenderNode?
    private let state: NodeState
    private let inputBlock: PlanarBuffer
    /// The input's channel for each output channel; −1 for silence.
    private let channels: UnsafeMutablePointer<Int>

    /// - Parameter selected: As in `ChannelSelection`.
    init(_ input: RenderNode?, _ selected: [Int], _ state: NodeState) {
        self.input = input
        self.state = state
        let valid = 0..<(input?.format.channelCount ?? 0)
        let count = max(state.format.channelCount, 1)
        channels = .allocate(capacity: count)
        channels.initialize(repeating: -1, count: count)
        for (output, channel) in selected.prefix(count).enumerated() where valid.contains(channel) {
            channels[output] = channel
        }
        inputBlock = PlanarBuffer(
            channelCount: valid.upperBound, capacity: state.maximumFrameCount)
        super.init(state.format)
    }

    deinit { channels.deallocate() }

    override func render(
        _ output: PlanarSamples, frameCount: Int, at moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        guard let input else {
            return super.render(output, frameCount: frameCount, at: moment, cycle)
        }
        state.begin(moment, frameCount: frameCount)
        let isSilent = input.render(inputBlock.samples, frameCount: frameCount, at: moment, cycle)
        for channel in 0..<format.channelCount {
            let source = channels[channel]
            if source < 0 {
                output[channel].update(repeating: 0, count: frameCount)
            } else {
                output[channel].update(from: inputBlock.samples[source], count: frameCount)
            }
        }
        return isSilent
    }
}
