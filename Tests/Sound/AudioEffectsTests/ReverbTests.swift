import AudioEffects
import Foundation
import Testing

@Suite("The reverb")
struct ReverbTests {
    static func reverb(_ preset: ReverbPreset) -> Reverb {
        let reverb = Reverb()
        reverb.preset = preset
        reverb.wetDryMix = 100
        return reverb
    }

    /// Returns the seconds in which the sound decays by 60 dB, from the line between −5 and −25 dB
    /// of the energy that is left.
    static func decaySeconds(of response: [Float], sampleRate: Double) -> Double {
        var left = [Double](repeating: 0, count: response.count)
        var sum = 0.0
        for frame in response.indices.reversed() {
            sum += Double(response[frame]) * Double(response[frame])
            left[frame] = sum
        }
        func frame(at decibels: Double) -> Double {
            Double(left.firstIndex { $0 < sum * pow(10, decibels / 10) } ?? left.count)
        }
        return 3 * (frame(at: -25) - frame(at: -5)) / sampleRate
    }

    /// The sound below about 400 Hz.
    static func lowFrequencies(of samples: [Float], sampleRate: Double) -> [Float] {
        var settings = FilterSettings()
        settings.type = .lowPass
        settings.frequency = 400
        return EqualizerTests.equalizer(settings).output(of: [samples], sampleRate: sampleRate)[0]
    }

    @Test("decays as its room says", arguments: ReverbPreset.allCases)
    func decay(preset: ReverbPreset) {
        let rate = 16000.0
        let seconds = preset.room.decaySeconds
        let input = Signal.impulse(frameCount: Int((0.8 * seconds + 0.15) * rate))
        let silence = [Float](repeating: 0, count: input.count)
        let output = Self.reverb(preset).output(of: [input, silence], sampleRate: rate)
        for channel in output {
            let low = Self.lowFrequencies(of: channel, sampleRate: rate)
            let measured = Self.decaySeconds(of: low, sampleRate: rate)
            #expect(abs(measured - seconds) < 0.15 * seconds, "\(preset): \(measured)")
        }
    }

    @Test("decays alike at other sample rates", arguments: [11025.0, 48000])
    func rates(rate: Double) {
        let input = Signal.impulse(frameCount: Int(0.5 * rate))
        let output = Self.reverb(.smallRoom).output(of: [input, input], sampleRate: rate)[0]
        let low = Self.lowFrequencies(of: output, sampleRate: rate)
        let measured = Self.decaySeconds(of: low, sampleRate: rate)
        #expect(abs(measured - 0.4) < 0.06, "\(measured)")
    }

    @Test("decays faster at high frequencies")
    func damping() {
        let rate = 22050.0
        let input = Signal.impulse(frameCount: 40000)
        let output = Self.reverb(.largeHall).output(of: [input, input], sampleRate: rate)[0]
        var settings = FilterSettings()
        settings.type = .bandPass
        settings.frequency = 5000
        settings.bandwidth = 0.3
        let high = EqualizerTests.equalizer(settings).output(of: [output], sampleRate: rate)[0]
        let room = ReverbPreset.largeHall.room
        let expected = room.decaySeconds * room.trebleDecay
        let measured = Self.decaySeconds(of: high, sampleRate: rate)
        #expect(abs(measured - expected) < 0.2 * expected, "\(measured)")
    }

    @Test("gives both channels of a pair reverberations of their own")
    func decorrelation() {
        let input = Signal.impulse(frameCount: 16000)
        for preset in [ReverbPreset.plate, .mediumHall, .smallRoom] {
            let output = Self.reverb(preset).output(of: [input, input], sampleRate: 16000)
            let product = zip(output[0], output[1]).reduce(0) { $0 + Double($1.0) * Double($1.1) }
            let sizes = output[0].rootMeanSquare * output[1].rootMeanSquare * 16000
            #expect(abs(product / sizes) < 0.25, "\(preset): \(product / sizes)")
        }
    }

    @Test("is about as loud as the sound", arguments: ReverbPreset.allCases)
    func loudness(preset: ReverbPreset) {
        let noise = Signal.noise(frameCount: 16000, seed: 4)
        let silence = [Float](repeating: 0, count: 8000)
        let output = Self.reverb(preset).output(
            of: [noise + silence, noise + silence], sampleRate: 8000)
        let gain = output[0].rootMeanSquare / (noise + silence).rootMeanSquare
        #expect(gain > 0.4 && gain < 1.6, "\(gain)")
    }

    @Test("has 13 rooms, starts dry, clamps its mix")
    func settings() {
        let reverb = Reverb()
        #expect(reverb.preset == .mediumHall && reverb.wetDryMix == 0)
        let noise = Signal.noise(frameCount: 600, seed: 5)
        #expect(reverb.output(of: [noise])[0].bits == noise.bits)
        reverb.wetDryMix = 120
        reverb.wetDryMix = .nan
        #expect(reverb.wetDryMix == 100)
        #expect(ReverbPreset.allCases.count == 13)
    }

    @Test("changes its room without a click")
    func changes() {
        let reverb = Self.reverb(.largeHall)
        let sine = Signal.sine(120, amplitude: 0.3, frameCount: 20000)
        reverb.prepare(sampleRate: 44100, channelCount: 2, maximumFrameCount: 512)
        let output = reverb.continued([sine, sine]) { frame in
            if frame == 10240 { reverb.preset = .smallRoom }
            return 512
        }
        for channel in output {
            let second = zip(channel.dropFirst(2), zip(channel.dropFirst(), channel)).map {
                abs($0 - 2 * $1.0 + $1.1)
            }
            // The sound itself has at most 0.0003; its onset reverberates before the change.
            #expect((second[9000...].max() ?? 1) < 0.01)
        }
    }
}
