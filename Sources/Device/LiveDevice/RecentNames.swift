/// The names of what came most recently.
struct RecentNames<ID: Hashable & Sendable>: Sendable {
    private var names: [ID: String] = [:]
    private var order: [ID] = []

    static var namesMax: Int { 500 }

    var count: Int { names.count }

    subscript(id: ID) -> String? { names[id] }

    mutating func set(_ name: String, of id: ID) {
        if names.updateValue(name, forKey: id) == nil { order.append(id) }
        guard order.count > Self.namesMax else { return }
        for old in order.prefix(Self.namesMax / 2) { names[old] = nil }
        order.removeFirst(Self.namesMax / 2)
    }
}
