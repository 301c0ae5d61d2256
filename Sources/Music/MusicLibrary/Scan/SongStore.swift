internal import Glibc

/// Writes songs to the database.
struct SongStore {
    let database: Database
    private var groupings: GroupingStore

    init(_ database: Database) {
        self.database = database
        groupings = GroupingStore(database)
    }

    /// A file that the database has.
    struct KnownFile {
        var id: UInt64
        var size: Int64
        var modified: Int64
        var inode: Int64
        var isPresent: Bool

        func isUnchanged(_ status: FileStatus) -> Bool {
            size == status.size && modified == status.modified && inode == status.inode
        }
    }

    /// Where a file is, and what the system says of it.
    struct Place {
        var folder: Int64
        var folderPath: String
        var name: String
        var status: FileStatus
    }

    enum Outcome {
        case added
        case updated
        case moved(UInt64)

        var isAdded: Bool { if case .added = self { true } else { false } }
    }

    // MARK: What is known

    func knownFiles(in folder: Int64) throws(LibraryError) -> [FileName: KnownFile] {
        try files(
            "SELECT name, id, size, modified, inode, present FROM item WHERE folder = ?", folder)
    }

    /// Files that could not be read.
    func failures(in folder: Int64) throws(LibraryError) -> [FileName: KnownFile] {
        try files(
            "SELECT name, 0, size, modified, inode, 0 FROM failure WHERE folder = ?", folder)
    }

    private func files(
        _ sql: String, _ folder: Int64
    ) throws(LibraryError) -> [FileName: KnownFile] {
        let rows = try database.query(sql, .integer(folder))
        var files: [FileName: KnownFile] = [:]
        while try rows.step() {
            files[FileName(rows.text(0))] = KnownFile(
                id: rows.id(1), size: rows.integer(2), modified: rows.integer(3),
                inode: rows.integer(4), isPresent: rows.flag(5))
        }
        return files
    }

    func show(_ id: UInt64) throws(LibraryError) {
        try database.run("UPDATE item SET present = 1 WHERE id = ?", .id(id))
    }

    func hide(_ id: UInt64) throws(LibraryError) {
        try database.run("UPDATE item SET present = 0 WHERE id = ?", .id(id))
    }

    /// - Parameter isLasting: Whether the file is not read again until it changes.
    func saveFailure(
        _ reason: String, at place: Place, isLasting: Bool
    ) throws(LibraryError) {
        let noSize: Int64 = -1
        try database.run(
            "INSERT OR REPLACE INTO failure(folder, name, size, modified, inode, reason) "
                + "VALUES(?, ?, ?, ?, ?, ?)",
            .integer(place.folder), .text(place.name),
            .integer(isLasting ? place.status.size : noSize),
            .integer(place.status.modified), .integer(place.status.inode), .text(reason))
    }

    func forgetFailure(_ name: String, in folder: Int64) throws(LibraryError) {
        try database.run(
            "DELETE FROM failure WHERE folder = ? AND name = ?", .integer(folder), .text(name))
    }

    // MARK: Identity

    /// Saves a song that was read.
    ///
    /// - Parameter row: The song that was at this place before.
    mutating func save(
        _ song: SongFile, at place: Place, replacing row: KnownFile?
    ) throws(LibraryError) -> Outcome {
        let (id, outcome) = try identity(of: song, at: place, row)
        if row?.id != id {
            // Another song was here: it stays, without a file.
            try database.run(
                "UPDATE item SET folder = NULL, name = NULL, present = 0 "
                    + "WHERE folder = ? AND name = ? AND id <> ?",
                .integer(place.folder), .text(place.name), .id(id))
        }
        try forgetFailure(place.name, in: place.folder)
        try write(song, id, at: place, isNew: outcome.isAdded)
        return outcome
    }

    /// Finds the song that a file is, so that it keeps its identifier and its play count.
    private func identity(
        of song: SongFile, at place: Place, _ row: KnownFile?
    ) throws(LibraryError) -> (UInt64, Outcome) {
        if let row {
            let hash = try database.number("SELECT hash FROM item WHERE id = ?", .id(row.id))
            if hash == Int64(bitPattern: song.hash) { return (row.id, .updated) }
        }
        if let moved = try movedItem(with: song.hash, otherThan: row?.id) {
            return (moved, .moved(moved))
        }
        if let row, try isSameSong(row, song) { return (row.id, .updated) }
        return (try freeID(for: song.hash), .added)
    }

    /// Whether a file with other sound is still the song that was there: coded again, or cut.
    private func isSameSong(_ row: KnownFile, _ song: SongFile) throws(LibraryError) -> Bool {
        try database.text("SELECT titleKey FROM item WHERE id = ?", .id(row.id))
            == folded(song.tags.title, .caseAndWidth)
    }

