/// Records by name, which remembers the names of those that were written.
///
/// What follows from the records is then brought up to date by looking at these alone, and no
/// writer has to say what it wrote. Records are written where they are, not copied; `read` reads
/// them there.
package struct TouchedTable<ID: Hashable & Sendable, Record: Sendable>: Sequence, Sendable {
    private var places: [ID: Int] = [:]
    /// In no order that means anything; each one's name stands at the same place in `names`.
    private var records: [Record] = []
    private var names: [ID] = []
    /// Written, added or removed since `forgetTouched`; in order, some of them several times.
    package private(set) var touched: [ID] = []
    private var seenCount = 0

    package init() {}

    package subscript(id: ID) -> Record? {
        get { places[id].map { records[$0] } }
        _modify {
            touch(id)
            let place = places[id]
            // Taken out, and put back where it was.
            var record = place.map { records[$0] }
            yield &record
            switch (place, record) {
            case (let place?, let record?): records[place] = record
            case (let place?, nil): remove(at: place)
            case (nil, let record?): add(record, as: id)
            case (nil, nil): break
            }
        }
    }

    /// Writes a record where it is, without taking it out first; none is made for an unknown name.
    @inline(__always)
    mutating func write(_ id: ID, _ write: (inout Record) -> Void) {
        guard let place = places[id] else { return }
        touch(id)
        write(&records[place])
    }

    package func contains(_ id: ID) -> Bool { places[id] != nil }

    /// Looks at one record where it is; the pointer holds for as long as the look.
    @inline(__always)
    func read<Value>(_ id: ID, _ look: (UnsafePointer<Record>) -> Value) -> Value? {
        guard let place = places[id] else { return nil }
        return records.withUnsafeBufferPointer { look($0.baseAddress! + place) }
    }

    /// Where a record is, until one is added or removed.
    func place(of id: ID) -> Int? { places[id] }
    func record(at place: Int) -> Record { records[place] }

    /// Writes what nothing else follows from.
    mutating func update(at place: Int, _ write: (inout Record) -> Void) { write(&records[place]) }

    private mutating func add(_ record: Record, as id: ID) {
        places[id] = records.count
        records.append(record)
        names.append(id)
    }

    /// The last one takes its place.
    private mutating func remove(at place: Int) {
        places[names[place]] = nil
        let (record, name) = (records.removeLast(), names.removeLast())
        guard place < records.count else { return }
        records[place] = record
        names[place] = name
        places[name] = place
    }

    /// Counts as written, though it was not: something outside that it depends on has changed.
    package mutating func touch(_ id: ID) {
        if touched.count == seenCount || touched.last != id { touched.append(id) }
    }

    func isTouched(_ id: ID) -> Bool { touched.contains(id) }

    /// Writes what nothing else follows from.
    package mutating func update(_ id: ID, _ write: (inout Record) -> Void) {
        guard let place = places[id] else { return }
        write(&records[place])
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
    package var values: [Record] { records }

    package func makeIterator() -> Zip2Sequence<[ID], [Record]>.Iterator {
        zip(names, records).makeIterator()
    }

    package func filter(_ isWanted: ((key: ID, value: Record)) -> Bool) -> [ID: Record] {
        zip(names, records).reduce(into: [:]) { wanted, entry in
            if isWanted((key: entry.0, value: entry.1)) { wanted[entry.0] = entry.1 }
        }
    }
}
