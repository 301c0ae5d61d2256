package import CommandLineTool
import MusicLibrary

/// Lists the library.
package enum LibraryListCommand: Command {
    package static let syntax = CommandSyntax(
        name: "list", of: LibraryAccess.program,
        summary: "lists songs, albums, artists and other names",
        operands: .oneAtMost("KIND"),
        options: [
            OptionSyntax("--artist", value: "A", "only of artists with A in their names"),
            OptionSyntax("--album", value: "A", "only of albums with A in their titles"),
            OptionSyntax("--genre", value: "G", "only of genres with G in their names"),
            LibraryAccess.json, LibraryAccess.option,
        ],
        notes: [
            "KIND is " + Kind.allCases.map(\.rawValue).joined(separator: ", ")
                + "; songs unless given. Case and accents do not matter.",
            "A table fits the terminal; without a terminal its columns are separated by tabs.",
        ])

    enum Kind: String, CaseIterable {
        case songs
        case albums
        case artists
        case albumArtists = "album-artists"
        case genres
        case composers
        case podcasts
        case audiobooks
        case playlists
    }

    package static func run(
        _ arguments: Arguments, _ console: Console
    ) throws(ProgramError) -> ExitCode {
        let word = arguments.operands.first ?? Kind.songs.rawValue
        guard let kind = Kind(rawValue: word) else {
            throw arguments.wrongUse(
                "unknown kind '\(word)'",
                advice: advice(insteadOf: word, among: Kind.allCases.map(\.rawValue)))
        }
        let library = try LibraryAccess.existing(arguments, console)
        let filters = filters(arguments)
        let rows = try LibraryAccess.mapErrors { () throws(LibraryError) in
            try self.rows(kind, filters, library)
        }
        try rows.print(isJSON: arguments.has("--json"), console)
        return .done
    }

    private static func filters(_ arguments: Arguments) -> [LibraryPredicate] {
        let options: [(String, LibraryProperty)] = [
            ("--artist", .artist), ("--album", .albumTitle), ("--genre", .genre),
        ]
        return options.compactMap { option, property in
            arguments.value(option).map { LibraryPredicate(property, .text($0), .contains) }
        }
    }

    private static func rows(
        _ kind: Kind, _ filters: [LibraryPredicate], _ library: MediaLibrary
    ) throws(LibraryError) -> LibraryRows {
        func query(_ type: MediaType, _ grouping: LibraryGrouping = .title) -> LibraryQuery {
            LibraryQuery(
                [LibraryPredicate(.mediaType, .mediaType(type))] + filters, groupedBy: grouping)
        }
        func names(
            _ name: String, _ query: LibraryQuery, of noun: String = "songs",
            hasArtists: Bool = false
        ) throws(LibraryError) -> LibraryRows {
            .collections(
                try library.collections(query), name, of: noun, hasArtists: hasArtists)
        }
        switch kind {
        case .songs: return .items(try library.itemIDs(query(.music)), library)
        case .albums: return try names("album", query(.music, .album), hasArtists: true)
        case .artists: return try names("artist", query(.music, .artist))
        case .albumArtists: return try names("album artist", query(.music, .albumArtist))
        case .genres: return try names("genre", query(.music, .genre))
        case .composers: return try names("composer", query(.music, .composer))
        case .podcasts:
            return try names("podcast", query(.podcast, .podcastTitle), of: "episodes")
        case .audiobooks:
            return try names("book", query(.audioBook, .album), of: "parts", hasArtists: true)
        case .playlists:
            let kept = Set(
                try library.collections(LibraryQuery(filters, groupedBy: .playlist)).map(\.id))
            return .playlists(try library.playlists().filter { kept.contains($0.id) })
        }
    }
}
