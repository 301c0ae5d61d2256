import Foundation
import MusicLibrary
import TestSupport
import Testing

@Suite("A scan", .enabled(if: BuildTraits.hasMediaLibrary, "built without SQLite"))
struct ScanTests {
    private let test: TestLibrary

    init() throws { test = try TestLibrary() }

    @Test("reads new files, and files that have changed, and no others")
    func incremental() throws {
        try test.write(SongFiles.mp3(title: "One", artist: "A"), "a/1.mp3")
        try test.write(SongFiles.mp3(title: "Two", artist: "A"), "a/b/2.mp3")
        try test.write(Array("no sound".utf8), "a/cover.txt")
        var found = try test.scan()
        #expect((found.files, found.read, found.added) == (2, 2, 2))
        found = try test.scan()
        #expect((found.files, found.read, found.hasChanges) == (2, 0, false))
        try test.write(SongFiles.mp3(title: "Two and a half", artist: "A"), "a/b/2.mp3")
        found = try test.scan()
        #expect((found.read, found.added + found.updated) == (1, 1))
        #expect(try test.titles == ["One", "Two and a half"])
    }

    @Test("keeps identifier and play count of a file that moves")
    func move() throws {
        try test.write(SongFiles.mp3(title: "One"), "a/1.mp3")
        try test.scan()
        let id = try #require(try test.item("a/1.mp3")).id
        try test.library.countPlay(of: id, at: 1000)
        try test.write(SongFiles.mp3(title: "Other"), "b/x.mp3")
        try test.move("a/1.mp3", "b/new name.mp3")
        let found = try test.scan()
        #expect((found.moved, found.added, found.removed) == (1, 1, 0))
        let item = try #require(try test.item("b/new name.mp3"))
        #expect((item.id, item.playCount, item.lastPlayed) == (id, 1, 1000))
        #expect(try test.library.itemCount() == 2)
    }

    @Test("keeps identifier and play count of a file that is renamed in its folder")
    func rename() throws {
        try test.write(SongFiles.mp3(title: "One"), "a/1.mp3")
        try test.scan()
        let id = try #require(try test.item("a/1.mp3")).id
        try test.library.countPlay(of: id)
        for name in ["a/2.mp3", "a/0.mp3"] {
            try test.move(name == "a/2.mp3" ? "a/1.mp3" : "a/2.mp3", name)
            let found = try test.scan()
            #expect((found.moved, found.added, found.removed) == (1, 0, 0))
            #expect(try test.item(name)?.playCount == 1)
            #expect(try test.titles == ["One"])
        }
    }

    @Test("keeps identifiers when two files exchange their names")
    func exchange() throws {
        try test.write(SongFiles.mp3(title: "One"), "1.mp3")
        try test.write(SongFiles.mp3(title: "Twoo"), "2.mp3")
        try test.scan()
        let ids = try ["1.mp3", "2.mp3"].map { try test.item($0)?.id }
        try test.move("1.mp3", "x.mp3")
        try test.move("2.mp3", "1.mp3")
        try test.move("x.mp3", "2.mp3")
        try test.scan()
        #expect(try ["2.mp3", "1.mp3"].map { try test.item($0)?.id } == ids)
        #expect(try test.library.itemCount() == 2)
    }

