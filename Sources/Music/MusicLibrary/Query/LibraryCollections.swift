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
        // The usual question, of all songs.
        let isOfTypes = query.predicates.allSatisfy { $0.property == .mediaType }
        let collections =
            query.grouping == .album && isOfTypes
            ? try countedAlbums(query) : try foundCollections(query, kind)
        cache(collections, of: query, at: change)
        return collections
    }

    /// The albums of items of some types, by the counts that the database keeps.
    private func countedAlbums(
        _ query: LibraryQuery
    ) throws(LibraryError) -> [LibraryCollection] {
        let conditions = query.predicates.map(\.condition)
        let condition = (conditions.map(\.sql) + ["count > 0"]).joined(separator: " AND ")
            .replacing("item.", with: "albumCount.")
        return try use { database throws(LibraryError) in
            // One look at all artists costs less than one for each album.
            let names = try database.query(
                "SELECT id, name, sortKey FROM grouping WHERE kind = ?",
                .integer(GroupingKind.artist.rawValue))
            var artists: [UInt64: (name: String, sortKey: [UInt8])] = [:]
            while try names.step() { artists[names.id(0)] = (names.text(1), names.bytes(2)) }
            let counted = try database.query(
                "SELECT album, count FROM albumCount WHERE \(condition)",
                values: conditions.flatMap(\.values))
            var counts: [UInt64: Int] = [:]
            counts.reserveCapacity(1 << 14)
            while try counted.step() {
                counts[counted.id(0), default: 0] += Int(counted.integer(1))
            }
            let rows = try database.query(
                """
                SELECT id, name, section, artist, sortKey FROM grouping
                WHERE kind = ? ORDER BY sortKey
                """, .integer(GroupingKind.album.rawValue))
            var albums: [LibraryCollection] = []
            albums.reserveCapacity(counts.count)
            // Albums of one name are in the order of their artists.
            var key: [UInt8] = []
            var namesakes = 0..<0
            var artistKeys: [[UInt8]] = []
            func sortNamesakes() {
                guard artistKeys.count > 1 else { return }
                let order = artistKeys.indices.sorted {
                    artistKeys[$0].lexicographicallyPrecedes(artistKeys[$1])
                }
                let unsorted = Array(albums[namesakes])
                for (index, place) in zip(namesakes, order) { albums[index] = unsorted[place] }
            }
            while try rows.step() {
                let id = rows.id(0)
                guard let count = counts[id] else { continue }
                let artist = rows.optionalID(3).flatMap { artists[$0] }
                if rows.update(&key, to: 4) {
                    sortNamesakes()
                    namesakes = albums.count..<albums.count
                    artistKeys.removeAll(keepingCapacity: true)
                }
                albums.append(
                    LibraryCollection(
                        id: id, name: rows.text(1), artist: artist?.name, section: rows.text(2),
                        count: count))
                namesakes = namesakes.lowerBound..<albums.count
                artistKeys.append(artist?.sortKey ?? [])
            }
            sortNamesakes()
            return albums
        }
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
