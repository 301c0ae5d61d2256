import AudioModel
import Foundation
import MediaPlayer
import MusicLibrary
import Playback
import Simulation
import SoundClient
import TestSupport
import Testing

/// Tests what a player writes to the library about what it has played.
@Suite("A music player's statistics")
final class PlayStatisticsTests {
    private let stage = SimulatedStage(startDate: 1_700_000_000 * 1_000_000_000)
    private let app: StagedApp
    private let folder: TemporaryFolder
    private let library: MediaLibrary

    init() throws {
        folder = try TemporaryFolder()
        let music = folder.file("Music")
        try FileManager.default.createDirectory(
            atPath: music, withIntermediateDirectories: true)
        for (name, genre) in [
            ("1 song", "Pop"), ("2 song", "Pop"), ("3 talk", "Podcast"), ("4 long", "Pop"),
        ] {
            let samples = [Int16](
                repeating: Int16(name.utf8.first ?? 0) * 100,
                count: name == "4 long" ? 320_000 : 16_000)
            var bytes = wavFile(samples, rate: 8_000)
            let text = Array(genre.utf8) + (genre.utf8.count % 2 == 0 ? [] : [0])
            let info = Array("INFOIGNR".utf8) + Self.size(text.count) + text
            bytes += Array("LIST".utf8) + Self.size(info.count) + info
            bytes.replaceSubrange(4..<8, with: Self.size(bytes.count - 8))
            try Data(bytes).write(to: URL(fileURLWithPath: music + "/\(name).wav"))
        }
        let place = folder.file("library")
        library = try MediaLibrary(at: LibraryLocation(folder: place))
        try library.addFolder(music)
        _ = try LibraryScanner(library).scan()
        app = stage.open("Jukebox")
        _ = app.sound.attachment {
            MediaLibraryAccess(
                folder: { place }, permission: .granted, hasUsageText: true,
                reportViolation: { _, _ in })
        }
    }

    private static func size(_ count: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    }

    private func item(_ name: String) throws -> LibraryItem {
        try #require(try library.item(atPath: folder.file("Music") + "/\(name).wav"))
    }

    /// Plays items of the library by the system's player, as the app.
    private func play(_ names: [String]) throws {
        let ids = try names.map { String(try item($0).id) }
        app.run {
            let player = MPMusicPlayerController.systemMusicPlayer
            player.setQueue(with: ids)
            player.play()
        }
    }

    private func advance(_ seconds: Double) { stage.advance(by: .seconds(seconds)) }

    @Test("count what was played to its end, with the time, and what was skipped")
    func counts() throws {
        try play(["1 song", "4 long"])
        advance(5)
        app.run { MPMusicPlayerController.systemMusicPlayer.skipToNextItem() }
        advance(0.5)
        let (played, skipped) = (try item("1 song"), try item("4 long"))
        #expect(played.playCount == 1 && played.skipCount == 0)
        #expect(abs((played.lastPlayed ?? 0) - 1_700_000_002) < 0.2)
        #expect(skipped.playCount == 0 && skipped.skipCount == 1 && skipped.lastPlayed == nil)
    }

    // Source: iTunes, as drlightx.com (2009) has tried it.
    @Test(
        "count a skip forward after 2 to 20 seconds, and a play in the last 10",
        arguments: [
            Departure(1, true, 0, 0), Departure(3, true, 0, 1), Departure(19, true, 0, 1),
            Departure(22, true, 0, 0), Departure(31, true, 1, 0), Departure(39, true, 1, 0),
            Departure(5, false, 0, 0), Departure(31, false, 1, 0),
        ])
    func departures(_ departure: Departure) throws {
        // Given an item of 40 seconds, paused at a time.
        try play(["1 song", "4 long", "2 song"])
        app.run {
            let player = MPMusicPlayerController.systemMusicPlayer
            player.skipToNextItem()
            player.pause()
            player.currentPlaybackTime = departure.second
            // When the user leaves it.
            if departure.isForward { player.skipToNextItem() } else { player.skipToPreviousItem() }
        }
        advance(0.1)
        let left = try item("4 long")
        #expect(left.playCount == departure.plays && left.skipCount == departure.skips)
    }

    struct Departure: Sendable {
        var second: Double
        var isForward: Bool
        var plays: Int
        var skips: Int

        init(_ second: Double, _ isForward: Bool, _ plays: Int, _ skips: Int) {
            (self.second, self.isForward, self.plays, self.skips) =
                (second, isForward, plays, skips)
        }
    }

    @Test("keep the place in a podcast, where it goes on, and none in a song")
    func bookmarks() throws {
        #expect(try item("3 talk").mediaType == .podcast)
        try play(["3 talk"])
        advance(1)
        app.run { MPMusicPlayerController.systemMusicPlayer.pause() }
        advance(0.1)
        #expect(abs(try item("3 talk").bookmark - 1) < 0.05)
        try play(["3 talk"])
        advance(0.5)
        let position = app.run { MPMusicPlayerController.systemMusicPlayer.currentPlaybackTime }
        #expect(abs(position - 1.5) < 0.05)
        // Played to its end, it begins at its beginning again.
        advance(1)
        #expect(try item("3 talk").bookmark == 0)
        #expect(try item("3 talk").playCount == 1)

        try play(["1 song"])
        advance(1)
        app.run { MPMusicPlayerController.systemMusicPlayer.pause() }
        advance(0.1)
        #expect(try item("1 song").bookmark == 0)
    }

    @Test("keep the place in a podcast that is stopped, or left for another item")
    func stopped() throws {
        try play(["3 talk"])
        advance(1)
        app.run { MPMusicPlayerController.systemMusicPlayer.stop() }
        advance(0.1)
        #expect(abs(try item("3 talk").bookmark - 1) < 0.05)
        // There it begins when it is played again.
        try play(["3 talk", "1 song"])
        advance(0.5)
        let other = try item("1 song").id
        app.run {
            let player = MPMusicPlayerController.systemMusicPlayer
            #expect(abs(player.currentPlaybackTime - 1.5) < 0.05)
            player.setQueue(with: [String(other)])
            player.play()
        }
        advance(0.1)
        #expect(abs(try item("3 talk").bookmark - 1.5) < 0.05)
        #expect(try item("3 talk").playCount == 0 && item("1 song").bookmark == 0)
    }

    @Test("leave a missing item out of a queue of store identifiers")
    func missing() throws {
        let id = try item("1 song").id
        app.run {
            let player = MPMusicPlayerController.systemMusicPlayer
            player.setQueue(with: ["17", "not a number", String(id)])
            player.play()
        }
        advance(0.5)
        let playing = app.run { MPMusicPlayerController.systemMusicPlayer.nowPlayingItem }
        #expect(playing?.persistentID == id && playing?.title == "1 song")
    }
}
