import AVFAudio
import Foundation
import Simulation
import Testing

@MainActor
@Suite("AVAudio3DMixing in an environment")
struct AVAudio3DMixingTests {
    /// An engine with players of one channel in an environment; the first plays a tone of 441 Hz.
    private final class Stage {
        let base: PlayerEngine
        let environment = AVAudioEnvironmentNode()
        let format: AVAudioFormat
        var player: AVAudioPlayerNode { base.player }

        @MainActor
        init(rate: Double = 44_100, seconds: Double = 2) throws {
            base = try PlayerEngine(connectsPlayer: false)
            format = OfflineEngine.makeFormat(rate: rate, channels: 1)
            try base.app.run {
                base.engine.attach(base.player)
                base.engine.attach(environment)
                base.engine.connect(base.player, to: environment, format: format)
                base.engine.connect(
                    environment, to: base.engine.mainMixerNode, format: base.format)
                try base.engine.start()
            }
            try play(base.player, seconds: seconds)
        }

        /// Plays a tone of 441 Hz.
        @MainActor
        func play(_ player: AVAudioPlayerNode, seconds: Double) throws {
            let tone = tone(format.sampleRate, frameCount: Int(format.sampleRate * seconds))
            player.scheduleBuffer(try pcmBuffer(tone, format))
            player.play()
        }
    }

    /// The number of rising zero crossings.
    private func crossings(_ samples: ArraySlice<Float>) -> Int {
        zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
    }

    private func level(_ samples: [Float]) -> Float { samples.map(abs).max() ?? 0 }

    @Test(
        "rate changes the speed and the pitch of one source",
        arguments: [(Float(2), 441, 22_050), (0.5, 110, 88_200), (1.25, 276, 35_280)])
    func rate(rate: Float, halfSecondWaves: Int, frameCount: Int) throws {
        // Given a second of 441 Hz.
        for sourceRate in [44_100.0, 22_050] {
            let stage = try Stage(rate: sourceRate, seconds: 1)
            stage.player.rate = rate
            let heard = try stage.base.rendered(100_000)
            // Then it is higher and shorter, or lower and longer.
            #expect(abs(crossings(heard[..<22_050]) - halfSecondWaves) <= 1)
            #expect(level(Array(heard[(frameCount - 200)..<(frameCount - 60)])) > 0.2)
            #expect(level(Array(heard[(frameCount + 200)...])) < 1e-3)
        }
    }

    @Test("rate 1 passes the sound to the bit, and a change glides without a click")
    func changedRate() throws {
        let stage = try Stage()
        let before = try stage.base.rendered(10_000)
        #expect(before == tone(44_100, frameCount: 10_000).map { $0 * 0.70710678 })
        stage.player.rate = 2
        let fast = try stage.base.rendered(20_000, blockFrames: 333)
        stage.player.rate = 1
        let after = try stage.base.rendered(10_000, blockFrames: 512)
        let heard = before + fast + after
        let steps = zip(heard, heard.dropFirst()).map { abs($1 - $0) }
        // No step is higher than those of 882 Hz at half the full scale, in the middle.
        let steepest: Double = 0.5 * 0.70711 * 2 * .pi * 882 / 44_100
        #expect((steps.max() ?? 1) < Float(steepest) * 1.02)
        #expect(abs(crossings(fast[2000..<12_000]) - 200) <= 1)
        #expect(abs(crossings(after[2000..<8000]) - 60) <= 1)
    }

    @Test("rate is that of a connection, and mixers ignore it")
    func connections() throws {
        let stage = try Stage(seconds: 3)
        let (engine, player) = (stage.base.engine, stage.player)
        func waves() throws -> Int {
            _ = try stage.base.rendered(4096)
            return crossings(try stage.base.rendered(22_050)[...])
        }
        player.rate = 2
        #expect(abs(try waves() - 441) <= 1)
        stage.base.app.run {
            engine.connect(player, to: engine.mainMixerNode, format: stage.format)
        }
        #expect(abs(try waves() - 220) <= 1)
        // Another source has a rate of its own, and a destination overrides it.
        let other = stage.base.app.run { AVAudioPlayerNode() }
        stage.base.app.run {
            engine.detach(player)
            engine.attach(other)
            engine.connect(other, to: stage.environment, format: stage.format)
        }
        try stage.play(other, seconds: 3)
        #expect(abs(try waves() - 220) <= 1)
        try #require(other.destination(forMixer: stage.environment, bus: 0)).rate = 1.5
        #expect(abs(try waves() - 331) <= 1)
        #expect(other.rate == 1)
    }

    @Test("the direct sound and the reverberation follow obstruction, occlusion and blend")
    func attenuation() throws {
        /// The peaks of the direct sound, and of the reverberation behind it.
        func levels(_ change: (AVAudioPlayerNode) -> Void) throws -> (Float, Float) {
            let stage = try Stage(seconds: 0.5)
            stage.environment.reverbParameters.enable = true
            stage.environment.reverbParameters.loadFactoryReverbPreset(.cathedral)
            change(stage.player)
            let heard = try stage.base.rendered(30_000)
            return (level(Array(heard[..<900])), level(Array(heard[22_100...])))
        }
        let dry = try levels { _ in }
        #expect(dry.0 > 0.3 && dry.1 < 1e-4)
        let wet = try levels { $0.reverbBlend = 0.5 }
        #expect(abs(wet.0 / dry.0 - 0.5) < 0.1 && wet.1 > 0.005)
        // An obstacle before the source leaves the reverberation, a wall around it does not.
        let obstructed = try levels { ($0.reverbBlend, $0.obstruction) = (0.5, -100) }
        #expect(obstructed.0 < wet.0 / 4 && abs(obstructed.1 / wet.1 - 1) < 0.05)
        let occluded = try levels { ($0.reverbBlend, $0.occlusion) = (0.5, -20) }
        #expect(abs(occluded.0 / wet.0 - 0.1) < 0.02 && abs(occluded.1 / wet.1 - 0.1) < 0.01)
    }

    @Test(
        "algorithms place the sound, but for the one that passes it",
        arguments: [
            AVAudio3DMixingRenderingAlgorithm.equalPowerPanning, .sphericalHead, .HRTF, .HRTFHQ,
            .soundField, .auto, .stereoPassThrough,
        ])
    func algorithms(algorithm: AVAudio3DMixingRenderingAlgorithm) throws {
        let stage = try Stage()
        stage.player.position = AVAudio3DPoint(x: 1, y: 0, z: 0)
        stage.player.renderingAlgorithm = algorithm
        let heard = try stage.base.renderedChannels(8000).map { Array($0[4000...]) }
        switch algorithm {
        case .stereoPassThrough: #expect(heard[0] == heard[1] && level(heard[0]) > 0.49)
        case .sphericalHead:
            // The far ear gets it later: at 441 Hz the difference of 0.66 ms is over 100 degrees.
            #expect(level(heard[0]) > 0.1 && level(heard[1]) > 0.3)
            let pairs = zip(heard[0], heard[1])
            let (product, power) = (
                pairs.map { $0 * $1 }.reduce(0, +), level(heard[0]) * level(heard[1]) * 2000
            )
            #expect(product < 0.3 * power, "\(product) of \(power)")
        default: #expect(level(heard[0]) == 0 && abs(level(heard[1]) - 0.5) < 1e-3)
        }
    }
}

/// A tone of 441 Hz at half the full scale.
private func tone(_ rate: Double, frameCount: Int) -> [Float] {
    (0..<frameCount).map { Float(sin(Double($0) / rate * 441 * 2 * .pi) / 2) }
}
