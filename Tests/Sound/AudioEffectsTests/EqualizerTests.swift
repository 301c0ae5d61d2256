import AudioEffects
import Foundation
import Testing

@Suite("The equaliser")
struct EqualizerTests {
    /// A complex number.
    struct Complex {
        var value: SIMD2<Double>

        init(_ real: Double, _ imaginary: Double = 0) { value = SIMD2(real, imaginary) }

        static func + (a: Complex, b: Complex) -> Complex {
            Complex(a.value.x + b.value.x, a.value.y + b.value.y)
        }
        static func * (a: Complex, b: Complex) -> Complex {
            Complex(
                a.value.x * b.value.x - a.value.y * b.value.y,
                a.value.x * b.value.y + a.value.y * b.value.x)
        }
        static func * (a: Double, b: Complex) -> Complex {
            Complex(a * b.value.x, a * b.value.y)
        }
        func magnitude(over other: Complex) -> Double { value.length / other.value.length }
    }

    /// The magnitude of the analogue filter at the frequency to which the bilinear transform maps
    /// `frequency`.
    static func analogue(_ settings: FilterSettings, at frequency: Double, _ rate: Double) -> Double
    {
        let center = Double(settings.frequency)
        let angle = 2 * Double.pi * center / rate
        let s = Complex(0, tan(Double.pi * frequency / rate) / tan(Double.pi * center / rate))
        let (squared, one) = (s * s, Complex(1))
        let bandwidth = Double(settings.bandwidth)
        let amplitude = pow(10, Double(settings.gain) / 40)
        let root = amplitude.squareRoot()
        // The reciprocals of the quality of bands, of resonances and of Butterworth filters.
        let band = 2 * sinh(log(2) / 2 * bandwidth * angle / sin(angle))
        let resonance = 2 * sinh(log(2) / 2 * bandwidth)
        let flat = 2.0.squareRoot()
        switch settings.type {
        case .parametric:
            return (squared + band * amplitude * s + one)
                .magnitude(over: squared + (band / amplitude) * s + one)
        case .bandPass: return (band * s).magnitude(over: squared + band * s + one)
        case .bandStop: return (squared + one).magnitude(over: squared + band * s + one)
        case .lowPass: return one.magnitude(over: squared + flat * s + one)
        case .resonantLowPass: return one.magnitude(over: squared + resonance * s + one)
        case .highPass: return squared.magnitude(over: squared + flat * s + one)
        case .resonantHighPass: return squared.magnitude(over: squared + resonance * s + one)
        case .lowShelf, .resonantLowShelf:
            let slope = root * (settings.type == .lowShelf ? flat : resonance)
            return amplitude
                * (squared + slope * s + amplitude * one)
                .magnitude(over: amplitude * squared + slope * s + one)
        case .highShelf, .resonantHighShelf:
            let slope = root * (settings.type == .highShelf ? flat : resonance)
            return amplitude
                * (amplitude * squared + slope * s + one)
                .magnitude(over: squared + slope * s + amplitude * one)
        }
    }

    /// An equaliser of one active filter.
    static func equalizer(_ settings: FilterSettings) -> Equalizer {
        let equalizer = Equalizer(bandCount: 1)
        equalizer.bands[0].change {
            $0 = settings
            $0.isBypassed = false
        }
        return equalizer
    }