    @Test("keeps the identifier when the tags change")
    func retag() throws {
        try test.write(SongFiles.mp3(title: "Old", artist: "A", sound: 5), "1.mp3")
        try test.scan()
        let id = try #require(try test.item("1.mp3")).id
        try test.library.rate(id, stars: 4)
        try test.write(SongFiles.mp3(title: "A longer one", artist: "B", sound: 5), "1.mp3")
        try test.scan()
        let item = try #require(try test.item("1.mp3"))
        #expect(
            (item.id, item.title, item.shownArtist, item.rating) == (id, "A longer one", "B", 4))
        #expect(try test.library.collections(.of(.music, groupedBy: .artist)).map(\.name) == ["B"])
    }

    @Test("hides what is gone, and shows it when it returns")
    func absence() throws {
        try test.write(SongFiles.mp3(title: "One"), "disk/1.mp3")
        try test.scan()
        let id = try #require(try test.item("disk/1.mp3")).id
        try test.library.countPlay(of: id)
        let away = test.folder.file("away")
        try FileManager.default.moveItem(atPath: test.music, toPath: away)
        var found = try test.scan()
        #expect(found.removed == 1)
        #expect(found.unreadableFolders.count == 1)
        #expect(try test.library.itemCount() == 0)
        #expect(try test.library.item(id)?.path == nil)
        try FileManager.default.moveItem(atPath: away, toPath: test.music)
        found = try test.scan()
        #expect(found.read == 0)
        #expect(try test.item("disk/1.mp3")?.playCount == 1)
    }

    @Test("hides the songs of a folder that is removed from the library")
    func folders() throws {
        try test.write(SongFiles.mp3(title: "One"), "a/1.mp3")
        try test.write(SongFiles.mp3(title: "Two"), "b/2.mp3")
        try test.library.addFolder(test.music + "/b/")
        #expect(try test.scan().added == 2)
        #expect(try test.library.removeFolder(test.music))
        for _ in 0..<2 {
            try test.scan()
            #expect(try test.titles == ["Two"])
        }
        try test.library.addFolder(test.music)
        try test.scan()
        #expect(try test.titles == ["One", "Two"])
    }

    @Test("goes on where it was stopped")
    func cancel() throws {
        for index in 0..<40 {
            try test.write(SongFiles.mp3(title: "Song \(index)"), "\(index / 4)/\(index).mp3")
        }
        var read = 0
        var runs = 0
        var isDone = false
        while !isDone, runs < 100 {
            // Every look at the progress stops it.
            let found = try LibraryScanner(test.library).scan { $0.read == 0 }
            isDone = !found.isCancelled
            read += found.read
            runs += 1
        }
        #expect(isDone)
        #expect(read == 40)
        #expect(try test.library.itemCount() == 40)
    }

    @Test("leaves files that are no sound alone until they change")
    func failures() throws {
        try test.write(Array("this is no sound".utf8), "1.mp3")
        try test.write([], "2.flac")
        var found = try test.scan()
        #expect((found.read, found.failed, found.added) == (2, 2, 0))
        found = try test.scan()
        #expect((found.read, found.failed) == (0, 2))
        try test.write(SongFiles.mp3(title: "One"), "1.mp3")
        found = try test.scan()
        #expect((found.read, found.added) == (1, 1))
    }

    @Test("survives links that lead in circles, and counts a folder once")
    func links() throws {
        try test.write(SongFiles.mp3(title: "One"), "a/1.mp3")
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: test.music + "/a/round", withDestinationPath: test.music)
        try files.createSymbolicLink(
            atPath: test.music + "/nowhere.mp3", withDestinationPath: "/no")
        #expect(try test.scan().files == 1)
        #expect(try test.library.itemCount() == 1)
    }

    @Test("is refused while another runs")
    func lock() throws {
        let scanner = try LibraryScanner(test.library)
        #expect(throws: LibraryError.busy(path: test.library.location.database)) {
            try LibraryScanner(test.library)
        }
        _ = try scanner.scan()
    }

    @Test("stores a picture once, whatever its size in pixels")
    func pictures() throws {
        let picture = SongFiles.jpeg(width: 20_000, height: 20_000, byteCount: 300_000)
        for index in 0..<3 {
            let file = SongFiles.mp3(sound: index, [("TIT2", "Song \(index)")], picture: picture)
            try test.write(file, "\(index).mp3")
        }
        try test.write(SongFiles.mp3(title: "Bare"), "x/bare.mp3")
        try test.write(SongFiles.jpeg(width: 300, height: 200), "x/Cover.JPG")
        try test.scan()
        let items = try test.library.items()
        let hashes = Set(items.compactMap(\.picture))
        #expect(hashes.count == 2)
        let pictures = try hashes.compactMap { try test.library.picture($0) }
        #expect(Set(pictures.compactMap(\.width)) == [20_000, 300])
        for found in pictures {
            let size = try Data(contentsOf: URL(fileURLWithPath: found.path)).count
            #expect(size == (found.width == 300 ? 2000 : 300_000))
        }
    }

    @Test("gives the same identifiers in a library that is made again")
    func stableIdentifiers() throws {
        try test.write(SongFiles.mp3(title: "One", artist: "A", album: "X"), "1.mp3")
        try test.write(SongFiles.mp3(title: "One", artist: "A", album: "X"), "copy.mp3")
        try test.scan()
        let other = try MediaLibrary(at: LibraryLocation(folder: test.folder.file("other")))
        try other.addFolder(test.music)
        _ = try LibraryScanner(other).scan()
        #expect(Set(try other.itemIDs()) == Set(try test.library.itemIDs()))
        #expect(try other.itemIDs().count == 2)
        let query = LibraryQuery.of(.music, groupedBy: .album)
        #expect(try other.collections(query) == (try test.library.collections(query)))
    }
}
