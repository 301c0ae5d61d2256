import AudioModel
package import CommandLineTool
import MusicLibrary
import Terminal

/// Shows everything that the library has of an item.
package enum LibraryShowCommand: Command {
    package static let syntax = CommandSyntax(
        name: "show", of: LibraryAccess.program, summary: "shows everything about a song",
        operands: .one("SONG"),
        options: [
            OptionSyntax("--lyrics", "also prints the lyrics"), LibraryAccess.json,
            LibraryAccess.option,
        ],
        notes: ["SONG is an identifier of 16 digits as --json prints it, a path, or a title."])

    package static func run(
        _ arguments: Arguments, _ console: Console
    ) throws(ProgramError) -> ExitCode {
        let library = try LibraryAccess.existing(arguments, console)
        let item = try item(arguments.operands[0], library)
        let (lyrics, picture) = try LibraryAccess.mapErrors { () throws(LibraryError) in
            (
                try library.lyrics(of: item.id),
                try item.picture.flatMap { hash throws(LibraryError) in try library.picture(hash) }
            )
        }
        if arguments.has("--json") {
            guard case .object(var members) = item.json else { return .done }
            members += [
                ("picture", picture.map(json) ?? .null), ("lyrics", .optional(lyrics)),
            ]
            console.print(JSONValue.object(members).readableText + "\n")
            return .done
        }
        let facts = facts(item, lyrics, picture, showsLyrics: arguments.has("--lyrics"))
        let width = facts.map { $0.0.count }.max() ?? 0
        for (name, value) in facts {
            let start = name.padded(to: width) + "  "
            let lines = wrapped(
                start + printable(value), width: CommandSyntax.widthMax, indent: start.count)
            console.print(lines.joined(separator: "\n") + "\n")
        }
        if arguments.has("--lyrics"), let lyrics {
            console.print("\n")
            for line in lyrics.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            {
                console.print(printable(String(line)) + "\n")
            }
        }
        return .done
    }

    /// Finds an item by its identifier, its path, its whole title, or else by the only title found by
    /// a search.
    static func item(_ word: String, _ library: MediaLibrary) throws(ProgramError) -> LibraryItem {
        let found = try LibraryAccess.mapErrors { () throws(LibraryError) -> [LibraryItem] in
            if let id = LibraryAccess.id(word), let item = try library.item(id) { return [item] }
            let path = absolutePath(word)
            if let item = try library.item(atPath: path) { return [item] }
            if let item = try library.item(atPath: resolvedPath(path)) { return [item] }
            let titled = try library.items(LibraryQuery([LibraryPredicate(.title, .text(word))]))
            return titled.isEmpty
                ? try library.items(library.search(word, limit: 20).items) : titled
        }
        guard let first = found.first else {
            throw ProgramError(
                .badInput, "is neither an identifier, a file nor a title of the library",
                in: "'\(word)'", advice: "'sori library search' finds songs")
        }
        guard found.count == 1 else {
            throw ProgramError(
                .badInput, "means \(found.count) songs", in: "'\(word)'",
                advice: "name one by its identifier",
                details: found.map {
                    "\(LibraryAccess.text(ofID: $0.id))  \($0.title), \($0.shownArtist), "
                        + $0.shownAlbum
                })
        }
        return first
    }

    private static func json(_ picture: MediaLibrary.Picture) -> JSONValue {
        .object([
            ("path", .string(picture.path)),
            ("width", picture.width.map { .integer($0) } ?? .null),
            ("height", picture.height.map { .integer($0) } ?? .null),
        ])
    }

    private static func facts(
        _ item: LibraryItem, _ lyrics: String?, _ picture: MediaLibrary.Picture?,
        showsLyrics: Bool
    ) -> [(String, String)] {
        func counted(_ number: Int?, _ count: Int?) -> String? {
            number.map { number in count.map { "\(number) of \($0)" } ?? "\(number)" }
        }
        let quality = [
            item.codec, item.container, "\(Int(item.sampleRate)) Hz",
            item.channelCount == 1
                ? "mono" : item.channelCount == 2 ? "stereo" : "\(item.channelCount) channels",
            item.bitRate.map { "\(Int(($0 / 1000).rounded())) kbit/s" } ?? "",
        ]
        let facts: [(String, String?)] = [
            ("title", item.title), ("artist", item.shownArtist), ("album", item.shownAlbum),
            ("album artist", item.albumArtist), ("composer", item.composer),
            ("genre", item.genre), ("podcast", item.podcastTitle),
            ("disc", counted(item.discNumber, item.discCount)),
            ("track", counted(item.trackNumber, item.trackCount)),
            ("year", item.year.map { "\($0)" }), ("kind", item.mediaType.word),
            ("compilation", item.isCompilation ? "yes" : nil),
            ("explicit", item.isExplicit ? "yes" : nil),
            ("duration", LibraryAccess.clock(item.duration)),
            ("beats", item.beatsPerMinute.map { "\($0) a minute" }),
            ("played", Numeral.counted(item.playCount, "time")),
            ("skipped", item.skipCount > 0 ? Numeral.counted(item.skipCount, "time") : nil),
            ("rating", item.rating > 0 ? Numeral.counted(item.rating, "star") : nil),
            ("goes on at", item.bookmark > 0 ? LibraryAccess.clock(item.bookmark) : nil),
            ("comment", item.comments), ("grouping", item.userGrouping),
            ("format", quality.filter { !$0.isEmpty }.joined(separator: ", ")),
            (
                "picture",
                picture.map { picture in
                    let size = picture.width.flatMap { width in
                        picture.height.map { "\(width) x \($0) pixels, " }
                    }
                    return (size ?? "") + picture.path
                }
            ),
            (
                "lyrics",
                showsLyrics
                    ? nil
                    : lyrics.map {
                        Numeral.counted(
                            $0.split(whereSeparator: \.isNewline).count, "line")
                            + ", shown with --lyrics"
                    }
            ),
            ("file", item.path ?? "gone"), ("identifier", LibraryAccess.text(ofID: item.id)),
        ]
        return facts.compactMap { name, value in value.map { (name, $0) } }
    }
}
