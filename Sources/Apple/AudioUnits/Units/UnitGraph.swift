import AudioGraph

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

    init() {}

    /// With the topology's lock held.
    ///
    /// - Parameter end: The end of the graph, where the unit is not one itself.
    init(of unit: UnitCore, end: GraphNode?, endInput: MixerInput) {
        add(unit)
        if let end {
            nodes.insert(end)
            connect(unit.node, to: end, bus: 0, endInput)
        }
    }

    private mutating func add(_ unit: UnitCore) {
        guard nodes.insert(unit.node).inserted else { return }
        units.append(unit)
        if !unit.isInitialized, obstacle == nil { obstacle = (unit, .uninitialized) }
        if let format = unit.outputs.first?.format { formats[unit.node] = GraphFormat(format) }
        for (bus, input) in unit.inputs.enumerated() {
            switch input.source {
            case .callback(_, let source, let node):
                nodes.insert(node)
                callbacks.append((unit, source))
                formats[node] = GraphFormat(input.format)
                connect(node, to: unit.node, bus: bus, input.mixing)
            // What a mixer does not render need not be initialised.
            case .unit(let source, _) where !source.isInitialized && input.mixing[.enable] == 0:
                break
            case .unit(let source, _):
                add(source)
                connect(source.node, to: unit.node, bus: bus, input.mixing)
            case nil: break
            }
        }
    }

    private mutating func connect(
        _ source: GraphNode, to destination: GraphNode, bus: Int, _ mixing: MixerInput
    ) {
        if destinations[source] == nil { order.append(source) }
        destinations[source, default: []].append(
            (AudioGraph.InputBus(destination, bus: bus), mixing))
    }
}
