import AudioConversion
import AudioFormats
import AudioModel
import Foundation
import Testing

@Suite("A conversion of the sample rate")
struct RateConversionTests {
    private func options(
        _ level: RateConversionQuality.Level, _ kind: RateConversionQuality.Kind = .normal,
        _ method: PrimeMethod = .normal
    ) -> ConversionOptions {
        var options = ConversionOptions()
        options.quality = RateConversionQuality(level, kind: kind)
        options.primeMethod = method
        return options
    }

    private func converted(
        _ samples: [Float], from input: Double, to output: Double, _ options: ConversionOptions
    ) throws -> [Float] {
        try AudioConversionTests.converted(
            Packets(floats: samples), from: .pcm(input), to: .pcm(output), options
        ).floats
    }

    /// The middle part, where the filter has input on both sides.
    private func middle(_ samples: [Float]) -> ArraySlice<Float> {
        samples[samples.count / 4..<samples.count * 3 / 4]
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var level: RateConversionQuality.Level
        var kind: RateConversionQuality.Kind = .normal
        var input: Double
        var output: Double
        var decibels: Double
        var testDescription: String { "\(level) \(kind) \(input) to \(output)" }
    }

    @Test(
        "leaves a sine of 1 kHz clean",
        arguments: [
            Case(level: .maximum, input: 44100, output: 48000, decibels: 110),
            Case(level: .maximum, input: 48000, output: 44100, decibels: 110),
            Case(level: .high, input: 44100, output: 48000, decibels: 110),
            Case(level: .medium, input: 44100, output: 48000, decibels: 100),
            Case(level: .medium, input: 48000, output: 44100, decibels: 100),
            Case(level: .medium, input: 44100, output: 22050, decibels: 95),
            Case(level: .medium, input: 8000, output: 44100, decibels: 90),
            Case(level: .maximum, input: 44100, output: 47999, decibels: 110),
            Case(level: .medium, input: 44099.5, output: 48000, decibels: 100),
            Case(level: .low, input: 44100, output: 48000, decibels: 75),
            Case(level: .minimum, input: 44100, output: 48000, decibels: 55),
            Case(level: .medium, kind: .mastering, input: 44100, output: 48000, decibels: 110),
            Case(level: .maximum, kind: .linear, input: 44100, output: 48000, decibels: 50),
        ])
    func clean(_ measured: Case) throws {
        let samples = sine(1000, rate: measured.input, frameCount: 6000)
        let result = try converted(
            samples, from: measured.input, to: measured.output,
            options(measured.level, measured.kind))
        let middle = middle(result)
        let fit = SineFit(middle, 1000, rate: measured.output)
        #expect(fit.signalToNoise > measured.decibels)
        // And its position is exact to a hundredth of a frame.
        let expected = 2 * Double.pi * 1000 * Double(middle.startIndex) / measured.output
        let late = (fit.phase - expected).remainder(dividingBy: 2 * .pi)
        #expect(abs(late) < 2 * .pi * 1000 / measured.output * 0.01)
    }

    @Test("is flat to 20 kHz at the best quality", arguments: [20.0, 1000, 10000, 18000, 20000])
    func flat(hertz: Double) throws {
        let samples = sine(hertz, rate: 44100, frameCount: 6000)
        let result = try converted(samples, from: 44100, to: 48000, options(.maximum))
        let fit = SineFit(middle(result), hertz, rate: 48000)
        #expect(abs(20 * log10(fit.amplitude / 0.5)) < 0.1)
        #expect(fit.signalToNoise > 100)
    }

    @Test(
        "keeps images and aliases down",
        arguments: [(44100.0, 48000.0, 20000.0), (48000, 44100, 23500), (96000, 48000, 30000)])
    func images(input: Double, output: Double, hertz: Double) throws {
        let samples = sine(hertz, rate: input, frameCount: 8000)
        let result = try converted(samples, from: input, to: output, options(.maximum))
        // Tones below half the rate pass, and tones above do not, and nothing else is added.
        let passes = hertz < output / 2
        let fit = SineFit(middle(result), passes ? hertz : 1000, rate: output)
        #expect(fit.residue < -100)
    }

