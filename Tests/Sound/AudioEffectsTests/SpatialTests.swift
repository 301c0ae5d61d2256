import AudioEffects
import Foundation
import Testing

@Suite("An environment's space")
struct SpatialTests {
    static func model(_ formula: DistanceModel.Formula, rolloff: Float = 1) -> DistanceModel {
        var model = DistanceModel()
        (model.formula, model.rolloff) = (formula, rolloff)
        return model
    }

    static func placement(_ x: Float, _ y: Float, _ z: Float) -> SpatialPlacement {
        var placement = SpatialPlacement()
        placement.position = SIMD3(x, y, z)
        return placement
    }

    static func gains(_ placement: SpatialPlacement, _ scene: SpatialScene = .init())
        -> SpatialGains
    {
        SpatialGains(placement, in: scene, channelCount: 1)
    }

    @Test("attenuates with the distance (engine 49)")
    func distances() {
        #expect(Self.model(.inverse).gain(distance: 2) == 0.5)
        #expect(abs(Self.model(.inverse, rolloff: 2).gain(distance: 4) - 0.142857) < 1e-6)
        #expect(abs(Self.model(.exponential).gain(distance: 4) - 0.25) < 1e-7)
        var linear = Self.model(.linear)
        linear.maximum = 11
        #expect(linear.gain(distance: 6) == 0.5)
        // Beyond the largest distance, which counts for the linear formula only.
        linear.rolloff = 0.5
        #expect(linear.gain(distance: 100) == 0.5)
        for formula in DistanceModel.Formula.allCases {
            #expect(Self.model(formula).gain(distance: 0.3) == 1)
        }
    }

    @Test("attenuates by a factor from 0 to 1 with any numbers")
    func oddDistances() {
        let numbers: [Float] = [0, -1, .nan, .infinity, -.infinity, 1e30, 1e-30, 1, 5]
        for formula in DistanceModel.Formula.allCases {
            for (reference, maximum) in zip(numbers + numbers, numbers.reversed() + numbers) {
                for rolloff in numbers {
                    var model = Self.model(formula, rolloff: rolloff)
                    (model.reference, model.maximum) = (reference, maximum)
                    for distance in numbers {
                        let gain = model.gain(distance: distance)
                        #expect((0...1).contains(gain))
                    }
                }
            }
        }
    }

