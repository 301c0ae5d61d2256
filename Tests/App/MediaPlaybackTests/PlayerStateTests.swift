import AudioModel
import MediaPlayback
import MediaSources
import Simulation
import SoundClient
import SoundMixer
import Testing

/// Tests the states of a player of files, and what it reports when.
@MainActor
@Suite("A player of media")
struct PlayerStateTests {
    private let studio: Studio
    private let log = EventLog()

    init() throws { studio = try Studio() }

    @Test("waits for an item before the call returns, and plays the one it is given then")
    func waitsForItem() {
        let player = studio.player(log)
        studio.app.run {
            player.rate = 1
            #expect(player.timeControlStatus == .waiting)
            #expect(player.waitingReason == .noItemToPlay)
            #expect(log.all.prefix(3) == ["because noItemToPlay", "rate 1.0", "waiting"])
        }
        log.clear()
        let item = studio.item()
        studio.app.run { _ = player.replaceCurrentItem(with: item) }
        studio.advance(1)
        #expect(log.count("playing") == 1 && log.count("waiting") == 0)
        #expect(abs(player.currentTime.seconds - 1) < 0.02)
        #expect(studio.heard().contains(hertz: 440))
    }

    @Test("reports the status that is set, also where nothing changes")
    func reportsEachRate() {
        let player = studio.player(log)
        studio.app.run {
            player.rate = 0
            #expect(log.all == ["rate 0.0", "paused"])
        }
        studio.app.run { _ = player.replaceCurrentItem(with: studio.item()) }
        studio.advance(1)
        #expect(log.count("paused") == 1 && log.count("player ready") == 1)
        #expect(player.timeControlStatus == .paused && player.currentTime == .zero)
    }

    @Test("is ready some time after it has an item, which is loaded then")
    func becomesReady() {
        let player = studio.player(log)
        let item = studio.item(log)
        studio.advance(0.1)
        #expect(item.status == .unknown && item.duration == nil && log.all.isEmpty)
        studio.app.run {
            _ = player.replaceCurrentItem(with: item)
            #expect(item.status == .unknown && player.status == .unknown)
        }
        studio.advance(0.1)
        #expect(item.status == .ready && player.status == .ready)
        #expect(item.duration == MediaTime(value: 240_000, timescale: 48_000))
        #expect(log.count("item lasts 5.0") == 1 && log.count("item ready") == 1)
        let whole = MediaTimeRange(start: .zero, end: MediaTime(value: 5, timescale: 1))
        #expect(item.loadedRanges == [whole] && item.seekableRanges == [whole])
        #expect(item.isLikelyToKeepUp && item.isBufferFull && !item.isBufferEmpty)
    }

    @Test("ends at the exact duration, and is paused before the item says so")
    func ends() throws {
        let player = studio.player(log)
        let item = studio.item(log)
        studio.app.run {
            _ = player.replaceCurrentItem(with: item)
            player.play()
        }
        studio.advance(6)
        let ends = log.all.suffix(4)
        #expect(ends == ["rate 0.0", "paused", "changed at end", "item ended"])
        #expect(log.count("item ended") == 1 && player.rate == 0)
        #expect(player.currentTime == item.duration)
        #expect(studio.heard(4.8..<4.95).contains(hertz: 440))
        #expect(studio.heard().isSilent)
        log.clear()
        studio.app.run { player.play() }
        studio.advance(0.5)
        #expect(player.rate == 0 && player.timeControlStatus == .paused)
        #expect(player.currentTime == item.duration && studio.heard().isSilent)
        studio.app.run {
            player.seek(to: .zero)
            player.play()
        }
        studio.advance(0.5)
        #expect(studio.heard().contains(hertz: 440))
    }

    @Test("keeps its rate at an end without an action, and plays on after a seek")
    func noEndAction() {
        let player = studio.player(log)
        let item = studio.item(log)
        studio.app.run {
            player.endAction = .none
            _ = player.replaceCurrentItem(with: item)
            player.play()
        }
        studio.advance(6)
        #expect(player.rate == 1 && player.timeControlStatus == .playing)
        #expect(player.currentTime.seconds == 5 && log.count("item ended") == 1)
        #expect(studio.heard().isSilent)
        studio.app.run { player.seek(to: .zero) }
        studio.advance(0.5)
        #expect(studio.heard().contains(hertz: 440))
        #expect(abs(player.currentTime.seconds - 0.5) < 0.02)
    }

