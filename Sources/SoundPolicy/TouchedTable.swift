/// Records by name, which remembers the names of those that were written.
///
/// What follows from the records is then brought up to date by looking at these alone, and no
/// writer has to say what it wrote.
package struct TouchedTable<ID: Hashable & Sendable, Record: Sendable>: Sequence, Sendable {
    private var records: [ID: Record] = [:]
    /// Written, added or removed since `forgetTouched`; in order, some of them several times.
    package private(set) var touched: [ID] = []
    private var seenCount = 0

    package init() {}

    package subscript(id: ID) -> Record? {
        get { records[id] }
        _modify {
            touch(id)
            yield &records[id]
        }
    }

    /// Counts as written, though it was not: something outside that it depends on has changed.
    package mutating func touch(_ id: ID) {
        if touched.count == seenCount || touched.last != id { touched.append(id) }
    }

    /// Writes what nothing else follows from.
    package mutating func update(_ id: ID, _ write: (inout Record) -> Void) {
        guard let index = records.index(forKey: id) else { return }
        write(&records.values[index])
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

    package var isEmpty: Bool { records.isEmpty }
    package var count: Int { records.count }
    package var keys: Dictionary<ID, Record>.Keys { records.keys }
    package var values: Dictionary<ID, Record>.Values { records.values }

    package func makeIterator() -> Dictionary<ID, Record>.Iterator { records.makeIterator() }

    package func filter(_ isWanted: ((key: ID, value: Record)) -> Bool) -> [ID: Record] {
        records.filter { isWanted($0) }
    }
}
