import AudioModel
import AudioToolbox
import Testing

/// Random operations on a graph, compared with a plain model of it.
@Suite("Random graphs of audio units")
struct RandomUnitGraphTests {
    /// What a graph should be: nodes and the sources of their inputs.
    private struct Model {
        enum Source: Equatable {
            case node(AUNode)
            case constant(Int)
        }

        struct Input: Hashable {
            var node: AUNode
            var bus: UInt32
        }

        var nodes: [AUNode] = []
        var sources: [Input: Source] = [:]

        /// Whether the sound of a node reaches another one.
        func reaches(_ source: AUNode, _ destination: AUNode) -> Bool {
            if source == destination { return true }
            return sources.contains { input, from in
                from == .node(source) && reaches(input.node, destination)
            }
        }

        /// The sum of all constants that reach a node.
        func level(_ node: AUNode, _ levels: [Float]) -> Float {
            sources.reduce(0) { sum, entry in
                guard entry.key.node == node else { return sum }
                switch entry.value {
                case .node(let source): return sum + level(source, levels)
                case .constant(let index): return sum + levels[index]
                }
            }
        }

        mutating func remove(_ node: AUNode) {
            nodes.removeAll { $0 == node }
            sources = sources.filter { $0.key.node != node && $0.value != .node(node) }
        }
    }

    private static let busCount: UInt32 = 8
    private static let nodesMax = 7

    @Test("sound as their model says", arguments: 0..<20)
    func operations(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let units = try UnitsOfAGraph()
        let graph = units.graph
        let constants = (0..<4).map { ConstantSource(Float(1 << $0) / 1024) }
        let levels = constants.map(\.level)
        let output = try units.add(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        let pull = UnitPull(try units.unit(output))
        var (model, heard) = (Model(nodes: [output]), Model(nodes: [output]))
        #expect(AUGraphInitialize(graph) == noErr)
        for _ in 0..<120 {
            let node = model.nodes.randomElement(using: &random) ?? output
            let other = model.nodes.randomElement(using: &random) ?? output
            let bus = node == output ? 0 : UInt32.random(in: 0..<Self.busCount, using: &random)
            let input = Model.Input(node: node, bus: bus)
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                guard model.nodes.count < Self.nodesMax else { continue }
                model.nodes.append(
                    try units.add(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer))
            case 2:
                guard node != output else { continue }
                #expect(AUGraphRemoveNode(graph, node) == noErr)
                model.remove(node)
            case 3...5:
                let status = AUGraphConnectNodeInput(graph, other, 0, node, bus)
                let isTaken = model.sources[input] != nil
                guard other != output, !isTaken, !model.reaches(node, other) else {
                    #expect(status != noErr || other == output && !isTaken)
                    if status == noErr { AUGraphDisconnectNodeInput(graph, node, bus) }
                    continue
                }
                #expect(status == noErr)
                model.sources[input] = .node(other)
            case 6, 7:
                let index = Int.random(in: 0..<constants.count, using: &random)
                var callback = constants[index].callback
                let status = AUGraphSetNodeInputCallback(graph, node, bus, &callback)
                if case .node? = model.sources[input] {
                    #expect(status == kAUGraphErr_InvalidConnection)
                } else {
                    #expect(status == noErr)
                    model.sources[input] = .constant(index)
                }
            case 8:
                let status = AUGraphDisconnectNodeInput(graph, node, bus)
                let found = model.sources.removeValue(forKey: input)
                #expect(status == (found == nil ? OSStatus(kAUGraphErr_InvalidConnection) : noErr))
            default:
                #expect(AUGraphUpdate(graph, nil) == noErr)
                heard = model
            }
            #expect(units.interactionCount == UInt32(model.sources.count))
            let frames = try pull.render(64)
            let wanted = heard.level(output, levels)
            #expect(frames.allSatisfy { $0 == wanted }, "\(frames[0]) instead of \(wanted)")
        }
        withExtendedLifetime(constants) {}
    }
}