    /// The song with this sound and a file that is gone, or has become another.
    private func movedItem(
        with hash: UInt64, otherThan id: UInt64?
    ) throws(LibraryError) -> UInt64? {
        let candidatesMax = 100
        let rows = try database.query(
            """
            SELECT item.id, item.present, folder.path, item.name, item.size, item.modified,
                item.inode
            FROM item LEFT JOIN folder ON folder.id = item.folder
            WHERE item.hash = ? ORDER BY item.playCount DESC, item.added LIMIT ?
            """, .id(hash), .integer(Int64(candidatesMax)))
        var found: UInt64?
        while try rows.step() {
            let candidate = KnownFile(
                id: rows.id(0), size: rows.integer(4), modified: rows.integer(5),
                inode: rows.integer(6), isPresent: rows.flag(1))
            guard candidate.id != id, found == nil else { continue }
            if rows.isNull(2) || rows.isNull(3) {
                found = candidate.id
            } else if let status = FileStatus(rows.text(2) + "/" + rows.text(3)) {
                if !candidate.isUnchanged(status) { found = candidate.id }
            } else {
                found = candidate.id
            }
        }
        return found
    }

    /// An identifier that follows from the sound, so that a library that is made again has the same.
    private func freeID(for hash: UInt64) throws(LibraryError) -> UInt64 {
        var id = hash
        var copy: UInt64 = 0
        while try database.number("SELECT 1 FROM item WHERE id = ?", .id(id)) != nil {
            copy += 1
            var next = ContentHash(seed: hash)
            next.add(copy)
            id = next.value
        }
        return id
    }

    // MARK: Writing

    private mutating func write(
        _ song: SongFile, _ id: UInt64, at place: Place, isNew: Bool
    ) throws(LibraryError) {
        let tags = song.tags
        let names = try groupings.names(of: tags)
        let key = SortKey(tags.title, sortName: tags.sortTitle)
        var values: [SQLValue] = [
            .id(id), .integer(place.folder), .text(place.name), .integer(place.status.size),
            .integer(place.status.modified), .integer(place.status.inode), .id(song.hash),
            .integer(1), .real(secondsNow()), .integer(Int64(tags.mediaType.rawValue)),
            .text(tags.title), .text(folded(tags.title, .caseAndWidth)),
            .text(folded(tags.title, .accents)), .bytes(key.bytes), .text(key.section),
        ]
        values += [
            .optional(names.album), .optional(names.artist), .optional(names.albumArtist),
            .optional(names.composer), .optional(names.genre), .optional(names.podcast),
            .optional(tags.discNumber), .optional(tags.discCount), .optional(tags.trackNumber),
            .optional(tags.trackCount), .flag(tags.isCompilation), .optional(tags.year),
            .optional(tags.releaseDate), .real(song.duration), .optional(tags.beatsPerMinute),
            .flag(tags.isExplicit), .optional(tags.comments), .optional(tags.userGrouping),
            .optional(song.picture), .text(song.container), .text(song.codec),
            .real(song.sampleRate), .optional(song.channelCount), .optional(song.bitRate),
            .optional(tags.rating),
        ]
        try database.run(Self.upsert, values: values)
        try writeLyrics(tags.lyrics, id, isNew: isNew)
        if !isNew { try database.run("DELETE FROM itemSearch WHERE rowid = ?", .id(id)) }
        let others = [tags.artist, tags.album, tags.albumArtist, tags.composer].compactMap { $0 }
        try database.run(
            "INSERT INTO itemSearch(rowid, title, names) VALUES(?, ?, ?)", .id(id),
            .text(SearchWords.indexed(tags.title)),
            .text(SearchWords.indexed(others.joined(separator: " "))))
    }

    private func writeLyrics(
        _ lyrics: String?, _ id: UInt64, isNew: Bool
    ) throws(LibraryError) {
        if let lyrics {
            try database.run(
                "INSERT OR REPLACE INTO lyrics(item, text) VALUES(?, ?)", .id(id), .text(lyrics))
        } else if !isNew {
            try database.run("DELETE FROM lyrics WHERE item = ?", .id(id))
        }
    }

    private static let columns = [
        "id", "folder", "name", "size", "modified", "inode", "hash", "present", "added",
        "mediaType", "title", "titleKey", "searchText", "sortKey", "section", "album", "artist",
        "albumArtist", "composer", "genre", "podcast", "discNumber", "discCount", "trackNumber",
        "trackCount", "compilation", "year", "releaseDate", "duration", "bpm", "explicit",
        "comments", "userGrouping", "picture", "container", "codec", "sampleRate", "channels",
        "bitRate", "fileRating",
    ]

    /// What the user has done with a song is kept, and so is the date at which it was added.
    private static let upsert: String = {
        let kept: Set<String> = ["id", "added"]
        let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        let sets = columns.filter { !kept.contains($0) }.map { "\($0) = excluded.\($0)" }
        return "INSERT INTO item(\(columns.joined(separator: ", "))) VALUES(\(places)) "
            + "ON CONFLICT(id) DO UPDATE SET \(sets.joined(separator: ", "))"
    }()
}
