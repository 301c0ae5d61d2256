import AudioGraph

// Nodes with several output buses: each bus has some of the channels that the node renders.

/// An output bus of a node that has several, as a node of the graph.
struct OutputPart {
    let selection: ChannelSelection
    let node: GraphNode

    init() {
        selection = ChannelSelection()
        node = GraphNode(.selection(selection))
    }
}

extension EngineState {
    /// The node of the graph with the sound of an output bus; `nil` for one that is not connected.
    func output(_ bus: AVAudioNodeBus, of node: AVAudioNode) -> GraphNode? {
        guard let own = parts[node.graphNode] else { return bus == 0 ? node.graphNode : nil }
        return own[bus]?.node
    }

    /// The connections of all output buses of a node.
    func connections(from node: AVAudioNode) -> [AudioGraph.Connection] {
        guard let own = parts[node.graphNode] else {
            return graph.connections(from: node.graphNode)
        }
        return own.sorted { $0.key < $1.key }.flatMap { graph.connections(from: $0.value.node) }
    }

    /// The node and the output bus that a node of the graph stands for.
    func end(of node: GraphNode) -> (node: AVAudioNode, bus: AVAudioNodeBus)? {
        if let found = nodes[node] { return (found, 0) }
        for (owner, own) in parts {
            if let bus = own.first(where: { $0.value.node == node })?.key {
                return nodes[owner].map { ($0, bus) }
            }
        }
        return nil
    }

    /// Removes the output buses of a node from the graph.
    mutating func removeParts(of node: GraphNode) {
        for part in (parts.removeValue(forKey: node) ?? [:]).values { graph.remove(part.node) }
    }
}

extension EngineCore {
    /// Makes the output bus of a node with several a node of the graph, and gives it a format.
    func prepareOutput(
        _ bus: AVAudioNodeBus, of source: AVAudioNode, _ format: AVAudioFormat,
        _ state: inout EngineState
    ) -> GraphNode {
        let own = source.graphNode
        var parts = state.parts[own] ?? [:]
        if state.parts[own] == nil {
            // What has been connected while there was one bus is the first one's.
            let former = state.graph.connections(from: own)
            if !former.isEmpty {
                let part = OutputPart()
                parts[0] = part
                state.graph.connect(
                    part.node,
                    to: former.map {
                        (AudioGraph.InputBus($0.destination, bus: $0.bus), $0.input)
                    })
            }
        }
        let part = parts[bus] ?? OutputPart()
        parts[bus] = part
        state.parts[own] = parts
        state.graph.connect(own, to: parts.values.map { AudioGraph.InputBus($0.node) })
        if bus == 0 {
            source.setOutputFormat(format)
        } else {
            source.setFormat(format, ofOutput: bus)
        }
        followOutputs(of: source, &state)
        return part.node
    }

    /// Gives the output buses of a node the channels that they have now.
    func followOutputs(of source: AVAudioNode, _ state: inout EngineState) {
        guard let parts = state.parts[source.graphNode] else { return }
        if let format = source.kernelFormat {
            state.graph.setOutputFormat(format, of: source.graphNode)
        }
        for (bus, part) in parts {
            part.selection.channels = Array(source.channels(ofOutput: bus))
            state.graph.setOutputFormat(
                source.outputFormat(forBus: bus).graphFormat, of: part.node)
        }
    }
}
