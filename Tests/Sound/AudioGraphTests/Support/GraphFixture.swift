import AudioEffects
import AudioGraph

/// A graph with an output and one mixer before it, and what renders it.
final class GraphFixture {
    static let stereo = GraphFormat(sampleRate: 48_000, channelCount: 2)
    static let mono = GraphFormat(sampleRate: 48_000, channelCount: 1)

    var graph = AudioGraph()
    let renderer: GraphRenderer
    let output = GraphNode(.output)
    let mixer = GraphNode(.mixer)
    var maximumFrameCount: Int
    var drains: [GraphNode] = []
    var taps: [GraphNode: any GraphTap] = [:]
    private var sampleTime: Int64 = 0

    init(
        _ format: GraphFormat = GraphFixture.stereo, fadeFrames: Int = 0,
        maximumFrameCount: Int = 512
    ) {
        renderer = GraphRenderer(format: format, fadeFrames: fadeFrames)
        self.maximumFrameCount = maximumFrameCount
        graph.setOutputFormat(format, of: mixer)
        graph.connect(mixer, to: [.init(output)])
    }

    /// Adds a node and connects it to an input bus.
    @discardableResult
    func add(
        _ kind: GraphNode.Kind, _ format: GraphFormat = GraphFixture.stereo, to node: GraphNode,
        bus: Int = 0, values: [MixerInput.Parameter: Float] = [:]
    ) -> GraphNode {
        let added = GraphNode(kind)
        graph.setOutputFormat(format, of: added)
        graph.connect(added, to: [.init(node, bus: bus)], values: values)
        return added
    }

    @discardableResult
    func publish() -> Bool {
        let (plan, isComplete) = graph.compile(
            CompilerOptions(
                output: output, drains: drains, taps: taps,
                maximumFrameCount: maximumFrameCount),
            for: renderer)
        renderer.publish(plan)
        return isComplete
    }

    /// Renders frames; a list for each channel.
    func render(_ frameCount: Int) -> [[Float]] {
        let buffer = PlanarBuffer(
            channelCount: renderer.format.channelCount, capacity: frameCount)
        let outcome = renderer.render(
            buffer.samples, frameCount: frameCount, sampleTime: sampleTime, hostTime: nil)
        guard outcome != .busy else { return [] }
        sampleTime += Int64(frameCount)
        return (0..<renderer.format.channelCount).map { channel in
            (0..<frameCount).map { buffer.samples[channel][$0] }
        }
    }

    /// Compiles, and renders the first channel in blocks of one size.
    func left(_ frameCount: Int, block: Int = 512) -> [Float] {
        publish()
        var samples: [Float] = []
        while samples.count < frameCount {
            samples += render(min(block, frameCount - samples.count)).first ?? []
        }
        return samples
    }
}
