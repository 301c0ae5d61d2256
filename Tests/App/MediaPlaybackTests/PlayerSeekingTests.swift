import AudioModel
import MediaPlayback
import MediaSources
import Simulation
import SoundClient
import Testing

/// Tests moving within items, and what is heard then.
@MainActor
@Suite("A player of media that is moved")
struct PlayerSeekingTests {
    private let studio: Studio
    private let log = EventLog()

    init() throws { studio = try Studio() }

    private func done(_ name: String = "seek") -> @Sendable (Bool) -> Void {
        { [log] in log.note("\(name) \($0)") }
    }

    /// A ramp with a level for each frame, in steps of 8 frames.
    private var ramp: [Int16] {
        (0..<240_000).map { Int16($0 / 8 - 15_000) }
    }

    @Test("reads back the time that was asked for, and plays from exactly that frame")
    func exactSeek() {
        let player = studio.player(log)
        studio.app.run { _ = player.replaceCurrentItem(with: studio.item(samples: ramp)) }
        studio.advance(0.2)
        let target = MediaTime(value: 4750, timescale: 1000)
        studio.app.run { player.seek(to: target, completion: done()) }
        studio.advance(0.1)
        #expect(log.count("seek true") == 1)
        #expect(player.currentTime.value == 4750 && player.currentTime.timescale == 1000)
        studio.app.run { player.play() }
        studio.advance(0.1)
        let samples = studio.heard().samples
        let level = studio.phone.volume(of: .media)
        // Behind the fade at the start, 10 ms later, is frame 228000 + 480.
        let heard = Double(samples[2 * 2400]) * 32_768 / level
        let first = Double(samples.first ?? 1)
        #expect(first.magnitude < 0.2)
        #expect(abs(heard - Double((228_000 + 2400) / 8 - 15_000)) < 20)
    }

    @Test("completes the first of two seeks with false")
    func twoSeeks() {
        let player = studio.player(log)
        studio.app.run { _ = player.replaceCurrentItem(with: studio.item()) }
        studio.advance(0.2)
        studio.app.run {
            player.seek(to: MediaTime(value: 1, timescale: 1), completion: done("first"))
            player.seek(to: MediaTime(value: 2, timescale: 1), completion: done("second"))
            #expect(log.count("first false") == 0)
        }
        studio.advance(0.1)
        #expect(
            log.all.filter { $0.contains("st ") || $0.contains("second") }
                == ["first false", "second true"])
        #expect(player.currentTime.seconds == 2)
    }

    @Test("keeps a seek before the item is ready")
    func earlySeek() {
        let player = studio.player(log)
        studio.app.run {
            player.replaceCurrentItem(with: studio.item())
            player.seek(to: MediaTime(value: 3, timescale: 1), completion: done())
            player.play()
        }
        studio.advance(0.5)
        #expect(log.count("seek true") == 1)
        #expect(abs(player.currentTime.seconds - 3.5) < 0.02)
    }

    @Test("ends a seek with false when the item is replaced, and when it is cancelled")
    func endedSeeks() {
        let player = studio.player(log)
        studio.app.run {
            player.replaceCurrentItem(with: studio.item())
            player.seek(to: MediaTime(value: 3, timescale: 1), completion: done("first"))
            player.replaceCurrentItem(with: studio.item())
            player.seek(to: MediaTime(value: 3, timescale: 1), completion: done("second"))
            player.currentItem?.cancelPendingSeeks()
        }
        studio.advance(0.2)
        #expect(log.count("first false") == 1 && log.count("second false") == 1)
        studio.app.run {
            player.replaceCurrentItem(with: nil)
            player.seek(to: .zero, completion: done("third"))
        }
        studio.advance(0.1)
        #expect(log.count("third false") == 1)
    }

    @Test("stays within the item")
    func clamped() {
        let player = studio.player(log)
        studio.app.run { _ = player.replaceCurrentItem(with: studio.item(log)) }
        studio.advance(0.2)
        studio.app.run { player.seek(to: MediaTime(value: -5, timescale: 1)) }
        #expect(player.currentTime == .zero)
        studio.app.run { player.seek(to: .distantFuture) }
        #expect(player.currentTime == player.currentItem?.duration)
        studio.advance(0.2)
        #expect(log.count("item ended") == 0)
        studio.app.run {
            player.seek(to: .zero)
            player.play()
        }
        studio.advance(0.5)
        studio.app.run { player.seek(to: MediaTime(value: 9, timescale: 1)) }
        studio.advance(0.2)
        #expect(log.count("item ended") == 1 && player.timeControlStatus == .paused)
    }

    @Test("ends the old sound at once while it plays")
    func seekWhilePlaying() {
        let player = studio.player(log)
        let item = studio.item(
            samples: sine(hertz: 440, seconds: 2) + sine(hertz: 880, seconds: 3), log)
        studio.app.run {
            player.replaceCurrentItem(with: item)
            player.play()
        }
        studio.advance(0.5)
        studio.app.run { player.seek(to: MediaTime(value: 3, timescale: 1)) }
        studio.advance(0.15)
        #expect(!studio.heard().contains(hertz: 440) && studio.heard().contains(hertz: 880))
        #expect(log.count("item jumped") == 1)
        #expect(abs(player.currentTime.seconds - 3.15) < 0.02)
    }

    @Test("starts a time of the item at a time of the host")
    func startAtHostTime() {
        let player = studio.player(log)
        player.waitsToMinimizeStalling = false
        studio.app.run { _ = player.replaceCurrentItem(with: studio.item()) }
        studio.advance(0.5)
        studio.app.run {
            player.setRate(
                1, at: MediaTime(value: 2, timescale: 1),
                hostTime: studio.sound.environment.now + .milliseconds(500))
        }
        studio.advance(1)
        #expect(studio.heard(0.5..<0.98).isSilent)
        #expect(studio.heard(1.05..<1.4).contains(hertz: 440))
        #expect(abs(player.currentTime.seconds - 2.5) < 0.02)
    }

    @Test("has its beginning decoded after a preroll, which can be cancelled")
    func preroll() {
        let player = studio.player(log)
        studio.app.run { _ = player.replaceCurrentItem(with: studio.item()) }
        studio.advance(0.2)
        studio.app.run { player.preroll(atRate: 1, completion: done("preroll")) }
        studio.advance(0.1)
        #expect(log.count("preroll true") == 1)
        studio.app.run {
            player.preroll(atRate: 1, completion: done("cancelled"))
            player.cancelPendingPrerolls()
        }
        studio.advance(0.1)
        #expect(log.count("cancelled false") == 1)
    }
}
