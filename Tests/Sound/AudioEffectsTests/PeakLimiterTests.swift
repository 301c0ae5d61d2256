import AudioEffects
import Foundation
import Testing

@Suite("The peak limiter")
struct PeakLimiterTests {
    @Test(
        "never exceeds full scale",
        arguments: [0.001, 0.012, 0.03] as [Float], [8000.0, 44100, 96_000])
    func bounded(attack: Float, rate: Double) {
        let limiter = PeakLimiter()
        (limiter.attackTime, limiter.decayTime, limiter.preGain) = (attack, 0.001, 40)
        var input = Signal.noise(frameCount: 9000, seed: 40, amplitude: 1)
        // Peaks that rise and fall, and single ones.
        for frame in input.indices {
            input[frame] *= Float(frame % 3000) / 3000
            if frame % 777 == 0 { input[frame] = 100 }
        }
        let output = limiter.output(of: [input, input.map { -$0 / 3 }], sampleRate: rate)
        #expect(output[0].peak <= 1 && output[1].peak <= 1)
        #expect(output[0].peak > 0.999)
        // All channels have one gain.
        for (left, right) in zip(output[0], output[1]) { #expect(abs(left + 3 * right) < 1e-5) }
    }

    @Test("keeps a loud sine under full scale, with the attack as its latency (unit 29)")
    func loudSine() {
        let limiter = PeakLimiter()
        limiter.preGain = 12
        let sine = Signal.sine(1000, amplitude: 1, frameCount: 48_000, sampleRate: 48_000)
        let output = limiter.output(of: [sine], sampleRate: 48_000)[0]
        #expect(output.peak <= 1)
        #expect(limiter.latencyFrames == 576)
        // Steady, the sine has its shape and full scale.
        let end = Array(output[24_000...])
        let first = end.transform(at: 1000, sampleRate: 48_000).length / 12_000
        #expect(abs(first - 1) < 0.01)
        #expect(end.transform(at: 3000, sampleRate: 48_000).length / 12_000 < 0.005)
    }

    @Test("passes quieter sound to the bit, delayed by the attack")
    func quiet() {
        let limiter = PeakLimiter()
        limiter.attackTime = 0.005
        let noise = Signal.noise(frameCount: 3000, seed: 41, amplitude: 1)
        let output = limiter.output(of: [noise], sampleRate: 48_000)[0]
        #expect(limiter.latencyFrames == 240)
        #expect(output[..<240].allSatisfy { $0 == 0 })
        #expect(Array(output[240...]).bits == Array(noise[..<2760]).bits)
    }

    @Test("lowers the gain in the attack time before a peak, and recovers in the decay time")
    func times() {
        let limiter = PeakLimiter()
        (limiter.attackTime, limiter.decayTime) = (0.01, 0.05)
        var input = [Float](repeating: 0.25, count: 12_000)
        input[3000] = 2
        let output = limiter.output(of: [input], sampleRate: 48_000)[0]
        let gains = output.map { $0 * 4 }
        let peak = 3000 + 480
        #expect(gains[peak - 481] == 1)
        #expect(gains[peak - 240] > 0.7 && gains[peak - 240] < 0.8)
        #expect(abs(output[peak] - 1) < 1e-3)
        // 63 % of the loss is made good after the decay time; the average of the look-ahead adds half
        // of itself.
        let recovered = gains[peak + 240 + 2400]
        #expect(abs(recovered - (1 - 0.5 * exp(-1))) < 0.02, "\(recovered)")
    }

    @Test("has Apple's ranges and defaults")
    func ranges() {
        let limiter = PeakLimiter()
        #expect(limiter.attackTime == 0.012 && limiter.decayTime == 0.024 && limiter.preGain == 0)
        (limiter.attackTime, limiter.decayTime, limiter.preGain) = (1, 0, -50)
        #expect(limiter.attackTime == 0.03 && limiter.decayTime == 0.001)
        #expect(limiter.preGain == -40)
        (limiter.attackTime, limiter.decayTime, limiter.preGain) = (.nan, .nan, .nan)
        #expect(limiter.attackTime == 0.03 && limiter.preGain == -40)
    }

    @Test("changes its latency without a click, and stays under full scale")
    func changes() {
        let limiter = PeakLimiter()
        limiter.preGain = 20
        let sine = Signal.sine(100, amplitude: 0.5, frameCount: 20_000)
        limiter.prepare(sampleRate: 44100, channelCount: 1, maximumFrameCount: 512)
        let output = limiter.continued([sine]) { frame in
            if frame == 8192 { limiter.attackTime = 0.002 }
            return 512
        }[0]
        #expect(output.peak <= 1 && limiter.latencyFrames == 88)
        let steps = zip(output.dropFirst(2001), output.dropFirst(2000)).map { abs($0 - $1) }
        #expect((steps.max() ?? 1) < 0.05)
        #expect(Array(output[15_000...]).peak > 0.99)
    }
}
