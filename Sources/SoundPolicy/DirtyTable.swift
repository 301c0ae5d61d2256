/// A table of records by identifier that tracks dirty records.
///
/// Derived state is updated from the dirty records alone, and writers do not have to report what
/// they wrote. Records are written in place, not copied; `read` reads them in place.
package struct DirtyTable<ID: Hashable & Sendable, Record: Sendable>: Sequence, Sendable {
    private var places: [ID: Int] = [:]
    /// The records in no particular order; `names` has the identifier of each at the same index.
    private var records: [Record] = []
    private var names: [ID] = []
    /// The identifiers of records written, added or removed since `clearDirty`, in order; may
    /// contain duplicates.
    package private(set) var touched: [ID] = []
    private var seenCount = 0
    /// The number of writes so far.
    private(set) var writeCount = 0

    package init() {}

    package subscript(id: ID) -> Record? {
        get { places[id].map { records[$0] } }
        _modify {
            touch(id)
            let place = places[id]
            // Moved out, and back in place.
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

    /// Writes a record in place, without moving it out; does nothing for an unknown identifier.
    @inline(__always)
    mutating func write(_ id: ID, _ write: (inout Record) -> Void) {
        guard let place = places[id] else { return }
        touch(id)
        write(&records[place])
    }

    package func contains(_ id: ID) -> Bool { places[id] != nil }

    /// Reads one record in place; the pointer is valid during the call.
    @inline(__always)
    func read<Value>(_ id: ID, _ look: (UnsafePointer<Record>) -> Value) -> Value? {
        guard let place = places[id] else { return nil }
        return records.withUnsafeBufferPointer { look($0.baseAddress! + place) }
    }

    /// Returns the index of a record, valid until a record is added or removed.
    func place(of id: ID) -> Int? { places[id] }
    func record(at place: Int) -> Record { records[place] }

    /// Writes a record without marking it dirty, for fields that no derived state depends on.
    mutating func update(at place: Int, _ write: (inout Record) -> Void) { write(&records[place]) }

    private mutating func add(_ record: Record, as id: ID) {
        places[id] = records.count
        records.append(record)
        names.append(id)
    }

    /// Removes a record; the last one moves to its index.
    private mutating func remove(at place: Int) {
        places[names[place]] = nil
        let (record, name) = (records.removeLast(), names.removeLast())
        guard place < records.count else { return }
        records[place] = record
        names[place] = name
        places[name] = place
    }

    /// Marks a record dirty without a write, because something outside that it depends on has
    /// changed.
    package mutating func touch(_ id: ID) {
        writeCount &+= 1
        if touched.count == seenCount || touched.last != id { touched.append(id) }
    }

    func isDirty(_ id: ID) -> Bool { touched.contains(id) }

    /// Writes a record without marking it dirty, for fields that no derived state depends on.
    package mutating func update(_ id: ID, _ write: (inout Record) -> Void) {
        guard let place = places[id] else { return }
        write(&records[place])
    }

    /// Returns a dirty identifier that was not returned before; `nil` when there is none.
    package mutating func nextUnseen() -> ID? {
        guard seenCount < touched.count else { return nil }
        defer { seenCount += 1 }
        return touched[seenCount]
    }

    package mutating func clearDirty() {
        seenCount = 0
        guard touched.capacity <= keptCapacityMax else { return touched = [] }
        touched.removeAll(keepingCapacity: true)
    }

    /// The capacity that the list of dirty identifiers keeps.
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
