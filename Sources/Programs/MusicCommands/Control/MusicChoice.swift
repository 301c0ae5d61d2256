import AudioCodecs
import AudioFormats
import CommandLineTool
import CoreFoundation
import Glibc
import MusicLibrary
import MusicService
import Playback

/// Songs that a user names: an artist, an album, files, or words to search for, in songs and then in
/// the names of playlists.
struct MusicChoice {
    var artist: String?
    var album: String?
    var playlist: String?
    var words: [String] = []

    private static let foundMax = 1000

    var isEmpty: Bool { artist == nil && album == nil && playlist == nil && words.isEmpty }

    /// - Throws: A `ProgramError` when there are none.
    func items(
        in library: MediaLibrary?, _ arguments: Arguments
    ) throws(ProgramError) -> [MusicItem] {
        if artist != nil || album != nil || playlist != nil {
            guard words.isEmpty, playlist == nil || artist == nil && album == nil else {
                throw arguments.wrongUse(
                    "songs are named in two ways",
                    advice: "give an artist with an album, or a playlist, or words")
            }
            if let playlist { return try songs(ofPlaylist: playlist, library) }
            return try named(in: library)
        }
        if words.contains(where: isFile) {
            var items: [MusicItem] = []
            for word in words { items.append(try file(word, library)) }
            return items
        }
        return try found(in: library)
    }

    private func isFile(_ word: String) -> Bool {
        if word.contains("/") { return true }
        // A folder of that name does not keep a word from being searched.
        var status = stat()
        return stat(word, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private func file(
        _ word: String, _ library: MediaLibrary?
    ) throws(ProgramError) -> MusicItem {
        let path = absolutePath(word)
        guard access(path, F_OK) == 0 else {
            throw ProgramError(
                .badInput, "there is no such file", in: word, advice: "check the path")
        }
        guard access(path, R_OK) == 0 else {
            throw ProgramError(
                .badInput, "cannot be read", in: word, advice: "check its permissions")
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ProgramError(
                .badInput, "is not a file", in: word,
                advice: "name files, or add the folder to the library with 'sori library scan'")
        }
        // What is no sound is named here, and not when its turn comes.
        do throws(FormatError) {
            _ = try AudioFileReader(path: path, hint: .hint(fromName: path))
        } catch {
            throw ProgramError(
                .badInput, error.description, in: word, advice: "name a sound file")
        }
        return MusicItem(file: path, in: library)
    }

    private func named(in library: MediaLibrary?) throws(ProgramError) -> [MusicItem] {
        // The same names in full come before those that only contain the words.
        for comparison in [LibraryPredicate.Comparison.equalTo, .contains] {
            for property in [LibraryProperty.albumArtist, .artist] {
                var predicates: [LibraryPredicate] = []
                if let artist {
                    predicates.append(LibraryPredicate(property, .text(artist), comparison))
                }
                if let album {
                    predicates.append(LibraryPredicate(.albumTitle, .text(album), comparison))
                }
                let found = try ask(library) { library throws(LibraryError) in
                    let query = LibraryQuery(predicates, groupedBy: .album)
                    return try library.items(try library.groupedItemIDs(query))
                }
                if !found.isEmpty { return found.map { MusicItem($0) } }
            }
        }
        throw notFound([artist, album].compactMap(\.self).joined(separator: ", "))
    }

    private func songs(
        ofPlaylist name: String, _ library: MediaLibrary?
    ) throws(ProgramError) -> [MusicItem] {
        let found = try ask(library) { library throws(LibraryError) in
            let playlists = try library.playlists()
            let playlist =
                playlists.first { $0.name == name }
                ?? playlists.first { folded($0.name, .accents) == folded(name, .accents) }
            guard let playlist else { return [] }
            return try library.items(try library.items(ofPlaylist: playlist.id))
        }
        guard !found.isEmpty else {
            throw ProgramError(
                .badInput, "there is no such playlist with songs", in: name,
                advice: "see 'sori library playlists'")
        }
        return found.map { MusicItem($0) }
    }

    private func found(in library: MediaLibrary?) throws(ProgramError) -> [MusicItem] {
        let text = words.joined(separator: " ")
        let found = try ask(library) { library throws(LibraryError) in
            let result = try library.search(text, limit: Self.foundMax)
            // A playlist is played by its name when no song has the words.
            guard result.items.isEmpty, let playlist = result.playlists.first else {
                return try library.items(result.items)
            }
            return try library.items(try library.items(ofPlaylist: playlist.id))
        }
        guard !found.isEmpty else { throw notFound(text) }
        return found.map { MusicItem($0) }
    }

    private func ask(
        _ library: MediaLibrary?,
        _ body: (MediaLibrary) throws(LibraryError) -> [LibraryItem]
    ) throws(ProgramError) -> [LibraryItem] {
        guard let library else {
            throw ProgramError(
                .deviceMissing, "there is no music library yet", advice: "run 'sori library scan'")
        }
        do throws(LibraryError) {
            return try body(library).filter { $0.path != nil }
        } catch {
            throw LibraryAccess.programError(error)
        }
    }

    private func notFound(_ text: String) -> ProgramError {
        ProgramError(
            .badInput, "the library has no songs for it", in: text,
            advice: "see 'sori library search'")
    }
}
