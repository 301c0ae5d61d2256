import AudioEffects

/// Tells an observer of each block of its input, before and after.
///
/// Ownership: that of `RenderNode`.
final class ObserverRender: RenderNode, @unchecked Sendable {
    private let input: RenderNode
    private let observer: any GraphObserver
    private let state: NodeState

    init(_ input: RenderNode, _ observer: any GraphObserver, _ state: NodeState) {
        self.input = input
        self.observer = observer
        self.state = state
        super.init(input.format)
    }

    override func render(
        _ output: PlanarSamples, frameCount: Int, at moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        let channelCount = format.channelCount
        let time = state.time(at: moment)
        observer.willRender(
            output, channelCount: channelCount, frameCount: frameCount, at: time)
        let isSilent = input.render(output, frameCount: frameCount, at: moment, cycle)
        observer.didRender(
            output, channelCount: channelCount, frameCount: frameCount, at: time,
            isSilent: isSilent)
        return isSilent
    }
}
