import Testing
import TimePitch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite("Time and pitch", .enabled(if: TimePitch.isAvailable, "built without SoundTouch"))
struct TimePitchTests {
    static let rate = 44_100.0

    @Test("change the length and keep the pitch", arguments: [0.5, 0.75, 1, 1.25, 2], [1, 2])
    func stretches(speed: Double, channelCount: Int) throws {
        // Given three seconds of 440 Hz.
        let effect = try #require(TimePitch(sampleRate: Self.rate, channelCount: channelCount))
        effect.rate = speed
        // When it is processed in blocks.
        let output = run(effect, tone(440, seconds: 3, channelCount: channelCount))
        // Then the length is exact within 10 ms, and the pitch within 1 Hz.
        let frames = Double(output.count / channelCount)
        #expect(abs(frames / Self.rate - 3 / speed) < 0.010)
        #expect(abs(frequency(of: output, channelCount) - 440) < 1)
    }

    @Test("change the pitch and keep the length", arguments: [-1200.0, -300, 700, 1200])
    func shifts(cents: Double) throws {
        let effect = try #require(TimePitch(sampleRate: Self.rate, channelCount: 1))
        effect.pitchCents = cents
        let output = run(effect, tone(440, seconds: 3, channelCount: 1))
        #expect(abs(Double(output.count) / Self.rate - 3) < 0.010)
        let wanted = 440 * pow(2, cents / 1200)
        #expect(abs(frequency(of: output, 1) - wanted) < wanted * 0.001)
    }

