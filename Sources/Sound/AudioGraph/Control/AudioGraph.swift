import Synchronization

/// Nodes and their connections, as the control side changes them; `compile` makes a plan of them.
///
/// One thread at a time uses it, as under its engine's lock.
public struct AudioGraph: Sendable {
    /// A connection from a node's output to an input bus.
    public struct Connection: Sendable {
        public let source: GraphNode
        public let destination: GraphNode
        public let bus: Int
        /// The parameters of the input, where the destination is a mixer.
        public let input: MixerInput
    }

    /// The end of a connection.
    public struct InputBus: Hashable, Sendable {
        public var node: GraphNode
        public var bus: Int

        public init(_ node: GraphNode, bus: Int = 0) {
            self.node = node
            self.bus = bus
        }
    }

    /// The law of the mixers' balance.
    public var panLaw = PanLaw.balance
    /// The connections, in the order in which they were made.
    public private(set) var connections: [Connection] = []
    private var outputFormats: [GraphNode: GraphFormat] = [:]
    var memory = CompilerMemory()

    /// The format of a node without a format of its own.
    public static let defaultFormat = GraphFormat(sampleRate: 44_100, channelCount: 2)

    public init() {}

    // MARK: Formats

    /// Returns the format of a node's output.
    public func outputFormat(of node: GraphNode) -> GraphFormat {
        outputFormats[node] ?? Self.defaultFormat
    }

    /// Sets the format of a node's output.
    public mutating func setOutputFormat(_ format: GraphFormat, of node: GraphNode) {
        outputFormats[node] = format
    }

    // MARK: Connections

    /// Connects a node's output to input buses, instead of all to which it was connected; a
    /// connection that stays keeps its parameters. Former connections of the input buses are
    /// removed.
    ///
    /// - Parameter values: The parameters of new connections to mixers.
    public mutating func connect(
        _ source: GraphNode, to destinations: [InputBus],
        values: [MixerInput.Parameter: Float] = [:]
    ) {
        let wanted = Set(destinations)
        connections.removeAll { connection in
            let end = InputBus(connection.destination, bus: connection.bus)
            return (connection.source == source) != wanted.contains(end)
        }
        for end in destinations where connection(to: end) == nil {
            connections.append(
                Connection(
                    source: source, destination: end.node, bus: end.bus,
                    input: MixerInput(values)))
        }
    }

    /// Connects a node's output to input buses with parameters of the caller's, instead of all to
    /// which it was connected. Former connections of the input buses are removed.
    public mutating func connect(
        _ source: GraphNode, to destinations: [(input: InputBus, mixing: MixerInput)]
    ) {
        connections.removeAll { connection in
            let end = InputBus(connection.destination, bus: connection.bus)
            let wanted = destinations.first { $0.input == end }
            if connection.source != source { return wanted != nil }
            return wanted?.mixing !== connection.input
        }
        for (end, mixing) in destinations where connection(to: end) == nil {
            connections.append(
                Connection(source: source, destination: end.node, bus: end.bus, input: mixing))
        }
    }

    /// Removes the connection to an input bus, if there is one.
    public mutating func disconnect(input: InputBus) {
        connections.removeAll { $0.destination == input.node && $0.bus == input.bus }
    }

    /// Removes all connections to a node's inputs.
    public mutating func disconnectInputs(of node: GraphNode) {
        connections.removeAll { $0.destination == node }
    }

    /// Removes all connections of a node's output.
    public mutating func disconnectOutput(of node: GraphNode) {
        connections.removeAll { $0.source == node }
    }

    /// Removes a node, with its connections.
    public mutating func remove(_ node: GraphNode) {
        disconnectInputs(of: node)
        disconnectOutput(of: node)
        outputFormats[node] = nil
        memory.forget(node)
    }

    /// Forgets what earlier plans have left: a new renderer begins with fresh nodes.
    public mutating func forgetRendering() {
        let count = memory.planCount
        memory = CompilerMemory()
        memory.planCount = count
    }

    /// The connection to an input bus.
    public func connection(to input: InputBus) -> Connection? {
        connections.first { $0.destination == input.node && $0.bus == input.bus }
    }

    /// The connections of a node's output.
    public func connections(from source: GraphNode) -> [Connection] {
        connections.filter { $0.source == source }
    }

    /// The connections to a node, by bus.
    public func connections(to destination: GraphNode) -> [Connection] {
        connections.filter { $0.destination == destination }.sorted { $0.bus < $1.bus }
    }

    /// Whether the sound of a node reaches another one.
    public func reaches(from source: GraphNode, to destination: GraphNode) -> Bool {
        var seen: Set<GraphNode> = [source]
        var waiting = [source]
        while let node = waiting.popLast() {
            if node == destination { return true }
            for connection in connections where connection.source == node {
                if seen.insert(connection.destination).inserted {
                    waiting.append(connection.destination)
                }
            }
        }
        return false
    }

    /// The largest processing delay between a node's output and the end of the graph, in seconds.
    public func latency(from node: GraphNode) -> Double {
        var known: [GraphNode: Double] = [:]
        return latency(from: node, &known)
    }

    private func latency(from node: GraphNode, _ known: inout [GraphNode: Double]) -> Double {
        if let latency = known[node] { return latency }
        // A cycle adds nothing.
        known[node] = 0
        var longest = 0.0
        for connection in connections where connection.source == node {
            let next = connection.destination
            let own = Double(next.latencyFrames) / outputFormat(of: next).sampleRate
            longest = max(longest, own + latency(from: next, &known))
        }
        known[node] = longest
        return longest
    }

    /// Whether a node that another renderer had when the last plan was compiled is free now.
    public var canComplete: Bool {
        memory.taken.contains { $0.owner.load(ordering: .acquiring) == 0 }
    }
}
