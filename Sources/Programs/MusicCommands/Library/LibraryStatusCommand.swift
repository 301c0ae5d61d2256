import AudioModel
package import CommandLineTool
import Glibc
import MusicLibrary
import Terminal

/// Tells what the library holds.
package enum LibraryStatusCommand: Command {
    package static let syntax = CommandSyntax(
        name: "status", of: LibraryAccess.program,
        summary: "tells the folders, how much there is, and the last scan", operands: .none,
        options: [
            OptionSyntax("--failures", "lists the files that could not be read, and why"),
            LibraryAccess.json, LibraryAccess.option,
        ])

    package static func run(
        _ arguments: Arguments, _ console: Console
    ) throws(ProgramError) -> ExitCode {
        let library = try LibraryAccess.existing(arguments, console)
        let (status, folders, failures) = try LibraryAccess.mapErrors { () throws(LibraryError) in
            (
                try library.status(), try library.folders(),
                arguments.has("--failures") ? try library.failures() : []
            )
        }
        if arguments.has("--json") {
            var members = status.json(library.location, folders)
            if arguments.has("--failures") {
                members.append(
                    (
                        "failures",
                        .array(
                            failures.map {
                                .object([
                                    ("path", .string($0.path)), ("reason", .string($0.reason)),
                                ])
                            })
                    ))
            }
            console.print(JSONValue.object(members).readableText + "\n")
            return .done
        }
        let facts = status.facts(library.location, folders)
        let width = facts.map { $0.0.count }.max() ?? 0
        for (name, value) in facts {
            console.print("\(name.padded(to: width))  \(printable(value))\n")
        }
        for failure in failures {
            console.print("\(printable(failure.path)): \(printable(failure.reason))\n")
        }
        return .done
    }
}

extension LibraryStatus {
    fileprivate func facts(
        _ location: LibraryLocation, _ folders: [String]
    ) -> [(String, String)] {
        var facts = [("library", location.folder)]
        facts += folders.isEmpty ? [("folder", "none")] : folders.map { ("folder", $0) }
        facts += [
            ("songs", "\(songs)"), ("albums", "\(albums)"), ("artists", "\(artists)"),
            ("genres", "\(genres)"), ("playlists", "\(playlists)"), ("podcasts", "\(podcasts)"),
            ("audio books", "\(audioBooks)"),
        ]
        if others > 0 { facts.append(("others", "\(others)")) }
        facts += [
            ("duration", LibraryAccess.clock(duration)),
            ("pictures", "\(pictures), \(Self.size(pictureByteCount))"),
            ("database", Self.size(databaseByteCount)),
            ("last scan", lastScan.map(Self.date) ?? "never finished"),
        ]
        if missing > 0 { facts.append(("gone", "\(missing) with their files")) }
        if failures > 0 { facts.append(("not read", Numeral.counted(failures, "file"))) }
        return facts
    }

    fileprivate func json(
        _ location: LibraryLocation, _ folders: [String]
    ) -> [(key: String, value: JSONValue)] {
        [
            ("library", .string(location.folder)),
            ("folders", .array(folders.map { .string($0) })), ("songs", .integer(songs)),
            ("albums", .integer(albums)), ("artists", .integer(artists)),
            ("genres", .integer(genres)), ("playlists", .integer(playlists)),
            ("podcasts", .integer(podcasts)), ("audioBooks", .integer(audioBooks)),
            ("others", .integer(others)), ("duration", .decimal(duration, places: 3)),
            ("pictures", .integer(pictures)), ("pictureBytes", .integer(pictureByteCount)),
            ("databaseBytes", .integer(databaseByteCount)),
            ("lastScan", lastScan.map { .decimal($0, places: 0) } ?? .null),
            ("gone", .integer(missing)), ("notRead", .integer(failures)),
        ]
    }

    private static func size(_ byteCount: Int64) -> String {
        byteCount < 1_000_000
            ? "\((byteCount + 999) / 1000) kB"
            : Numeral.fixed(Double(byteCount) / 1e6, places: 1) + " MB"
    }

    /// Local time, like `2026-11-25 20:37`.
    fileprivate static func date(_ seconds: Double) -> String {
        var time = time_t(seconds)
        var parts = tm()
        localtime_r(&time, &parts)
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min))"
    }
}