    @Test(
        "has the response of the analogue filter, at all rates and up to half the rate",
        arguments: FilterType.allCases, [8000.0, 44100, 96000])
    func response(type: FilterType, rate: Double) {
        for (part, bandwidth, gain) in [
            (0.02, 1.0, 9.0), (0.02, 0.4, -12), (0.11, 2, 20), (0.31, 0.7, -9), (0.46, 1, 6),
        ] {
            var settings = FilterSettings()
            settings.type = type
            settings.frequency = Float(part * rate)
            settings.bandwidth = Float(bandwidth)
            settings.gain = Float(gain)
            let impulse = Signal.impulse(frameCount: 2500)
            let response = Self.equalizer(settings).output(of: [impulse], sampleRate: rate)[0]
            for probe in [
                0.001, 0.01, 0.0195, 0.02, 0.05, 0.11, 0.25, 0.31, 0.4, 0.46, 0.49, 0.499,
            ] {
                let measured = response.transform(at: probe * rate, sampleRate: rate).length
                let expected = Self.analogue(settings, at: probe * rate, rate)
                #expect(
                    abs(measured - expected) < 2e-4 * max(expected, 1),
                    "\(type) \(part) \(bandwidth) \(gain) at \(probe)")
            }
        }
    }

    @Test("passes everything until a band is activated; low-pass and gain (engine 46)")
    func newEqualizer() {
        let noise = Signal.noise(frameCount: 300, seed: 1)
        let equalizer = Equalizer(bandCount: 2)
        equalizer.bands[0].change { $0.gain = 12 }
        #expect(equalizer.output(of: [noise, noise])[1].bits == noise.bits)

        var lowPass = FilterSettings()
        lowPass.type = .lowPass
        let filter = Self.equalizer(lowPass)
        let response = filter.output(of: [Signal.impulse(frameCount: 3000)])[0]
        let gain = response.transform(at: 1000, sampleRate: 44100).length
        #expect(abs(gain - 0.70711) < 1e-4)

        let louder = Equalizer(bandCount: 0)
        louder.globalGain = 6
        let output = louder.output(of: [noise])[0]
        for (before, after) in zip(noise, output) {
            #expect(abs(after - before * 1.9952623) < 1e-6)
        }
    }

    @Test("clamps to Apple's ranges and ignores NaN")
    func ranges() {
        let equalizer = Equalizer(bandCount: 1)
        let band = equalizer.bands[0]
        #expect(band.settings.isBypassed)
        band.change { ($0.frequency, $0.bandwidth, $0.gain) = (1, 0, 99) }
        #expect(band.settings.frequency == 20)
        #expect(band.settings.bandwidth == 0.05)
        #expect(band.settings.gain == 24)
        band.change { ($0.frequency, $0.bandwidth, $0.gain) = (.nan, .nan, .nan) }
        #expect(band.settings.gain == 24)
        band.change { $0.gain = -.infinity }
        #expect(band.settings.gain == -96)
        equalizer.globalGain = 25
        equalizer.globalGain = .nan
        #expect(equalizer.globalGain == 24)
    }

    @Test("is stable at the highest frequency and with the narrowest bands")
    func extremes() {
        for type in FilterType.allCases {
            for (frequency, bandwidth) in [(192_000, 0.05), (22050, 5), (20, 0.05), (20, 5)] {
                var settings = FilterSettings()
                settings.type = type
                settings.frequency = Float(frequency)
                settings.bandwidth = Float(bandwidth)
                settings.gain = 24
                let noise = Signal.noise(frameCount: 3000, seed: 2)
                let output = Self.equalizer(settings).output(of: [noise])[0]
                #expect(output.peak < 1000 && output.peak.isFinite, "\(type) \(frequency)")
            }
        }
    }

    @Test("changes a filter without a click")
    func changes() {
        var settings = FilterSettings()
        settings.gain = -20
        settings.frequency = 200
        let equalizer = Self.equalizer(settings)
        let sine = Signal.sine(200, frameCount: 6000)
        equalizer.prepare(sampleRate: 44100, channelCount: 1, maximumFrameCount: 512)
        let output = equalizer.continued([sine]) { frame in
            if frame == 2048 { equalizer.bands[0].change { $0.gain = 20 } }
            if frame == 4096 { equalizer.bands[0].change { $0.isBypassed = true } }
            return 512
        }[0]
        // A step of half the final amplitude would be a hundred times larger.
        let jumps = zip(output.dropFirst(2), zip(output.dropFirst(), output)).map {
            abs($0 - 2 * $1.0 + $1.1)
        }
        #expect((jumps.max() ?? 1) < 0.02)
        #expect(output[3500..<4000].map(\.magnitude).max() ?? 0 > 3)
        // Once the filter is out of use the sound passes to the bit.
        #expect(Array(output[5000...]).bits == Array(sine[5000...]).bits)
    }
}
