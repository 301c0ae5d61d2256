import MusicLibrary
import TestSupport
import Testing

@Suite("Tags in the library", .enabled(if: BuildTraits.hasMediaLibrary, "built without SQLite"))
struct SongTagTests {
    private let test: TestLibrary

    init() throws { test = try TestLibrary() }

    private func item(_ texts: [(String, String)], name: String = "a.mp3") throws -> LibraryItem {
        try test.write(SongFiles.mp3(texts), name)
        try test.scan()
        return try #require(try test.item(name))
    }

    @Test("give an item all of its properties")
    func all() throws {
        let item = try item([
            ("TIT2", " Title "), ("TPE1", "Artist"), ("TALB", "Album"), ("TPE2", "Band"),
            ("TCOM", "Composer"), ("TCON", "(17)(4)"), ("TRCK", "03/12"), ("TPOS", "1/2"),
            ("TDRC", "2004-05-06"), ("TBPM", "120"), ("TCMP", "1"), ("COMM", "A comment"),
            ("USLT", "La la\nla"), ("TIT1", "Set"), ("TSOT", "Sorted"), ("POPM", "\0"),
        ])
        #expect(item.title == "Title")
        #expect(
            [item.artist, item.albumTitle, item.albumArtist, item.composer, item.genre]
                == ["Artist", "Album", "Band", "Composer", "Rock"])
        #expect(
            [item.trackNumber, item.trackCount, item.discNumber, item.discCount, item.year]
                == [3, 12, 1, 2, 2004])
        #expect(item.releaseDate == 1_083_801_600)
        #expect((item.beatsPerMinute, item.isCompilation) == (120, true))
        #expect((item.comments, item.userGrouping) == ("A comment", "Set"))
        #expect(try test.library.lyrics(of: item.id) == "La la\nla")
        #expect(item.duration > 0.1)
        #expect((item.container, item.sampleRate, item.channelCount) == ("mp3", 44100, 2))
    }

    @Test(
        "that are missing are made up from the file's name",
        arguments: [
            ("03 - Some_Song.mp3", "Some Song", 3), ("03 Song.mp3", "Song", 3),
            ("99 Luftballons.mp3", "99 Luftballons", nil), ("12-Song.mp3", "Song", 12),
            ("7 Seconds.mp3", "7 Seconds", nil), ("3 - Song.mp3", "Song", 3),
            ("7.mp3", "7", nil), ("1999.mp3", "1999", nil), ("05. Five.mp3", "Five", 5),
            ("a.b.mp3", "a.b", nil), ("100 Days.mp3", "100 Days", nil),
        ] as [(String, String, Int?)])
    func fileName(name: String, title: String, track: Int?) throws {
        let item = try item([], name: name)
        #expect((item.title, item.trackNumber) == (title, track))
        #expect(
            (item.artist, item.shownArtist, item.shownAlbum) == (
                nil, "Unknown Artist", "Unknown Album"
            ))
        let artists = try test.library.collections(.of(.music, groupedBy: .artist))
        #expect(artists.map(\.name) == ["Unknown Artist"])
    }

    @Test("take a number for a track number where the number before it is in the folder, too")
    func numbered() throws {
        for name in ["09 Nine.mp3", "10 Ten.mp3", "12 Twelve.mp3"] {
            try test.write(SongFiles.mp3([("TPE1", name)]), name)
        }
        try test.scan()
        let items = try ["09 Nine.mp3", "10 Ten.mp3", "12 Twelve.mp3"].map {
            try #require(try test.item($0))
        }
        #expect(items.map(\.title) == ["Nine", "Ten", "12 Twelve"])
        #expect(items.map(\.trackNumber) == [9, 10, nil])
    }

    @Test("have the stars of a rating that names its user")
    func rating() throws {
        #expect(try item([("TXXX", "RATING:me@x\u{0}196")]).rating == 4)
    }

    @Test("that are wrong do no harm")
    func wrong() throws {
        let item = try item(
            [
                ("TIT2", "\u{0}\u{1} "), ("TRCK", "999999999999999/x"), ("TPOS", "0/0"),
                ("TDRC", "yesterday"), ("TBPM", "-3"), ("TCON", "(999)"), ("TPE1", "\u{FFFD}"),
            ], name: "name.mp3")
        #expect(item.title == "name")
        #expect(
            [item.trackNumber, item.trackCount, item.discNumber, item.discCount, item.year] == [
                nil, nil, nil, nil, nil,
            ])
        #expect((item.genre, item.artist, item.beatsPerMinute) == (nil, nil, nil))
    }

    @Test("tell podcasts and audio books from music")
    func mediaTypes() throws {
        #expect(try item([("TIT2", "a"), ("TCON", "Podcast")]).mediaType == .podcast)
        #expect(
            try item([("TIT2", "b"), ("TCON", "Audiobook")], name: "b.mp3").mediaType == .audioBook)
        #expect(try item([("TIT2", "c"), ("TCON", "Pop")], name: "c.mp3").mediaType == .music)
        #expect(try item([("TIT2", "d")], name: "d.m4b").mediaType == .audioBook)
    }

    @Test("keep an album together when a song has a guest, and apart when its artist is another")
    func albums() throws {
        for (index, artist) in ["A", "A feat. B", "C"].enumerated() {
            try test.write(
                SongFiles.mp3(title: "\(index)", artist: artist, album: "Hits"), "\(index).mp3")
        }
        try test.scan()
        let albums = try test.library.collections(.of(.music, groupedBy: .album))
        #expect(albums.map(\.artist) == ["A", "C"])
        #expect(albums.map(\.count) == [2, 1])
    }
}
