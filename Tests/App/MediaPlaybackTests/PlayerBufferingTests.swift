import AudioModel
import MediaPlayback
import MediaSources
import Simulation
import SoundClient
import Testing

/// Tests waiting, stalls and failures of sources that arrive by a script.
@MainActor
@Suite("A player of media that arrives")
struct PlayerBufferingTests {
    private let studio: Studio
    private let log = EventLog()
    private let player: MediaItemPlayer

    init() throws {
        studio = try Studio()
        player = studio.player(log)
    }

    private func play(_ media: ScriptedMedia) -> MediaItem {
        let item = studio.item(media, log)
        studio.app.run {
            player.replaceCurrentItem(with: item)
            player.play()
        }
        return item
    }

    @Test("starts soon where the sound arrives fast, and tells what is loaded")
    func fast() {
        let item = play(
            ScriptedMedia(
                for: studio.sound, seconds: 20, ScriptedMedia.steady(4, until: 5.05)))
        studio.advance(1)
        #expect(player.timeControlStatus == .playing && item.loadedRanges.count == 1)
        studio.advance(5)
        let whole = MediaTimeRange(start: .zero, end: MediaTime(value: 20, timescale: 1))
        #expect(item.loadedRanges == [whole])
        #expect(log.count("item stalled") == 0)
        // Its first samples are judged as those of all streams.
        #expect(player.streamNumber.map { studio.sound.hasWaited($0) } == false)
    }

    @Test("waits until it would not stall where the sound arrives at half the speed")
    func slow() throws {
        _ = play(
            ScriptedMedia(
                for: studio.sound, seconds: 20, ScriptedMedia.steady(0.5, until: 40.05)))
        studio.advance(19.5)
        #expect(player.timeControlStatus == .waiting && studio.heard().isSilent)
        let evaluating = try #require(log.all.firstIndex(of: "because evaluatingBufferingRate"))
        let buffering = try #require(log.all.firstIndex(of: "because toMinimizeStalls"))
        #expect(evaluating < buffering)
        studio.advance(5.5)
        #expect(player.timeControlStatus == .playing)
        studio.advance(20)
        #expect(log.count("item stalled") == 0 && log.count("item ended") == 1)
    }

    @Test("starts early and stops at a stall where it is not to wait")
    func impatient() {
        player.waitsToMinimizeStalling = false
        let item = play(
            ScriptedMedia(
                for: studio.sound, seconds: 20, ScriptedMedia.steady(0.5, until: 40.05)))
        studio.advance(0.3)
        #expect(log.count("playing") == 1)
        studio.advance(2)
        #expect(log.count("item stalled") == 1 && item.record.stallCount == 1)
        #expect(player.rate == 0 && player.timeControlStatus == .paused)
        let time = player.currentTime
        studio.advance(2)
        #expect(player.currentTime == time)
        studio.app.run { player.play() }
        studio.advance(0.2)
        #expect(!studio.heard().isSilent)
    }

    @Test("goes on by itself after a stall, with silence in between")
    func stall() {
        let script =
            ScriptedMedia.steady(40, until: 0.15) + [
                .init(time: 10, seconds: 4.5), .init(time: 10.05, seconds: 20),
            ]
        let item = play(ScriptedMedia(for: studio.sound, seconds: 20, script))
        studio.advance(3.5)
        #expect(player.timeControlStatus == .playing)
        studio.advance(1.5)
        #expect(player.timeControlStatus == .waiting && player.rate == 1)
        #expect(player.waitingReason == .toMinimizeStalls && log.count("item stalled") == 1)
        #expect(player.currentTime.seconds == 4 && item.isBufferEmpty)
        studio.advance(5.5)
        #expect(player.timeControlStatus == .playing && log.count("item stalled") == 1)
        #expect(studio.heard(4.3..<9.9).isSilent && !studio.heard(10.2..<10.5).isSilent)
        let offset = studio.now - player.currentTime.seconds
        #expect(6...6.2 ~= offset)
        #expect(studio.sound.streamNumbers.count == 1)
        #expect(player.streamNumber.map { studio.sound.hasWaited($0) } == true)
    }

    @Test("plays all that comes of media that is longer than it first said")
    func longer() {
        let item = play(
            ScriptedMedia(
                for: studio.sound, seconds: 4, statedSeconds: 1,
                [.init(time: 0.05, seconds: 0.9), .init(time: 0.5, seconds: 4)]))
        player.waitsToMinimizeStalling = false
        studio.advance(0.3)
        #expect(item.duration?.seconds == 1 && player.timeControlStatus == .playing)
        studio.advance(3)
        #expect(item.duration?.seconds == 4 && log.count("item ended") == 0)
        #expect(!studio.heard().isSilent)
        studio.advance(1.2)
        #expect(log.count("item ended") == 1 && player.currentTime.seconds == 4)
    }

