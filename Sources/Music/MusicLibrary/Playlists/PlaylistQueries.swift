/// Playlists are read here; `PlaylistChanges.swift` makes and changes those of the user.
extension MediaLibrary {
    /// The playlists by name, without those of files that are gone.
    package func playlists() throws(LibraryError) -> [LibraryPlaylist] {
        try playlists(SQLCondition(sql: "playlist.present = 1"))
    }

    /// One playlist; nil when the library does not have it.
    package func playlist(_ id: UInt64) throws(LibraryError) -> LibraryPlaylist? {
        try playlists(
            SQLCondition(sql: "playlist.present = 1 AND playlist.id = ?", values: [.id(id)])
        ).first
    }

    /// The identifiers of a playlist's items, in its order and with duplicates; items without a file are
    /// left out until it returns.
    package func items(ofPlaylist id: UInt64) throws(LibraryError) -> [UInt64] {
        try itemIDs(ofPlaylist: id, satisfying: LibraryQuery(groupedBy: .playlist))
    }

    private func playlists(_ condition: SQLCondition) throws(LibraryError) -> [LibraryPlaylist] {
        try use { database throws(LibraryError) in
            let rows = try database.query(
                """
                SELECT \(LibraryPlaylist.columns) FROM \(LibraryPlaylist.tables)
                WHERE \(condition.sql) ORDER BY playlist.sortKey, playlist.id
                """, values: condition.values)
            var playlists: [LibraryPlaylist] = []
            while try rows.step() { playlists.append(LibraryPlaylist(rows)) }
            return playlists
        }
    }

    // MARK: As collections of a query

    /// The playlists that satisfy the conditions on playlists. Where the query has conditions on
    /// items, those with such an item alone; `count` is the number of these.
    func playlistCollections(
        _ query: LibraryQuery
    ) throws(LibraryError) -> [LibraryCollection] {
        let playlists = query.playlistCondition
        let items = query.condition
        let isFiltered = query.predicates.contains { !$0.isMetByEveryPlaylist }
        return try use { database throws(LibraryError) in
            let rows = try database.query(
                """
                SELECT playlist.id, playlist.name, playlist.section,
                    (SELECT count(*) FROM playlistEntry JOIN item ON item.id = playlistEntry.item
                        WHERE playlistEntry.playlist = playlist.id AND \(items.sql)) AS count
                FROM playlist WHERE \(playlists.sql) ORDER BY playlist.sortKey, playlist.id
                """, values: items.values + playlists.values)
            var collections: [LibraryCollection] = []
            while try rows.step() {
                let count = Int(rows.integer(3))
                guard count > 0 || !isFiltered else { continue }
                collections.append(
                    LibraryCollection(
                        id: rows.id(0), name: rows.text(1), artist: nil, section: rows.text(2),
                        count: count))
            }
            return collections
        }
    }

    func itemIDs(
        ofPlaylist id: UInt64, satisfying query: LibraryQuery
    ) throws(LibraryError) -> [UInt64] {
        let condition = query.condition
        return try ids(
            """
            SELECT item.id FROM playlistEntry JOIN item ON item.id = playlistEntry.item
            WHERE playlistEntry.playlist = ? AND \(condition.sql) ORDER BY playlistEntry.position
            """, [.id(id)] + condition.values)
    }
}

extension LibraryPredicate {
    /// Whether a playlist without items satisfies it: conditions on playlists are checked apart, and a
    /// query of playlists has a condition on the type of media that says nothing of the playlist.
    fileprivate var isMetByEveryPlaylist: Bool {
        property.isOfPlaylists || property == .mediaType
    }
}

extension LibraryQuery {
    /// The condition on a row of `playlist`.
    fileprivate var playlistCondition: SQLCondition {
        let parts =
            [SQLCondition(sql: "playlist.present = 1")]
            + predicates.filter(\.property.isOfPlaylists).map(\.playlistCondition)
        return SQLCondition(
            sql: parts.map(\.sql).joined(separator: " AND "), values: parts.flatMap(\.values))
    }
}
