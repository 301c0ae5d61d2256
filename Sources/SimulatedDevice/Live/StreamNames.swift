import AudioModel

/// The names of the most recent streams.
struct StreamNames {
    private var names: [StreamID: String] = [:]
    private var order: [StreamID] = []

    static let namesMax = 4_000

    subscript(stream: StreamID) -> String? { names[stream] }

    mutating func set(_ name: String, of stream: StreamID) {
        if names.updateValue(name, forKey: stream) == nil { order.append(stream) }
        guard order.count > Self.namesMax else { return }
        for old in order.prefix(Self.namesMax / 2) { names[old] = nil }
        order.removeFirst(Self.namesMax / 2)
    }
}
