import AudioModel
package import CommandLineTool
import MusicLibrary
import Terminal

/// Finds music by words.
package enum LibrarySearchCommand: Command {
    package static let syntax = CommandSyntax(
        name: "search", of: LibraryAccess.program,
        summary: "finds artists, albums, playlists and songs by the beginnings of words",
        operands: .oneOrMore("WORD"),
        options: [
            OptionSyntax("--limit", value: "N", "shows at most N of each, 50 unless given"),
            LibraryAccess.json, LibraryAccess.option,
        ],
        notes: [
            "All words must be found, each at the beginning of a word. Case, accents and width do "
                + "not matter, in any script."
        ])

    package static func run(
        _ arguments: Arguments, _ console: Console
    ) throws(ProgramError) -> ExitCode {
        let limit = try arguments.integer("--limit", in: 1...10_000) ?? 50
        let library = try LibraryAccess.existing(arguments, console)
        let text = arguments.operands.joined(separator: " ")
        let found = try LibraryAccess.mapErrors { () throws(LibraryError) in
            try library.search(text, limit: limit)
        }
        if arguments.has("--json") {
            let items = try LibraryAccess.mapErrors { () throws(LibraryError) in
                try library.items(found.items)
            }
            let names = { (collections: [LibraryCollection]) -> JSONValue in
                .array(
                    collections.map {
                        .object([
                            ("id", .string(LibraryAccess.text(ofID: $0.id))),
                            ("name", .string($0.name)), ("artist", .optional($0.artist)),
                        ])
                    })
            }
            let object = JSONValue.object([
                ("artists", names(found.artists)), ("albums", names(found.albums)),
                (
                    "playlists",
                    .array(
                        found.playlists.map {
                            .object([
                                ("id", .string(LibraryAccess.text(ofID: $0.id))),
                                ("name", .string($0.name)),
                            ])
                        })
                ),
                ("songs", .array(items.map(\.json))),
            ])
            console.print(object.compactText + "\n")
            return .done
        }
        guard !found.isEmpty else {
            throw ProgramError(
                .expectationFailed, "nothing is found", in: "'\(text)'",
                advice: "'sori library list' lists everything")
        }
        for artist in found.artists { console.print("artist  " + printable(artist.name) + "\n") }
        for album in found.albums {
            let by = album.artist.map { " by " + $0 } ?? ""
            console.print("album   " + printable(album.name + by) + "\n")
        }
        for playlist in found.playlists {
            console.print("playlist  " + printable(playlist.name) + "\n")
        }
        guard !found.items.isEmpty else { return .done }
        if !found.artists.isEmpty || !found.albums.isEmpty || !found.playlists.isEmpty {
            console.print("\n")
        }
        try LibraryRows.items(found.items, library).print(isJSON: false, console)
        return .done
    }
}
