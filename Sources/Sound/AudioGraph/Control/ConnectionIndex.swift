/// A graph's connections by their ends, so that a compilation takes time in proportion to their
/// number.
struct ConnectionIndex {
    private var sources: [GraphNode: [AudioGraph.Connection]] = [:]
    private var destinations: [GraphNode: [AudioGraph.Connection]] = [:]

    init(_ connections: [AudioGraph.Connection]) {
        for connection in connections {
            sources[connection.source, default: []].append(connection)
            destinations[connection.destination, default: []].append(connection)
        }
        for node in destinations.keys { destinations[node]?.sort { $0.bus < $1.bus } }
    }

    /// The connections of a node's output.
    func connections(from source: GraphNode) -> [AudioGraph.Connection] { sources[source] ?? [] }

    /// The connections to a node, by bus.
    func connections(to destination: GraphNode) -> [AudioGraph.Connection] {
        destinations[destination] ?? []
    }
}
