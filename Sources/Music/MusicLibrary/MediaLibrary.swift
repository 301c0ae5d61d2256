internal import Foundation
internal import Glibc

/// The user's music: items and their groupings, kept in one database that several
/// processes may use at a time.
///
/// Ownership: the lock; the database is used under it alone.
package final class MediaLibrary: @unchecked Sendable {
    package let location: LibraryLocation
    /// An English message when a damaged database was set aside on opening; nil otherwise.
    package let notice: String?
    private let lock = NSRecursiveLock()
    private let database: Database
    /// Collections that were asked for lately, valid at one count of changes: an app's lists ask for the
    /// same again and again.
    private var recentCollections: [(query: LibraryQuery, found: [LibraryCollection])] = []
    private var recentChange: Int64 = -1

    private static let recentQueriesMax = 4
    /// Longest list that is kept.
    private static let recentCollectionsMax = 20_000

    /// Opens the library, and makes it when there is none.
    ///
    /// A damaged database is renamed, and replaced by an empty one that a scan fills again; what the
    /// user has rated and played is taken over as far as it can be read.
    package init(at location: LibraryLocation) throws(LibraryError) {
        let failure = FileContents.makeFolders(location.folder)
        guard failure == 0 else {
            throw LibraryError.cannotOpen(
                path: location.folder, message: FileContents.message(failure))
        }
        self.location = location
        do throws(LibraryError) {
            database = try Self.opened(location)
            notice = nil
        } catch {
            guard case .damaged = error else { throw error }
            try Self.setAside(location)
            let fresh = try Self.opened(location)
            let kept = Self.salvage(location.damaged, into: fresh)
            database = fresh
            notice =
                "\(location.database) was damaged; it is now \(location.damaged), and a new one "
                + "was made, with the play counts and ratings of \(kept) songs: scan again"
        }
    }

    private static func opened(_ location: LibraryLocation) throws(LibraryError) -> Database {
        let database = try Database(path: location.database)
        try Schema.prepare(database)
        guard FileStatus(location.suspicion) != nil else { return database }
        guard try database.text("PRAGMA quick_check(1)") == "ok" else {
            throw LibraryError.damaged(path: location.database)
        }
        unlink(location.suspicion)
        return database
    }

    private static func setAside(_ location: LibraryLocation) throws(LibraryError) {
        for ending in ["", "-wal", "-shm"] {
            unlink(location.damaged + ending)
            guard rename(location.database + ending, location.damaged + ending) == 0 else {
                guard errno == ENOENT, !ending.isEmpty else {
                    throw LibraryError.cannotOpen(
                        path: location.database, message: FileContents.message(errno))
                }
                continue
            }
        }
        unlink(location.suspicion)
    }

    /// Copies what cannot be scanned again from a damaged database, as far as it can be read.
    ///
    /// - Returns: Number of items with statistics that were kept.
    private static func salvage(_ path: String, into database: Database) -> Int {
        guard let old = try? Database(path: path) else { return 0 }
        var count = 0
        do throws(LibraryError) {
            let rows = try old.query(
                """
                SELECT id, hash, playCount, skipCount, lastPlayed, rating, bookmark, added
                FROM item WHERE hash IS NOT NULL AND (playCount > 0 OR skipCount > 0
                    OR rating IS NOT NULL OR bookmark > 0)
                """)
            while try rows.step() {
                // An absent item: the scan finds its file by its hash.
                try database.run(
                    """
                    INSERT OR IGNORE INTO item(id, hash, playCount, skipCount, lastPlayed, rating,
                        bookmark, added, present, mediaType, title, titleKey, searchText, sortKey,
                        section, compilation, explicit)
                    VALUES(?, ?, ?, ?, ?, ?, ?, ?, 0, 1, '', '', '', x'04', '#', 0, 0)
                    """,
                    .integer(rows.integer(0)), .integer(rows.integer(1)),
                    .integer(rows.integer(2)), .integer(rows.integer(3)),
                    .optional(rows.optionalReal(4)), .optional(rows.optionalInteger(5)),
                    .real(rows.real(6)), .real(rows.real(7)))
                count += 1
            }
        } catch {
            // The rest cannot be read.
        }
        Self.salvagePlaylists(old, into: database)
        return count
    }

    /// Uses the database under the lock.
    ///
    /// A database that turns out to be damaged is marked, so that the next opening checks it.
    func use<Result>(
        _ body: (Database) throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        lock.lock()
        defer { lock.unlock() }
        do throws(LibraryError) { return try body(database) } catch {
            Self.suspect(error, location)
            throw error
        }
    }

    static func suspect(_ error: LibraryError, _ location: LibraryLocation) {
        guard case .damaged = error else { return }
        _ = FileContents.replace(location.suspicion, with: [])
    }

    // MARK: Recent collections

    func cachedCollections(_ query: LibraryQuery, at change: Int64) -> [LibraryCollection]? {
        lock.lock()
        defer { lock.unlock() }
        guard recentChange == change else { return nil }
        return recentCollections.first { $0.query == query }?.found
    }

    func cache(_ found: [LibraryCollection], of query: LibraryQuery, at change: Int64) {
        guard found.count <= Self.recentCollectionsMax else { return }
        lock.lock()
        defer { lock.unlock() }
        if recentChange != change { recentCollections = [] }
        recentChange = change
        if recentCollections.count >= Self.recentQueriesMax { recentCollections.removeFirst() }
        recentCollections.append((query, found))
    }

    // MARK: Changes

    /// Increases whenever this or another process has changed the library.
    ///
    /// Cheap enough to be asked every second.
    package func changeCount() throws(LibraryError) -> Int64 {
        try use { database throws(LibraryError) in
            try database.number("SELECT value FROM meta WHERE key = 'changes'") ?? 0
        }
    }

    /// Seconds since 1970 of the last change; nil for a library that never changed.
    package func lastModified() throws(LibraryError) -> Double? {
        try use { database throws(LibraryError) in
            let statement = try database.query("SELECT value FROM meta WHERE key = 'modified'")
            defer { statement.reset() }
            return try statement.step() ? statement.optionalReal(0) : nil
        }
    }

    /// Changes the library in a transaction, and counts the change.
    func change<Result>(
        _ body: (Database) throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        try use { database throws(LibraryError) in
            try database.transaction { () throws(LibraryError) in
                let result = try body(database)
                try database.countChange()
                return result
            }
        }
    }

    // MARK: Folders

    /// The folders that are scanned, in the order of their paths.
    package func folders() throws(LibraryError) -> [String] {
        try use { database throws(LibraryError) in try database.roots() }
    }

    /// Adds a folder, which the next scan reads. Links in the path are resolved.
    package func addFolder(_ path: String) throws(LibraryError) {
        let path = resolved(path)
        guard FileStatus(path)?.isFolder == true else {
            throw LibraryError.cannotOpen(path: path, message: "is not a folder")
        }
        try change { database throws(LibraryError) in
            try database.run("INSERT OR IGNORE INTO root(path) VALUES(?)", .text(path))
        }
    }

    /// Removes a folder; the next scan hides its items, and keeps their play counts.
    ///
    /// - Returns: Whether the folder was one of the library's.
    @discardableResult
    package func removeFolder(_ path: String) throws(LibraryError) -> Bool {
        try change { database throws(LibraryError) in
            var count = 0
            for path in Set([withoutFinalSlashes(path), resolved(path)]) {
                try database.run("DELETE FROM root WHERE path = ?", .text(path))
                count += database.changedRowCount
            }
            return count > 0
        }
    }
}

/// The path without links; unchanged if there is nothing.
func resolved(_ path: String) -> String {
    guard let whole = realpath(path, nil) else { return withoutFinalSlashes(path) }
    defer { free(whole) }
    return String(cString: whole)
}

extension Database {
    func countChange() throws(LibraryError) {
        try run(
            """
            INSERT INTO meta(key, value) VALUES('changes', 1)
            ON CONFLICT(key) DO UPDATE SET value = value + 1
            """)
        try run(
            "INSERT OR REPLACE INTO meta(key, value) VALUES('modified', ?)", .real(secondsNow()))
    }

    func roots() throws(LibraryError) -> [String] {
        let rows = try query("SELECT path FROM root ORDER BY path")
        var paths: [String] = []
        while try rows.step() { paths.append(rows.text(0)) }
        return paths
    }
}

/// Seconds since 1970.
func secondsNow() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
