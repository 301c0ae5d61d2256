import AudioEffects
import Foundation
import TestSupport
import Testing

@Suite("Time pitch")
struct TimePitchEffectTests {
    static func effect(rate: Float = 1, pitch: Float = 0, channels: Int = 1) -> TimePitchEffect {
        let effect = TimePitchEffect()
        effect.rate = rate
        effect.pitch = pitch
        effect.prepare(sampleRate: 44100, channelCount: channels, maximumFrameCount: 512)
        return effect
    }

    /// The frequency with the most energy, among multiples of 20 Hz.
    static func mainFrequency(of samples: [Float]) -> Double {
        let frequencies = stride(from: 100.0, through: 2000, by: 20)
        return frequencies.max { first, second in
            samples.transform(at: first, sampleRate: 44100).length
                < samples.transform(at: second, sampleRate: 44100).length
        } ?? 0
    }

    @Test(
        "changes the length or the pitch (engine 48)", .enabled(if: BuildTraits.hasSoundTouch),
        arguments: [(Float(0.5), Float(0), 440.0), (1, 1200, 880), (2, 0, 440), (1, -1200, 220)])
    func lengthAndPitch(rate: Float, pitch: Float, frequency: Double) {
        let input = Signal.sine(440, frameCount: 22050)
        let expected = Int(22050 / rate)
        let output = Self.effect(rate: rate, pitch: pitch)
            .output(of: [input], frameCount: expected + 8000)[0]
        let middle = Array(output[4000..<8000])
        #expect(abs(Self.mainFrequency(of: middle) - frequency) <= 20)
        let end = output.lastIndex { $0.magnitude > 0.05 } ?? 0
        #expect(abs(end - expected) < 1200, "\(end)")
        #expect(Array(output[1000..<(expected - 1500)]).rootMeanSquare > 0.25)
    }

    @Test("at rate 1 and pitch 0 passes the sound to the bit")
    func unchanged() {
        let noise = [
            Signal.noise(frameCount: 900, seed: 11), Signal.noise(frameCount: 900, seed: 12),
        ]
        let effect = Self.effect(channels: 2)
        var consumed = 0
        let output = effect.output(of: noise, frameCount: 900, consumed: &consumed) { _ in 128 }
        #expect(output == noise)
        #expect(consumed == 900)
    }

    @Test("gives the same samples in blocks of any size", .enabled(if: BuildTraits.hasSoundTouch))
    func blocks() {
        let noise = [Signal.noise(frameCount: 12000, seed: 13)]
        let whole = Self.effect(rate: 1.3).output(of: noise, frameCount: 4000)
        for size in [77, 1000] {
            let output = Self.effect(rate: 1.3).output(
                of: noise, frameCount: 4000, blockFrames: size)
            #expect(output == whole)
        }
    }

    @Test("accepts any change at any time and clamps to Apple's ranges")
    func changes() {
        let effect = Self.effect(channels: 2)
        let noise = Signal.noise(frameCount: 60000, seed: 14)
        var consumed = 0
        let output = effect.output(of: [noise, noise], frameCount: 4000, consumed: &consumed) {
            frame in
            effect.rate = [1, 0.5, 3, 32, 1 / 32][frame / 128 % 5]
            effect.pitch = [0, 2400, -700][frame / 128 % 3]
            effect.isBypassed = frame % 640 == 0
            return 128
        }
        #expect(output[0].isFinite && output[0].rootMeanSquare > 0.05)
        (effect.rate, effect.pitch, effect.overlap) = (99, -9999, 99)
        #expect(effect.rate == 32 && effect.pitch == -2400 && effect.overlap == 32)
        (effect.rate, effect.pitch, effect.overlap) = (.nan, .nan, .nan)
        #expect(effect.rate == 32 && effect.pitch == -2400 && effect.overlap == 32)
    }

    @Test("without an engine passes the sound")
    func manyChannels() {
        let input = Channels(repeating: Signal.noise(frameCount: 300, seed: 15), count: 17)
        let effect = Self.effect(rate: 2, channels: 17)
        #expect(effect.output(of: input, frameCount: 300, blockFrames: 100) == input)
    }
}
