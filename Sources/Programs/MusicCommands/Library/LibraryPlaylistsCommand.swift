package import CommandLineTool
import MusicLibrary

/// Lists playlists and their songs, and writes them to files.
package enum LibraryPlaylistsCommand: Command {
    package static let syntax = CommandSyntax(
        name: "playlists", of: LibraryAccess.program,
        summary: "lists playlists, or the songs of one, and exports it",
        operands: .oneAtMost("PLAYLIST"),
        options: [
            OptionSyntax(
                "--export", value: "FILE", "writes PLAYLIST to FILE: .m3u, .m3u8, .pls or .xspf"),
            LibraryAccess.json, LibraryAccess.option,
        ],
        notes: [
            "PLAYLIST is a name or an identifier of 16 digits. Songs in FILE's folder or below get "
                + "relative paths, others absolute ones."
        ])

    package static func run(
        _ arguments: Arguments, _ console: Console
    ) throws(ProgramError) -> ExitCode {
        let library = try LibraryAccess.existing(arguments, console)
        let all = try LibraryAccess.mapErrors { () throws(LibraryError) in try library.playlists() }
        guard let word = arguments.operands.first else {
            guard !arguments.has("--export") else {
                throw arguments.wrongUse(
                    "PLAYLIST is missing", advice: "name the playlist to export")
            }
            try LibraryRows.playlists(all).print(isJSON: arguments.has("--json"), console)
            return .done
        }
        let playlist = try playlist(word, all)
        let ids = try LibraryAccess.mapErrors { () throws(LibraryError) in
            try library.items(ofPlaylist: playlist.id)
        }
        guard let path = arguments.value("--export") else {
            try LibraryRows.items(ids, library).print(isJSON: arguments.has("--json"), console)
            return .done
        }
        try export(playlist, ids, library, to: path, arguments)
        return .done
    }

    private static func playlist(
        _ word: String, _ all: [LibraryPlaylist]
    ) throws(ProgramError) -> LibraryPlaylist {
        if let id = LibraryAccess.id(word), let playlist = all.first(where: { $0.id == id }) {
            return playlist
        }
        let exact = all.filter { $0.name == word }
        let found = exact.isEmpty ? all.filter { $0.name.lowercased() == word.lowercased() } : exact
        guard let first = found.first else {
            throw ProgramError(
                .badInput, "there is no such playlist", in: "'\(word)'",
                advice: advice(
                    insteadOf: word, among: all.map(\.name),
                    otherwise: "'sori library playlists' lists them"))
        }
        guard found.count == 1 else {
            throw ProgramError(
                .badInput, "means \(found.count) playlists", in: "'\(word)'",
                advice: "name one by its identifier",
                details: found.map { "\(LibraryAccess.text(ofID: $0.id))  \($0.path ?? $0.name)" })
        }
        return first
    }

    private static func export(
        _ playlist: LibraryPlaylist, _ ids: [UInt64], _ library: MediaLibrary, to path: String,
        _ arguments: Arguments
    ) throws(ProgramError) {
        guard let format = PlaylistFile.Format(fileName: path) else {
            throw arguments.wrongUse(
                "unknown kind of playlist '\(path)'",
                advice: "end the name with .m3u, .m3u8, .pls or .xspf")
        }
        let items = try LibraryAccess.mapErrors { () throws(LibraryError) in
            try library.items(ids)
        }
        let folder = CommandLineTool.folder(of: resolvedPath(absolutePath(path)))
        let prefix = folder == "/" ? "/" : folder + "/"
        let entries = items.compactMap { item in
            item.path.map { path in
                PlaylistFile.Entry(
                    location: path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path,
                    title: item.title, artist: item.artist, album: item.albumTitle,
                    seconds: item.duration > 0 ? item.duration : nil)
            }
        }
        let list = PlaylistFile(
            title: playlist.name, author: playlist.author, description: playlist.description,
            entries: entries)
        try writeFile(String(decoding: list.bytes(as: format), as: UTF8.self), to: path)
    }
}
