/// What a typed search finds, the best first. The collections have no counts.
package struct LibrarySearchResult: Equatable, Sendable {
    package var artists: [LibraryCollection]
    package var albums: [LibraryCollection]
    package var playlists: [LibraryCollection]
    package var items: [UInt64]

    package var isEmpty: Bool {
        artists.isEmpty && albums.isEmpty && playlists.isEmpty && items.isEmpty
    }
}

extension MediaLibrary {
    /// Finds what a person has typed so far, in any script, without regard to case, accents and width.
    /// All words must be found, each at the beginning of a word.
    ///
    /// - Parameter limit: Most results of each kind.
    package func search(_ text: String, limit: Int = 50) throws(LibraryError) -> LibrarySearchResult
    {
        let words = SearchWords.typed(text)
        guard !words.isEmpty, limit > 0 else {
            return LibrarySearchResult(artists: [], albums: [], playlists: [], items: [])
        }
        // Words have letters and digits alone, so that quotes need no escaping.
        let expression = words.map { "\"\($0.text)\"" + ($0.isPrefix ? "*" : "") }
            .joined(separator: " AND ")
        let count = min(limit, 10_000)
        return try use { database throws(LibraryError) in
            LibrarySearchResult(
                artists: try database.groupings(.artist, expression, count),
                albums: try database.groupings(.album, expression, count),
                playlists: try database.playlists(words, count),
                items: try database.items(expression, words.map(\.text), count))
        }
    }
}

extension Database {
    /// Rows that a search looks at before it takes the best; bounds its time.
    private static let candidatesMax: Int64 = 1000

    fileprivate func groupings(
        _ kind: GroupingKind, _ expression: String, _ limit: Int
    ) throws(LibraryError) -> [LibraryCollection] {
        let used =
            switch kind {
            case .album: "item.album = grouping.id"
            default: "item.artist = grouping.id"
            }
        let isUsed = "EXISTS (SELECT 1 FROM item WHERE \(used) AND item.present = 1)"
        let isArtist =
            kind == .artist
            ? " OR EXISTS (SELECT 1 FROM item WHERE item.albumArtist = grouping.id "
                + "AND item.present = 1)" : ""
        let rows = try query(
            """
            SELECT grouping.id, grouping.name, grouping.section, artist.name
            FROM (SELECT rowid AS id FROM groupingSearch WHERE groupingSearch MATCH ? LIMIT ?)
                AS found
            JOIN grouping ON grouping.id = found.id AND grouping.kind = ?
            LEFT JOIN grouping AS artist ON artist.id = grouping.artist
            WHERE \(isUsed)\(isArtist)
            ORDER BY grouping.sortKey, artist.sortKey LIMIT ?
            """, .text(expression), .integer(2 * Self.candidatesMax), .integer(kind.rawValue),
            .integer(Int64(limit)))
        var found: [LibraryCollection] = []
        while try rows.step() {
            found.append(
                LibraryCollection(
                    id: rows.id(0), name: rows.text(1), artist: rows.optionalText(3),
                    section: rows.text(2), count: 0))
        }
        return found
    }

    /// Playlists in the order of their names; there are few enough for going over all.
    fileprivate func playlists(
        _ words: [SearchWords.Typed], _ limit: Int
    ) throws(LibraryError) -> [LibraryCollection] {
        let holdsWords = words.map { _ in "instr(searchText, ?) > 0" }.joined(separator: " AND ")
        let rows = try query(
            """
            SELECT id, name, section FROM playlist WHERE present = 1 AND \(holdsWords)
            ORDER BY sortKey, id
            """, values: words.map { .text($0.text) })
        defer { rows.reset() }
        var found: [LibraryCollection] = []
        while found.count < limit, try rows.step() {
            let name = rows.text(1)
            guard SearchWords.find(words, in: name) else { continue }
            found.append(
                LibraryCollection(
                    id: rows.id(0), name: name, artist: nil, section: rows.text(2), count: 0))
        }
        return found
    }

    /// Songs with all words in their titles come before those with some of them in other names.
    fileprivate func items(
        _ expression: String, _ words: [String], _ limit: Int
    ) throws(LibraryError) -> [UInt64] {
        var found: [UInt64] = []
        var seen: Set<UInt64> = []
        for match in ["title : (\(expression))", expression] where found.count < limit {
            let rows = try query(
                """
                SELECT item.id FROM (SELECT rowid AS id FROM itemSearch WHERE itemSearch MATCH ?
                    LIMIT ?) AS found
                JOIN item ON item.id = found.id WHERE item.present = 1
                ORDER BY item.searchText LIKE ? DESC, item.sortKey LIMIT ?
                """, .text(match), .integer(Self.candidatesMax), .text(words[0] + "%"),
                .integer(Int64(limit)))
            while try rows.step() {
                let id = rows.id(0)
                if found.count < limit, seen.insert(id).inserted { found.append(id) }
            }
        }
        return found
    }
}
