import AudioEffects

/// A graph as a render thread sees it: steps that request blocks from each other. It does not
/// change after it has been compiled.
///
/// Ownership: the control side makes and frees it; the thread that has the renderer's turn renders
/// it.
public final class RenderPlan: @unchecked Sendable {
    /// The end of the graph; `nil` when nothing is connected to the output.
    let output: RenderNode?
    /// Steps that nothing requests blocks from: sinks, and an input that only a tap receives.
    let drains: [RenderNode]
    let inputs: [InputState]
    let states: [NodeState]
    let splits: [SplitState]
    let maximumFrameCount: Int
    let panLaw: PanLaw
    let number: Int
    private let drained: PlanarBuffer

    init(
        number: Int, output: RenderNode?, drains: [RenderNode], inputs: [InputState],
        states: [NodeState], splits: [SplitState], maximumFrameCount: Int, panLaw: PanLaw
    ) {
        self.number = number
        self.output = output
        self.drains = drains
        self.inputs = inputs
        self.states = states
        self.splits = splits
        self.maximumFrameCount = maximumFrameCount
        self.panLaw = panLaw
        drained = PlanarBuffer(
            channelCount: drains.map(\.format.channelCount).max() ?? 0,
            capacity: maximumFrameCount)
    }

    /// Renders one cycle.
    ///
    /// - Parameters:
    ///   - output: Room for the frames of all channels of `format`.
    ///   - frameCount: At most `maximumFrameCount`.
    /// - Returns: Whether all frames are silence.
    func render(
        _ output: PlanarSamples, _ format: GraphFormat, frameCount: Int, at moment: RenderMoment,
        _ cycle: RenderCycle
    ) -> Bool {
        var isSilent = true
        if let root = self.output {
            isSilent = root.render(output, frameCount: frameCount, at: moment, cycle)
        } else {
            clear(output, channelCount: format.channelCount, frameCount: frameCount)
        }
        for index in 0..<drains.count {
            let drain = drains[index]
            // Frames up to the cycle's end, so that no fraction is lost.
            let ratio = drain.format.sampleRate / moment.sampleRate
            let start = Int((Double(moment.sampleTime) * ratio).rounded(.down))
            let end = Int(
                (Double(moment.sampleTime + Int64(frameCount)) * ratio).rounded(.down))
            var left = end - start
            while left > 0 {
                let count = min(left, maximumFrameCount)
                _ = drain.render(drained.samples, frameCount: count, at: moment, cycle)
                left -= count
            }
        }
        for index in 0..<states.count { states[index].endCycle() }
        return isSilent
    }
}
