import AudioEffects
import Foundation
import Testing

@Suite("The delay")
struct DelayEffectTests {
    static func delay(_ time: Double, feedback: Float, cutoff: Float = 192_000) -> DelayEffect {
        let delay = DelayEffect()
        delay.delayTime = time
        delay.feedback = feedback
        delay.lowPassCutoff = cutoff
        return delay
    }

    @Test("puts an impulse at its exact frame, and repeats it (engine 45)")
    func impulse() {
        let input = Signal.impulse(frameCount: 44200)
        let once = Self.delay(0.5, feedback: 0).output(of: [input, input])
        var expected = [Float](repeating: 0, count: 44200)
        expected[22050] = 1
        #expect(once == [expected, expected])
        expected[44100] = 0.5
        #expect(Self.delay(0.5, feedback: 50).output(of: [input])[0] == expected)
        expected[44100] = -1
        #expect(Self.delay(0.5, feedback: -100).output(of: [input])[0] == expected)
    }

    @Test("without a delay passes the sound, with any feedback")
    func noDelay() {
        let noise = Signal.noise(frameCount: 700, seed: 3)
        #expect(Self.delay(0, feedback: 100).output(of: [noise])[0].bits == noise.bits)
    }

    @Test("filters each repetition with a Butterworth filter of order 1", arguments: [500.0, 9000])
    func lowPass(cutoff: Double) {
        let delay = Self.delay(0.02, feedback: 100, cutoff: Float(cutoff))
        let output = delay.output(of: [Signal.impulse(frameCount: 2646)])[0]
        for frequency in [50.0, 500, 3000, 9000, 15000, 21000] {
            let ratio = tan(Double.pi * frequency / 44100) / tan(Double.pi * cutoff / 44100)
            let expected = 1 / (1 + ratio * ratio).squareRoot()
            let first = Array(output[882..<1764]).transform(at: frequency, sampleRate: 44100)
            let second = Array(output[1764..<2646]).transform(at: frequency, sampleRate: 44100)
            #expect(abs(first.length - expected) < 1e-4)
            #expect(abs(second.length - expected * expected) < 1e-4)
        }
    }

    @Test("mixes linearly and clamps to Apple's ranges")
    func mix() {
        let delay = Self.delay(0.001, feedback: 0)
        delay.wetDryMix = 25
        let output = delay.output(of: [Signal.impulse(frameCount: 100)])[0]
        #expect(output[0] == 0.75 && output[44] == 0.25)
        delay.delayTime = 3
        delay.feedback = -101
        delay.lowPassCutoff = 1
        delay.wetDryMix = 101
        #expect(delay.delayTime == 2 && delay.feedback == -100)
        #expect(delay.lowPassCutoff == 10 && delay.wetDryMix == 100)
        delay.delayTime = .nan
        delay.feedback = .nan
        #expect(delay.delayTime == 2 && delay.feedback == -100)
    }

    @Test("changes its time without a click")
    func changes() {
        let delay = Self.delay(0.01, feedback: 0)
        let sine = Signal.sine(100, frameCount: 6000)
        delay.prepare(sampleRate: 44100, channelCount: 1, maximumFrameCount: 512)
        let output = delay.continued([sine]) { frame in
            if frame == 2048 { delay.delayTime = 0.0143 }
            if frame == 2304 { delay.delayTime = 0.0021 }
            return 256
        }[0]
        let steps = zip(output.dropFirst(500), output.dropFirst(499)).map { abs($0 - $1) }
        #expect((steps.max() ?? 1) < 0.02)
        // In the end the last wanted delay holds.
        #expect(output[5500] == sine[5500 - 93])
    }
}
