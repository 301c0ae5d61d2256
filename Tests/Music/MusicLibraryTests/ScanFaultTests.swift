import Foundation
import Glibc
import MusicLibrary
import TestSupport
import Testing

@Suite(
    "A scan that meets faults", .enabled(if: BuildTraits.hasMediaLibrary, "built without SQLite"))
struct ScanFaultTests {
    private let test: TestLibrary

    init() throws { test = try TestLibrary() }

    private func writeRaw(_ bytes: [UInt8], _ name: [UInt8]) throws {
        let path = Array((test.music + "/").utf8) + name + [0]
        let descriptor = path.withUnsafeBufferPointer {
            $0.withMemoryRebound(to: CChar.self) {
                open($0.baseAddress!, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
            }
        }
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    }

    @Test("keeps files apart whose names differ in their Unicode normalisation alone")
    func normalisation() throws {
        let (composed, decomposed) = ("Bj\u{F6}rk.mp3", "Bjo\u{308}rk.mp3")
        try writeRaw(SongFiles.mp3(sound: 1), Array(composed.utf8))
        try writeRaw(SongFiles.mp3(sound: 2), Array(decomposed.utf8))
        #expect(try test.scan().added == 2)
        let ids = Set(try test.library.itemIDs())
        for _ in 0..<2 {
            let found = try test.scan()
            #expect((found.read, found.hasChanges) == (0, false))
            #expect(Set(try test.library.itemIDs()) == ids)
        }
        try writeRaw(SongFiles.mp3(sound: 3), Array(composed.utf8))
        #expect(try test.scan().read == 1)
        #expect(try test.library.itemCount() == 2)
        try #require(unlink(test.music + "/" + decomposed) == 0)
        #expect(try test.scan().removed == 1)
        let paths = try test.library.items().compactMap(\.path)
        #expect(paths.map { Array($0.utf8) } == [Array((test.music + "/" + composed).utf8)])
    }

    @Test("hides what was in a folder that gets a name of another normalisation")
    func folderNormalisation() throws {
        let (composed, decomposed) = ("Bj\u{F6}rk", "Bjo\u{308}rk")
        try test.write(SongFiles.mp3(title: "One"), composed + "/1.mp3")
        try test.scan()
        let id = try test.library.itemIDs()
        try #require(
            Glibc.rename(test.music + "/" + composed, test.music + "/" + decomposed) == 0)
        try test.scan()
        #expect(try test.library.itemIDs() == id)
        let path = try #require(try test.library.items().first?.path)
        #expect(Array(path.utf8) == Array((test.music + "/" + decomposed + "/1.mp3").utf8))
    }

    @Test("counts names that are not UTF-8, and reads the rest")
    func names() throws {
        try writeRaw(SongFiles.mp3(title: "One"), Array("1.mp3".utf8))
        let latin: [UInt8] = [0x42, 0x6A, 0xF6] + Array("rk.mp3".utf8)
        try writeRaw(SongFiles.mp3(title: "Two"), latin)
        let found = try test.scan()
        #expect((found.added, found.unnamable) == (1, 1))
        #expect(try test.titles == ["One"])
    }

    @Test("ends with an error when pictures cannot be stored, and stores them the next time")
    func pictures() throws {
        let picture = SongFiles.jpeg(width: 30, height: 20)
        try test.write(SongFiles.mp3([("TIT2", "One")], picture: picture), "1.mp3")
        try test.write(SongFiles.mp3(title: "Two"), "a/2.mp3")
        try test.write(SongFiles.jpeg(width: 300, height: 200), "a/cover.jpg")
        let artwork = test.library.location.artwork
        try Data([1]).write(to: URL(fileURLWithPath: artwork))
        let scanner = try LibraryScanner(test.library)
        #expect(throws: LibraryError.self) { try scanner.scan() }
        #expect(try test.library.itemCount() == 0)
        try FileManager.default.removeItem(atPath: artwork)
        #expect(try scanner.scan().added == 2)
        let pictures = try test.library.items().compactMap { item in
            try item.picture.flatMap { try test.library.picture($0) }
        }
        #expect(Set(pictures.compactMap(\.width)) == [30, 300])
        #expect(pictures.allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
    }

    @Test(
        "reads a file and a playlist again that could not be read, though neither has changed",
        .enabled(if: geteuid() != 0, "the superuser may read every file"))
    func permissions() throws {
        try test.write(SongFiles.mp3(title: "One"), "1.mp3")
        try test.write(Array("1.mp3\n".utf8), "list.m3u")
        let names = ["1.mp3", "list.m3u"].map { test.music + "/" + $0 }
        for name in names { try #require(chmod(name, 0) == 0) }
        #expect(try test.scan().failed == 2)
        #expect(
            try test.library.failures().map(\.reason)
                == ["cannot be opened: Permission denied", "cannot be read"])
        for name in names { try #require(chmod(name, 0o600) == 0) }
        #expect(try test.scan().failed == 0)
        #expect(try test.library.failures().isEmpty)
        #expect(try test.titles == ["One"])
        #expect(try test.library.playlists().map(\.count) == [1])
    }

    @Test(
        "tells of a folder that cannot be read, and keeps what was in it",
        .enabled(if: geteuid() != 0, "the superuser may read every folder"))
    func folderPermissions() throws {
        try test.write(SongFiles.mp3(title: "One"), "a/1.mp3")
        try test.scan()
        try #require(chmod(test.music + "/a", 0) == 0)
        let found = try test.scan()
        try #require(chmod(test.music + "/a", 0o700) == 0)
        #expect(found.unreadableFolders == ["\(test.music)/a: Permission denied"])
        #expect(try test.titles == ["One"])
    }

    @Test("finds the size of a picture behind long Exif data")
    func longExif() throws {
        let segment: [UInt8] =
            [0xFF, 0xE1, 0xFF, 0xFF] + [UInt8](repeating: 7, count: 0xFFFD)
        var picture: [UInt8] = [0xFF, 0xD8] + segment + segment
        picture += SongFiles.jpeg(width: 640, height: 480).dropFirst(2)
        try test.write(SongFiles.mp3([("TIT2", "One")], picture: picture), "1.mp3")
        try test.scan()
        let hash = try #require(try test.library.items().first?.picture)
        let found = try #require(try test.library.picture(hash))
        #expect((found.width, found.height) == (640, 480))
    }
}
