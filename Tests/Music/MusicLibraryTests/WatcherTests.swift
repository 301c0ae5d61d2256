import Foundation
import MusicLibrary
import TestSupport
import Testing

@Suite(
    "The watcher", .enabled(if: BuildTraits.hasMediaLibrary, "built without SQLite"), .serialized)
struct WatcherTests {
    private let test: TestLibrary
    private let watcher: LibraryWatcher

    init() throws {
        test = try TestLibrary()
        try test.write(SongFiles.mp3(title: "One", sound: 1), "a/1.mp3")
        try test.write(SongFiles.mp3(title: "Two", sound: 2), "a/b/2.mp3")
        watcher = try LibraryWatcher(test.library)
        _ = try watcher.scan()
    }

    /// Lets the watcher wait until the library has these titles.
    ///
    /// - Returns: Whether it has them before a long deadline.
    private func has(_ titles: [String]) throws -> Bool {
        try secondsUntil { try test.titles == titles } != nil
    }

    /// Lets the watcher wait until a condition holds.
    ///
    /// - Returns: Seconds that this took; nil beyond a long deadline.
    private func secondsUntil(_ condition: () throws -> Bool) throws -> Double? {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(60) {
            if try condition() { return (ContinuousClock.now - start) / .seconds(1) }
            _ = try watcher.next(timeoutSeconds: 1)
        }
        return nil
    }

    @Test("brings a new file into the library within two seconds")
    func newFile() throws {
        try test.write(SongFiles.mp3(title: "Three", sound: 3), "a/b/3.mp3")
        // The machine may be busy with other tests.
        let seconds = try #require(
            try secondsUntil { try test.titles == ["One", "Three", "Two"] })
        #expect(seconds < 10)
        #expect(watcher.notice == nil)
    }

    @Test("sees new folders in new folders, and files in them from then on")
    func newFolders() throws {
        try test.write(SongFiles.mp3(title: "Three", sound: 3), "x/y/z/3.mp3")
        #expect(try has(["One", "Three", "Two"]))
        try test.write(SongFiles.mp3(title: "Four", sound: 4), "x/y/z/4.mp3")
        #expect(try has(["Four", "One", "Three", "Two"]))
    }

    @Test("keeps play counts of files and folders that move inside")
    func moves() throws {
        let ids = try ["a/1.mp3", "a/b/2.mp3"].map { try #require(try test.item($0)).id }
        for id in ids { try test.library.countPlay(of: id) }
        try test.move("a/1.mp3", "a/b/one.mp3")
        try test.move("a/b", "c")
        _ = try secondsUntil {
            try test.item("c/one.mp3") != nil && test.item("c/2.mp3") != nil
        }
        #expect(try ["c/one.mp3", "c/2.mp3"].map { try test.item($0)?.id } == ids)
        #expect(try test.item("c/2.mp3")?.playCount == 1)
        // The folder is watched under its new name.
        try test.write(SongFiles.mp3(title: "Three", sound: 3), "c/3.mp3")
        #expect(try has(["One", "Three", "Two"]))
        try test.move("c", "../away")
        #expect(try has([]))
        try test.move("../away", "c")
        #expect(try has(["One", "Three", "Two"]))
        #expect(try test.item("c/one.mp3")?.id == ids[0])
    }

    @Test("sees deletions, replacements, links and playlists")
    func otherChanges() throws {
        try test.write(SongFiles.mp3(title: "New", sound: 9), "part.tmp")
        try FileManager.default.removeItem(atPath: test.music + "/a/1.mp3")
        try test.move("part.tmp", "a/1.mp3")
        #expect(try has(["New", "Two"]))
        try test.remove("a/b/2.mp3")
        #expect(try has(["New"]))
        let outside = test.folder.file("outside.mp3")
        try Data(SongFiles.mp3(title: "Linked", sound: 8)).write(
            to: URL(fileURLWithPath: outside))
        try FileManager.default.createSymbolicLink(
            atPath: test.music + "/a/link.mp3", withDestinationPath: outside)
        #expect(try has(["Linked", "New"]))
        try test.write(Array("a/1.mp3\n".utf8), "list.m3u")
        _ = try secondsUntil { try !test.library.playlists().isEmpty }
        #expect(try test.library.playlists().map(\.count) == [1])
    }

    @Test("finds out about folders that another process adds, and that leave and come back")
    func roots() throws {
        let other = test.folder.file("Other")
        try FileManager.default.createDirectory(
            atPath: other, withIntermediateDirectories: true)
        try Data(SongFiles.mp3(title: "Zebra", sound: 7)).write(
            to: URL(fileURLWithPath: other + "/z.mp3"))
        try MediaLibrary(at: test.library.location).addFolder(other)
        #expect(try has(["One", "Two", "Zebra"]))
        try FileManager.default.moveItem(atPath: other, toPath: other + "2")
        #expect(try has(["One", "Two"]))
        try FileManager.default.moveItem(atPath: other + "2", toPath: other)
        #expect(try has(["One", "Two", "Zebra"]))
    }

    @Test("looks at everything when events were lost")
    func overflow() throws {
        let limit =
            (try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8))
            .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 16384
        // Each renaming is two events.
        try test.write(SongFiles.mp3(title: "Three", sound: 3), "a/3.mp3")
        for _ in 0..<limit / 4 + 10 {
            try test.move("a/3.mp3", "a/4.mp3")
            try test.move("a/4.mp3", "a/3.mp3")
        }
        try test.write(SongFiles.mp3(title: "Four", sound: 4), "a/b/4.mp3")
        #expect(try has(["Four", "One", "Three", "Two"]))
    }

    @Test("does nothing while nothing changes")
    func quiet() throws {
        let before = try test.library.changeCount()
        for _ in 0..<3 { #expect(try watcher.next(timeoutSeconds: 0.05) == nil) }
        #expect(try test.library.changeCount() == before)
    }
}
