import AudioModel
import CommandLineTool
import MusicLibrary

/// A list of the library: its table and its JSON, printed in pages.
struct LibraryRows {
    var columns: [TextTable.Column]
    /// The rows with these indices, for tables.
    var cells: (Range<Int>) throws(LibraryError) -> [[String]]
    /// The same rows, as JSON.
    var json: (Range<Int>) throws(LibraryError) -> [JSONValue]
    var count: Int

    private static let rowsPerPage = 500

    /// Prints all rows; of JSON, an array with an object on each line.
    func print(
        isJSON: Bool, width: Int? = TextTable.terminalWidth, _ console: Console
    ) throws(ProgramError) {
        var table = TextTable(columns, width: width)
        if isJSON { console.print("[") }
        var start = 0
        while start < count, !console.output.isClosed {
            let range = start..<min(start + Self.rowsPerPage, count)
            if isJSON {
                let objects = try LibraryAccess.mapErrors { () throws(LibraryError) in
                    try json(range)
                }
                for (index, object) in objects.enumerated() {
                    console.print((start + index > 0 ? ",\n " : "") + object.compactText)
                }
            } else {
                let rows = try LibraryAccess.mapErrors { () throws(LibraryError) in
                    try cells(range)
                }
                console.print(table.text(rows))
            }
            start = range.upperBound
        }
        if isJSON { console.print("]\n") }
    }
}

extension LibraryRows {
    /// Songs, episodes and parts of books, by their identifiers.
    static func items(_ ids: [UInt64], _ library: MediaLibrary) -> LibraryRows {
        LibraryRows(
            columns: [
                .init("title", weight: 3), .init("artist", weight: 2), .init("album", weight: 2),
                .init("time", isNumber: true),
            ],
            cells: { range throws(LibraryError) in
                try library.items(Array(ids[range])).map {
                    [$0.title, $0.shownArtist, $0.shownAlbum, LibraryAccess.clock($0.duration)]
                }
            },
            json: { range throws(LibraryError) in
                try library.items(Array(ids[range])).map(\.json)
            }, count: ids.count)
    }

    /// Albums, artists, genres and other names.
    static func collections(
        _ found: [LibraryCollection], _ name: String, of noun: String, hasArtists: Bool
    ) -> LibraryRows {
        let artist = hasArtists ? [TextTable.Column("artist", weight: 2)] : []
        return LibraryRows(
            columns: [.init(name, weight: 3)] + artist + [.init(noun, isNumber: true)],
            cells: { range throws(LibraryError) in
                found[range].map {
                    [$0.name] + (hasArtists ? [$0.artist ?? ""] : []) + ["\($0.count)"]
                }
            },
            json: { range throws(LibraryError) in
                found[range].map {
                    .object([
                        ("id", .string(LibraryAccess.text(ofID: $0.id))),
                        ("name", .string($0.name)),
                        ("artist", .optional($0.artist)), ("section", .string($0.section)),
                        ("count", .integer($0.count)),
                    ])
                }
            }, count: found.count)
    }

    static func playlists(_ found: [LibraryPlaylist]) -> LibraryRows {
        LibraryRows(
            columns: [
                .init("playlist", weight: 3), .init("items", isNumber: true),
                .init("missing", isNumber: true), .init("file", weight: 2),
            ],
            cells: { range throws(LibraryError) in
                found[range].map {
                    [$0.name, "\($0.count)", "\($0.missingCount)", $0.path ?? ""]
                }
            },
            json: { range throws(LibraryError) in found[range].map(\.json) }, count: found.count)
    }
}

extension LibraryPlaylist {
    var json: JSONValue {
        .object([
            ("id", .string(LibraryAccess.text(ofID: id))), ("name", .string(name)),
            ("description", .optional(description)), ("author", .optional(author)),
            ("created", .decimal(created, places: 0)), ("modified", .decimal(modified, places: 0)),
            ("count", .integer(count)), ("missing", .integer(missingCount)),
            ("path", .optional(path)),
        ])
    }
}

extension MediaType {
    var word: String {
        switch self {
        case .music: "song"
        case .podcast: "podcast"
        case .audioBook: "audio book"
        case .audioITunesU: "iTunes U"
        case .musicVideo: "music video"
        case .movie: "movie"
        case .tvShow: "TV show"
        default: "other"
        }
    }
}

extension LibraryItem {
    var json: JSONValue {
        func number(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }
        func decimal(_ value: Double?, _ places: Int = 0) -> JSONValue {
            value.map { .decimal($0, places: places) } ?? .null
        }
        return .object([
            ("id", .string(LibraryAccess.text(ofID: id))), ("type", .string(mediaType.word)),
            ("title", .string(title)), ("artist", .optional(artist)),
            ("album", .optional(albumTitle)), ("albumArtist", .optional(albumArtist)),
            ("composer", .optional(composer)), ("genre", .optional(genre)),
            ("podcast", .optional(podcastTitle)), ("disc", number(discNumber)),
            ("discs", number(discCount)), ("track", number(trackNumber)),
            ("tracks", number(trackCount)), ("compilation", .bool(isCompilation)),
            ("explicit", .bool(isExplicit)), ("year", number(year)),
            ("duration", decimal(duration, 3)), ("added", decimal(dateAdded)),
            ("lastPlayed", decimal(lastPlayed)), ("playCount", .integer(playCount)),
            ("skipCount", .integer(skipCount)), ("rating", .integer(rating)),
            ("bookmark", decimal(bookmark, 3)), ("beatsPerMinute", number(beatsPerMinute)),
            ("comments", .optional(comments)), ("grouping", .optional(userGrouping)),
            ("container", .string(container)), ("codec", .string(codec)),
            ("sampleRate", decimal(sampleRate)), ("channels", .integer(channelCount)),
            ("bitRate", decimal(bitRate)), ("path", .optional(path)),
        ])
    }
}
