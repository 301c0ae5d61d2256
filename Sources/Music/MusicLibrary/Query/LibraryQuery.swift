/// Which items, and how they are grouped. The conditions must all hold.
package struct LibraryQuery: Hashable, Sendable {
    package var predicates: [LibraryPredicate]
    package var grouping: LibraryGrouping

    package init(
        _ predicates: [LibraryPredicate] = [], groupedBy grouping: LibraryGrouping = .title
    ) {
        self.predicates = predicates
        self.grouping = grouping
    }

    /// Items of these types.
    package static func of(
        _ types: MediaType, groupedBy grouping: LibraryGrouping = .title
    ) -> LibraryQuery {
        LibraryQuery([LibraryPredicate(.mediaType, .mediaType(types))], groupedBy: grouping)
    }

    /// The condition on a row of `item`.
    var condition: SQLCondition {
        // Playlists are chosen apart, by conditions on them.
        let ofItems = predicates.filter { grouping != .playlist || !$0.property.isOfPlaylists }
        let parts = [SQLCondition(sql: "item.present = 1")] + ofItems.map(\.condition)
        return SQLCondition(
            sql: parts.map(\.sql).joined(separator: " AND "), values: parts.flatMap(\.values))
    }
}

/// A run of items or collections under one index title.
package struct LibrarySection: Equatable, Sendable {
    package var title: String
    package var range: Range<Int>

    package init(title: String, range: Range<Int>) {
        self.title = title
        self.range = range
    }

    /// The sections of entries with these index titles; the entries must be sorted.
    package static func sections(of titles: [String]) -> [LibrarySection] {
        var sections: [LibrarySection] = []
        for (index, title) in titles.enumerated() {
            if let last = sections.indices.last, sections[last].title == title {
                sections[last].range = sections[last].range.lowerBound..<index + 1
            } else {
                sections.append(LibrarySection(title: title, range: index..<index + 1))
            }
        }
        return sections
    }
}

/// Items with a common name: an album, an artist, a genre.
package struct LibraryCollection: Equatable, Sendable {
    package var id: UInt64
    package var name: String
    /// The album's artist; nil for other collections.
    package var artist: String?
    /// Index title.
    package var section: String
    /// Number of items.
    package var count: Int
}

extension MediaLibrary {
    // MARK: Items

    /// The identifiers of the items, by title.
    package func itemIDs(_ query: LibraryQuery = LibraryQuery()) throws(LibraryError) -> [UInt64] {
        let condition = query.condition
        return try ids(
            "SELECT item.id FROM item WHERE \(condition.sql) ORDER BY item.sortKey",
            condition.values)
    }

    /// Number of items.
    package func itemCount(_ query: LibraryQuery = LibraryQuery()) throws(LibraryError) -> Int {
        let condition = query.condition
        return try use { database throws(LibraryError) in
            let row = try database.query(
                "SELECT count(*) FROM item WHERE \(condition.sql)", values: condition.values)
            defer { row.reset() }
            return try row.step() ? Int(row.integer(0)) : 0
        }
    }

    /// The sections of `itemIDs` under the same query.
    package func itemSections(
        _ query: LibraryQuery = LibraryQuery()
    ) throws(LibraryError) -> [LibrarySection] {
        let condition = query.condition
        return try use { database throws(LibraryError) in
            let rows = try database.query(
                "SELECT item.section FROM item WHERE \(condition.sql) ORDER BY item.sortKey",
                values: condition.values)
            var titles: [String] = []
            while try rows.step() { titles.append(rows.text(0)) }
            return LibrarySection.sections(of: titles)
        }
    }

    /// The items of a query, by title. Suits short lists; long ones are better fetched in pages.
    package func items(
        _ query: LibraryQuery = LibraryQuery()
    ) throws(LibraryError) -> [LibraryItem] {
        try items(try itemIDs(query))
    }

    /// Items by their identifiers, in that order; items that are gone are left out.
    package func items(_ ids: [UInt64]) throws(LibraryError) -> [LibraryItem] {
        try use { database throws(LibraryError) in
            var items: [LibraryItem] = []
            for id in ids {
                let row = try database.query(
                    "SELECT \(LibraryItem.columns) FROM \(LibraryItem.tables) WHERE item.id = ?",
                    .id(id))
                defer { row.reset() }
                if try row.step() { items.append(LibraryItem(row)) }
            }
            return items
        }
    }

    /// One item; nil when the library does not have it.
    package func item(_ id: UInt64) throws(LibraryError) -> LibraryItem? {
        try items([id]).first
    }

    /// The item with a file; nil when the library does not have it.
    package func item(atPath path: String) throws(LibraryError) -> LibraryItem? {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        let id = try use { database throws(LibraryError) in
            try database.number(
                """
                SELECT item.id FROM item JOIN folder ON folder.id = item.folder
                WHERE folder.path = ? AND item.name = ? AND item.present = 1
                """, .text(String(path[..<slash])), .text(String(path[path.index(after: slash)...]))
            )
        }
        return try id.flatMap { id throws(LibraryError) in try item(UInt64(bitPattern: id)) }
    }

    /// The lyrics of an item; nil without any.
    package func lyrics(of id: UInt64) throws(LibraryError) -> String? {
        try use { database throws(LibraryError) in
            try database.text("SELECT text FROM lyrics WHERE item = ?", .id(id))
        }
    }

    func ids(_ sql: String, _ values: [SQLValue]) throws(LibraryError) -> [UInt64] {
        try use { database throws(LibraryError) in
            let rows = try database.query(sql, values: values)
            var ids: [UInt64] = []
            while try rows.step() { ids.append(rows.id(0)) }
            return ids
        }
    }
}
