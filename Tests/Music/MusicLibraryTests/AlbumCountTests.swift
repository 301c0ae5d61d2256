import Foundation
import MusicLibrary
import TestSupport
import Testing

@Suite("The albums of a library", .enabled(if: BuildTraits.hasMediaLibrary, "built without SQLite"))
struct AlbumCountTests {
    /// The albums with their songs counted: a condition on anything but the type asks for that.
    private func counted(_ library: MediaLibrary) throws -> [LibraryCollection] {
        var query = LibraryQuery.of(.music, groupedBy: .album)
        query.predicates.append(LibraryPredicate(.isCloudItem, .flag(false)))
        return try library.collections(query)
    }

    private func kept(_ library: MediaLibrary) throws -> [LibraryCollection] {
        try library.collections(.of(.music, groupedBy: .album))
    }

    @Test("have as many songs as there are, whatever happens to files")
    func changes() throws {
        let test = try TestLibrary()
        func song(_ number: Int, artist: String, album: String) -> [UInt8] {
            SongFiles.mp3(
                sound: number,
                [("TIT2", "Song \(number)"), ("TPE1", artist), ("TALB", album), ("TPE2", artist)])
        }
        for number in 0..<24 {
            // Albums of one name by several artists, and some of their own.
            let artist = ["Zappa", "Abba", "Miles"][number % 3]
            let album = number < 12 ? "Greatest Hits" : "Album \(number % 5)"
            try test.write(song(number, artist: artist, album: album), "\(number).mp3")
        }
        try test.scan()
        let first = try kept(test.library)
        #expect(first == (try counted(test.library)))
        #expect(
            first.filter { $0.name == "Greatest Hits" }.map(\.artist) == ["Abba", "Miles", "Zappa"])
        #expect(first.map(\.count).reduce(0, +) == 24)
        // Files go, move, and have other tags.
        for number in 0..<4 { try test.remove("\(number).mp3") }
        try test.write(song(30, artist: "Miles", album: "New"), "moved/30.mp3")
        try test.move("5.mp3", "moved/5.mp3")
        try test.write(song(6, artist: "Abba", album: "Other"), "6.mp3")
        try test.write(song(7, artist: "Abba", album: "Album 1"), "7.mp3")
        try test.scan()
        #expect(try kept(test.library) == (try counted(test.library)))
        #expect(try kept(test.library).map(\.count).reduce(0, +) == 21)
        // One that is back has been counted once.
        try test.write(song(0, artist: "Zappa", album: "Greatest Hits"), "0.mp3")
        try test.scan()
        #expect(try kept(test.library) == (try counted(test.library)))
        for number in 4..<24 where number != 5 { try? test.remove("\(number).mp3") }
        try test.scan()
        #expect(try kept(test.library) == (try counted(test.library)))
        #expect(try kept(test.library).map(\.count).reduce(0, +) == 3)
    }
}
