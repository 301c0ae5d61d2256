import AudioEffects
import AudioModel
import Testing

/// The kinds of effects, for tests of what holds for all of them.
enum EffectKind: CaseIterable, Sendable {
    case equalizer, delay, reverb, distortion
    case filter, limiter, dynamics, sampleDelay, reverbUnit, distortionUnit

    typealias Made = any Effect & Bypassable

    /// Makes an effect that changes the sound.
    func make() -> Made {
        switch self {
        case .equalizer:
            let equalizer = Equalizer(bandCount: 3)
            equalizer.globalGain = -3
            for (band, type) in zip(equalizer.bands, [FilterType.lowShelf, .parametric, .highPass])
            {
                band.change { ($0.type, $0.gain, $0.isBypassed) = (type, 6, false) }
            }
            return equalizer
        case .delay:
            let delay = DelayEffect()
            (delay.delayTime, delay.wetDryMix) = (0.003, 60)
            return delay
        case .reverb:
            let reverb = Reverb()
            (reverb.preset, reverb.wetDryMix) = (.smallRoom, 70)
            return reverb
        case .distortion:
            let distortion = Distortion()
            distortion.preset = .multiEverythingIsBroken
            return distortion
        case .filter, .limiter, .dynamics, .sampleDelay, .reverbUnit, .distortionUnit:
            return makeUnit()
        }
    }

    private func makeUnit() -> Made {
        switch self {
        case .limiter:
            let limiter = PeakLimiter()
            limiter.preGain = 12
            return limiter
        case .dynamics:
            let processor = DynamicsProcessor()
            (processor.threshold, processor.expansionThreshold) = (-30, -50)
            return processor
        case .sampleDelay:
            let delay = SampleDelay()
            delay.frameCount = 77
            return delay
        case .reverbUnit:
            let reverb = Reverb()
            reverb.useDefaultsOfAudioUnit()
            (reverb.decayAtZero, reverb.decayAtNyquist) = (0.3, 0.2)
            return reverb
        case .distortionUnit:
            let distortion = Distortion()
            distortion.useDefaultsOfAudioUnit()
            return distortion
        case .filter, .equalizer, .delay, .reverb, .distortion:
            let filter = FilterEffect(.highPass)
            (filter.frequency, filter.resonance) = (900, 12)
            return filter
        }
    }

    /// Sets all parameters to random values, some of them out of range.
    func shuffle(_ effect: Made, using generator: inout SeededGenerator) {
        func number(_ low: Float, _ high: Float) -> Float {
            let odd: [Float] = [.nan, .infinity, -.infinity, low, high]
            if Int.random(in: 0..<10, using: &generator) == 0 {
                return odd.randomElement(using: &generator) ?? 0
            }
            return Float.random(in: low...high, using: &generator)
        }
        effect.isBypassed = Int.random(in: 0..<6, using: &generator) == 0
        switch effect {
        case let equalizer as Equalizer:
            equalizer.globalGain = number(-96, 24)
            for band in equalizer.bands {
                let type = FilterType.allCases.randomElement(using: &generator) ?? .parametric
                let (frequency, bandwidth) = (number(10, 24000), number(0.01, 6))
                let (gain, isBypassed) = (number(-99, 12), Bool.random(using: &generator))
                band.change {
                    ($0.type, $0.frequency, $0.bandwidth) = (type, frequency, bandwidth)
                    ($0.gain, $0.isBypassed) = (gain, isBypassed)
                }
            }
        case let delay as DelayEffect:
            delay.delayTime = Double(number(0, 0.05))
            delay.feedback = number(-110, 110)
            delay.lowPassCutoff = number(5, 24000)
            delay.wetDryMix = number(-5, 105)
        case let reverb as Reverb where self == .reverbUnit:
            (reverb.minDelay, reverb.maxDelay) = (number(0, 0.2), number(0, 1.1))
            (reverb.decayAtZero, reverb.decayAtNyquist) = (number(0, 21), number(0, 21))
            (reverb.gain, reverb.randomize) = (number(-21, 21), number(0, 1100))
        case let distortion as Distortion where self == .distortionUnit:
            for parameter in DistortionParameter.allCases {
                distortion[parameter] = number(
                    parameter.range.lowerBound, parameter.range.upperBound)
            }
        case let reverb as Reverb:
            reverb.preset = ReverbPreset.allCases.randomElement(using: &generator) ?? .plate
            reverb.wetDryMix = number(-5, 105)
        case let distortion as Distortion:
            distortion.preset =
                DistortionPreset.allCases.randomElement(using: &generator) ?? .multiEcho1
            distortion.preGain = number(-90, 25)
            distortion.wetDryMix = number(-5, 105)
        default: shuffleUnit(effect, number)
        }
    }

    private func shuffleUnit(_ effect: Made, _ number: (Float, Float) -> Float) {
        switch effect {
        case let filter as FilterEffect:
            filter.frequency = number(5, 30_000)
            filter.resonance = number(-25, 45)
        case let limiter as PeakLimiter:
            limiter.attackTime = number(0, 0.04)
            limiter.decayTime = number(0, 0.1)
            limiter.preGain = number(-45, 45)
        case let processor as DynamicsProcessor:
            processor.threshold = number(-50, 30)
            processor.headroom = number(0, 50)
            processor.expansionRatio = number(0, 60)
            processor.expansionThreshold = number(-130, 10)
            processor.attackTime = number(0, 0.3)
            processor.releaseTime = number(0, 4)
            processor.overallGain = number(-50, 50)
        case let delay as SampleDelay: delay.frameCount = Int(number(0, 1).isFinite ? 900 : 3)
        default: break
        }
    }
}

