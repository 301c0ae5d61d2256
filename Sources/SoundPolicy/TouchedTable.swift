/// Records by name, which remembers the names of those that were written.
///
/// What follows from the records is then brought up to date by looking at these alone, and no
/// writer has to say what it wrote. Records are written where they are, not copied; `read` reads
/// them there.
package struct TouchedTable<ID: Hashable & Sendable, Record: Sendable>: Sequence, Sendable {
    private var places: [ID: Int] = [:]
    /// Those of no record are in `free`.
    private var slots: [Record?] = []
    private var free: [Int] = []
    /// Written, added or removed since `forgetTouched`; in order, some of them several times.
    package private(set) var touched: [ID] = []
    private var seenCount = 0

    package init() {}

    package subscript(id: ID) -> Record? {
        get { places[id].flatMap { slots[$0] } }
        _modify {
            touch(id)
            if let place = places[id] {
                defer { if slots[place] == nil { give(back: place, of: id) } }
                yield &slots[place]
            } else {
                var record: Record?
                defer { if let record { add(record, as: id) } }
                yield &record
            }
        }
    }

    package func contains(_ id: ID) -> Bool { places[id] != nil }

    /// Looks at one record where it is.
    @inline(__always)
    func read<Value>(_ id: ID, _ look: (borrowing Record) -> Value) -> Value? {
        guard let place = places[id] else { return nil }
        return slots.withUnsafeBufferPointer { look($0[place]!) }
    }

    private mutating func add(_ record: Record, as id: ID) {
        if let place = free.popLast() {
            slots[place] = record
            places[id] = place
        } else {
            places[id] = slots.count
            slots.append(record)
        }
    }

    private mutating func give(back place: Int, of id: ID) {
        places[id] = nil
        free.append(place)
        guard places.isEmpty else { return }
        (places, slots, free) = ([:], [], [])
    }

    /// Counts as written, though it was not: something outside that it depends on has changed.
    package mutating func touch(_ id: ID) {
        if touched.count == seenCount || touched.last != id { touched.append(id) }
    }

    func isTouched(_ id: ID) -> Bool { touched.contains(id) }

    /// Writes what nothing else follows from.
    package mutating func update(_ id: ID, _ write: (inout Record) -> Void) {
        guard let place = places[id] else { return }
        write(&slots[place]!)
    }

    /// One of the touched that was not given before.
    package mutating func nextUnseen() -> ID? {
        guard seenCount < touched.count else { return nil }
        defer { seenCount += 1 }
        return touched[seenCount]
    }

    package mutating func forgetTouched() {
        seenCount = 0
        guard touched.capacity <= keptCapacityMax else { return touched = [] }
        touched.removeAll(keepingCapacity: true)
    }

    /// The list of the touched keeps room for so many.
    private var keptCapacityMax: Int { 64 }

    package var isEmpty: Bool { places.isEmpty }
    package var count: Int { places.count }
    package var keys: Dictionary<ID, Int>.Keys { places.keys }
    package var values: [Record] { slots.compactMap { $0 } }

    package func makeIterator() -> AnyIterator<(key: ID, value: Record)> {
        var places = places.makeIterator()
        return AnyIterator {
            places.next().flatMap { id, place in slots[place].map { (id, $0) } }
        }
    }

    package func filter(_ isWanted: ((key: ID, value: Record)) -> Bool) -> [ID: Record] {
        reduce(into: [:]) { wanted, entry in
            if isWanted(entry) { wanted[entry.key] = entry.value }
        }
    }
}
