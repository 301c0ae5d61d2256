import AVFAudio
import Foundation
import MediaPlayer
import Playback
import Simulation
import Synchronization
import Testing

@MainActor
@Suite("A media item")
struct MediaItemTests {
    private let phone = SimulatedPhone.withSongs()

    private func item(_ title: String) throws -> MPMediaItem {
        let query = MPMediaQuery(filterPredicates: [predicate(MPMediaItemPropertyTitle, title)])
        return try #require(query.items?.first)
    }

    @Test("gives by key-value coding what its properties give")
    func keyValueCoding() throws {
        try phone.launch("Songs", info: libraryInfo).run {
            let item = try item("Anna 3")
            #expect(item.value(forKey: "title") as? String == "Anna 3")
            #expect(item.value(forKey: "artist") as? String == item.artist)
            #expect(item.artist == "Anna")
            let url = try #require(item.value(forKey: MPMediaItemPropertyAssetURL) as? URL)
            #expect(url == item.assetURL)
            let number = item.value(forKey: "albumTrackNumber")
            #expect(number as? Int == 5)
            #expect((number as? NSNumber)?.intValue == item.albumTrackNumber)
            #expect(item.value(forProperty: "albumPID") as? UInt64 == item.albumPersistentID)
            #expect(item.value(forKey: "albumPersistentID") as? UInt64 == item.albumPersistentID)
            #expect(item.value(forKey: "isCompilation") as? Bool == false)
            #expect(item.value(forKey: "compilation") as? Bool == false)
            #expect(item[MPMediaItemPropertyTitle] as? String == "Anna 3")
            #expect(item.value(forProperty: "no such property") == nil)
        }
    }

    @Test("has a file that an AVAudioPlayer plays, with the sound of the song")
    func assetURL() throws {
        phone.library.add(.init("Tone", seconds: 3, sound: .tone(hertz: 880)))
        let app = try phone.launch("Songs", info: libraryInfo) {
            let item = try item("Tone")
            #expect(abs(item.playbackDuration - 3) < 0.01)
            let player = try AVAudioPlayer(contentsOf: try #require(item.assetURL))
            #expect(player.play())
            return player
        }
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).contains(hertz: 880))
    }

    @Test("enumerates several properties in order, without those that have no value, until told")
    func enumerates() throws {
        try phone.launch("Songs", info: libraryInfo).run {
            let item = try item("Ben 1")
            var found: [String] = []
            let wanted: Set = [
                MPMediaItemPropertyTitle, MPMediaItemPropertyArtist, MPMediaItemPropertyLyrics,
                MPMediaItemPropertyPlayCount,
            ]
            item.enumerateValues(forProperties: wanted) { property, value, stop in
                found.append("\(property) \(value)")
            }
            #expect(found == ["artist Ben", "playCount 0", "title Ben 1"])
            found = []
            item.enumerateValues(forProperties: wanted) { property, _, stop in
                found.append(property)
                stop.pointee = true
            }
            #expect(found == ["artist"])
        }
    }

    @Test("has lyrics, composer, year and genre of its tags")
    func tags() throws {
        var song = SimulatedPhone.Song(
            "Full", artist: "Ä", album: "Al", genre: "Jazz", seconds: 0.1)
        song.lyrics = "la\nla"
        song.composer = "Clara"
        song.year = 1999
        song.albumArtist = "Band"
        song.disc = 2
        phone.library.add(song)
        try phone.launch("Songs", info: libraryInfo).run {
            let item = try item("Full")
            #expect(item.lyrics == "la\nla")
            #expect(item.composer == "Clara")
            #expect(item.genre == "Jazz")
            #expect(item.albumArtist == "Band")
            #expect(item.discNumber == 2)
            let year = item.releaseDate.map {
                Calendar(identifier: .gregorian).component(.year, from: $0)
            }
            #expect(year == 1999)
            #expect(item.artwork == nil)
            #expect(item.playbackStoreID == "")
            #expect(!item.isCloudItem && !item.hasProtectedAsset && !item.isPreorder)
        }
    }

    @Test("is equal to another object of the same item, and found again in an archive")
    func identity() throws {
        try phone.launch("Songs", info: libraryInfo).run {
            let (one, same, other) = (try item("Ben 1"), try item("Ben 1"), try item("Ben 2"))
            #expect(one == same && one !== same && one.hash == same.hash)
            #expect(one != other)
            #expect(Set([one, same, other]).count == 2)
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: one, requiringSecureCoding: true)
            let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: MPMediaItem.self, from: data)
            #expect(read?.title == "Ben 1")
            #expect(MPMediaItem.item(one.musicItem) == one)
            #expect(one.musicItem.path == one.assetURL?.path)
        }
    }

    @Test("has no properties when it is gone")
    func gone() throws {
        let app = phone.launch("Songs", info: libraryInfo)
        let item = try app.run { try self.item("Ben 8") }
        phone.library.remove(titles: ["Ben 8"])
        app.run {
            #expect(item.assetURL == nil)
            #expect(MPMediaQuery.songs().items?.count == 14)
            #expect(item.persistentID != 0)
        }
    }

    @Test("is read by many threads at a time")
    func threads() throws {
        let items = phone.launch("Songs", info: libraryInfo).run {
            MPMediaQuery.songs().items ?? []
        }
        let titles = Mutex<Set<String>>([])
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            let item = items[index % items.count]
            let text = "\(item.title ?? "?") \(item.artist ?? "?") \(item.albumTrackNumber)"
            titles.withLock { _ = $0.insert(text) }
        }
        #expect(titles.withLock { $0.count } == 15)
    }

    /// A test's own item, as apps have them for previews.
    ///
    /// Ownership: it has no state.
    private final class SampleItem: MPMediaItem, @unchecked Sendable {
        override var title: String? { "Sample" }
    }

    @Test("can be subclassed, and be empty")
    func subclass() {
        #expect(SampleItem().title == "Sample")
        #expect(MPMediaItem().title == nil)
        #expect(MPMediaItem().persistentID == 0)
        #expect(MPMediaItem() != MPMediaItem())
        #expect(MPMediaItem().dateAdded == Date(timeIntervalSince1970: 0))
    }
}
