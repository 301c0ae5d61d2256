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
        /// Whether its tags have names for sorting, and whether they have pictures.
        var hasSortNames = true
        var hasPicture = true
        var hasLyrics = true

        var testDescription: String { name + " " + options.joined(separator: " ") }
    }

    static let forms: [Form] = [
        Form(name: "a.mp3", options: ["-c:a", "libmp3lame", "-id3v2_version", "3"]),
        Form(name: "b.mp3", options: ["-c:a", "libmp3lame", "-id3v2_version", "4"]),
        Form(name: "c.m4a", options: ["-c:a", "aac"], hasSortNames: false),
        Form(name: "d.flac", options: ["-c:a", "flac"]),
        Form(name: "e.ogg", options: ["-c:a", "libvorbis"], hasPicture: false),
        Form(name: "f.opus", options: ["-c:a", "libopus"], hasPicture: false),
        Form(
            name: "g.aiff", options: ["-c:a", "pcm_s16be", "-write_id3v2", "1"], hasPicture: false),
        Form(name: "h.wv", options: ["-c:a", "wavpack"], hasPicture: false),
    ]

    private func make(_ form: Form, _ tags: [(String, String)]) throws {
        var words = ["-v", "error", "-y", "-f", "lavfi", "-i", "sine=440:d=0.5"]
        if form.hasPicture {
            words += ["-f", "lavfi", "-i", "color=red:s=64x48:d=0.04", "-map", "0", "-map", "1"]
            words += ["-c:v", "mjpeg", "-frames:v", "1", "-disposition:v", "attached_pic"]
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
        if form.hasLyrics { #expect(try test.library.lyrics(of: item.id) == "Zeile eins") }
        if form.hasPicture {
            let picture = try #require(try item.picture.flatMap { try test.library.picture($0) })
            #expect((picture.width, picture.height) == (64, 48))
        }
        let sections = try test.library.itemSections()
        if form.hasSortNames { #expect(sections.map(\.title) == ["T"]) }
    }

    @Test("are podcasts and audio books by their tags, and have names of their own without any")
    func kinds() throws {
        let mp3 = Form(
            name: "bare title.mp3", options: ["-c:a", "libmp3lame"], hasPicture: false)
        try make(mp3, [])
        let m4a = Form(name: "book.m4b", options: ["-c:a", "aac"], hasPicture: false)
        try make(m4a, [("title", "Chapter"), ("media_type", "2")])
        let podcast = Form(name: "episode.m4a", options: ["-c:a", "aac"], hasPicture: false)
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
