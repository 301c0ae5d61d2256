import MusicLibrary
import TestSupport
import Testing

@Suite("Queries", .enabled(if: BuildTraits.hasMediaLibrary, "built without SQLite"))
struct QueryTests {
    private let test: TestLibrary

    /// Fifteen songs on two albums, of seven and eight, and a podcast.
    init() throws {
        test = try TestLibrary()
        for track in 1...7 {
            try test.write(
                SongFiles.mp3(
                    sound: track,
                    [
                        ("TIT2", "Song \(8 - track)"), ("TPE1", "The Beatles"), ("TALB", "Zebra"),
                        ("TRCK", "\(track)/7"), ("TCON", "(17)"), ("TCOM", "Lennon"),
                    ]), "z/\(track).mp3")
        }
        for track in 1...8 {
            try test.write(
                SongFiles.mp3(
                    sound: 100 + track,
                    [
                        ("TIT2", "Träume \(track)"), ("TPE1", "Björk"), ("TALB", "Apple"),
                        ("TRCK", "\(track)"), ("TPOS", track > 6 ? "2/2" : "1/2"),
                    ]), "a/\(track).mp3")
        }
        try test.write(
            SongFiles.mp3(
                sound: 200, [("TIT2", "Episode"), ("TALB", "A talk"), ("TCON", "Podcast")]),
            "p.mp3")
        try test.scan()
    }

    private func names(_ grouping: LibraryGrouping) throws -> [String] {
        try test.library.collections(.of(.music, groupedBy: grouping)).map(\.name)
    }

    @Test("group items by album, sorted by name, with the items by disc and track")
    func albums() throws {
        let query = LibraryQuery.of(.music, groupedBy: .album)
        let albums = try test.library.collections(query)
        #expect(albums.map(\.name) == ["Apple", "Zebra"])
        #expect(albums.map(\.count) == [8, 7])
        #expect(albums.map(\.artist) == ["Björk", "The Beatles"])
        let ids = try test.library.itemIDs(ofCollection: albums[0].id, of: query)
        #expect(try test.library.items(ids).map(\.trackNumber) == Array(1...8))
        #expect(try test.library.items(ids).last?.discNumber == 2)
        #expect(try test.library.groupedItemIDs(query).count == 15)
    }

    @Test("group items by the other names, articles aside")
    func groupings() throws {
        #expect(try names(.artist) == ["The Beatles", "Björk"])
        #expect(try names(.albumArtist) == ["The Beatles", "Björk"])
        #expect(try names(.composer) == ["Lennon"])
        #expect(try names(.genre) == ["Rock"])
        let podcasts = LibraryQuery.of(.podcast, groupedBy: .podcastTitle)
        #expect(try test.library.collections(podcasts).map(\.name) == ["A talk"])
        #expect(try test.library.collections(.of(.audioBook, groupedBy: .album)) == [])
    }

    @Test("have sections by index title")
    func sections() throws {
        let query = LibraryQuery.of(.music)
        #expect(
            try test.library.itemSections(query) == [
                LibrarySection(title: "S", range: 0..<7), LibrarySection(title: "T", range: 7..<15),
            ])
        let artists = try test.library.collections(.of(.music, groupedBy: .artist))
        #expect(LibrarySection.sections(of: artists.map(\.section)).map(\.title) == ["B"])
    }

    @Test(
        "filter by predicates",
        arguments: [
            (LibraryPredicate(.artist, .text("björk")), 8),
            (LibraryPredicate(.artist, .text("bjork")), 0),
            (LibraryPredicate(.artist, .text("Bjor"), .contains), 8),
            (LibraryPredicate(.artist, .text("beat"), .contains), 7),
            (LibraryPredicate(.albumArtist, .text("THE BEATLES")), 7),
            (LibraryPredicate(.albumTitle, .text("apple")), 8),
            (LibraryPredicate(.albumTitle, .text("app")), 0),
            (LibraryPredicate(.albumTitle, .text("PPL"), .contains), 8),
            (LibraryPredicate(.title, .text("song 1")), 1),
            (LibraryPredicate(.title, .text("raume"), .contains), 8),
            (LibraryPredicate(.genre, .text("rock")), 7),
            (LibraryPredicate(.composer, .text("lennon")), 7),
            (LibraryPredicate(.podcastTitle, .text("a talk")), 1),
            (LibraryPredicate(.mediaType, .mediaType(.podcast)), 1),
            (LibraryPredicate(.mediaType, .mediaType(.anyAudio)), 16),
            (LibraryPredicate(.isCompilation, .flag(false)), 16),
            (LibraryPredicate(.isCloudItem, .flag(true)), 0),
            (LibraryPredicate(.title, .flag(true)), 0),
            (LibraryPredicate(.artist, .text("%' OR 1 --"), .contains), 0),
        ] as [(LibraryPredicate, Int)])
    func predicates(predicate: LibraryPredicate, count: Int) throws {
        #expect(try test.library.itemCount(LibraryQuery([predicate])) == count)
    }

    @Test("join predicates with and")
    func intersection() throws {
        let query = LibraryQuery([
            LibraryPredicate(.artist, .text("Björk")), LibraryPredicate(.title, .text("träume 3")),
        ])
        #expect(try test.library.items(query).map(\.title) == ["Träume 3"])
    }

    @Test(
        "find what a person types",
        arguments: [
            ("traume", 8, 0, 0), ("TRÄUME 3", 1, 0, 0), ("bjö", 8, 1, 0), ("bea", 7, 1, 0),
            ("the beatles song 2", 1, 0, 0), ("app", 8, 0, 1), ("nothing", 0, 0, 0), ("", 0, 0, 0),
            ("\"*", 0, 0, 0),
        ] as [(String, Int, Int, Int)])
    func search(text: String, items: Int, artists: Int, albums: Int) throws {
        let found = try test.library.search(text)
        #expect(found.items.count == items)
        #expect(found.artists.count == artists)
        #expect(found.albums.count == albums)
    }

    @Test("count changes, for this and other processes")
    func changes() throws {
        let other = try MediaLibrary(at: test.library.location)
        let before = try other.changeCount()
        try test.scan()
        #expect(try other.changeCount() == before)
        let id = try test.library.itemIDs()[0]
        try test.library.countSkip(of: id)
        #expect(try other.changeCount() == before + 1)
        #expect(try other.item(id)?.skipCount == 1)
    }
}