    @Test("as varispeed, change both", arguments: [0.5, 2.0])
    func varispeed(speed: Double) throws {
        let effect = try #require(
            TimePitch(sampleRate: Self.rate, channelCount: 1, algorithm: .varispeed))
        effect.rate = speed
        let output = run(effect, tone(440, seconds: 3, channelCount: 1))
        #expect(abs(Double(output.count) / Self.rate - 3 / speed) < 0.010)
        #expect(abs(frequency(of: output, 1) - 440 * speed) < 1)
    }

    @Test("leave what is to stay as it is, and give it at once", arguments: [1, 2])
    func unchanged(channelCount: Int) throws {
        let effect = try #require(TimePitch(sampleRate: Self.rate, channelCount: channelCount))
        let sound = tone(440, seconds: 0.3, channelCount: channelCount)
        #expect(write(effect, sound) == sound)
    }

    @Test("changed on the way, last as long as their parts, to the frame", arguments: [1, 2])
    func changesOnTheWay(channelCount: Int) throws {
        // Given parts of odd lengths, each with a speed of its own.
        let effect = try #require(TimePitch(sampleRate: Self.rate, channelCount: channelCount))
        let sound = tone(440, seconds: 2, channelCount: channelCount)
        let parts: [(rate: Double, frames: Int)] = [
            (1, 12_345), (2, 30_001), (1, 7_777), (0.5, 11_111), (1.37, 41_113), (1, 20_000),
        ]
        var output: [Float] = []
        var exact = 0.0
        for part in parts {
            // When a part begins, everything before it has been output, to the frame.
            effect.rate = part.rate
            output += drain(effect)
            let start = Int(exact.rounded())
            #expect(output.count == start * channelCount)
            let samples = Array(sound.prefix(part.frames * channelCount))
            output += write(effect, samples)
            exact += Double(part.frames) / part.rate
            #expect(output.count / channelCount + effect.pendingFrameCount == Int(exact.rounded()))
            guard part.rate == 1 else { continue }
            // Then each part is at its exact position, once the part before has faded out.
            let fade = Int(Self.rate * 0.005) * channelCount
            #expect(Array(output[(start * channelCount + fade)...]) == Array(samples[fade...]))
        }
        #expect(output.count == Int(exact.rounded()) * channelCount)
        #expect(abs(frequency(of: output, channelCount) - 440) < 1)
    }

    @Test("do not jump where the speed changes")
    func smoothness() throws {
        let effect = try #require(TimePitch(sampleRate: Self.rate, channelCount: 1))
        var output: [Float] = []
        for rate in [1, 1.5, 0.7, 2, 0.5, 1, 0.8] {
            effect.rate = rate
            output += write(effect, tone(440, seconds: 0.5, channelCount: 1))
        }
        #expect(effect.flush())
        output += drain(effect)
        // The largest step from frame to frame of a tone of this frequency and level.
        let steepest = Float(0.5 * 2 * .pi * 440 / Self.rate)
        let farthest = zip(output, output.dropFirst()).map { abs($0 - $1) }.max() ?? 1
        #expect(farthest < 2 * steepest)
    }

    @Test(
        "end as the sound does, to its last frame", arguments: [0.5, 0.8, 1.25, 2.0, 7.3], [1, 2])
    func ends(speed: Double, channelCount: Int) throws {
        // Given a tone that ends with a whole period, with a length that is no multiple of the
        // engine's segments.
        let effect = try #require(TimePitch(sampleRate: Self.rate, channelCount: channelCount))
        effect.rate = speed
        let sound = tone(441, seconds: 1, channelCount: channelCount)
        let output = run(effect, sound)
        // Then it has the exact length, and its last 5 ms are the tone's.
        #expect(output.count / channelCount == Int((Self.rate / speed).rounded()))
        let end = Int(Self.rate * 0.005) * channelCount
        let differences = zip(output.suffix(end), sound.suffix(end)).map { abs($0 - $1) }
        #expect((differences.max() ?? 1) < 1e-6)
        // There is no discontinuity before.
        let steepest = Float(0.5 * 2 * .pi * 441 / Self.rate)
        let steps = zip(output, output.dropFirst(channelCount)).map { abs($0 - $1) }
        #expect((steps.max() ?? 1) < 2 * steepest)
    }

    @Test("end at the sound's own level with another pitch", arguments: [-1200.0, 700, 1200])
    func endsHigherOrLower(cents: Double) throws {
        let effect = try #require(TimePitch(sampleRate: Self.rate, channelCount: 1))
        effect.pitchCents = cents
        let output = run(effect, tone(441, seconds: 1, channelCount: 1))
        // One frame before the end of the period, the source's or its own, whichever is more.
        let steepest = Float(0.5 * 2 * .pi * 441 / Self.rate * max(1, exp2(cents / 1200)))
        #expect(abs(try #require(output.last)) < 1.1 * steepest)
    }

    @Test("take a sound of a few frames", arguments: [0, 1, 2, 7, 300])
    func shortSounds(frameCount: Int) throws {
        let effect = try #require(TimePitch(sampleRate: Self.rate, channelCount: 1))
        effect.rate = 1.5
        effect.pitchCents = 1200
        let sound = [Float](repeating: 0.25, count: frameCount)
        let output = run(effect, sound)
        #expect(output.count == Int((Double(frameCount) / 1.5).rounded()))
    }

    @Test("do not grow, and forget when told")
    func resets() throws {
        let effect = try #require(TimePitch(sampleRate: Self.rate, channelCount: 2))
        effect.rate = 0.5
        _ = write(effect, tone(440, seconds: 1, channelCount: 2))
        effect.reset()
        #expect(effect.readyFrameCount == 0)
        let silence = [Float](repeating: 0, count: 2 * 44_100)
        #expect(run(effect, silence).allSatisfy { $0 == 0 })
    }

    @Test("take numbers that cannot be for the nearest that can")
    func clamps() throws {
        let effect = try #require(TimePitch(sampleRate: Self.rate, channelCount: 1))
        effect.rate = 1000
        #expect(effect.rate == 32)
        effect.rate = -1
        #expect(effect.rate == 1.0 / 32)
        effect.rate = .nan
        #expect(effect.rate == 1.0 / 32)
        effect.pitchCents = .infinity
        #expect(effect.pitchCents == 2400)
        #expect(TimePitch(sampleRate: 0, channelCount: 1) == nil)
        #expect(TimePitch(sampleRate: .nan, channelCount: 1) == nil)
        #expect(TimePitch(sampleRate: 44_100, channelCount: 0) == nil)
        #expect(TimePitch(sampleRate: 44_100, channelCount: 17) == nil)
    }

    @Test("leave the program's own arithmetic alone")
    func arithmetic() throws {
        let effect = try #require(TimePitch(sampleRate: Self.rate, channelCount: 1))
        effect.rate = 1.5
        _ = run(effect, tone(440, seconds: 0.2, channelCount: 1))
        // A processor that flushes denormals to zero would lose these.
        var small = Double.leastNonzeroMagnitude
        #expect(small > 0)
        small *= Double(try #require([2.0].randomElement()))
        #expect(small == 2 * Double.leastNonzeroMagnitude)
    }

    // MARK: Sounds

    private func tone(_ frequency: Double, seconds: Double, channelCount: Int) -> [Float] {
        (0..<Int(seconds * Self.rate)).flatMap { frame in
            let sample = Float(0.5 * sin(2 * .pi * frequency * Double(frame) / Self.rate))
            return repeatElement(sample, count: channelCount)
        }
    }

    private func run(_ effect: TimePitch, _ samples: [Float]) -> [Float] {
        var output = write(effect, samples)
        #expect(effect.flush())
        output += drain(effect)
        return output
    }

    private func write(_ effect: TimePitch, _ samples: [Float]) -> [Float] {
        var output: [Float] = []
        let piece = 1000 * effect.channelCount
        for start in stride(from: 0, to: samples.count, by: piece) {
            let part = samples[start..<min(start + piece, samples.count)]
            part.withUnsafeBufferPointer { part in
                guard let first = part.baseAddress else { return }
                #expect(effect.write(first, frameCount: part.count / effect.channelCount))
            }
            output += drain(effect)
        }
        return output
    }

    private func drain(_ effect: TimePitch) -> [Float] {
        var output: [Float] = []
        var piece = [Float](repeating: 0, count: 4096 * effect.channelCount)
        while true {
            let count = effect.read(into: &piece, frameCount: 4096)
            guard count > 0 else { return output }
            output += piece[..<(count * effect.channelCount)]
        }
    }

    /// Returns the frequency by the rising zero crossings of the first channel, away from the ends.
    private func frequency(of samples: [Float], _ channelCount: Int) -> Double {
        let channel = stride(from: 0, to: samples.count, by: channelCount).map { samples[$0] }
        let margin = 4410
        var crossings: [Double] = []
        for index in margin..<(channel.count - margin) where channel[index - 1] < 0 {
            guard channel[index] >= 0 else { continue }
            let step = channel[index] - channel[index - 1]
            crossings.append(Double(index) - Double(channel[index] / step))
        }
        guard let first = crossings.first, let last = crossings.last, last > first else { return 0 }
        return Double(crossings.count - 1) * Self.rate / (last - first)
    }
}
