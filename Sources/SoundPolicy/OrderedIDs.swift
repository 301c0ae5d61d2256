/// Names in the order in which they came, each once.
///
/// Appending, removing, `contains`, `first` and `last` take a constant time on average, however
/// many there are; what is removed leaves a hole that later appending fills in.
package struct OrderedIDs<ID: Hashable & Sendable>: Sequence, Sendable {
    /// In order, with holes where something was removed; neither end is a hole.
    private var slots: [ID?] = []
    /// Slots before this one are holes.
    private var head = 0
    private var positions: [ID: Int] = [:]

    package init() {}

    package init(_ ids: some Sequence<ID>) {
        for id in ids { append(id) }
    }

    package var count: Int { positions.count }
    package var isEmpty: Bool { positions.isEmpty }
    package var first: ID? { head < slots.count ? slots[head] : nil }
    package var last: ID? { slots.last ?? nil }

    package func contains(_ id: ID) -> Bool { positions[id] != nil }

    /// Larger for what came later; tells the order of two, and holds until the next appending.
    package func position(of id: ID) -> Int? { positions[id] }

    /// At the end; one that is there already keeps its place.
    package mutating func append(_ id: ID) {
        guard positions[id] == nil else { return }
        closeHoles()
        positions[id] = slots.count
        slots.append(id)
    }

    /// - Returns: Whether it was there.
    @discardableResult
    package mutating func remove(_ id: ID) -> Bool {
        guard let position = positions.removeValue(forKey: id) else { return false }
        slots[position] = nil
        guard !positions.isEmpty else {
            if slots.capacity > OrderedIDs.keptCapacityMax { slots = [] }
            if positions.capacity > OrderedIDs.keptCapacityMax { positions = [:] }
            slots.removeAll(keepingCapacity: true)
            head = 0
            return true
        }
        while slots[slots.count - 1] == nil { slots.removeLast() }
        while slots[head] == nil { head += 1 }
        return true
    }

    package mutating func removeAll() { self = OrderedIDs() }

    /// Once there are more holes than names.
    private mutating func closeHoles() {
        guard slots.count >= OrderedIDs.closedCountMin, slots.count > 2 * positions.count else {
            return
        }
        slots = slots.filter { $0 != nil }
        head = 0
        for (position, id) in slots.enumerated() { positions[id!] = position }
    }

    /// Fewer slots are not worth closing up.
    private static var closedCountMin: Int { 16 }
    /// An empty list keeps room for so many.
    private static var keptCapacityMax: Int { 16 }

    package struct Iterator: IteratorProtocol {
        fileprivate let slots: [ID?]
        fileprivate var position: Int

        package mutating func next() -> ID? {
            while position < slots.count {
                defer { position += 1 }
                if let id = slots[position] { return id }
            }
            return nil
        }
    }

    /// Goes through what is there now, whatever is removed or appended meanwhile.
    package func makeIterator() -> Iterator { Iterator(slots: slots, position: head) }

    package var underestimatedCount: Int { count }
}

extension OrderedIDs: ExpressibleByArrayLiteral {
    package init(arrayLiteral ids: ID...) { self.init(ids) }
}

extension OrderedIDs: Equatable {
    /// The same names in the same order.
    package static func == (left: OrderedIDs, right: OrderedIDs) -> Bool {
        left.count == right.count && left.elementsEqual(right)
    }
}
