import AudioEffects
import Foundation
import Testing

@Suite("The reverb's parameters")
struct ReverbParametersTests {
    static func reverb() -> Reverb {
        let reverb = Reverb(longestDelay: 1)
        reverb.useDefaultsOfAudioUnit()
        return reverb
    }

    @Test("have Apple's defaults and ranges")
    func defaults() {
        let reverb = Self.reverb()
        #expect(reverb.wetDryMix == 100 && reverb.gain == 0)
        #expect(reverb.minDelay == 0.008 && reverb.maxDelay == 0.05)
        #expect(reverb.decayAtZero == 1 && reverb.decayAtNyquist == 0.5)
        #expect(reverb.randomize == 1 && reverb.isLegacy)
        (reverb.gain, reverb.minDelay, reverb.maxDelay) = (21, 0, 2)
        (reverb.decayAtZero, reverb.decayAtNyquist, reverb.randomize) = (99, 0, 1001)
        #expect(reverb.gain == 20 && reverb.minDelay == 0.0001 && reverb.maxDelay == 1)
        #expect(reverb.decayAtZero == 20 && reverb.decayAtNyquist == 0.001)
        #expect(reverb.randomize == 1000)
        (reverb.gain, reverb.minDelay, reverb.decayAtZero) = (.nan, .nan, .nan)
        #expect(reverb.gain == 20 && reverb.minDelay == 0.0001 && reverb.decayAtZero == 20)
    }

    @Test("are set by a preset, which sounds as it does without them", arguments: [2, 5, 8])
    func presets(number: Int) throws {
        let preset = try #require(ReverbPreset(rawValue: number))
        let reverb = Self.reverb()
        (reverb.gain, reverb.randomize, reverb.decayAtZero) = (10, 7, 3)
        reverb.preset = preset
        let noise = Signal.noise(frameCount: 5000, seed: 60)
        let plain = ReverbTests.reverb(preset).output(of: [noise, noise])
        #expect(reverb.output(of: [noise, noise]).map(\.bits) == plain.map(\.bits))
        #expect(reverb.gain == 0 && reverb.randomize == 1)
        #expect(abs(Double(reverb.decayAtZero) - preset.room.decaySeconds) < 1e-6)
        #expect(reverb.decayAtNyquist < reverb.decayAtZero)
    }

    @Test(
        "set the decay at low and at the highest frequencies", arguments: [(1.2, 0.4), (0.4, 0.9)])
    func decays(low: Double, high: Double) {
        let rate = 16000.0
        let reverb = Self.reverb()
        (reverb.decayAtZero, reverb.decayAtNyquist) = (Float(low), Float(high))
        let input = Signal.impulse(frameCount: Int(1.2 * rate))
        let output = reverb.output(of: [input, input], sampleRate: rate)[0]
        let bass = ReverbTests.lowFrequencies(of: output, sampleRate: rate)
        let measuredLow = ReverbTests.decaySeconds(of: bass, sampleRate: rate)
        #expect(abs(measuredLow - low) < 0.15 * low, "\(measuredLow)")
        var settings = FilterSettings()
        (settings.type, settings.frequency) = (.highPass, 7800)
        let filter = EqualizerTests.equalizer(settings)
        let treble = filter.output(of: [output], sampleRate: rate)[0]
        let measuredHigh = ReverbTests.decaySeconds(of: treble, sampleRate: rate)
        #expect(abs(measuredHigh - high) < 0.2 * high, "\(measuredHigh)")
    }

    @Test("set the range of the delays, with memory for it")
    func delays() {
        for (shortest, longest) in [(0.2, 0.9), (0.03, 0.05)] as [(Float, Float)] {
            let reverb = Self.reverb()
            (reverb.minDelay, reverb.maxDelay) = (shortest, longest)
            let rate = 8000.0
            let input = Signal.impulse(frameCount: 16000)
            let output = reverb.output(of: [input, input], sampleRate: rate)[0]
            // After the first reflections nothing comes until the first line ends.
            let begin = Int(Double(shortest) * rate)
            let pause = output[..<begin].dropFirst(Int(0.06 * rate))
            #expect(pause.allSatisfy { $0.magnitude < 1e-4 })
            #expect(Array(output[begin..<(begin + 1600)]).peak > 0.001)
        }
        // Without that memory, a preset's longest line bounds them.
        let small = Reverb()
        (small.minDelay, small.maxDelay, small.wetDryMix) = (1, 1, 100)
        let noise = Signal.noise(frameCount: 8000, seed: 61)
        #expect(small.output(of: [noise], sampleRate: 8000)[0].isFinite)
    }

    @Test("scale the reverberation, and vary it")
    func gainAndVariation() {
        let noise = Signal.noise(frameCount: 8000, seed: 62)
        let plain = Self.reverb().output(of: [noise, noise])[0]
        let louder = Self.reverb()
        louder.gain = 6
        for (before, after) in zip(plain, louder.output(of: [noise, noise])[0]) {
            #expect(abs(before * 1.9952623 - after) < 1e-5)
        }
        let (varied, again) = (Self.reverb(), Self.reverb())
        (varied.randomize, again.randomize) = (2, 2)
        let output = varied.output(of: [noise, noise])[0]
        #expect(output != plain && output == again.output(of: [noise, noise])[0])
        #expect(abs(output.rootMeanSquare / plain.rootMeanSquare - 1) < 0.4)
    }

    @Test("change the decay while it sounds, without a click or a pause")
    func decayChange() {
        let reverb = Self.reverb()
        let sine = Signal.sine(120, amplitude: 0.3, frameCount: 20_000)
        reverb.prepare(sampleRate: 44100, channelCount: 2, maximumFrameCount: 512)
        let output = reverb.continued([sine, sine]) { frame in
            if frame == 10240 { reverb.decayAtZero = 3 }
            return 512
        }
        for channel in output {
            let second = zip(channel.dropFirst(2), zip(channel.dropFirst(), channel)).map {
                abs($0 - 2 * $1.0 + $1.1)
            }
            #expect((second[9000...].max() ?? 1) < 0.01)
            // The level does not fall to nothing, as it does when the room changes.
            for start in stride(from: 10_000, to: 14_000, by: 400) {
                #expect(Array(channel[start..<(start + 400)]).peak > 0.02)
            }
        }
    }
}
