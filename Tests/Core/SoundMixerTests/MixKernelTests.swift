import AudioModel
import CSoundMixer
import Testing

@Suite("The mixing kernels")
struct MixKernelTests {
    private static let names = ["baseline", "avx2"]
    private static let frameCounts = [0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 63, 64, 100, 235]

    @Test("sum as a plain loop does, to the bit", arguments: names)
    func sum(name: String) throws {
        // A processor that lacks them has nothing to compare.
        guard let kernels = sori_kernels_named(name)?.pointee else { return }
        var generator = SeededGenerator(seed: 1)
        for round in 0..<120 {
            let frameCount = try #require(Self.frameCounts.randomElement(using: &generator))
            // In a third of the rounds the samples are small, in a third large, in a third anything;
            // in half of them all ramps began together.
            let time = round % 4 < 2 ? Int.random(in: 0...4096, using: &generator) : nil
            let voices = (0..<(round % 41)).map { _ in
                KernelVoice(frameCount: frameCount, range: round % 3, time: time, &generator)
            }
            defer { for voice in voices { voice.deallocate() } }
            let before = noise(2 * frameCount + 8, seed: UInt64(round))
            var bus = before
            voices.map(\.block).withUnsafeBufferPointer { blocks in
                kernels.mix_voices(blocks.baseAddress, blocks.count, &bus, frameCount)
            }
            let expected = plainSum(voices, into: before, frameCount: frameCount)
            try #require(bitPatterns(bus) == bitPatterns(expected), "round \(round)")
        }
    }

    @Test("measure one voice as a plain loop does, to the bit", arguments: names)
    func measure(name: String) throws {
        guard let kernels = sori_kernels_named(name)?.pointee else { return }
        var generator = SeededGenerator(seed: 2)
        for round in 0..<120 {
            let frameCount = try #require(Self.frameCounts.randomElement(using: &generator))
            let voice = KernelVoice(frameCount: frameCount, range: round % 3, &generator)
            defer { voice.deallocate() }
            let before = noise(2 * frameCount + 8, seed: UInt64(round))
            var bus = before
            var block = voice.block
            var peaks: [Float] = [1e-3, 1e-3]
            peaks.withUnsafeMutableBufferPointer {
                guard let start = $0.baseAddress else { return }
                kernels.mix_measured(&block, &bus, frameCount, start, start + 1)
            }
            let expected = plainSum([voice], into: before, frameCount: frameCount)
            try #require(bitPatterns(bus) == bitPatterns(expected), "round \(round)")
            let products = (0..<2 * frameCount).map { voice.product(at: $0) }
            let sources = (0..<2 * frameCount).map { voice.sample(at: $0) }
            #expect(peaks[0] == sources.reduce(1e-3) { max($0, abs($1)) })
            #expect(peaks[1] == products.reduce(1e-3) { max($0, abs($1)) })
        }
    }

    @Test("of this processor are in use")
    func choice() {
        let inUse = String(cString: sori_kernels_in_use().pointee.name)
        #expect(Self.names.contains(inUse))
        #expect(sori_kernels_named(inUse) == sori_kernels_in_use())
        #expect(sori_kernels_named("none of these") == nil)
    }

    private func plainSum(
        _ voices: [KernelVoice], into bus: [Float], frameCount: Int
    ) -> [Float] {
        var sum = bus
        for index in 0..<2 * frameCount {
            for voice in voices { sum[index] += voice.product(at: index) }
        }
        return sum
    }

    private func bitPatterns(_ samples: [Float]) -> [UInt32] { samples.map(\.bitPattern) }
}

/// A voice with a block of random samples and random gains.
private struct KernelVoice {
    let block: sori_voice_block
    private let samples: UnsafeMutablePointer<Float>
    /// The same samples, in the kernel's own form where the block is of integers.
    private let integers: UnsafeMutablePointer<Int16>

    private static let special: [Float] = [
        .nan, .infinity, -.infinity, 0x1p30, 0x1.000002p30, -0x1p31, .greatestFiniteMagnitude, -0.0,
        .leastNonzeroMagnitude, -0x1p-140, 2, -1.9999999,
    ]

    /// - Parameter time: The time of a ramp; `nil` for one of its own.
    init(
        frameCount: Int, range: Int, time: Int? = nil, _ generator: inout SeededGenerator
    ) {
        let isStereo = Bool.random(using: &generator)
        let isRamp = Bool.random(using: &generator)
        let count = isStereo ? 2 * frameCount : frameCount
        let isChecked = range == 0 && Bool.random(using: &generator)
        let isInteger = isChecked && Bool.random(using: &generator)
        samples = .allocate(capacity: max(count, 1))
        integers = .allocate(capacity: max(count, 1))
        for index in 0..<count {
            if isInteger {
                integers[index] = Int16.random(in: .min ... .max, using: &generator)
                samples[index] = Float(integers[index]) / 32_768
                continue
            }
            samples[index] = Float.random(in: -1...1, using: &generator)
            guard range > 0, Int.random(in: 0..<20, using: &generator) == 0 else { continue }
            samples[index] =
                range == 1
                ? Float.random(in: -1e9...1e9, using: &generator)
                : Self.special.randomElement(using: &generator) ?? 0
        }
        func gain() -> Float { Float.random(in: 0...2, using: &generator) }
        func step() -> Float { isRamp ? Float.random(in: -1e-3...1e-3, using: &generator) : 0 }
        block = sori_voice_block(
            samples: isInteger ? UnsafeRawPointer(integers) : UnsafeRawPointer(samples),
            left: gain(), right: gain(), left_step: step(), right_step: step(),
            time: isRamp ? Float(time ?? Int.random(in: 0...4096, using: &generator)) : 0,
            kind: Int32(
                (isStereo ? SORI_STEREO : 0) | (isRamp ? SORI_RAMP : 0)
                    | (isChecked ? SORI_CHECKED : 0) | (isInteger ? SORI_INTEGER : 0)))
    }

    func deallocate() {
        samples.deallocate()
        integers.deallocate()
    }

    /// The sample of one channel of a frame, valid.
    func sample(at index: Int) -> Float {
        let isStereo = Int(block.kind) & SORI_STEREO != 0
        let sample = samples[isStereo ? index : index / 2]
        return abs(sample) <= 0x1p30 ? sample : 0
    }

    func product(at index: Int) -> Float {
        let isLeft = index.isMultiple(of: 2)
        let step = isLeft ? block.left_step : block.right_step
        let time = block.time + Float(index / 2)
        let gain = (isLeft ? block.left : block.right) + time * step
        return sample(at: index) * gain
    }
}