    @Test("plays what is there before it breaks off")
    func breaksOff() {
        let lost = MediaFailure(domain: "NSURLErrorDomain", code: -1005, reason: "Lost.")
        let item = play(
            ScriptedMedia(
                for: studio.sound, seconds: 20,
                [.init(time: 0.05, seconds: 2), .init(time: 0.5, seconds: 8)],
                failure: (2, lost)))
        player.waitsToMinimizeStalling = false
        studio.advance(10)
        #expect(log.count("item broke off -1005") == 1 && log.count("item ended") == 0)
        #expect(item.status == .ready && player.timeControlStatus == .paused)
        #expect(player.currentTime.seconds == 8)
        #expect(!studio.heard(7.9..<8).isSilent && studio.heard(8.2..<10).isSilent)
    }

    @Test("fails with a source that cannot be opened, and plays the next one")
    func offline() {
        let offline = MediaFailure(domain: "NSURLErrorDomain", code: -1009, reason: "Offline.")
        let item = play(
            ScriptedMedia(for: studio.sound, seconds: nil, [], openFailure: offline))
        studio.advance(0.5)
        #expect(item.status == .failed && item.failure == offline)
        #expect(player.timeControlStatus == .waiting)
        let next = ScriptedMedia(
            for: studio.sound, seconds: 20, [.init(time: 0.05, seconds: 20)])
        studio.app.run { _ = player.replaceCurrentItem(with: studio.item(next, log)) }
        studio.advance(0.5)
        #expect(player.timeControlStatus == .playing && !studio.heard().isSilent)
    }

    @Test("plays a live source without a duration, and its metadata when they are heard")
    func live() {
        let media = ScriptedMedia(
            for: studio.sound, seconds: nil, ScriptedMedia.steady(1, until: 10, already: 6))
        let item = play(media)
        studio.advance(0.2)
        let title = MediaMetadata(
            keySpace: "icy", key: "StreamTitle", value: .text("Song"))
        media.tell(.metadata([title], at: 2))
        studio.advance(1.6)
        #expect(item.duration == nil && player.timeControlStatus == .playing)
        #expect(item.timedMetadata.isEmpty)
        studio.advance(0.5)
        #expect(item.timedMetadata == [title])
        #expect(log.count("item [\"StreamTitle\"] at 2.0") == 1)
        #expect(media.isPlaying)
        studio.app.run { player.pause() }
        #expect(!media.isPlaying)
    }

    @Test("follows a live window that has passed it")
    func jump() {
        let media = ScriptedMedia(
            for: studio.sound, seconds: nil, ScriptedMedia.steady(2, until: 10, already: 14))
        let item = play(media)
        studio.advance(1)
        media.tell(.jumped(toFrame: 480_000))
        studio.advance(0.5)
        #expect(log.count("item jumped") == 1)
        #expect(abs(item.currentTime.seconds - 10.5) < 0.05 && !studio.heard().isSilent)
    }

    @Test("takes another place where any will do")
    func inexactSeek() {
        let item = play(
            ScriptedMedia(for: studio.sound, seconds: 20, [.init(time: 0.05, seconds: 20)]))
        studio.advance(0.2)
        studio.app.run {
            player.pause()
            item.seek(
                to: MediaTime(value: 35, timescale: 10), before: .infinity, after: .infinity)
        }
        studio.advance(0.1)
        #expect(player.currentTime.seconds == 3)
        studio.app.run { item.seek(to: MediaTime(value: 35, timescale: 10), before: .infinity) }
        studio.advance(0.1)
        #expect(player.currentTime.seconds == 3.5)
    }

    @Test("waits at the place of a seek until its sound is there")
    func seekAhead() {
        let script = [
            ScriptedMedia.Arrival(time: 0.05, seconds: 5), .init(time: 0.5, seconds: 5),
            .init(time: 3, seconds: 20),
        ]
        let item = play(ScriptedMedia(for: studio.sound, seconds: 20, script))
        player.waitsToMinimizeStalling = false
        studio.advance(1)
        studio.app.run {
            item.seek(to: MediaTime(value: 15, timescale: 1)) { [log] in log.note("seek \($0)") }
        }
        studio.advance(1)
        #expect(player.timeControlStatus == .waiting && studio.heard().isSilent)
        #expect(log.count("seek true") == 0 && player.currentTime.seconds == 15)
        studio.advance(1.5)
        #expect(player.timeControlStatus == .playing && log.count("seek true") == 1)
        #expect(!studio.heard().isSilent && log.count("item stalled") == 0)
    }

    @Test("closes its source with the last reference to the item")
    func closes() {
        let media = ScriptedMedia(
            for: studio.sound, seconds: nil, ScriptedMedia.steady(1, until: 10, already: 6))
        var item: MediaItem? = play(media)
        studio.advance(0.5)
        withExtendedLifetime(item) {}
        item = nil
        studio.app.run { _ = player.replaceCurrentItem(with: nil) }
        studio.advance(0.1)
        #expect(media.isClosed)
    }
}
