/// A property by which items can be filtered.
///
/// Source: Apple MediaPlayer, the constants of `MPMediaItem` and `MPMediaPlaylist`; the raw
/// values are Apple's keys. A condition on a playlist's property keeps the items that are in such a
/// playlist.
package enum LibraryProperty: String, CaseIterable, Sendable {
    case persistentID
    case mediaType
    case title
    case albumTitle
    case albumPersistentID = "albumPID"
    case artist
    case artistPersistentID = "artistPID"
    case albumArtist
    case albumArtistPersistentID = "albumArtistPID"
    case genre
    case genrePersistentID = "genrePID"
    case composer
    case composerPersistentID = "composerPID"
    case isCompilation
    case isCloudItem
    case hasProtectedAsset
    case podcastTitle
    case podcastPersistentID = "podcastPID"
    case playlistPersistentID
    case playlistName = "name"
    case playlistAttributes

    /// Whether it is a property of playlists, not of items.
    package var isOfPlaylists: Bool {
        switch self {
        case .playlistPersistentID, .playlistName, .playlistAttributes: true
        default: false
        }
    }
}

/// A condition on a property.
///
/// Texts are compared without regard to case and width; `contains` ignores accents too.
package struct LibraryPredicate: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        case text(String)
        case id(UInt64)
        case flag(Bool)
        /// Matches items of any of these types.
        case mediaType(MediaType)
        /// Matches playlists with exactly these attributes.
        case attributes(PlaylistAttributes)
    }

    package enum Comparison: Sendable {
        case equalTo
        case contains
    }

    package var property: LibraryProperty
    package var value: Value
    package var comparison: Comparison

    package init(
        _ property: LibraryProperty, _ value: Value, _ comparison: Comparison = .equalTo
    ) {
        self.property = property
        self.value = value
        self.comparison = comparison
    }
}

/// A condition in SQL, with the values of its parameters.
struct SQLCondition {
    var sql: String
    var values: [SQLValue] = []

    static let never = SQLCondition(sql: "0")
    static let always = SQLCondition(sql: "1")
}

extension LibraryPredicate {
    /// The condition on a row of `item`; false for a value of another type than the property's.
    var condition: SQLCondition {
        guard !property.isOfPlaylists else {
            let condition = playlistCondition
            return SQLCondition(
                sql: """
                    item.id IN (SELECT playlistEntry.item FROM playlistEntry
                        JOIN playlist ON playlist.id = playlistEntry.playlist
                        WHERE playlist.present = 1 AND \(condition.sql))
                    """,
                values: condition.values)
        }
        return itemCondition
    }

    /// The condition on a row of `playlist`; true for a property of items.
    var playlistCondition: SQLCondition {
        switch (property, value) {
        case (.playlistPersistentID, .id(let id)): return Self.isEqual("playlist.id", id)
        case (.playlistAttributes, .attributes(let attributes)):
            return SQLCondition(
                sql: "playlist.attributes = ?", values: [.integer(Int64(attributes.rawValue))])
        case (.playlistName, .text(let text)):
            return comparison == .equalTo
                ? SQLCondition(
                    sql: "playlist.nameKey = ?", values: [.text(folded(text, .caseAndWidth))])
                : SQLCondition(
                    sql: "instr(playlist.searchText, ?) > 0",
                    values: [.text(folded(text, .accents))])
        default: return property.isOfPlaylists ? .never : .always
        }
    }

    private var itemCondition: SQLCondition {
        switch (property, value) {
        case (.mediaType, .mediaType(let types)):
            return SQLCondition(
                sql: "item.mediaType & ? <> 0",
                values: [.integer(Int64(truncatingIfNeeded: types.rawValue))])
        case (.persistentID, .id(let id)): return Self.isEqual("item.id", id)
        case (.albumPersistentID, .id(let id)): return Self.isEqual("item.album", id)
        case (.artistPersistentID, .id(let id)): return Self.isEqual("item.artist", id)
        case (.albumArtistPersistentID, .id(let id)): return Self.isEqual("item.albumArtist", id)
        case (.genrePersistentID, .id(let id)): return Self.isEqual("item.genre", id)
        case (.composerPersistentID, .id(let id)): return Self.isEqual("item.composer", id)
        case (.podcastPersistentID, .id(let id)): return Self.isEqual("item.podcast", id)
        case (.isCompilation, .flag(let flag)):
            return SQLCondition(sql: "item.compilation = ?", values: [.flag(flag)])
        case (.isCloudItem, .flag(let flag)), (.hasProtectedAsset, .flag(let flag)):
            // All items are plain files.
            return flag ? .never : .always
        case (.title, .text(let text)): return title(text)
        case (.artist, .text(let text)): return name(text, .artist, "artist")
        case (.albumArtist, .text(let text)): return name(text, .artist, "albumArtist")
        case (.albumTitle, .text(let text)): return name(text, .album, "album")
        case (.genre, .text(let text)): return name(text, .genre, "genre")
        case (.composer, .text(let text)): return name(text, .composer, "composer")
        case (.podcastTitle, .text(let text)): return name(text, .podcast, "podcast")
        default: return .never
        }
    }

    private static func isEqual(_ column: String, _ id: UInt64) -> SQLCondition {
        SQLCondition(sql: column + " = ?", values: [.id(id)])
    }

    private func title(_ text: String) -> SQLCondition {
        switch comparison {
        case .equalTo:
            SQLCondition(sql: "item.titleKey = ?", values: [.text(folded(text, .caseAndWidth))])
        case .contains:
            // Reads the index of this text alone; every text is beyond the empty one, so that the
            // planner may use the index. Rows of the table take ten times as long.
            SQLCondition(
                sql: """
                    item.id IN (SELECT id FROM item AS titled INDEXED BY itemBySearchText
                        WHERE titled.present = 1 AND titled.searchText >= ''
                            AND instr(titled.searchText, ?) > 0)
                    """, values: [.text(folded(text, .accents))])
        }
    }

    private func name(_ text: String, _ kind: GroupingKind, _ column: String) -> SQLCondition {
        let key = folded(text, .caseAndWidth)
        switch (comparison, kind) {
        case (.equalTo, .album):
            // An album's key ends with its artist; the title alone is a prefix.
            return SQLCondition(
                sql: """
                    item.album IN (SELECT id FROM grouping
                        WHERE kind = ? AND key >= ? AND key < ?)
                    """,
                values: [
                    .integer(kind.rawValue), .text(key + "\u{1F}"), .text(key + "\u{20}"),
                ])
        case (.equalTo, _): return Self.isEqual("item." + column, GroupingStore.id(kind, key))
        case (.contains, _):
            return SQLCondition(
                sql: """
                    item.\(column) IN (SELECT id FROM grouping
                        WHERE kind = ? AND instr(searchText, ?) > 0)
                    """,
                values: [.integer(kind.rawValue), .text(folded(text, .accents))])
        }
    }
}
