import AudioModel
import Foundation
import Playback
import Simulation
import SoundClient
import SoundServer
import TestSupport
import Testing

/// Tests what a player reports beside its state: where items go on, and whether it is prepared.
@Suite("A music player's reports")
final class MusicPlayerReportTests {
    private let stage = SimulatedStage()
    private let app: StagedApp
    private let folder: TemporaryFolder
    private let log = MusicPlayerLog()
    private let player: MusicPlayer

    init() throws {
        folder = try TemporaryFolder()
        app = stage.open(
            AppDescription(name: "Music", backgroundModes: ["audio"], role: .musicPlayer))
        player = MusicPlayer(app.sound, seed: 1) { [log] in log.add($0) }
        let items = try (1...3).map { id in
            let path = folder.file("\(id).wav")
            try Data(wavFile([Int16](repeating: 4_000, count: 96_000), rate: 48_000))
                .write(to: URL(fileURLWithPath: path))
            return MusicItem(id: UInt64(id), path: path)
        }
        player.setQueue(items)
    }

    private func advance(_ seconds: Double) { stage.advance(by: .seconds(seconds)) }

    private func play() {
        app.run { player.play() }
        advance(0.5)
        log.clear()
    }

    @Test("say where an item goes on that stops, pauses or is left, and not where one has ended")
    func bookmarks() {
        play()
        app.run { player.pause() }
        advance(0.1)
        #expect(log.bookmarks == ["1 at 0.5"])
        play()
        app.run { player.move(toPlace: 1) }
        advance(0.5)
        #expect(log.bookmarks == ["1 at 1.0"])
        app.run { player.halt() }
        advance(0.1)
        #expect(log.bookmarks == ["1 at 1.0", "2 at 0.5"])
        play()
        app.run { player.skipToNext() }
        advance(0.5)
        #expect(log.bookmarks == ["2 at 1.0"])
        // Moved while it is paused, and then stopped.
        app.run { player.pause() }
        app.run { player.seek(to: 1.8) }
        app.run { player.stop() }
        advance(0.1)
        #expect(log.bookmarks == ["2 at 1.0", "3 at 0.5", "3 at 1.8"])
    }

    @Test("say where an item goes on that another queue replaces")
    func replaced() throws {
        play()
        let next = try #require(player.items.last)
        player.setQueue([next])
        play()
        #expect(player.currentItem?.id == 3)
        app.run { player.pause() }
        advance(0.1)
        #expect(log.bookmarks == ["3 at 0.5"])
        log.clear()
        player.setQueue([next])
        advance(0.1)
        #expect(log.bookmarks == ["3 at 0.5"])
    }

    @Test("say nothing of a place in an item that has played to its end")
    func finished() {
        app.run { player.play() }
        advance(6.5)
        #expect(player.playbackState == .stopped)
        #expect(log.bookmarks == [])
        #expect(log.all.filter { $0.hasPrefix("finished") }.count == 3)
    }

    /// Replaces an item's file by one without a frame.
    private func emptyFile(_ id: Int) throws {
        try Data(wavFile([], rate: 48_000))
            .write(to: URL(fileURLWithPath: folder.file("\(id).wav")))
    }

    @Test("name each item in its turn, also those without a frame", arguments: [1, 2])
    func empty(_ id: Int) throws {
        try emptyFile(id)
        app.run { player.play() }
        advance(0.1)
        #expect(player.currentItem?.id == (id == 1 ? 2 : 1))
        advance(2)
        #expect(player.currentItem?.id == 3 && player.currentPlace == 2)
        advance(3)
        #expect(player.playbackState == .stopped)
        let reports = log.all.filter { $0.hasPrefix("item") || $0.hasPrefix("finished") }
        #expect(
            reports == [
                "item 1", "finished 1", "item 2", "finished 2", "item 3", "finished 3", "item none",
            ])
    }

    @Test("name an item once whose file has no frame and repeats")
    func emptyRepeats() throws {
        try emptyFile(2)
        player.repeatMode = .one
        app.run { player.move(toPlace: 1) }
        app.run { player.play() }
        advance(1)
        #expect(player.playbackState == .stopped)
        #expect(log.all.filter { $0.hasPrefix("finished") } == ["finished 2"])
    }

    @Test("say when the player is prepared, and when it no longer is")
    func prepared() {
        advance(0.1)
        #expect(!player.isPrepared && log.preparedCount == 0)
        #expect(app.run { player.prepare() })
        advance(0.1)
        #expect(player.isPrepared && log.preparedCount == 1)
        app.run { player.play() }
        app.run { player.seek(to: 1) }
        app.run { player.skipToNext() }
        advance(0.5)
        // Playback that goes on elsewhere was never unprepared.
        #expect(player.isPrepared && log.preparedCount == 1)
        app.run { player.stop() }
        advance(0.1)
        #expect(!player.isPrepared && log.preparedCount == 2)
        #expect(!app.run { player.prepare() })
        advance(0.1)
        #expect(log.preparedCount == 2)
    }

    @Test("tell a file that shrinks while it plays from one that was played to its end")
    func shrinks() throws {
        play()
        let path = folder.file("1.wav")
        #expect(truncate(path, 110_000) == 0)
        advance(3.5)
        #expect(log.all == ["failed 1", "item 2", "finished 2", "item 3"])
        #expect(player.currentItem?.id == 3 && player.playbackState == .playing)
        // So does one that is the last.
        #expect(truncate(folder.file("3.wav"), 150_000) == 0)
        advance(2)
        #expect(log.all.suffix(3) == ["failed 3", "stopped", "item none"])
    }

    @Test("end with an answer for a queue whose files are all gone, however long it is")
    func unplayable() {
        player.setQueue((1...100_000).map { MusicItem(id: $0, path: "/nowhere/\($0).wav") })
        log.clear()
        #expect(!app.run { player.start() })
        advance(0.1)
        #expect(player.playbackState == .stopped)
        #expect(log.all.count { $0.hasPrefix("failed") } == 500)
    }
}
