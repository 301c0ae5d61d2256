package import AudioModel

/// Records by identifier, in an order of its own.
///
/// A phone has tens of apps and streams: a search along the identifiers is quick, and nothing has
/// to be kept in step with the records.
package protocol RecordTable<ID, Record> {
    associatedtype ID: Equatable
    associatedtype Record

    var ids: [ID] { get set }
    /// The records; `ids` has the identifier of each at the same index.
    var values: [Record] { get set }

    func index(of id: ID) -> Int?
}

extension RecordTable {
    /// A record; assigning `nil` removes it.
    package subscript(id: ID) -> Record? {
        @inline(__always) get { index(of: id).map { values[$0] } }
        @inline(__always)
        _modify {
            let index = index(of: id)
            var record = index.map { values[$0] }
            yield &record
            guard let index else { return }
            if let record {
                values[index] = record
            } else {
                ids.remove(at: index)
                values.remove(at: index)
            }
        }
    }

    package func contains(_ id: ID) -> Bool { index(of: id) != nil }
    package var isEmpty: Bool { ids.isEmpty }
    package var count: Int { ids.count }
}

/// The running apps, in the order of their numbers, which is the order of launch.
package struct AppTable: RecordTable, Sendable {
    package var ids: [AppID] = []
    package var values: [AppRecord] = []

    package func index(of id: AppID) -> Int? {
        let index = place(of: id)
        return index < ids.count && ids[index] == id ? index : nil
    }

    mutating func insert(_ record: AppRecord, as id: AppID) {
        let index = place(of: id)
        ids.insert(id, at: index)
        values.insert(record, at: index)
    }

    /// Returns the index of the first app with this number or a larger one.
    private func place(of id: AppID) -> Int {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The streams that have not ended, in the order of their start.
package struct StreamTable: RecordTable, Sendable {
    package var ids: [StreamID] = []
    package var values: [StreamRecord] = []

    package func index(of id: StreamID) -> Int? { ids.lastIndex(of: id) }

    mutating func append(_ record: StreamRecord, as id: StreamID) {
        ids.append(id)
        values.append(record)
    }

    /// The streams of one app, running or not.
    func of(_ app: AppID) -> [StreamID] { ids.filter { $0.app == app } }

    /// Whether a stream of the app keeps it running in the background.
    func keepRunning(_ app: AppID) -> Bool {
        ids.indices.contains { ids[$0].app == app && values[$0].keepsAppRunning }
    }

    /// Whether a stream of the app plays.
    func isPlaying(_ app: AppID) -> Bool {
        ids.indices.contains { ids[$0].app == app && values[$0].isPlaying }
    }

    /// The apps with an input that runs, unless the policy denies it.
    var recordingApps: [AppID] {
        // The kind is read in place; other conditions need the record, with references to count.
        ids.indices.filter { values[$0].kind == .recorder && values[$0].isRecording }
            .map { ids[$0].app }
    }
}

extension [AppID] {
    /// Removes an app.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    mutating func remove(_ app: AppID) -> Bool {
        guard let index = firstIndex(of: app) else { return false }
        remove(at: index)
        return true
    }
}
