import Foundation
import MusicLibrary
import TestSupport
import Testing

@Suite("A library file", .enabled(if: BuildTraits.hasMediaLibrary, "built without SQLite"))
struct DamagedLibraryTests {
    @Test("that is no database is set aside, with a message, and made again")
    func noDatabase() throws {
        let folder = try TemporaryFolder()
        let location = LibraryLocation(folder: folder.path)
        try Data("this was once a database, and is none any more".utf8).write(
            to: URL(fileURLWithPath: location.database))
        let library = try MediaLibrary(at: location)
        #expect(library.notice?.contains(location.damaged) == true)
        #expect(try library.itemCount() == 0)
        #expect(FileManager.default.fileExists(atPath: location.damaged))
        #expect(try MediaLibrary(at: location).notice == nil)
    }

    @Test("that is damaged inside never ends the program; ratings are taken over where they can be")
    func damagedPages() throws {
        let test = try TestLibrary()
        for index in 0..<300 {
            try test.write(
                SongFiles.mp3(title: "Song \(index)", artist: "A \(index)"), "\(index).mp3")
        }
        try test.scan()
        try test.library.countPlay(of: try #require(try test.item("7.mp3")).id, at: 5)
        // A copy of the whole file, without what is still in the log.
        let copy = LibraryLocation(folder: test.folder.file("copy"))
        try FileManager.default.createDirectory(
            atPath: copy.folder, withIntermediateDirectories: true)
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: test.library.location.database + ending, toPath: copy.database + ending)
        }
        _ = try MediaLibrary(at: copy).itemCount()
        let whole = try Data(contentsOf: URL(fileURLWithPath: copy.database))
        var noticeCount = 0
        for step in 0..<24 {
            var bytes = whole
            let start = 100 + (bytes.count - 600) * step / 24
            for index in start..<start + 500 {
                bytes[index] = UInt8(truncatingIfNeeded: index &* 89)
            }
            for ending in ["-wal", "-shm", ".damaged", ".suspect"] {
                try? FileManager.default.removeItem(atPath: copy.database + ending)
            }
            try bytes.write(to: URL(fileURLWithPath: copy.database))
            // The damage may show on opening, in a query, or at the next opening.
            for _ in 0..<2 {
                do {
                    let library = try MediaLibrary(at: copy)
                    if library.notice != nil { noticeCount += 1 }
                    try library.addFolder(test.music)
                    _ = try LibraryScanner(library).scan()
                    _ = try library.items()
                    _ = try library.search("song")
                    _ = try library.collections(.of(.music, groupedBy: .artist))
                } catch {
                    continue
                }
            }
            let library = try MediaLibrary(at: copy)
            try library.addFolder(test.music)
            if library.notice != nil { noticeCount += 1 }
        }
        #expect(noticeCount > 0)
    }

    @Test("of a newer version is left alone")
    func newer() throws {
        let folder = try TemporaryFolder()
        let location = LibraryLocation(folder: folder.path)
        _ = try MediaLibrary(at: location)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: location.database))
        // SQLite Database File Format, 1.3: the user version is at byte 60.
        bytes.replaceSubrange(60..<64, with: [0, 0, 1, 0])
        try bytes.write(to: URL(fileURLWithPath: location.database))
        #expect(throws: LibraryError.newer(path: location.database)) {
            try MediaLibrary(at: location)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: location.database)) == bytes)
    }
}

@Suite("A build without SQLite", .enabled(if: !BuildTraits.hasMediaLibrary, "built with SQLite"))
struct MissingLibraryTests {
    @Test("says so when a library is opened")
    func unavailable() throws {
        let folder = try TemporaryFolder()
        #expect(throws: LibraryError.unavailable) {
            try MediaLibrary(at: LibraryLocation(folder: folder.path))
        }
    }
}
