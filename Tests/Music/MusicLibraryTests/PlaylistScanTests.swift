import Foundation
import MusicLibrary
import TestSupport
import Testing

@Suite(
    "A scan of playlists", .enabled(if: BuildTraits.hasMediaLibrary, "built without SQLite"))
struct PlaylistScanTests {
    private let test: TestLibrary

    init() throws {
        test = try TestLibrary()
        for (index, name) in ["One", "Two", "Drei ü"].enumerated() {
            try test.write(
                SongFiles.mp3(title: name, artist: "A", sound: index), "songs/\(name).mp3")
        }
    }

    private func write(_ text: String, _ name: String) throws {
        try test.write(Array(text.utf8), name)
    }

    /// The titles of each playlist's items.
    private func lists() throws -> [String: [String]] {
        var lists: [String: [String]] = [:]
        for list in try test.library.playlists() {
            lists[list.name] = try test.library.items(
                test.library.items(ofPlaylist: list.id)
            ).map(\.title)
        }
        return lists
    }

    @Test("finds the items of all forms of paths, before and after the songs in order")
    func forms() throws {
        try write("#EXTM3U\nsongs/Two.mp3\nsongs/One.mp3\nsongs/Two.mp3\nno.mp3\n", "a.m3u")
        try write("songs\\Two.mp3\r\nsongs\\Drei ü.mp3\r\n", "windows.m3u8")
        try write(
            "[playlist]\nFile1=file://\(test.music)/songs/Drei%20%C3%BC.mp3\n"
                + "File2=\(test.music)/x/../songs/One.mp3\nFile3=http://host/x.mp3\n", "b.pls")
        try write(
            """
            <playlist version="1" xmlns="http://xspf.org/ns/0/"><title>From XML</title>
            <trackList><track><location>../songs/Drei%20%C3%BC.mp3</location></track>
            <track><location>gone.mp3</location><location>../songs/One.mp3</location></track>
            </trackList></playlist>
            """, "lists/c.xspf")
        let found = try test.scan()
        #expect((found.added, found.changedPlaylists, found.failed) == (3, 4, 0))
        #expect(
            try lists() == [
                "a": ["Two", "One", "Two"], "windows": ["Two", "Drei ü"],
                "b": ["Drei ü", "One"], "From XML": ["Drei ü", "One"],
            ])
        let list = try #require(try test.library.playlists().first)
        #expect((list.name, list.count, list.missingCount) == ("a", 3, 1))
        #expect(list.path == test.music + "/a.m3u")
        let id = list.id
        #expect(throws: LibraryError.notEditable(name: "a")) {
            try test.library.removePlaylist(id)
        }
        #expect(throws: LibraryError.notEditable(name: "a")) {
            try test.library.addItems([1], toPlaylist: id)
        }
        let before = try test.library.changeCount()
        #expect(try test.scan().hasChanges == false)
        #expect(try test.library.changeCount() == before)
    }

    @Test("follows songs that move, lists that change, and lists that are gone")
    func changes() throws {
        try write("songs/Two.mp3\nsongs/One.mp3\n", "a.m3u")
        try test.scan()
        let id = try #require(try test.library.playlists().first).id
        try test.move("songs/Two.mp3", "songs/Other.mp3")
        try test.scan()
        #expect(try lists() == ["a": ["Two", "One"]])
        try write("songs/One.mp3\n", "a.m3u")
        #expect(try test.scan().changedPlaylists == 1)
        #expect(try lists() == ["a": ["One"]])
        #expect(try test.library.playlists().first?.id == id)
        try write("#EXTM3U\n#EXT-X-VERSION:3\n", "a.m3u")
        #expect(try test.scan().failed == 1)
        #expect(try lists() == [:])
        #expect(try test.scan().failed == 1)
        try write("songs/One.mp3\n", "a.m3u")
        try test.scan()
        try test.remove("a.m3u")
        #expect(try test.scan().changedPlaylists == 1)
        #expect(try lists() == [:])
    }

    @Test("hides lists with their folder, and finds songs that come later")
    func absence() throws {
        try write("../later/Four.mp3\n", "lists/a.m3u")
        try test.scan()
        #expect(try lists() == ["a": []])
        try test.write(SongFiles.mp3(title: "Four", sound: 3), "later/Four.mp3")
        #expect(try test.scan().changedPlaylists == 1)
        #expect(try lists() == ["a": ["Four"]])
        try test.move("lists", "../away")
        try test.scan()
        #expect(try lists() == [:])
        try test.move("../away", "lists")
        try test.scan()
        #expect(try lists() == ["a": ["Four"]])
    }
}
