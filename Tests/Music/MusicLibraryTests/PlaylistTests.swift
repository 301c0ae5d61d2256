import MusicLibrary
import TestSupport
import Testing

@Suite("A playlist of the user", .enabled(if: BuildTraits.hasMediaLibrary, "built without SQLite"))
struct PlaylistTests {
    private let test: TestLibrary
    private var library: MediaLibrary { test.library }

    /// Four songs of two artists.
    init() throws {
        test = try TestLibrary()
        for (index, artist) in ["A", "A", "B", "B"].enumerated() {
            try test.write(
                SongFiles.mp3(title: "Song \(index)", artist: artist), "\(artist)/\(index).mp3")
        }
        try test.scan()
    }

    private func songs(_ indices: Int...) throws -> [UInt64] {
        let all = try library.itemIDs()
        return indices.map { all[$0] }
    }

    @Test("keeps its items in order, with duplicates, for this and other processes")
    func items() throws {
        let made = try library.createPlaylist(
            name: "The mix", description: "For the road", author: "Ann",
            items: songs(2, 0, 2))
        #expect(try library.addItems(songs(1), toPlaylist: made.id))
        let other = try MediaLibrary(at: library.location)
        #expect(try other.items(ofPlaylist: made.id) == songs(2, 0, 2, 1))
        let playlist = try #require(try other.playlist(made.id))
        #expect(
            (playlist.name, playlist.description, playlist.author) == (
                "The mix", "For the road", "Ann"
            ))
        #expect((playlist.count, playlist.missingCount, playlist.section) == (4, 0, "M"))
        #expect(playlist.path == nil)
        #expect(playlist.created > 1e9 && playlist.modified >= playlist.created)
        #expect(try library.setItems(songs(3, 3), ofPlaylist: made.id))
        #expect(try other.items(ofPlaylist: made.id) == songs(3, 3))
    }

    @Test("is made once for an identifier, and then returned as it is")
    func identifier() throws {
        let id = MediaLibrary.playlistID(forIdentifier: "9E0B3D4A-0000-4000-8000-000000000001")
        let first = try library.createPlaylist(name: "One", id: id)
        #expect(try library.createPlaylist(name: "Two", id: id, items: songs(0)) == first)
        #expect(try library.playlists().map(\.name) == ["One"])
        #expect(first.id == id)
        #expect(try library.createPlaylist(name: "One").id != id)
    }

    @Test("is renamed and removed, and its items stay")
    func removal() throws {
        let made = try library.createPlaylist(name: "B list", items: songs(0))
        try library.createPlaylist(name: "A list")
        #expect(try library.changePlaylist(made.id, name: "Zebra"))
        #expect(try library.playlists().map(\.name) == ["A list", "Zebra"])
        let before = try library.changeCount()
        #expect(try library.removePlaylist(made.id))
        #expect(try library.changeCount() == before + 1)
        #expect(try library.playlists().map(\.name) == ["A list"])
        #expect(try library.playlist(made.id) == nil)
        #expect(try library.itemCount() == 4)
        #expect(try library.removePlaylist(made.id) == false)
        #expect(try library.addItems(songs(0), toPlaylist: made.id) == false)
        #expect(try library.changeCount() == before + 1)
    }

    @Test("does without items whose files are gone, until they return")
    func absence() throws {
        let made = try library.createPlaylist(name: "Mix", items: songs(0, 2, 0))
        let remaining = try songs(2)
        let all = try songs(0, 2, 0)
        try test.move("A", "../A")
        try test.scan()
        #expect(try library.items(ofPlaylist: made.id) == remaining)
        let playlist = try #require(try library.playlist(made.id))
        #expect((playlist.count, playlist.missingCount) == (1, 2))
        try test.move("../A", "A again")
        try test.scan()
        #expect(try library.items(ofPlaylist: made.id) == all)
    }

    @Test("has a limit of items, and nothing is added beyond it")
    func limit() throws {
        let made = try library.createPlaylist(name: "Mix", items: songs(0))
        let many = Array(repeating: try songs(1)[0], count: MediaLibrary.playlistItemsMax)
        #expect(throws: LibraryError.tooManyItems(limit: MediaLibrary.playlistItemsMax)) {
            try library.addItems(many, toPlaylist: made.id)
        }
        #expect(try library.items(ofPlaylist: made.id) == songs(0))
        // Identifiers of no item are left out.
        #expect(try library.addItems([12345], toPlaylist: made.id))
        #expect(try library.items(ofPlaylist: made.id) == songs(0))
    }

    @Test("is a collection of queries, which conditions on playlists and on items choose")
    func queries() throws {
        let one = try library.createPlaylist(name: "Älpha", items: songs(0, 2, 2))
        let two = try library.createPlaylist(
            name: "Beta", attributes: .onTheGo, items: songs(3))
        try library.createPlaylist(name: "Empty")
        func names(_ predicates: LibraryPredicate...) throws -> [String] {
            try library.collections(LibraryQuery(predicates, groupedBy: .playlist)).map(\.name)
        }
        #expect(try names() == ["Älpha", "Beta", "Empty"])
        #expect(
            try names(LibraryPredicate(.mediaType, .mediaType(.anyAudio)))
                == ["Älpha", "Beta", "Empty"])
        #expect(try names(LibraryPredicate(.artist, .text("A"))) == ["Älpha"])
        #expect(try names(LibraryPredicate(.artist, .text("B"))) == ["Älpha", "Beta"])
        #expect(try names(LibraryPredicate(.playlistName, .text("älpha"))) == ["Älpha"])
        #expect(try names(LibraryPredicate(.playlistName, .text("ALP"), .contains)) == ["Älpha"])
        #expect(try names(LibraryPredicate(.playlistPersistentID, .id(two.id))) == ["Beta"])
        #expect(try names(LibraryPredicate(.playlistAttributes, .attributes(.onTheGo))) == ["Beta"])
        #expect(try names(LibraryPredicate(.playlistName, .flag(true))) == [])
        let query = LibraryQuery(
            [LibraryPredicate(.artist, .text("B"))], groupedBy: .playlist)
        #expect(try library.itemIDs(ofCollection: one.id, of: query) == songs(2, 2))
        #expect(try library.collections(query).map(\.count) == [2, 1])
        #expect(try library.groupedItemIDs(query) == songs(2, 2, 3))
        // A condition on playlists in a query of songs.
        let inOne = LibraryQuery([LibraryPredicate(.playlistName, .text("Älpha"))])
        #expect(try library.itemIDs(inOne) == songs(0, 2))
    }

    @Test("is found by the beginnings of its words, whatever their case and accents")
    func search() throws {
        for name in ["Été à la mer", "Etude", "Mère", "Running"] {
            try library.createPlaylist(name: name)
        }
        let chinese = try library.createPlaylist(name: "夏の夜の歌")
        func names(_ text: String, _ limit: Int = 50) throws -> [String] {
            try library.search(text, limit: limit).playlists.map(\.name)
        }
        #expect(try names("et") == ["Été à la mer", "Etude"])
        #expect(try names("ÉT") == ["Été à la mer", "Etude"])
        #expect(try names("et", 1) == ["Été à la mer"])
        #expect(try names("mer ete") == ["Été à la mer"])
        #expect(try names("er") == [])
        #expect(try names("夜の") == [chinese.name])
        #expect(try names("") == [])
        #expect(try names("%") == [])
        #expect(try library.search("etude").isEmpty == false)
        try test.write(Array("A/0.mp3\n".utf8), "Été.m3u")
        try test.scan()
        #expect(try names("ete") == ["Été", "Été à la mer"])
        try test.remove("Été.m3u")
        try test.scan()
        #expect(try names("ete") == ["Été à la mer"])
    }
}