    @Test("pans with equal power")
    func panning() {
        #expect(
            Self.gains(Self.placement(0, 0, -1)).left == Self.gains(Self.placement(0, 0, -1)).right)
        let right = Self.gains(Self.placement(3, 0, 0))
        #expect(right.left == 0 && right.right == 1)
        #expect(abs(right.direct - 1.0 / 3) < 1e-6)
        for degrees in stride(from: 0.0, to: 360, by: 15) {
            let angle = degrees * Double.pi / 180
            let gains = Self.gains(Self.placement(Float(sin(angle)), 0, Float(-cos(angle))))
            #expect(abs(gains.left * gains.left + gains.right * gains.right - 1) < 1e-6)
            #expect(abs(Double(gains.lateral) - sin(angle)) < 1e-6)
        }
        // The listener looks to the left: what was in front is at the right.
        var scene = SpatialScene()
        scene.listener.turn(forward: SIMD3(-1, 0, 0), up: SIMD3(0, 1, 0))
        #expect(abs(Self.gains(Self.placement(0, 0, -1), scene).right - 1) < 1e-6)
        // Parallel directions change nothing.
        scene.listener.turn(forward: SIMD3(0, 2, 0), up: SIMD3(0, 1, 0))
        #expect(abs(Self.gains(Self.placement(0, 0, -1), scene).right - 1) < 1e-6)
    }

    @Test("applies volume, obstruction, occlusion and the part of the reverberation")
    func levels() {
        var placement = Self.placement(0, 0, -1)
        placement.volume = 0.5
        placement.obstruction = -20
        #expect(abs(Self.gains(placement).direct - 0.05) < 1e-6)
        #expect(Self.gains(placement).send == 0)
        var scene = SpatialScene()
        scene.hasReverb = true
        placement.reverbBlend = 0.5
        placement.occlusion = -6.0206
        let gains = Self.gains(placement, scene)
        #expect(abs(gains.direct - 0.0125) < 1e-6)
        #expect(abs(gains.send - 0.125) < 1e-6)
        placement.volume = .nan
        placement.obstruction = .nan
        placement.position = SIMD3(.nan, .infinity, 0)
        #expect(Self.gains(placement).direct == 0)
        #expect(Self.gains(placement).left.isFinite)
    }

    @Test("bypasses with the volume alone: without occlusion, obstruction and reverberation")
    func bypass() {
        // Source: `AVAudioMixing.h`, the source modes.
        var placement = Self.placement(0, 0, -2)
        (placement.volume, placement.reverbBlend) = (0.5, 0.5)
        (placement.occlusion, placement.obstruction) = (-20, -20)
        var scene = SpatialScene()
        scene.hasReverb = true
        for (mode, channelCount) in [(0, 2), (0, 6), (1, 1), (1, 2)] {
            placement.mode = mode
            let gains = SpatialGains(placement, in: scene, channelCount: channelCount)
            #expect(gains.direct == 0.5 && gains.send == 0 && !gains.isPlaced, "\(mode)")
        }
        for (mode, channelCount) in [(0, 1), (2, 2), (3, 2)] {
            placement.mode = mode
            let gains = SpatialGains(placement, in: scene, channelCount: channelCount)
            #expect(gains.direct < 0.01 && gains.send > 0, "\(mode)")
        }
    }

    /// Adds an input to an output of two channels.
    static func output(
        _ input: Channels, _ gains: (Int) -> SpatialGains, blockFrames: Int = 512
    ) -> Channels {
        let frameCount = input[0].count
        var panner = SpatialPanner(sampleRate: 44100, channelCount: input.count, outputCount: 2)
        var output = Channels(repeating: [Float](repeating: 0, count: frameCount), count: 2)
        var frame = 0
        while frame < frameCount {
            let count = min(blockFrames, frameCount - frame)
            var samples = input.map { Array($0[frame..<frame + count]) }
            var block = Channels(repeating: [Float](repeating: 0, count: count), count: 2)
            withPointers(&samples) { source in
                withPointers(&block) {
                    panner.add(source, gains(frame), to: $0, reverb: nil, frameCount: count)
                }
            }
            for channel in 0..<2 {
                output[channel].replaceSubrange(frame..<frame + count, with: block[channel])
            }
            frame += count
        }
        return output
    }

    @Test("places mono and passes stereo, unless the mode says otherwise")
    func modes() {
        let noise = [
            Signal.noise(frameCount: 300, seed: 40), Signal.noise(frameCount: 300, seed: 41),
        ]
        var placement = Self.placement(2, 0, 0)
        let scene = SpatialScene()
        let stereo = SpatialGains(placement, in: scene, channelCount: 2)
        #expect(Self.output(noise, { _ in stereo }) == noise)
        placement.mode = 2
        let point = SpatialGains(placement, in: scene, channelCount: 2)
        let placed = Self.output(noise, { _ in point })
        #expect(placed[0].peak == 0)
        #expect(placed[1] == zip(noise[0], noise[1]).map { ($0 + $1) / 2 * 0.5 })
        placement.mode = 0
        let mono = Self.output([noise[0]], { _ in Self.gains(placement) })
        #expect(mono == [[Float](repeating: 0, count: 300), noise[0].map { $0 * 0.5 }])
        placement.mode = 1
        let bypassed = Self.output([noise[0]], { _ in Self.gains(placement) })
        #expect(bypassed == [noise[0], noise[0]])
    }

    @Test("moves without a click, in blocks of any size alike")
    func movement() {
        let sine = [Signal.sine(100, frameCount: 4096)]
        let positions = [
            Self.placement(-1, 0, 0), Self.placement(1, 0, 0), Self.placement(0, 0, 40),
        ]
        var bypassed = Self.placement(1, 0, 0)
        bypassed.mode = 1
        for algorithm in [0, 1] {
            let gains = (positions + [bypassed]).map { placement in
                var placement = placement
                placement.algorithm = algorithm
                return Self.gains(placement)
            }
            let output = Self.output(sine) { gains[$0 / 1024] }
            for channel in output {
                let steps = zip(channel.dropFirst(), channel).map { abs($0 - $1) }
                #expect((steps.max() ?? 1) < 0.012)
            }
            let small = Self.output(sine, { gains[$0 / 1024] }, blockFrames: 64)
            #expect(small.map(\.bits) == output.map(\.bits))
        }
    }

    @Test("of a spherical head delays and darkens the far ear")
    func sphericalHead() {
        var placement = Self.placement(-1, 0, 0)
        placement.algorithm = 1
        let output = Self.output([Signal.impulse(frameCount: 400)], { _ in Self.gains(placement) })
        let near = output[0].indices.max { output[0][$0].magnitude < output[0][$1].magnitude }
        let far = output[1].indices.max { output[1][$0].magnitude < output[1][$1].magnitude }
        // 0.66 ms between the ears.
        #expect(near == 0)
        #expect((26...32).contains(far ?? 0))
        func level(_ channel: Int, _ frequency: Double) -> Double {
            output[channel].transform(at: frequency, sampleRate: 44100).length
        }
        #expect(abs(level(0, 30) / level(1, 30) - 1) < 0.1)
        #expect(level(0, 8000) > 3 * level(1, 8000))
    }

    @Test("computes powers, logarithms, roots and angles")
    func mathematics() {
        for exponent in stride(from: -700.0, to: 700, by: 13.37) {
            #expect(abs(RealtimeMath.exp2(exponent) / exp2(exponent) - 1) < 1e-12)
            #expect(abs(RealtimeMath.log2(exp2(exponent)) - exponent) < 1e-10)
            let root = RealtimeMath.squareRoot(exp2(exponent))
            #expect(abs(root / exp2(exponent / 2) - 1) < 1e-15 || exponent < -990)
        }
        for sine in stride(from: -1.0, through: 1, by: 0.05) {
            #expect(abs(RealtimeMath.arcSine(sine) - asin(sine)) < 1e-4)
        }
        #expect(RealtimeMath.exp2(-1e9) == 0 && RealtimeMath.exp2(1e9).isFinite)
        #expect(abs(RealtimeMath.gain(decibels: 20) - 10) < 1e-11)
        #expect(RealtimeMath.squareRoot(0) == 0 && RealtimeMath.squareRoot(-1) == 0)
    }

    @Test("reverberates what its inputs send")
    func reverberation() {
        let environment = SpatialEnvironment()
        environment.change { ($0.isReverbEnabled, $0.reverbLevel) = (true, 99) }
        #expect(environment.settings.reverbLevel == 40)
        environment.change { $0.reverbLevel = .nan }
        #expect(environment.settings.reverbLevel == 40)
        environment.change { $0.reverbLevel = 0 }
        environment.reverb.preset = .smallRoom
        environment.prepare(sampleRate: 44100, channelCount: 2, maximumFrameCount: 4096)
        var output = Channels(repeating: [Float](repeating: 0, count: 4096), count: 2)
        withPointers(&output) { pointers in
            environment.begin(frameCount: 4096)
            if let input = environment.reverbInput { (input[0][0], input[1][0]) = (1, 1) }
            environment.end(pointers, frameCount: 4096)
        }
        #expect(output[0].rootMeanSquare > 0.001 && output[1].rootMeanSquare > 0.001)
        #expect(output[0] != output[1])
        // A disabled reverberation fades out and then costs nothing.
        environment.change { $0.isReverbEnabled = false }
        environment.begin(frameCount: 4096)
        withPointers(&output) { environment.end($0, frameCount: 4096) }
        #expect(environment.reverbInput == nil)
    }
}
