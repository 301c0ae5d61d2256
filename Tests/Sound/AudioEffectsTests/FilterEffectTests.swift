import AudioEffects
import Foundation
import Testing

@Suite("A filter effect")
struct FilterEffectTests {
    /// The level in dB of a sine in the output of a filter, relative to the input.
    static func level(of filter: FilterEffect, at frequency: Double, _ rate: Double) -> Double {
        let response = filter.output(
            of: [Signal.impulse(frameCount: 16_000)], sampleRate: rate)[0]
        return 20 * log10(response.transform(at: frequency, sampleRate: rate).length)
    }

    /// The level in dB of an analogue low-pass or high-pass filter, at the frequency to which the
    /// bilinear transform maps `frequency`.
    static func resonant(
        _ kind: FilterEffect.Kind, _ cutoff: Double, quality: Double, at frequency: Double,
        _ rate: Double
    ) -> Double {
        let ratio = tan(Double.pi * frequency / rate) / tan(Double.pi * cutoff / rate)
        let square = ratio * ratio
        let size = ((1 - square) * (1 - square) + square / (quality * quality)).squareRoot()
        return 20 * log10((kind == .highPass ? square : 1) / size)
    }

    static let probes = [30.0, 200, 950, 1000, 1060, 3000, 8000, 15_000, 20_000]

    @Test(
        "has the response of the analogue filter with the quality of its resonance",
        arguments: [FilterEffect.Kind.lowPass, .highPass], [-20, -3, 0, 12, 40] as [Float])
    func resonance(kind: FilterEffect.Kind, decibels: Float) {
        let filter = FilterEffect(kind)
        (filter.frequency, filter.resonance) = (1000, decibels)
        let quality = pow(10, Double(decibels) / 20) / 2.0.squareRoot()
        for probe in Self.probes {
            let expected = Self.resonant(kind, 1000, quality: quality, at: probe, 48_000)
            let measured = Self.level(of: filter, at: probe, 48_000)
            // Samples of 32 bits end at −140 dB.
            guard expected > -100 else { continue }
            #expect(abs(measured - expected) < 0.1, "\(probe): \(measured), \(expected)")
        }
    }

    @Test(
        "is the equaliser's filter of the same bandwidth and gain",
        arguments: [FilterEffect.Kind.bandPass, .parametric, .lowShelf, .highShelf],
        [-18, 6] as [Float])
    func likeEqualizer(kind: FilterEffect.Kind, gain: Float) {
        let filter = FilterEffect(kind)
        filter.gain = gain
        (filter.bandwidth, filter.quality) = (1500, 2.5)
        var settings = FilterSettings()
        (settings.frequency, settings.gain) = (filter.frequency, gain)
        switch kind {
        case .bandPass: (settings.type, settings.bandwidth) = (.bandPass, 1.25)
        case .parametric:
            settings.type = .parametric
            settings.bandwidth = Float(2 / log(2) * asinh(1 / 5.0))
        case .lowShelf: settings.type = .lowShelf
        case .highShelf: settings.type = .highShelf
        case .lowPass, .highPass: Issue.record("not in this table")
        }
        for probe in Self.probes {
            let expected = 20 * log10(EqualizerTests.analogue(settings, at: probe, 48_000))
            guard expected > -100 else { continue }
            let measured = Self.level(of: filter, at: probe, 48_000)
            #expect(abs(measured - expected) < 0.1, "\(probe): \(measured), \(expected)")
        }
    }

    @Test("lowers a sine at the cutoff by 3 dB, raises it in the centre (unit 28)")
    func documented() {
        for kind in [FilterEffect.Kind.lowPass, .highPass] {
            let filter = FilterEffect(kind)
            filter.frequency = 1000
            #expect(abs(Self.level(of: filter, at: 1000, 48_000) + 3.0103) < 0.1)
        }
        let parametric = FilterEffect(.parametric)
        (parametric.frequency, parametric.quality, parametric.gain) = (1000, 1, 6)
        #expect(abs(Self.level(of: parametric, at: 1000, 48_000) - 6) < 0.1)
        // Half the gain at the ends of the band, which the quality says.
        let edge = 1000 * (0.5 + 1.25.squareRoot())
        #expect(abs(Self.level(of: parametric, at: edge, 48_000) - 3) < 0.1)
        let band = FilterEffect(.bandPass)
        (band.frequency, band.bandwidth) = (1000, 1200)
        #expect(abs(Self.level(of: band, at: 1000, 48_000)) < 0.1)
        #expect(abs(Self.level(of: band, at: 1000 * 2.0.squareRoot(), 48_000) + 3.0103) < 0.1)
    }

    @Test("reaches the gain of its shelf")
    func shelves() {
        let low = FilterEffect(.lowShelf)
        (low.frequency, low.gain) = (200, 12)
        #expect(abs(Self.level(of: low, at: 5, 48_000) - 12) < 0.1)
        #expect(abs(Self.level(of: low, at: 200, 48_000) - 6) < 0.1)
        #expect(abs(Self.level(of: low, at: 5000, 48_000)) < 0.1)
        let high = FilterEffect(.highShelf)
        high.gain = -40
        #expect(abs(Self.level(of: high, at: 23_900, 48_000) + 40) < 0.1)
        #expect(abs(Self.level(of: high, at: 100, 48_000)) < 0.1)
    }

    @Test("has Apple's ranges and defaults", arguments: FilterEffect.Kind.allCases)
    func ranges(kind: FilterEffect.Kind) {
        let filter = FilterEffect(kind)
        #expect(filter.frequency == kind.defaultFrequency)
        #expect(filter.resonance == 0 && filter.bandwidth == 600)
        #expect(filter.quality == 1 && filter.gain == 0)
        filter.frequency = -1
        #expect(filter.frequency == kind.frequencyRange.lowerBound)
        (filter.resonance, filter.bandwidth) = (-21, 99)
        (filter.quality, filter.gain) = (.infinity, 41)
        #expect(filter.resonance == -20 && filter.bandwidth == 100)
        #expect(filter.quality == 20 && filter.gain == (kind == .parametric ? 20 : 40))
        (filter.resonance, filter.gain, filter.frequency) = (.nan, .nan, .nan)
        #expect(filter.resonance == -20 && filter.gain == kind.gainRange.upperBound)
        #expect(filter.frequency == kind.frequencyRange.lowerBound)
    }

    @Test("moves to other settings without a click")
    func changes() {
        let filter = FilterEffect(.lowPass)
        filter.frequency = 200
        let sine = Signal.sine(200, frameCount: 6000)
        filter.prepare(sampleRate: 44100, channelCount: 1, maximumFrameCount: 512)
        let output = filter.continued([sine]) { frame in
            if frame == 2048 { filter.frequency = 8000 }
            if frame == 4096 { filter.resonance = 20 }
            return 512
        }[0]
        let jumps = zip(output.dropFirst(2), zip(output.dropFirst(), output)).map {
            abs($0 - 2 * $1.0 + $1.1)
        }
        #expect((jumps.max() ?? 1) < 0.01)
        #expect(abs(output[3500...4000].map(\.magnitude).max() ?? 0) > 0.49)
    }
}
