import Foundation
import MusicLibrary
import TestSupport
import Testing

@Suite(
    "Files tagged by ffmpeg",
    .enabled(if: BuildTraits.hasMediaLibrary && BuildTraits.hasFFmpeg, "built without SQLite"),
    .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
struct TaggedFileTests {
    private let test: TestLibrary

    init() throws { test = try TestLibrary() }

    /// A container, and how ffmpeg is told to make it.
    struct Form: CustomTestStringConvertible, Sendable {
        var name: String
        var options: [String]
        /// Whether its tags have names for sorting.
        var hasSortNames = true
        var picture = PictureForm.stream

        var testDescription: String { name + " " + options.joined(separator: " ") }
    }

    /// How ffmpeg is told of a picture.
    enum PictureForm {
        case none, stream
        /// A comment with a FLAC picture block, in Base64.
        case comment
    }

    static let forms: [Form] = [
        Form(name: "a.mp3", options: ["-c:a", "libmp3lame", "-id3v2_version", "3"]),
        Form(name: "b.mp3", options: ["-c:a", "libmp3lame", "-id3v2_version", "4"]),
        Form(name: "c.m4a", options: ["-c:a", "aac"], hasSortNames: false),
        Form(name: "d.flac", options: ["-c:a", "flac"]),
        Form(name: "e.ogg", options: ["-c:a", "libvorbis"], picture: .comment),
        Form(name: "f.opus", options: ["-c:a", "libopus"], picture: .comment),
        Form(name: "g.aiff", options: ["-c:a", "pcm_s16be", "-write_id3v2", "1"]),
        Form(name: "h.wv", options: ["-c:a", "wavpack"], picture: .none),
        Form(name: "i.m4a", options: ["-c:a", "alac"], hasSortNames: false),
        Form(name: "j.oga", options: ["-c:a", "flac", "-f", "ogg"], picture: .comment),
    ]

    private func make(_ form: Form, _ tags: [(String, String)]) throws {
        var words = ["-v", "error", "-y", "-f", "lavfi", "-i", "sine=440:d=0.5"]
        if form.picture == .stream {
            // One picture, without `-frames:v`, with which FFmpeg 7 ends the sound there, too.
            words += ["-f", "lavfi", "-i", "color=red:s=64x48:r=25:d=0.04"]
            words += ["-map", "0", "-map", "1", "-c:v", "mjpeg", "-disposition:v", "attached_pic"]
        }
        var tags = tags
        if form.picture == .comment {
            let block = SongFiles.pictureBlock(SongFiles.jpeg(width: 64, height: 48))
            tags.append(("METADATA_BLOCK_PICTURE", Data(block).base64EncodedString()))
        }
        words += form.options + tags.flatMap { ["-metadata", "\($0)=\($1)"] }
        try ExternalProgram.ffmpeg.run(words + [test.music + "/" + form.name])
    }

    @Test("give every property to the library, whatever the container", arguments: forms)
    func properties(form: Form) throws {
        try make(
            form,
            [
                ("title", "Ein Träumchen"), ("artist", "Der Künstler"), ("album", "Das Album"),
                ("album_artist", "Die Gruppe"), ("composer", "Komponist"), ("genre", "Rock"),
                ("track", "3/12"), ("disc", "1/2"), ("date", "2004-05-06"),
                ("compilation", "1"), ("lyrics", "Zeile eins"), ("sort_name", "Traeumchen"),
                ("title-sort", "Traeumchen"), ("TSOT", "Traeumchen"), ("TITLESORT", "Traeumchen"),
            ])
        let found = try test.scan()
        let failures = try test.library.failures().map(\.reason)
        try #require(found.added == 1, "\(failures)")
        let item = try #require(try test.item(form.name))
        #expect(
            [
                item.title, item.artist, item.albumTitle, item.albumArtist, item.composer,
                item.genre,
            ] == [
                "Ein Träumchen", "Der Künstler", "Das Album", "Die Gruppe", "Komponist", "Rock",
            ])
        #expect((item.trackNumber, item.discNumber, item.year) == (3, 1, 2004))
        #expect((item.trackCount, item.discCount) == (12, 2))
        #expect(item.isCompilation)
        #expect((item.duration * 10).rounded() / 10 == 0.5 || form.name.hasSuffix("mp3"))
        #expect(item.duration > 0.4 && item.duration < 0.7)
        #expect(try test.library.lyrics(of: item.id) == "Zeile eins")
        if form.picture != .none {
            let picture = try #require(try item.picture.flatMap { try test.library.picture($0) })
            #expect((picture.width, picture.height) == (64, 48))
        }
        let sections = try test.library.itemSections()
        if form.hasSortNames { #expect(sections.map(\.title) == ["T"]) }
    }

    @Test("have tags and pictures that others have put into them", arguments: ["wav", "mp3", "wv"])
    func othersTags(ending: String) throws {
        let picture = SongFiles.jpeg(width: 64, height: 48)
        let codec = ["wav": "pcm_s16le", "mp3": "libmp3lame", "wv": "wavpack"][ending]!
        let name = "a." + ending
        let path = test.music + "/" + name
        try ExternalProgram.ffmpeg.run([
            "-v", "error", "-f", "lavfi", "-i", "sine=440:d=0.5", "-map_metadata", "-1",
            "-id3v2_version", "0", "-bitexact", "-c:a", codec, path,
        ])
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        if ending == "wav" {
            let tag = SongFiles.id3(
                [
                    ("TIT2", "Träumchen"), ("TPE1", "Künstler"), ("TALB", "Album"),
                    ("TPE2", "Gruppe"), ("TPOS", "1/2"), ("TCMP", "1"), ("TSOT", "Z"),
                    ("USLT", "Zeile"),
                ], picture: picture)
            bytes += Array("id3 ".utf8) + SongFiles.little(tag.count) + tag
            bytes += [UInt8](repeating: 0, count: tag.count % 2)
            bytes.replaceSubrange(4..<8, with: SongFiles.little(bytes.count - 8))
        } else {
            bytes += SongFiles.ape(
                [
                    ("Title", "Träumchen"), ("Artist", "Künstler"), ("Album", "Album"),
                    ("Album Artist", "Gruppe"), ("Disc", "1/2"), ("Compilation", "1"),
                    ("TitleSort", "Z"), ("Lyrics", "Zeile"),
                ], picture: picture)
        }
        try test.write(bytes, name)
        try test.scan()
        let item = try #require(try test.item(name))
        #expect(
            [item.title, item.artist, item.albumTitle, item.albumArtist]
                == ["Träumchen", "Künstler", "Album", "Gruppe"])
        #expect((item.discNumber, item.discCount, item.isCompilation) == (1, 2, true))
        #expect(try test.library.lyrics(of: item.id) == "Zeile")
        #expect(try test.library.itemSections().map(\.title) == ["Z"])
        let found = try #require(try item.picture.flatMap { try test.library.picture($0) })
        #expect((found.width, found.height) == (64, 48))
    }

    @Test("are podcasts and audio books by their tags, and have names of their own without any")
    func kinds() throws {
        let mp3 = Form(
            name: "bare title.mp3", options: ["-c:a", "libmp3lame"], picture: .none)
        try make(mp3, [])
        let m4a = Form(name: "book.m4b", options: ["-c:a", "aac"], picture: .none)
        try make(m4a, [("title", "Chapter"), ("media_type", "2")])
        let podcast = Form(name: "episode.m4a", options: ["-c:a", "aac"], picture: .none)
        try make(podcast, [("title", "Episode"), ("media_type", "21"), ("album", "Show")])
        try test.scan()
        let bare = try #require(try test.item("bare title.mp3"))
        #expect(
            [bare.title, bare.shownArtist, bare.shownAlbum]
                == ["bare title", "Unknown Artist", "Unknown Album"])
        #expect(try test.item("book.m4b")?.mediaType == .audioBook)
        #expect(try test.item("episode.m4a")?.mediaType == .podcast)
        #expect(try test.item("episode.m4a")?.podcastTitle == "Show")
    }
}