@Suite("Every effect")
struct EveryEffectTests {
    static let noise = [
        Signal.noise(frameCount: 3000, seed: 20), Signal.noise(frameCount: 3000, seed: 21),
        Signal.noise(frameCount: 3000, seed: 22),
    ]

    @Test(
        "gives the same samples in blocks of any size", arguments: EffectKind.allCases, [1, 2, 3])
    func blocks(kind: EffectKind, channelCount: Int) {
        let input = Array(Self.noise.prefix(channelCount))
        let whole = kind.make().output(of: input, blockFrames: 4096)
        #expect(whole != input)
        for size in [1, 63, 500] {
            let output = kind.make().output(of: input, blockFrames: size)
            #expect(output.map(\.bits) == whole.map(\.bits), "\(size)")
        }
        var generator = SeededGenerator(seed: 23)
        let effect = kind.make()
        effect.prepare(sampleRate: 44100, channelCount: channelCount, maximumFrameCount: 4096)
        let output = effect.continued(input) { _ in Int.random(in: 1...700, using: &generator) }
        #expect(output.map(\.bits) == whole.map(\.bits))
    }

    @Test("that is bypassed passes the sound to the bit", arguments: EffectKind.allCases)
    func bypass(kind: EffectKind) {
        let effect = kind.make()
        effect.isBypassed = true
        #expect(effect.output(of: Self.noise).map(\.bits) == Self.noise.map(\.bits))

        // Switched while it runs, it cross-fades, and then passes the sound too.
        effect.isBypassed = false
        effect.prepare(sampleRate: 44100, channelCount: 3, maximumFrameCount: 512)
        let output = effect.continued(Self.noise) { frame in
            if frame == 1000 { effect.isBypassed = true }
            return 100
        }
        #expect(output[0][..<1000] != Self.noise[0][..<1000])
        #expect(Array(output[2][1500...]).bits == Array(Self.noise[2][1500...]).bits)

        // Nothing from before is heard when it is switched on again.
        effect.isBypassed = false
        let silence = Channels(repeating: [Float](repeating: 0, count: 2000), count: 3)
        #expect(effect.continued(silence) { _ in 500 } == silence)
    }

    @Test("is silent after a reset", arguments: EffectKind.allCases)
    func reset(kind: EffectKind) {
        let effect = kind.make()
        let first = effect.output(of: Self.noise)
        effect.reset()
        let silence = Channels(repeating: [Float](repeating: 0, count: 3000), count: 3)
        #expect(effect.continued(silence) { _ in 512 } == silence)
        effect.reset()
        // After a reset it starts like a new one.
        #expect(effect.continued(Self.noise) { _ in 512 }.map(\.bits) == first.map(\.bits))
    }

    @Test("survives hostile samples", arguments: EffectKind.allCases)
    func hostile(kind: EffectKind) {
        var input = Self.noise
        let numbers: [Float] = [
            .nan, .infinity, -.infinity, 1e30, -1e30, .greatestFiniteMagnitude,
            .leastNonzeroMagnitude, .leastNormalMagnitude / 8, .signalingNaN, -0.0,
        ]
        for frame in 0..<2000 where frame % 3 == 0 {
            for channel in input.indices {
                input[channel][frame] = numbers[frame / 3 % numbers.count]
            }
        }
        let effect = kind.make()
        let output = effect.output(of: input)
        #expect(output.allSatisfy { $0.allSatisfy { $0.isFinite && $0.magnitude <= 0x1p24 } })
    }

    @Test("ends in silence without denormal numbers", arguments: EffectKind.allCases)
    func denormals(kind: EffectKind) {
        let effect = kind.make()
        effect.prepare(sampleRate: 8000, channelCount: 2, maximumFrameCount: 512)
        let tiny = Channels(
            repeating: [Float](repeating: .leastNormalMagnitude / 8, count: 500), count: 2)
        let impulse = Channels(repeating: Signal.impulse(frameCount: 15000), count: 2)
        let tail = effect.continued(impulse) { _ in 512 }
        #expect(tail[0].suffix(2000).allSatisfy { $0.magnitude < 1e-5 })
        let silence = Channels(repeating: [Float](repeating: 0, count: 60000), count: 2)
        let end = effect.continued(silence) { _ in 512 }
        #expect(!end[0].contains { $0.isSubnormal })
        #expect(end[0].suffix(100).allSatisfy { $0 == 0 })
        #expect(effect.continued(tiny) { _ in 512 }[0].isFinite)
    }

    @Test("is stable with random parameters", arguments: EffectKind.allCases, [31, 32, 33])
    func random(kind: EffectKind, seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let effect = kind.make()
        effect.prepare(sampleRate: 44100, channelCount: 3, maximumFrameCount: 512)
        let output = effect.continued(Self.noise) { _ in
            kind.shuffle(effect, using: &generator)
            return Int.random(in: 1...300, using: &generator)
        }
        #expect(output.allSatisfy { $0.allSatisfy { $0.isFinite && $0.magnitude < 1e6 } })
        // Parameters that stand still let the sound calm down.
        effect.isBypassed = true
        let silence = Channels(repeating: [Float](repeating: 0, count: 2000), count: 3)
        let end = effect.continued(silence) { _ in 512 }
        #expect(end.allSatisfy { $0.suffix(1000).allSatisfy { $0 == 0 } })
    }

    @Test("accepts any format", arguments: EffectKind.allCases)
    func formats(kind: EffectKind) {
        let effect = kind.make()
        for rate in [0, -1, .nan, .infinity, 1, 8000, 192_000] {
            effect.prepare(sampleRate: rate, channelCount: 1, maximumFrameCount: 64)
            let output = effect.continued([Signal.noise(frameCount: 64, seed: 1)]) { _ in 64 }
            #expect(output[0].isFinite)
        }
    }
}
