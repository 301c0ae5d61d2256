/// Writes the playlists of files to the database.
struct PlaylistStore {
    let database: Database

    init(_ database: Database) {
        self.database = database
    }

    func knownFiles(in folder: Int64) throws(LibraryError) -> [FileName: SongStore.KnownFile] {
        let rows = try database.query(
            """
            SELECT file, id, size, fileModified, inode, present FROM playlist WHERE folder = ?
            """, .integer(folder))
        var files: [FileName: SongStore.KnownFile] = [:]
        while try rows.step() {
            files[FileName(rows.text(0))] = SongStore.KnownFile(
                id: rows.id(1), size: rows.integer(2), modified: rows.integer(3),
                inode: rows.integer(4), isPresent: rows.flag(5))
        }
        return files
    }

    func show(_ id: UInt64) throws(LibraryError) {
        try database.run("UPDATE playlist SET present = 1 WHERE id = ?", .id(id))
    }

    /// Removes a playlist with its file; another of the same path gets the same identifier.
    func remove(_ id: UInt64) throws(LibraryError) {
        try database.run("DELETE FROM playlistEntry WHERE playlist = ?", .id(id))
        try database.run("DELETE FROM playlist WHERE id = ?", .id(id))
    }

    /// Saves a list that was read, in place of what its file had before.
    func save(
        _ list: PlaylistFile, at place: SongStore.Place, _ row: SongStore.KnownFile?
    ) throws(LibraryError) {
        let name = list.title ?? Self.baseName(place.name)
        let sort = SortKey(name)
        let id: UInt64
        if let row { id = row.id } else { id = try freeID(place) }
        let modified = Double(place.status.modified) / 1e9
        try database.run(
            """
            INSERT OR REPLACE INTO playlist(id, name, nameKey, searchText, sortKey, section,
                description, author, created, modified, present, folder, file, size,
                fileModified, inode)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,
                coalesce((SELECT created FROM playlist WHERE id = ?1), ?9), ?9, 1, ?10, ?11, ?12,
                ?13, ?14)
            """,
            .id(id), .text(name), .text(folded(name, .caseAndWidth)),
            .text(folded(name, .accents)), .bytes(sort.bytes), .text(sort.section),
            .optional(list.description), .optional(list.author), .real(modified),
            .integer(place.folder), .text(place.name), .integer(place.status.size),
            .integer(place.status.modified), .integer(place.status.inode))
        try database.run("DELETE FROM playlistEntry WHERE playlist = ?", .id(id))
        var position: Int64 = 0
        var folders = FolderCache()
        for entry in list.entries {
            guard let path = folders.path(of: entry, in: place.folderPath),
                let slash = path.lastIndex(of: "/")
            else { continue }
            try database.run(
                """
                INSERT INTO playlistEntry(playlist, position, folderPath, name)
                VALUES(?, ?, ?, ?)
                """, .id(id), .integer(position), .text(String(path[..<slash])),
                .text(String(path[path.index(after: slash)...])))
            position += 1
        }
    }

    /// An entry, and the item at its path.
    struct FoundItem {
        var playlist: Int64
        var position: Int64
        var item: Int64
    }

    /// Entries with paths of items that they do not have yet.
    func foundItems() throws(LibraryError) -> [FoundItem] {
        var found: [FoundItem] = []
        let rows = try database.query(
            """
            SELECT entry.playlist, entry.position, item.id
            FROM playlistEntry AS entry JOIN folder ON folder.path = entry.folderPath
            JOIN item ON item.folder = folder.id AND item.name = entry.name
            WHERE item.present = 1 AND entry.item IS NOT item.id
            """)
        while try rows.step() {
            found.append(
                FoundItem(
                    playlist: rows.integer(0), position: rows.integer(1), item: rows.integer(2)))
        }
        return found
    }

    /// Gives an entry an item, which it keeps when that moves elsewhere.
    func save(_ found: FoundItem) throws(LibraryError) {
        try database.run(
            "UPDATE playlistEntry SET item = ? WHERE playlist = ? AND position = ?",
            .integer(found.item), .integer(found.playlist), .integer(found.position))
    }

    private func freeID(_ place: SongStore.Place) throws(LibraryError) -> UInt64 {
        var id = MediaLibrary.playlistID(forIdentifier: place.folderPath + "/" + place.name)
        while try database.number("SELECT 1 FROM playlist WHERE id = ?", .id(id)) != nil {
            id = id == .max ? 1 : id + 1
        }
        return id
    }

    private static func baseName(_ name: String) -> String {
        let ending = nameExtension(name)
        return ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
    }
}

/// Asks the file system which of several paths is meant, and remembers folders without links.
private struct FolderCache {
    private var resolvedFolders: [String: String] = [:]

    private static let foldersMax = 1000

    /// The path of an entry's file: the first that is there, or else the first of all; nil for an entry
    /// on the network.
    mutating func path(
        of entry: PlaylistFile.Entry, in folder: String
    ) -> String? {
        let paths = ([entry.location] + entry.alternatives).flatMap {
            PlaylistLocation.paths($0, in: folder)
        }
        guard let path = paths.first(where: { FileStatus($0)?.isRegular == true }) ?? paths.first,
            let slash = path.lastIndex(of: "/")
        else { return nil }
        let above = String(path[..<slash])
        // The library has the folders below its own with the links in them, and its own without.
        guard above != folder, !above.hasPrefix(folder + "/") else { return path }
        if resolvedFolders.count >= Self.foldersMax { resolvedFolders = [:] }
        let whole = resolvedFolders[above] ?? resolved(above)
        resolvedFolders[above] = whole
        return whole + path[slash...]
    }
}
