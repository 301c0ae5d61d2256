import AudioGraph
import AudioModel

/// A unit and all that its inputs get sound of, as nodes of a graph.
struct UnitGraph {
    typealias Destination = (input: AudioGraph.InputBus, mixing: MixerInput)

    private(set) var nodes: Set<GraphNode> = []
    /// The nodes with destinations, each before those that get its sound.
    private(set) var order: [GraphNode] = []
    private(set) var destinations: [GraphNode: [Destination]] = [:]
    private(set) var formats: [GraphNode: GraphFormat] = [:]
    private(set) var units: [UnitCore] = []
    private(set) var callbacks: [(unit: UnitCore, source: CallbackSource)] = []
    /// Why the units cannot be rendered: one of them is not initialised.
    private(set) var obstacle: (unit: UnitCore, error: UnitError)?

    /// The nodes of outputs that are not made of their units' inputs, by the units: each renderer
    /// has its own, so that several hear them.
    private(set) var independentNodes: [ObjectIdentifier: GraphNode] = [:]
    private let known: [ObjectIdentifier: GraphNode]

    /// - Parameter known: The independent nodes that the renderer has already.
    init(_ known: [ObjectIdentifier: GraphNode]) { self.known = known }

    /// With the topology's lock held.
    ///
    /// - Parameter end: The end of the graph, where the unit is not one itself.
    mutating func build(from unit: UnitCore, end: GraphNode?, endInput: MixerInput) {
        add(unit)
        if let end {
            nodes.insert(end)
            connect(unit.node, to: end, bus: 0, endInput)
        }
    }

    private mutating func add(_ unit: UnitCore) {
        guard nodes.insert(unit.node).inserted else { return }
        units.append(unit)
        noteObstacle(unit)
        if let format = unit.nodeFormat { formats[unit.node] = format }
        for (bus, input) in unit.inputs.enumerated() {
            switch input.source {
            case .callback(_, let source, let node):
                nodes.insert(node)
                callbacks.append((unit, source))
                formats[node] = GraphFormat(input.format)
                connect(node, to: unit, bus: bus, input)
            // What a mixer does not render need not be initialised.
            case .unit(let source, _) where !source.isInitialized && input.mixing[.enable] == 0:
                break
            case .unit(let source, let output):
                guard let node = add(source, output: output) else { continue }
                connect(node, to: unit, bus: bus, input)
            case nil: break
            }
        }
    }

    /// Adds the unit that has an output.
    ///
    /// - Returns: The node with the sound of the output; `nil` for one that does not exist any more.
    private mutating func add(_ unit: UnitCore, output: Int) -> GraphNode? {
        guard unit.outputs.indices.contains(output) else { return nil }
        if unit.isIndependent(output: output) {
            noteObstacle(unit)
            let key = ObjectIdentifier(unit)
            guard let node = independentNodes[key] ?? known[key] ?? unit.makeIndependentNode()
            else {
                return nil
            }
            independentNodes[key] = node
            nodes.insert(node)
            formats[node] = GraphFormat(unit.outputs[output].format)
            return node
        }
        add(unit)
        guard let channels = unit.part(output: output) else { return unit.node }
        let part = unit.outputs[output].part
        guard nodes.insert(part.node).inserted else { return part.node }
        part.selection.channels = Array(channels)
        formats[part.node] = GraphFormat(unit.outputs[output].format)
        connect(unit.node, to: part.node, bus: 0, part.mixing)
        return part.node
    }

    private mutating func noteObstacle(_ unit: UnitCore) {
        if !unit.isInitialized, obstacle == nil { obstacle = (unit, .uninitialized) }
    }

    /// Connects a node to an input, through the input's map of channels.
    private mutating func connect(
        _ source: GraphNode, to unit: UnitCore, bus: Int, _ input: UnitInput
    ) {
        guard let map = input.channelMap, let count = unit.mappedChannelCount(input: bus) else {
            return connect(source, to: unit.node, bus: bus, input.mixing)
        }
        nodes.insert(map.part.node)
        map.part.selection.channels = map.channels
        formats[map.part.node] = GraphFormat(
            sampleRate: input.format.sampleRate, channelCount: count)
        connect(source, to: map.part.node, bus: 0, map.part.mixing)
        connect(map.part.node, to: unit.node, bus: bus, input.mixing)
    }

    private mutating func connect(
        _ source: GraphNode, to destination: GraphNode, bus: Int, _ mixing: MixerInput
    ) {
        if destinations[source] == nil { order.append(source) }
        destinations[source, default: []].append(
            (AudioGraph.InputBus(destination, bus: bus), mixing))
    }
}
