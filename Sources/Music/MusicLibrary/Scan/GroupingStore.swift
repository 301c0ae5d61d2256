/// Writes the names of artists, albums, composers, genres and podcasts.
struct GroupingStore {
    private let database: Database
    /// Names that are in the database; emptied when it grows too large.
    private var known: Set<UInt64> = []

    private static let knownMax = 20_000
    /// Albums of several artists without an album artist.
    private static let variousArtists = "Various Artists"

    init(_ database: Database) {
        self.database = database
    }

    /// The identifiers of a song's names; nil where there is none.
    struct Names {
        var album: UInt64?
        var artist: UInt64?
        var albumArtist: UInt64?
        var composer: UInt64?
        var genre: UInt64?
        var podcast: UInt64?
    }

    mutating func names(of tags: SongTags) throws(LibraryError) -> Names {
        var names = Names()
        names.artist = try id(.artist, tags.artist ?? "", sortName: tags.sortArtist)
        let albumArtist =
            tags.albumArtist
            ?? (tags.isCompilation ? Self.variousArtists : tags.artist.map(Self.mainArtist) ?? "")
        let isSame = albumArtist == tags.artist
        names.albumArtist = try id(
            .artist, albumArtist,
            sortName: tags.sortAlbumArtist ?? (isSame ? tags.sortArtist : nil))
        names.album = try id(
            .album, tags.album ?? "", sortName: tags.sortAlbum, of: (albumArtist, names.albumArtist)
        )
        if let composer = tags.composer {
            names.composer = try id(.composer, composer, sortName: tags.sortComposer)
        }
        if let genre = tags.genre { names.genre = try id(.genre, genre, sortName: nil) }
        if tags.mediaType == .podcast {
            names.podcast = try id(.podcast, tags.album ?? tags.artist ?? "", sortName: nil)
        }
        return names
    }

    /// The artist without guests, because a guest on one song makes no other album.
    private static func mainArtist(_ artist: String) -> String {
        let text = artist.lowercased()
        for word in [" feat. ", " feat ", " ft. ", " featuring ", " (feat. ", " (ft. "] {
            guard let range = text.firstRange(of: word), range.lowerBound > text.startIndex else {
                continue
            }
            // Lower case may have another length; the offset is then of no use.
            let count = text.distance(from: text.startIndex, to: range.lowerBound)
            guard text.count == artist.count else { return artist }
            return String(artist.prefix(count))
        }
        return artist
    }

    /// The identifier of a name, which is written if it is new. It follows from kind and name, so that
    /// it is the same in a library that is made again.
    private mutating func id(
        _ kind: GroupingKind, _ name: String, sortName: String?,
        of artist: (name: String, id: UInt64?)? = nil
    ) throws(LibraryError) -> UInt64 {
        var key = folded(name, .caseAndWidth)
        if let artist { key += "\u{1F}" + folded(artist.name, .caseAndWidth) }
        let id = Self.id(kind, key)
        guard !known.contains(id) else { return id }
        if known.count >= Self.knownMax { known = [] }
        known.insert(id)
        let isNamed = !folded(name, .caseAndWidth).isEmpty
        let sort = isNamed ? SortKey(name, sortName: sortName) : .unknown
        let shown = isNamed ? name : Self.unknown(kind)
        try database.run(
            """
            INSERT INTO grouping(id, kind, key, name, sortKey, section, searchText, artist)
            VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO NOTHING
            """,
            .id(id), .integer(kind.rawValue), .text(key), .text(shown), .bytes(sort.bytes),
            .text(sort.section), .text(folded(shown, .accents)), .optional(artist?.id))
        if database.changedRowCount > 0 {
            try database.run(
                "INSERT INTO groupingSearch(rowid, name) VALUES(?, ?)", .id(id),
                .text(SearchWords.indexed(shown)))
        } else if let sortName, !sortName.isEmpty {
            // An earlier file of the same name may have had no name to sort by.
            try database.run(
                "UPDATE grouping SET sortKey = ?, section = ? WHERE id = ?", .bytes(sort.bytes),
                .text(sort.section), .id(id))
        }
        return id
    }

    static func id(_ kind: GroupingKind, _ key: String) -> UInt64 {
        var hash = ContentHash(seed: UInt64(bitPattern: kind.rawValue))
        hash.add(key)
        return hash.value
    }

    private static func unknown(_ kind: GroupingKind) -> String {
        switch kind {
        case .artist: "Unknown Artist"
        case .album: "Unknown Album"
        case .composer: "Unknown Composer"
        case .genre: "Unknown Genre"
        case .podcast: "Unknown Podcast"
        }
    }
}
