import AudioModel
import MediaPlayback
import MediaSources
import Simulation
import SoundClient
import TestSupport
import Testing

/// Tests rates other than 1.
@MainActor
@Suite("A player of media at other rates", .enabled(if: BuildTraits.hasSoundTouch))
struct PlayerRateTests {
    private let studio: Studio
    private let log = EventLog()

    init() throws { studio = try Studio() }

    @Test("plays ten times as fast")
    func tenfold() {
        let player = studio.player(log)
        let item = studio.item(log)
        studio.app.run { _ = player.replaceCurrentItem(with: item) }
        studio.advance(0.1)
        studio.app.run { player.rate = 10 }
        studio.advance(0.4)
        #expect(log.count("item ended") == 0 && !studio.heard().isSilent)
        studio.advance(0.2)
        #expect(log.count("item ended") == 1 && player.currentTime.seconds == 5)
    }

    @Test(
        "keeps the pitch or lets it follow",
        arguments: [
            (MediaPitchAlgorithm.varispeed, 880.0), (.timeDomain, 440), (.spectral, 440),
            (.lowQualityZeroLatency, 440),
        ])
    func pitch(algorithm: MediaPitchAlgorithm, hertz: Double) {
        let player = studio.player(log)
        let item = studio.item()
        item.pitchAlgorithm = algorithm
        studio.app.run {
            player.replaceCurrentItem(with: item)
            player.rate = 2
        }
        studio.advance(1)
        #expect(abs((studio.heard(last: 0.3).frequency ?? 0) - hertz) < 8)
        #expect(abs(player.currentTime.seconds - 2) < 0.05)
        studio.app.run { player.rate = 1 }
        studio.advance(0.5)
        #expect(abs((studio.heard(last: 0.3).frequency ?? 0) - 440) < 8)
        #expect(abs(player.currentTime.seconds - 2.5) < 0.05)
        #expect(log.count("playing") == 2 && log.count("waiting") == 1)
    }

    @Test("ignores rates that are none")
    func invalid() {
        let player = studio.player(log)
        player.rate = -1
        player.rate = .nan
        #expect(player.rate == 0)
        player.rate = 1000
        #expect(player.rate == 32)
        player.defaultRate = 1.5
        player.play()
        #expect(player.rate == 1.5)
    }

    @Test("plays the gains of a mix at their frames")
    func processing() {
        let player = studio.player(log)
        let item = studio.item()
        item.processing = MediaProcessing { samples, frameCount, channelCount, frame, rate in
            for index in 0..<frameCount where frame + Int64(index) >= Int64(rate) {
                for channel in 0..<channelCount { samples[index * channelCount + channel] = 0 }
            }
        }
        studio.app.run {
            player.replaceCurrentItem(with: item)
            player.play()
        }
        studio.advance(1.5)
        #expect(!studio.heard(0.8..<0.99).isSilent && studio.heard(1.02..<1.4).isSilent)
        studio.app.run { item.processing = nil }
        studio.advance(0.2)
        #expect(!studio.heard().isSilent)
    }
}
