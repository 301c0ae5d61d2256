extension MediaLibrary {
    /// The collections of a query's items, by name. Items without a composer or a genre are in none
    /// of these. For the grouping by title, see `items`.
    package func collections(
        _ query: LibraryQuery
    ) throws(LibraryError) -> [LibraryCollection] {
        guard query.grouping != .playlist else { return try playlistCollections(query) }
        guard let kind = query.grouping.kind else { return [] }
        let change = try changeCount()
        if let known = cachedCollections(query, at: change) { return known }
        let collections = try foundCollections(query, kind)
        cache(collections, of: query, at: change)
        return collections
    }

    private func foundCollections(
        _ query: LibraryQuery, _ kind: GroupingKind
    ) throws(LibraryError) -> [LibraryCollection] {
        let column = query.grouping.column
        let condition = query.condition
        return try use { database throws(LibraryError) in
            let rows = try database.query(
                """
                SELECT grouping.id, grouping.name, grouping.section, artist.name, found.count
                FROM (SELECT item.\(column) AS id, count(*) AS count FROM item
                    WHERE \(condition.sql) AND item.\(column) IS NOT NULL GROUP BY item.\(column))
                    AS found
                JOIN grouping ON grouping.id = found.id AND grouping.kind = ?
                LEFT JOIN grouping AS artist ON artist.id = grouping.artist
                ORDER BY grouping.sortKey, artist.sortKey
                """, values: condition.values + [.integer(kind.rawValue)])
            var collections: [LibraryCollection] = []
            while try rows.step() {
                collections.append(
                    LibraryCollection(
                        id: rows.id(0), name: rows.text(1), artist: rows.optionalText(3),
                        section: rows.text(2), count: Int(rows.integer(4))))
            }
            return collections
        }
    }

    /// The items of one of a query's collections: an album's by disc and track, an artist's by album,
    /// a podcast's with the newest first, a playlist's in its order.
    package func itemIDs(
        ofCollection id: UInt64, of query: LibraryQuery
    ) throws(LibraryError) -> [UInt64] {
        guard query.grouping != .playlist else {
            return try itemIDs(ofPlaylist: id, satisfying: query)
        }
        guard query.grouping.kind != nil else { return [] }
        let condition = query.condition
        let order =
            query.grouping == .podcastTitle
            ? "item.releaseDate DESC, item.sortKey"
            : "album.sortKey, item.album, item.discNumber, item.trackNumber, item.sortKey"
        return try ids(
            """
            SELECT item.id FROM item LEFT JOIN grouping AS album ON album.id = item.album
            WHERE item.\(query.grouping.column) = ? AND \(condition.sql) ORDER BY \(order)
            """, [.id(id)] + condition.values)
    }

    /// The items of a query, grouped: those of the first collection, then those of the next.
    package func groupedItemIDs(_ query: LibraryQuery) throws(LibraryError) -> [UInt64] {
        guard query.grouping != .title else { return try itemIDs(query) }
        var ids: [UInt64] = []
        for collection in try collections(query) {
            ids += try itemIDs(ofCollection: collection.id, of: query)
        }
        return ids
    }

    /// One collection's name and artist; nil when the library does not have it.
    package func collection(_ id: UInt64) throws(LibraryError) -> LibraryCollection? {
        try use { database throws(LibraryError) in
            let row = try database.query(
                """
                SELECT grouping.name, grouping.section, artist.name FROM grouping
                LEFT JOIN grouping AS artist ON artist.id = grouping.artist WHERE grouping.id = ?
                """, .id(id))
            defer { row.reset() }
            guard try row.step() else { return nil }
            return LibraryCollection(
                id: id, name: row.text(0), artist: row.optionalText(2), section: row.text(1),
                count: 0)
        }
    }
}
