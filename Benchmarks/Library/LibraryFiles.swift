import CommandLineTool
import Glibc

/// Generated files of music: a folder for each artist, with ten albums of ten songs each.
///
/// Seven of ten are MP3 with ID3v2.4 tags, three WAV with an `INFO` list and an `id3 ` chunk; each
/// has a sound of its own. The files take some kilobytes each.
struct LibraryFiles {
    var folder: String
    var count: Int

    private static let songsPerAlbum = 10
    private static let albumsPerArtist = 10

    func make() throws(ProgramError) {
        try makeFolder(folder)
        for first in stride(from: 0, to: count, by: Self.songsPerAlbum) {
            let album = first / Self.songsPerAlbum
            let artist = album / Self.albumsPerArtist
            let artistFolder = folder + "/Artist \(artist)"
            if album % Self.albumsPerArtist == 0 { try makeFolder(artistFolder) }
            let albumFolder = artistFolder + "/Album \(album)"
            try makeFolder(albumFolder)
            for index in first..<min(first + Self.songsPerAlbum, count) {
                let isMP3 = index % 10 < 7
                let name = albumFolder + "/\(index).\(isMP3 ? "mp3" : "wav")"
                try write(isMP3 ? mp3(index) : wav(index), to: name)
            }
        }
    }

    private static let words = [
        "River", "Moon", "Träume", "Song", "Night", "Été", "夜の歌", "Blue", "The Road", "Любовь",
    ]
    private static let genres = ["Rock", "Pop", "Jazz", "Klassik", "Electronic"]

    private func tags(_ index: Int) -> [(String, String)] {
        let album = index / Self.songsPerAlbum
        let artist = album / Self.albumsPerArtist
        let word = Self.words[index % Self.words.count]
        return [
            ("TIT2", "\(word) \(index / 7) of the \(Self.words[index / 10 % 10])"),
            ("TPE1", "Artist \(artist)"),
            ("TALB", "Album \(album) \(Self.words[album % Self.words.count])"),
            ("TPE2", "Artist \(artist)"), ("TCON", Self.genres[artist % 5]),
            ("TRCK", "\(index % 10 + 1)/10"), ("TDRC", "\(1960 + album % 60)"),
            ("TCOM", "Composer \(artist % 300)"),
        ]
    }

    private func mp3(_ index: Int) -> [UInt8] {
        var bytes = id3(index)
        for frame in 0..<6 {
            bytes += [0xFF, 0xFB, 0x90, 0x64]
            bytes += sound(index, frame, count: 413)
        }
        return bytes
    }

    private func wav(_ index: Int) -> [UInt8] {
        let format: [UInt8] = [1, 0, 1, 0] + little(8000) + little(8000) + [1, 0, 8, 0]
        let body =
            Array("WAVE".utf8) + chunk("fmt ", format)
            + chunk("data", sound(index, 0, count: 2000)) + chunk("id3 ", id3(index))
        return Array("RIFF".utf8) + little(body.count) + body
    }

    /// Bytes that differ between songs, and hold no sync word.
    private func sound(_ index: Int, _ frame: Int, count: Int) -> [UInt8] {
        var state = UInt32(truncatingIfNeeded: index &* 64 &+ frame &+ 1) &* 2_654_435_769
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 26)
        }
    }

    private func id3(_ index: Int) -> [UInt8] {
        var body: [UInt8] = []
        for (id, text) in tags(index) {
            body += Array(id.utf8) + synchsafe(text.utf8.count + 1) + [0, 0, 3] + Array(text.utf8)
        }
        return Array("ID3".utf8) + [4, 0, 0] + synchsafe(body.count) + body
    }

    private func synchsafe(_ count: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) }
    }

    private func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private func chunk(_ id: String, _ body: [UInt8]) -> [UInt8] {
        Array(id.utf8) + little(body.count) + body + (body.count % 2 == 1 ? [0] : [])
    }

    private func write(_ bytes: [UInt8], to path: String) throws(ProgramError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw cannotWrite(path) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw cannotWrite(path)
        }
    }

    private func cannotWrite(_ path: String) -> ProgramError {
        ProgramError(
            .deviceMissing, "cannot write: \(String(cString: strerror(errno)))", in: path,
            advice: "make room, or set TMPDIR")
    }
}
