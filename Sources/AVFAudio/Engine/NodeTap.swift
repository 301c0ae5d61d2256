import AudioEffects
import AudioGraph

/// A tap on a node's output.
final class NodeTap: GraphTap {
    func receive(
        _ samples: PlanarSamples, channelCount: Int, frameCount: Int, at time: RenderTime
    ) {}
}
