/// An ordered set of identifiers in the order of insertion.
///
/// Appending, removing, `contains`, `first` and `last` take constant time on average; a removed
/// element leaves a hole that a later append closes.
package struct OrderedIDs<ID: Hashable & Sendable>: Sequence, Sendable {
    /// The elements in order, with holes for removed ones; neither end is a hole.
    private var slots: [ID?] = []
    /// The index of the first element; the slots before it are holes.
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

    /// The position of an element; larger for later ones. Valid until the next append.
    package func position(of id: ID) -> Int? { positions[id] }

    /// Appends an element; an existing one keeps its position.
    package mutating func append(_ id: ID) {
        guard positions[id] == nil else { return }
        closeHoles()
        positions[id] = slots.count
        slots.append(id)
    }

    /// - Returns: Whether the element existed.
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

    /// Closes the holes when there are more holes than elements.
    private mutating func closeHoles() {
        guard slots.count >= OrderedIDs.closedCountMin, slots.count > 2 * positions.count else {
            return
        }
        slots = slots.filter { $0 != nil }
        head = 0
        for (position, id) in slots.enumerated() { positions[id!] = position }
    }

    /// The smallest number of slots for which holes are closed.
    private static var closedCountMin: Int { 16 }
    /// The capacity that an empty set keeps.
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

    /// Iterates over the present elements, whatever is removed or appended meanwhile.
    package func makeIterator() -> Iterator { Iterator(slots: slots, position: head) }

    package var underestimatedCount: Int { count }
}

extension OrderedIDs: ExpressibleByArrayLiteral {
    package init(arrayLiteral ids: ID...) { self.init(ids) }
}

extension OrderedIDs: Equatable {
    /// Whether both have the same elements in the same order.
    package static func == (left: OrderedIDs, right: OrderedIDs) -> Bool {
        left.count == right.count && left.elementsEqual(right)
    }
}
