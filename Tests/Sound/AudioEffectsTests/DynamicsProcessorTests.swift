import AudioEffects
import Foundation
import Testing

@Suite("The dynamics processor")
struct DynamicsProcessorTests {
    static func sine(_ decibels: Double, frameCount: Int = 24_000) -> [Float] {
        Signal.sine(
            1000, amplitude: pow(10, decibels / 20), frameCount: frameCount, sampleRate: 48_000)
    }

    static func decibels(_ gain: Float) -> Double { 20 * log10(Double(gain)) }

    @Test(
        "follows its static curve",
        arguments: [(-20, 5), (-30, 20), (-10, 0.1), (0, 40)] as [(Float, Float)])
    func staticCurve(threshold: Float, headroom: Float) {
        for level in [-60.0, -41, -31, -21, -19, -12, -6, 0, 12] {
            let processor = DynamicsProcessor()
            (processor.threshold, processor.headroom) = (threshold, headroom)
            let output = processor.output(of: [Self.sine(level)], sampleRate: 48_000)[0]
            let measured = Self.decibels(Array(output.suffix(4800)).peak)
            let excess = max(level - Double(threshold), 0)
            let room = Double(headroom)
            let expected = level - excess + room * (1 - exp(-excess / room))
            #expect(abs(measured - expected) < 0.05, "\(level): \(measured), \(expected)")
            #expect(measured < Double(threshold) + room + 1e-4 || excess == 0)
        }
    }

    @Test("keeps a sine of −6 dB under threshold and headroom, and measures it (unit 30)")
    func documented() {
        let processor = DynamicsProcessor()
        let output = processor.output(of: [Self.sine(-6)], sampleRate: 48_000)[0]
        let level = Self.decibels(Array(output.suffix(4800)).peak)
        #expect(level <= -15)
        #expect(abs(Double(processor.inputLevel) + 6) < 0.05)
        #expect(abs(Double(processor.outputLevel) - level) < 0.05)
        #expect(abs(Double(processor.compressionAmount) - (-6 - level)) < 0.05)
        processor.reset()
        #expect(processor.inputLevel == -120 && processor.compressionAmount == 0)
    }

    @Test("expands what is quiet by its ratio")
    func expansion() {
        let processor = DynamicsProcessor()
        (processor.expansionThreshold, processor.expansionRatio) = (-30, 3)
        for (level, expected) in [(-40.0, -60.0), (-35, -45), (-29, -29), (-50, -90)] {
            let output = processor.output(of: [Self.sine(level)], sampleRate: 48_000)[0]
            let measured = Self.decibels(Array(output.suffix(4800)).peak)
            #expect(abs(measured - expected) < 0.1, "\(level): \(measured)")
        }
    }

    @Test("attacks and releases in its times")
    func times() {
        let processor = DynamicsProcessor()
        (processor.attackTime, processor.releaseTime) = (0.02, 0.1)
        // Constant samples, so that the gain can be read off.
        var input = [Float](repeating: 0.05, count: 48_000)
        for frame in 4800..<24_000 { input[frame] = 1 }
        let output = processor.output(of: [input], sampleRate: 48_000)[0]
        let loss = zip(input, output).map { Self.decibels($0 / $1) }
        let curve = DynamicsCurve(
            threshold: -20, headroom: 5, expansionRatio: 2, expansionThreshold: -100)
        let full = curve.compression(of: 0)
        #expect(abs(loss[4800 + 959] - full * (1 - exp(-1))) < 0.05)
        #expect(abs(loss[23_000] - full) < 0.01)
        // The level holds for 10 ms.
        #expect(abs(loss[24_000 + 470] - full) < 0.01)
        #expect(abs(loss[24_000 + 480 + 4800] - full * exp(-1)) < 0.1)
    }

    @Test("has one gain for all channels, and an overall gain")
    func gains() {
        let processor = DynamicsProcessor()
        processor.overallGain = 6
        let quiet = Self.sine(-50)
        let output = processor.output(of: [Self.sine(-6), quiet], sampleRate: 48_000)
        let loud = Self.decibels(Array(output[0].suffix(4800)).peak)
        let soft = Self.decibels(Array(output[1].suffix(4800)).peak)
        #expect(abs(loud - soft - 44) < 0.05)
        #expect(abs(loud + 15.3 - 6) < 0.1)
        #expect(abs(Double(processor.outputLevel) - loud) < 0.05)
    }

    @Test("has Apple's ranges and defaults")
    func ranges() {
        let processor = DynamicsProcessor()
        #expect(processor.threshold == -20 && processor.headroom == 5)
        #expect(processor.expansionRatio == 2 && processor.expansionThreshold == -100)
        #expect(processor.attackTime == 0.001 && processor.releaseTime == 0.05)
        #expect(processor.overallGain == 0)
        (processor.threshold, processor.headroom) = (21, 0)
        (processor.expansionRatio, processor.expansionThreshold) = (51, -121)
        (processor.attackTime, processor.releaseTime, processor.overallGain) = (1, 4, -.infinity)
        #expect(processor.threshold == 20 && processor.headroom == 0.1)
        #expect(processor.expansionRatio == 50 && processor.expansionThreshold == -120)
        #expect(processor.attackTime == 0.2 && processor.releaseTime == 3)
        #expect(processor.overallGain == -40)
        processor.threshold = .nan
        #expect(processor.threshold == 20)
    }
}
