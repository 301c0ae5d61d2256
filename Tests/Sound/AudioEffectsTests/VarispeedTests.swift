import AudioEffects
import Foundation
import Testing

@Suite("Varispeed")
struct VarispeedTests {
    static func varispeed(_ rate: Float, sampleRate: Double = 44100, channels: Int = 1) -> Varispeed
    {
        let varispeed = Varispeed()
        varispeed.rate = rate
        varispeed.prepare(
            sampleRate: sampleRate, channelCount: channels, maximumFrameCount: 512)
        return varispeed
    }

    @Test("at rate 2 makes 500 frames of 880 Hz of 1000 frames of 440 Hz (engine 47)")
    func doubleSpeed() {
        let input = Signal.sine(440, frameCount: 1000)
        let output = Self.varispeed(2).output(of: [input], frameCount: 700)[0]
        let ideal = Signal.sine(880, frameCount: 500)
        for frame in 30..<470 { #expect(abs(output[frame] - ideal[frame]) < 1e-3) }
        // Around the end only the filter's ringing is left.
        let energy = output.map { Double($0) * Double($0) }
        let inside = energy[..<501].reduce(0, +)
        #expect(energy[501...].reduce(0, +) < 0.002 * inside)
        #expect(energy[490..<500].reduce(0, +) > 0.01)
    }

    @Test("makes the exact number of frames", arguments: [0.25, 0.5, 0.8, 1.0, 1.3, 2, 3.7, 4])
    func lengths(rate: Double) {
        let varispeed = Self.varispeed(Float(rate))
        let input = Signal.sine(300, frameCount: 4000)
        var consumed = 0
        _ = varispeed.output(of: [input], frameCount: 900, consumed: &consumed) { _ in 100 }
        let reach = rate == 1 ? 0 : 28 * max(rate, 1)
        #expect(Double(consumed) >= 899 * rate)
        #expect(Double(consumed) <= 900 * rate + reach + 2)
    }

    @Test("at rate 1 passes the sound to the bit, also after another rate")
    func unchanged() {
        let noise = Signal.noise(frameCount: 4000, seed: 7)
        let varispeed = Self.varispeed(1)
        #expect(
            varispeed.output(of: [noise], frameCount: 1000)[0].bits
                == noise[..<1000].map(\.bitPattern))
        varispeed.reset()
        varispeed.rate = 1.37
        var consumed = 0
        _ = varispeed.output(of: [noise], frameCount: 512, consumed: &consumed) { _ in 512 }
        varispeed.rate = 1
        _ = varispeed.output(of: [noise], frameCount: 1024, consumed: &consumed) { _ in 512 }
        let output = varispeed.output(of: [noise], frameCount: 512, consumed: &consumed) { _ in 512
        }
        let start = consumed - 512
        let tail = Array(output[0])
        let found = (0...64).contains { shift in
            Array(noise[(start - shift)..<(start - shift + 512)]).bits == tail.bits
        }
        #expect(found)
    }

    @Test("has no aliases when it speeds up", arguments: [1.05, 1.5, 2.0, 4.0])
    func aliases(rate: Double) {
        let nyquist = 22050.0
        for part in [1.02, 1.2, 1.6] {
            let frequency = part * nyquist / rate
            guard frequency < 0.95 * nyquist else { continue }
            let input = Signal.sine(frequency, frameCount: 4000)
            let output = Self.varispeed(Float(rate)).output(of: [input], frameCount: 600)[0]
            // The onset is a sound of all frequencies.
            #expect(Array(output[150...]).rootMeanSquare < 1e-4, "\(frequency)")
        }
        let low = Signal.sine(0.6 * nyquist / rate, frameCount: 4000)
        let passed = Self.varispeed(Float(rate)).output(of: [low], frameCount: 600)[0]
        #expect(abs(Array(passed[100...]).rootMeanSquare - 0.35355) < 0.005)
    }

    @Test("has no images when it slows down")
    func images() {
        let input = Signal.sine(10000, frameCount: 2000)
        let output = Self.varispeed(0.5).output(of: [input], frameCount: 2048)[0]
        let ideal = Signal.sine(5000, frameCount: 2048)
        for frame in 200..<1800 { #expect(abs(output[frame] - ideal[frame]) < 5e-4) }
    }

    @Test("changes its rate without a click")
    func changes() {
        let varispeed = Self.varispeed(0.5)
        let input = Signal.sine(220, frameCount: 20000)
        var consumed = 0
        let output = varispeed.output(of: [input], frameCount: 5000, consumed: &consumed) { frame in
            if frame == 1000 { varispeed.rate = 4 }
            if frame == 2000 { varispeed.rate = 1 }
            if frame == 3000 { varispeed.rate = 0.31 }
            if frame == 4000 { varispeed.isBypassed = true }
            return 100
        }[0]
        let second = zip(output.dropFirst(2), zip(output.dropFirst(), output)).map {
            abs($0 - 2 * $1.0 + $1.1)
        }
        // A tone of 880 Hz at this amplitude is 0.0079.
        #expect((second[100...].max() ?? 1) < 0.009)
    }

    @Test("gives the same samples in blocks of any size")
    func blocks() {
        let noise = [
            Signal.noise(frameCount: 9000, seed: 8), Signal.noise(frameCount: 9000, seed: 9),
        ]
        let whole = Self.varispeed(1.618, channels: 2).output(of: noise, frameCount: 3000)
        for size in [1, 17, 499] {
            let varispeed = Self.varispeed(1.618, channels: 2)
            #expect(varispeed.output(of: noise, frameCount: 3000, blockFrames: size) == whole)
        }
    }

    @Test("survives hostile samples and clamps its rate")
    func hostile() {
        let varispeed = Self.varispeed(3)
        var input = Signal.noise(frameCount: 3000, seed: 10)
        for frame in stride(from: 0, to: 3000, by: 7) { input[frame] = .nan }
        for frame in stride(from: 3, to: 3000, by: 11) { input[frame] = .infinity }
        input[100] = 1e30
        #expect(varispeed.output(of: [input], frameCount: 900)[0].isFinite)
        varispeed.reset()
        let silence = [Float](repeating: 0, count: 100)
        #expect(varispeed.output(of: [silence], frameCount: 400)[0].peak == 0)
        varispeed.rate = 9
        varispeed.rate = .nan
        #expect(varispeed.rate == 4)
        // Reading without input is silence.
        var output = [silence]
        withPointers(&output) { varispeed.read($0, frameCount: 100) }
        #expect(output[0].allSatisfy { $0 == 0 })
    }
}
