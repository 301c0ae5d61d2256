import AVFAudio
import Foundation
import MediaPlayer
import Simulation
import Synchronization
import Testing

/// Acceptance cases 19 to 22 of players.
@MainActor
@Suite("A query of the media library")
struct MediaQueryTests {
    private let phone = SimulatedPhone.withSongs()

    private func inApp<Value>(_ body: @MainActor () throws -> Value) rethrows -> Value {
        try phone.launch("Songs", info: libraryInfo).run(body)
    }

    @Test("of albums has them by title, each with its songs by track")
    func albums() throws {
        let albums = inApp { MPMediaQuery.albums().collections ?? [] }
        #expect(albums.map(\.count) == [7, 8])
        #expect(albums.map { $0.representativeItem?.albumTitle } == ["Alpha", "Beta"])
        #expect(
            albums[0].items.compactMap(\.title) == (1...7).reversed().map { "Anna \($0)" })
        #expect(albums[1].items.map(\.albumTrackNumber) == Array(1...8))
        #expect(albums[0].mediaTypes == .music)
        #expect(albums[0].persistentID == albums[0].items[0].albumPersistentID)
    }

    @Test("by artist finds only the exact artist; contains finds a part")
    func artist() {
        let found = inApp {
            ["Anna", "Ann", "ANNA"].map { name in
                let query = MPMediaQuery()
                query.addFilterPredicate(predicate(MPMediaItemPropertyArtist, name))
                return query.items?.count
            } + [
                MPMediaQuery(
                    filterPredicates: [predicate(MPMediaItemPropertyArtist, "nn", .contains)]
                ).items?.count
            ]
        }
        #expect(found == [7, 0, 7, 7])
    }

    @Test("with several conditions finds what satisfies all")
    func intersection() {
        let (both, none, back) = inApp {
            let query = MPMediaQuery.songs()
            query.addFilterPredicate(predicate(MPMediaItemPropertyArtist, "Ben"))
            query.addFilterPredicate(predicate(MPMediaItemPropertyAlbumTitle, "Beta"))
            let both = query.items?.count
            let title = predicate(MPMediaItemPropertyTitle, "Anna 1")
            query.addFilterPredicate(title)
            let none = query.items?.count
            query.removeFilterPredicate(predicate(MPMediaItemPropertyTitle, "Anna 1"))
            return (both, none, query.items?.count)
        }
        #expect([both, none, back] == [8, 0, 8])
    }

    @Test("takes identifiers, types and flags as values of many types")
    func values() {
        let counts = inApp {
            let item = MPMediaQuery.songs().items?.first
            let values: [(String, Any?)] = [
                (MPMediaItemPropertyPersistentID, item?.persistentID),
                (MPMediaItemPropertyPersistentID, item.map { NSNumber(value: $0.persistentID) }),
                (MPMediaItemPropertyAlbumPersistentID, item?.albumPersistentID),
                (MPMediaItemPropertyMediaType, MPMediaType.music),
                (MPMediaItemPropertyMediaType, MPMediaType.anyAudio.rawValue),
                (MPMediaItemPropertyMediaType, MPMediaType.podcast.rawValue),
                (MPMediaItemPropertyIsCloudItem, false), (MPMediaItemPropertyIsCloudItem, true),
                (MPMediaItemPropertyArtist, 7), (MPMediaItemPropertyArtist, nil),
                (MPMediaItemPropertyPersistentID, "text"),
            ]
            return values.map { property, value in
                MPMediaQuery(filterPredicates: [predicate(property, value)]).items?.count
            }
        }
        #expect(counts == [1, 1, 7, 15, 15, 0, 15, 0, 0, 0, 0])
    }

    @Test("has sections by the first letters")
    func sections() {
        let (items, albums) = inApp {
            (MPMediaQuery.songs().itemSections, MPMediaQuery.albums().collectionSections)
        }
        #expect(items?.map(\.title) == ["A", "B"])
        #expect(items?.map(\.range) == [NSRange(location: 0, length: 7), NSRange(7..<15)])
        #expect(albums?.map(\.range) == [NSRange(0..<1), NSRange(1..<2)])
    }

    @Test("of playlists, podcasts, audio books, compilations and composers finds those")
    func builders() {
        phone.library.add(
            .init("Episode", album: "Show", genre: "Podcast", seconds: 0.1),
            .init("Chapter", genre: "Audiobook", seconds: 0.1))
        var song = SimulatedPhone.Song("Hit", artist: "Cleo", album: "Hits", seconds: 0.1)
        song.isCompilation = true
        song.composer = "Bach"
        phone.library.add(song)
        phone.library.addPlaylist("Mine", titles: ["Ben 2", "Anna 1", "Ben 2"])
        inApp {
            let playlists = MPMediaQuery.playlists().collections ?? []
            #expect((playlists[0] as? MPMediaPlaylist)?.name == "Mine")
            #expect(playlists[0].items.map(\.title) == ["Ben 2", "Anna 1", "Ben 2"])
            #expect(MPMediaQuery.podcasts().items?.map(\.title) == ["Episode"])
            #expect(MPMediaQuery.audiobooks().items?.map(\.title) == ["Chapter"])
            #expect(MPMediaQuery.compilations().collections?.map(\.count) == [1])
            #expect(MPMediaQuery.composers().collections?.map { $0.items[0].title } == ["Hit"])
            #expect(MPMediaQuery.songs().items?.count == 16)
            #expect(MPMediaQuery().items?.count == 18)
        }
    }

    @Test("ends the program for a property that cannot be filtered by")
    func unfilterable() {
        let rules = Mutex<[String]>([])
        inApp {
            ProgrammerErrors.handle(with: { _, rule in rules.withLock { $0.append(rule) } }) {
                let query = MPMediaQuery()
                query.addFilterPredicate(predicate(MPMediaItemPropertyLyrics, "la"))
                #expect(query.filterPredicates == nil)
            }
        }
        #expect(rules.withLock { $0 } == ["MPMediaItem.canFilter(byProperty: \"lyrics\")"])
        #expect(!MPMediaItem.canFilter(byProperty: MPMediaItemPropertyLyrics))
        #expect(!MPMediaItem.canFilter(byProperty: MPMediaPlaylistPropertyName))
        #expect(MPMediaItem.canFilter(byProperty: MPMediaItemPropertyGenre))
        #expect(MPMediaPlaylist.canFilter(byProperty: MPMediaPlaylistPropertyName))
    }

    @Test("is copied and archived with its conditions and grouping")
    func copies() throws {
        let query = MPMediaQuery.albums()
        query.addFilterPredicate(predicate(MPMediaItemPropertyArtist, "Anna", .contains))
        let copy = try #require(query.copy() as? MPMediaQuery)
        #expect(copy == query)
        copy.groupingType = .genre
        #expect(copy != query)
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: query, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: MPMediaQuery.self, from: data)
        #expect(read == query)
    }
}
