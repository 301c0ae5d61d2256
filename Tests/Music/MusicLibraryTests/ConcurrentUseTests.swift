import Dispatch
import Foundation
import MusicLibrary
import Synchronization
import TestSupport
import Testing

@Suite(
    "A library that several connections use at a time",
    .enabled(if: BuildTraits.hasMediaLibrary, "built without SQLite"))
struct ConcurrentUseTests {
    /// Runs `body` on some threads at a time.
    ///
    /// - Returns: What they threw.
    private func concurrently(
        _ count: Int, _ body: @Sendable @escaping (Int) throws -> Void
    ) -> [String] {
        let errors = Mutex<[String]>([])
        let group = DispatchGroup()
        for index in 0..<count {
            let thread = Thread {
                do { try body(index) } catch { errors.withLock { $0.append("\(error)") } }
                group.leave()
            }
            group.enter()
            thread.start()
        }
        group.wait()
        return errors.withLock { $0 }
    }

    @Test("is made once, whoever opens it first")
    func opening() throws {
        for _ in 0..<20 {
            let folder = try TemporaryFolder()
            let location = LibraryLocation(folder: folder.file("data"))
            let errors = concurrently(8) { index in
                let library = try MediaLibrary(at: location)
                try library.createPlaylist(name: "\(index)")
            }
            #expect(errors == [])
            let library = try MediaLibrary(at: location)
            #expect(library.notice == nil)
            #expect(try library.playlists().map(\.name) == (0..<8).map { "\($0)" })
        }
    }

    @Test("has all playlists and all of their items afterwards, while it is scanned")
    func playlists() throws {
        let test = try TestLibrary()
        for index in 0..<40 {
            try test.write(
                SongFiles.mp3(title: "Song \(index)", sound: index), "\(index % 5)/\(index).mp3")
        }
        try test.scan()
        let location = test.library.location
        let songs = try test.library.itemIDs()
        let common = try test.library.createPlaylist(name: "Common")
        for index in 40..<80 {
            try test.write(
                SongFiles.mp3(title: "Song \(index)", sound: index), "\(index % 5)/\(index).mp3")
        }
        let (connectionCount, playlistCount) = (4, 20)
        let errors = concurrently(connectionCount + 1) { connection in
            let library = try MediaLibrary(at: location)
            guard connection < connectionCount else {
                _ = try LibraryScanner(library).scan()
                return
            }
            for number in 0..<playlistCount {
                let made = try library.createPlaylist(
                    name: "\(connection) \(number)", items: [songs[number]])
                try library.addItems([songs[connection]], toPlaylist: made.id)
                try library.addItems([songs[connection]], toPlaylist: common.id)
            }
        }
        #expect(errors == [])
        let lists = try test.library.playlists()
        let names = (0..<connectionCount).flatMap { connection in
            (0..<playlistCount).map { "\(connection) \($0)" }
        }
        #expect(Set(lists.map(\.name)) == Set(names + ["Common"]))
        for list in lists where list.id != common.id {
            let numbers = list.name.split(separator: " ").compactMap { Int($0) }
            #expect(
                try test.library.items(ofPlaylist: list.id)
                    == [songs[numbers[1]], songs[numbers[0]]])
        }
        let added = try test.library.items(ofPlaylist: common.id)
        for connection in 0..<connectionCount {
            #expect(added.count { $0 == songs[connection] } == playlistCount)
        }
        #expect(try test.library.itemCount() == 80)
    }

    @Test("makes one playlist of an identifier that two ask for")
    func sameIdentifier() throws {
        let test = try TestLibrary()
        let location = test.library.location
        let errors = concurrently(4) { _ in
            let library = try MediaLibrary(at: location)
            for number in 0..<20 {
                let id = MediaLibrary.playlistID(forIdentifier: "list \(number)")
                let made = try library.createPlaylist(name: "\(number)", id: id)
                #expect(made.id == id)
            }
        }
        #expect(errors == [])
        #expect(try test.library.playlists().count == 20)
    }
}
