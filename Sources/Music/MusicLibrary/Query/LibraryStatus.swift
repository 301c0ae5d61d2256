/// What the library holds, in numbers.
package struct LibraryStatus: Equatable, Sendable {
    package var songs = 0
    package var podcasts = 0
    package var audioBooks = 0
    package var others = 0
    /// Items with files that are gone; their play counts are kept.
    package var missing = 0
    /// Seconds of all items.
    package var duration = 0.0
    package var albums = 0
    package var artists = 0
    package var genres = 0
    package var playlists = 0
    package var pictures = 0
    package var pictureByteCount: Int64 = 0
    /// Files that could not be read.
    package var failures = 0
    /// Bytes of the database, with its log.
    package var databaseByteCount: Int64 = 0
    /// Seconds since 1970 of the end of the last scan of everything; nil before the first.
    package var lastScan: Double?
}

extension MediaLibrary {
    /// Counts what is there.
    package func status() throws(LibraryError) -> LibraryStatus {
        var status = LibraryStatus()
        try use { database throws(LibraryError) in
            let rows = try database.query(
                """
                SELECT mediaType, present, count(*), sum(duration) FROM item
                GROUP BY mediaType, present
                """)
            while try rows.step() {
                let count = Int(rows.integer(2))
                guard rows.flag(1) else {
                    status.missing += count
                    continue
                }
                status.duration += rows.real(3)
                switch MediaType(rawValue: UInt(truncatingIfNeeded: rows.integer(0))) {
                case .music: status.songs += count
                case .podcast: status.podcasts += count
                case .audioBook: status.audioBooks += count
                default: status.others += count
                }
            }
            func count(_ sql: String) throws(LibraryError) -> Int {
                Int(try database.number(sql) ?? 0)
            }
            let distinct = "SELECT count(DISTINCT"
            let present = "FROM item WHERE present = 1"
            status.albums = try count("\(distinct) album) \(present)")
            status.artists = try count("\(distinct) artist) \(present)")
            status.genres = try count("\(distinct) genre) \(present)")
            status.playlists = try count("SELECT count(*) FROM playlist WHERE present = 1")
            status.failures = try count("SELECT count(*) FROM failure")
            status.pictures = try count("SELECT count(*) FROM picture")
            status.pictureByteCount =
                try database.number("SELECT sum(byteCount) FROM picture") ?? 0
            let meta = try database.query("SELECT value FROM meta WHERE key = 'scanned'")
            defer { meta.reset() }
            if try meta.step() { status.lastScan = meta.optionalReal(0) }
        }
        for ending in ["", "-wal"] {
            status.databaseByteCount += FileStatus(location.database + ending)?.size ?? 0
        }
        return status
    }

    /// Files that could not be read, with the reason; at most `limit`, by path.
    package func failures(
        limit: Int = 1000
    ) throws(LibraryError) -> [(path: String, reason: String)] {
        try use { database throws(LibraryError) in
            let rows = try database.query(
                """
                SELECT folder.path, failure.name, failure.reason FROM failure
                JOIN folder ON folder.id = failure.folder ORDER BY folder.path, failure.name
                LIMIT ?
                """, .integer(Int64(max(limit, 0))))
            var failures: [(path: String, reason: String)] = []
            while try rows.step() {
                failures.append((rows.text(0) + "/" + rows.text(1), rows.text(2)))
            }
            return failures
        }
    }
}
