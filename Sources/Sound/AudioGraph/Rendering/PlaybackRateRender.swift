import AudioEffects

/// The state of an input's playback rate, from plan to plan.
///
/// Ownership: the thread that has the renderer's turn.
final class PlaybackRateState: @unchecked Sendable {
    let resampler: VariableRateResampler
    let format: GraphFormat
    let maximumFrameCount: Int
    let parameters: MixerInput

    init(_ parameters: MixerInput, _ format: GraphFormat, maximumFrameCount: Int) {
        self.parameters = parameters
        self.format = format
        self.maximumFrameCount = maximumFrameCount
        resampler = VariableRateResampler(
            sampleRate: format.sampleRate, channelCount: format.channelCount,
            maximumFrameCount: maximumFrameCount)
    }
}

/// Plays an input of a spatial mixer at the rate of its parameters; the pitch follows.
///
/// Ownership: that of `RenderNode`.
final class PlaybackRateRender: RenderNode, @unchecked Sendable {
    private let input: RenderNode
    private let state: PlaybackRateState
    private let taken: PlanarBuffer

    init(_ input: RenderNode, _ state: PlaybackRateState) {
        self.input = input
        self.state = state
        taken = PlanarBuffer(
            channelCount: input.format.channelCount, capacity: state.maximumFrameCount)
        super.init(input.format)
    }

    override func render(
        _ output: PlanarSamples, frameCount: Int, at moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        let resampler = state.resampler
        let rate = state.parameters[.rate]
        resampler.move(to: rate)
        var moment = moment
        moment.isConverted = moment.isConverted || rate != 1 || !resampler.isExact
        var isSilent = resampler.isExact
        // The effect needs at most the frames of the highest rate and the filter's; a bound ends
        // the loop in any case.
        var left = Self.requestsMax
        while left > 0 {
            let count = min(resampler.neededInputFrames(for: frameCount), taken.capacity)
            guard count > 0 else { break }
            let isInputSilent = input.render(
                taken.samples, frameCount: count, at: moment, cycle)
            isSilent = isSilent && isInputSilent
            resampler.append(taken.samples, frameCount: count)
            left &-= 1
        }
        resampler.read(output, frameCount: frameCount)
        return isSilent
    }

    /// The largest number of requests for one block, for small ones too.
    private static let requestsMax = 1024
}
