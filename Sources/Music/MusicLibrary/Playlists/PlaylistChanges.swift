import AudioModel

/// What the user does with playlists. Those of files change with their files alone.
extension MediaLibrary {
    /// Most items of a playlist.
    package static let playlistItemsMax = 100_000
    /// Longest name, description and author, in bytes.
    private static let textByteCountMax = 4096

    /// The identifier of a playlist that an app names by a text such as a UUID; the same for the same
    /// text, in any library.
    package static func playlistID(forIdentifier identifier: String) -> UInt64 {
        var hash = ContentHash(seed: 0x504C_4159_4C49_5354)
        hash.add(identifier)
        return hash.value
    }

    /// Makes a playlist of the user.
    ///
    /// - Parameters:
    ///   - id: The identifier, such as that of `playlistID(forIdentifier:)`; a new one by default. If
    ///     there is a playlist with it, that is returned unchanged.
    ///   - items: The first items, in order.
    /// - Throws: `tooManyItems`, or an error of the database.
    @discardableResult
    package func createPlaylist(
        name: String, id: UInt64? = nil, description: String? = nil, author: String? = nil,
        attributes: PlaylistAttributes = [], items: [UInt64] = []
    ) throws(LibraryError) -> LibraryPlaylist {
        let name = Self.shortened(name)
        let made = try change { database throws(LibraryError) in
            var key = id ?? 0
            if id == nil {
                repeat {
                    key = UInt64.random(in: 1...UInt64.max)
                } while try database.hasPlaylist(key)
            } else if try database.hasPlaylist(key) {
                return key
            }
            let sort = SortKey(name)
            let now = secondsNow()
            try database.run(
                """
                INSERT INTO playlist(id, name, nameKey, searchText, sortKey, section, attributes,
                    description, author, created, modified, present)
                VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
                """,
                .id(key), .text(name), .text(folded(name, .caseAndWidth)),
                .text(folded(name, .accents)), .bytes(sort.bytes), .text(sort.section),
                .integer(Int64(attributes.rawValue)), .optional(description.map(Self.shortened)),
                .optional(author.map(Self.shortened)), .real(now), .real(now))
            try database.append(items, toPlaylist: key)
            return key
        }
        guard let playlist = try playlist(made) else {
            // Another process removed it meanwhile.
            throw LibraryError.busy(path: location.database)
        }
        return playlist
    }

    /// Adds items to the end of a playlist of the user; items that the library does not have are left
    /// out.
    ///
    /// - Returns: Whether there is such a playlist.
    /// - Throws: `notEditable` for a playlist of a file, or `tooManyItems`.
    @discardableResult
    package func addItems(
        _ ids: [UInt64], toPlaylist id: UInt64
    ) throws(LibraryError) -> Bool {
        try changePlaylist(id) { database throws(LibraryError) in
            try database.append(ids, toPlaylist: id)
        }
    }

    /// Replaces all items of a playlist of the user, for instance to reorder them.
    ///
    /// - Returns: Whether there is such a playlist.
    /// - Throws: `notEditable` for a playlist of a file, or `tooManyItems`.
    @discardableResult
    package func setItems(
        _ ids: [UInt64], ofPlaylist id: UInt64
    ) throws(LibraryError) -> Bool {
        try changePlaylist(id) { database throws(LibraryError) in
            try database.run("DELETE FROM playlistEntry WHERE playlist = ?", .id(id))
            try database.append(ids, toPlaylist: id)
        }
    }

    /// Changes the name, the description and the author of a playlist of the user; nil keeps a text.
    ///
    /// - Returns: Whether there is such a playlist.
    /// - Throws: `notEditable` for a playlist of a file.
    @discardableResult
    package func changePlaylist(
        _ id: UInt64, name: String? = nil, description: String? = nil, author: String? = nil
    ) throws(LibraryError) -> Bool {
        try changePlaylist(id) { database throws(LibraryError) in
            if let name = name.map(Self.shortened) {
                let sort = SortKey(name)
                try database.run(
                    """
                    UPDATE playlist SET name = ?, nameKey = ?, searchText = ?, sortKey = ?,
                        section = ? WHERE id = ?
                    """, .text(name), .text(folded(name, .caseAndWidth)),
                    .text(folded(name, .accents)), .bytes(sort.bytes), .text(sort.section), .id(id))
            }
            try database.run(
                """
                UPDATE playlist SET description = coalesce(?, description),
                    author = coalesce(?, author) WHERE id = ?
                """, .optional(description.map(Self.shortened)),
                .optional(author.map(Self.shortened)), .id(id))
        }
    }

    /// Removes a playlist of the user; its items stay in the library.
    ///
    /// - Returns: Whether there was such a playlist.
    /// - Throws: `notEditable` for a playlist of a file.
    @discardableResult
    package func removePlaylist(_ id: UInt64) throws(LibraryError) -> Bool {
        try changePlaylist(id) { database throws(LibraryError) in
            try database.run("DELETE FROM playlistEntry WHERE playlist = ?", .id(id))
            try database.run("DELETE FROM playlist WHERE id = ?", .id(id))
        }
    }

    /// Changes a playlist of the user in a transaction.
    ///
    /// - Returns: Whether there is such a playlist.
    private func changePlaylist(
        _ id: UInt64, _ body: (Database) throws(LibraryError) -> Void
    ) throws(LibraryError) -> Bool {
        guard let playlist = try playlist(id) else { return false }
        guard playlist.path == nil else { throw LibraryError.notEditable(name: playlist.name) }
        return try change { database throws(LibraryError) in
            guard try database.hasPlaylist(id) else { return false }
            try body(database)
            try database.run(
                "UPDATE playlist SET modified = ? WHERE id = ?", .real(secondsNow()), .id(id))
            return true
        }
    }

    private static func shortened(_ text: String) -> String {
        text.bounded(toBytes: textByteCountMax)
    }
}

extension Database {
    fileprivate func hasPlaylist(_ id: UInt64) throws(LibraryError) -> Bool {
        try number("SELECT 1 FROM playlist WHERE id = ?", .id(id)) != nil
    }

    fileprivate func append(
        _ items: [UInt64], toPlaylist id: UInt64
    ) throws(LibraryError) {
        let last = try number(
            "SELECT max(position) FROM playlistEntry WHERE playlist = ?", .id(id))
        var position = (last ?? -1) + 1
        guard position + Int64(items.count) <= Int64(MediaLibrary.playlistItemsMax) else {
            throw LibraryError.tooManyItems(limit: MediaLibrary.playlistItemsMax)
        }
        for item in items where try number("SELECT 1 FROM item WHERE id = ?", .id(item)) != nil {
            try run(
                "INSERT INTO playlistEntry(playlist, position, item) VALUES(?, ?, ?)", .id(id),
                .integer(position), .id(item))
            position += 1
        }
    }
}