    @Test("ends where the item is to end")
    func forwardEnd() {
        let player = studio.player(log)
        let item = studio.item(log)
        item.forwardEndTime = MediaTime(value: 25, timescale: 10)
        studio.app.run {
            _ = player.replaceCurrentItem(with: item)
            player.play()
        }
        studio.advance(3)
        #expect(log.count("item ended") == 1)
        let time = player.currentTime
        #expect(time.value == 25 && time.timescale == 10)
        #expect(studio.heard(2.3..<2.45).contains(hertz: 440))
        #expect(studio.heard(2.6..<2.9).isSilent)
    }

    @Test("has a level of its own, and none while it is muted")
    func volume() {
        let player = studio.player(log)
        studio.app.run {
            _ = player.replaceCurrentItem(with: studio.item())
            player.play()
        }
        studio.advance(0.5)
        let full = studio.heard().peak
        studio.app.run { player.volume = 0.5 }
        studio.advance(0.5)
        #expect(abs(studio.heard().peak / full - 0.5) < 0.01)
        studio.app.run { player.isMuted = true }
        studio.advance(0.5)
        #expect(studio.heard().isSilent && player.volume == 0.5)
        #expect(abs(player.currentTime.seconds - 1.5) < 0.02)
        player.volume = 7
        #expect(player.volume == 1)
    }

    @Test("refuses an item of another player")
    func oneItemTwoPlayers() {
        let (first, second) = (studio.player(), studio.player())
        let item = studio.item()
        studio.app.run {
            #expect(first.replaceCurrentItem(with: item))
            #expect(!second.canInsert(item, after: nil))
            #expect(!second.replaceCurrentItem(with: item) && second.currentItem == nil)
            #expect(item.player === first)
            first.replaceCurrentItem(with: nil)
            #expect(second.insert(item, after: nil))
        }
    }

    @Test("goes with its last reference, whatever its state", arguments: 0..<4)
    func isReleased(state: Int) {
        var player: MediaItemPlayer? = studio.player()
        studio.app.run {
            if state > 0 { player?.replaceCurrentItem(with: studio.item()) }
            if state > 1 { player?.play() }
        }
        studio.advance(0.5)
        if state > 2 { studio.app.run { player?.pause() } }
        weak let released = player
        studio.app.run { player = nil }
        studio.advance(0.1)
        #expect(released == nil && studio.sound.streamNumbers.isEmpty)
        #expect(studio.sound.mixer.voiceCount == 0)
    }

    @Test("fails with an item that is no sound, and with one that is not there")
    func failures() {
        let player = studio.player(log)
        let text = studio.item(
            FileMedia(path: "/dev/null", for: studio.sound), log, named: "null")
        let missing = studio.item(
            FileMedia(path: "/nowhere/at/all", for: studio.sound), log, named: "missing")
        studio.app.run {
            player.replaceCurrentItem(with: text)
            player.play()
        }
        studio.advance(0.5)
        #expect(text.status == .failed && player.timeControlStatus == .waiting)
        #expect(player.status == .unknown && player.rate == 1)
        studio.app.run { _ = player.replaceCurrentItem(with: missing) }
        studio.advance(0.5)
        #expect(missing.failure?.code == -1100)
        #expect(missing.failure?.domain == "NSURLErrorDomain")
        studio.app.run { _ = player.replaceCurrentItem(with: studio.item()) }
        studio.advance(0.5)
        #expect(player.timeControlStatus == .playing && player.status == .ready)
    }

    @Test("makes a thousand items without a look at their files")
    func manyItems() {
        let items = (0..<1001).map { _ in
            studio.item(FileMedia(path: "/nowhere", for: studio.sound), log)
        }
        studio.advance(0.1)
        #expect(items.allSatisfy { $0.status == .unknown } && log.all.isEmpty)
    }
}