    @Test(
        "gives the input's length at the new rate, rounded up",
        arguments: [
            (44100.0, 48000.0), (48000, 44100), (44100, 44101), (8000, 48000), (48000, 8000),
            (1, 256), (256, 1), (44100, 11025), (11025.5, 44100), (96000, 44100),
        ])
    func length(input: Double, output: Double) throws {
        for method in [PrimeMethod.normal, .none] {
            for count in [0, 1, 2, 65, 999] {
                let result = try AudioConversionTests.converted(
                    Packets(floats: [Float](repeating: 0.5, count: count)), from: .pcm(input),
                    to: .pcm(output), options(.minimum, .normal, method))
                let exact = Double(count) * output / input
                #expect(result.count == Int(exact.rounded(.up)))
            }
        }
    }

    @Test("uses the priming frames of the input with the prime method pre")
    func primedBefore() throws {
        let samples = sine(1000, rate: 44100, frameCount: 4000)
        let converter = try FormatConverter(
            from: .pcm(44100), to: .pcm(48000), options: options(.medium, .normal, .pre))
        let leading = converter.rateConversionReach.leading
        #expect(leading == 31)
        let before = [Float](repeating: 0, count: leading)
        let primed = converter.all(Feeder(Packets(floats: before + samples), .pcm(44100))).packets
        let usual = try converted(samples, from: 44100, to: 48000, options(.medium))
        #expect(primed.floats == usual)
    }

    @Test("is delayed by its lookahead with the prime method none")
    func latency() throws {
        let samples = sine(1000, rate: 44100, frameCount: 4000)
        let converter = try FormatConverter(
            from: .pcm(44100), to: .pcm(44100 * 2), options: options(.medium, .normal, .none))
        let feeder = Feeder(Packets(floats: samples), .pcm(44100))
        let late = converter.all(feeder, piece: { 100 }).packets.floats
        // The input is half as long as the output: none is requested in advance.
        #expect(feeder.requests.first == 50)
        let usual = try converted(samples, from: 44100, to: 88200, options(.medium))
        let frames = 2 * converter.rateConversionReach.trailing
        #expect(Array(late.dropFirst(frames)) == Array(usual.dropLast(frames)))
    }

    @Test("keeps channels apart", arguments: [1, 2, 3, 5])
    func channels(count: Int) throws {
        let alone = (0..<count).map {
            sine(500 * Double($0 + 1), rate: 44100, frameCount: 2000)
        }
        let input = (0..<2000 * count).map { alone[$0 % count][$0 / count] }
        let together = try AudioConversionTests.converted(
            Packets(floats: input, channels: count),
            from: .pcm(44100, channels: UInt32(count)), to: .pcm(48000, channels: UInt32(count))
        ).floats
        for channel in 0..<count {
            let expected = try converted(alone[channel], from: 44100, to: 48000, options(.medium))
            let found = stride(from: channel, to: together.count, by: count).map { together[$0] }
            #expect(found == expected)
        }
    }

    @Test("refuses rates that are none, or too far apart")
    func refused() {
        func error(_ input: Double, _ output: Double) -> ConversionError? {
            do throws(ConversionError) {
                _ = try FormatConverter(from: .pcm(input), to: .pcm(output))
                return nil
            } catch { return error }
        }
        #expect(error(-1, 48000) == .inputSampleRate)
        #expect(error(.nan, 48000) == .inputSampleRate)
        #expect(error(.infinity, 48000) == .inputSampleRate)
        #expect(error(0, 0) == .inputSampleRate)
        #expect(error(48000, 1e12) == .outputSampleRate)
        #expect(error(48000, 100) == .outputSampleRate)
        #expect(error(100, 48000) == .outputSampleRate)
        #expect(error(48000, 0) == nil)
        #expect(error(0, 48000) == nil)
    }
}
