import AVFoundation
import Foundation
import Simulation
import Testing

@MainActor
@Suite("A mix of an item")
struct PlayerMixTests {
    private func mix(_ change: (AVMutableAudioMixInputParameters) -> Void) -> AVAudioMix {
        let parameters = AVMutableAudioMixInputParameters()
        parameters.trackID = 1
        change(parameters)
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        return mix
    }

    @Test("changes the volume at its times, from its first frame")
    func ramp() throws {
        let stage = try MediaStage()
        let level = [Int16](repeating: 16_384, count: 4 * 48_000)
        let item = stage.item(try stage.wave(level, name: "level.wav"))
        let mix = mix { parameters in
            parameters.setVolume(0.5, at: CMTime(value: 1, timescale: 1))
            parameters.setVolumeRamp(
                fromStartVolume: 0.5, toEndVolume: 0,
                timeRange: CMTimeRange(
                    start: CMTime(value: 2, timescale: 1), duration: CMTime(value: 1, timescale: 1))
            )
        }
        let player = stage.app.run {
            item.audioMix = mix
            return AVPlayer(playerItem: item)
        }
        stage.pass(50)
        let start = stage.now
        stage.app.run { player.play() }
        stage.pass(4000)
        let samples = stage.heard(start, start + 4)
        for (time, expected) in [
            (0.5, 0.5), (0.999, 0.5), (1.001, 0.25), (1.9, 0.25), (2.5, 0.125), (2.75, 0.0625),
            (3.1, 0), (3.9, 0),
        ] as [(Double, Float)] {
            #expect(abs(samples[Int(time * 48_000)] - expected) < 0.001, "at \(time) s")
        }
        #expect((item.audioMix as AVAudioMix?)?.inputParameters.count == 1)
    }

    @Test("is heard at once while the item plays, and no more when it is taken away")
    func atOnce() throws {
        let stage = try MediaStage()
        let level = [Int16](repeating: 16_384, count: 4 * 48_000)
        let player = stage.player(try stage.wave(level, name: "level.wav"))
        let start = stage.now
        stage.app.run { player.play() }
        stage.pass(1000)
        stage.app.run {
            player.currentItem?.audioMix = mix { $0.setVolume(0.25, at: .zero) }
        }
        stage.pass(1000)
        stage.app.run { player.currentItem?.audioMix = nil }
        stage.pass(1000)
        let samples = stage.heard(start, start + 3)
        #expect(abs(samples[24_000] - 0.5) < 0.001)
        #expect(abs(samples[57_600] - 0.125) < 0.001)
        #expect(abs(samples[110_000] - 0.5) < 0.001)
        #expect(player.timeControlStatus == .playing)
    }
}
