import AudioModel
import CSoundMixer
import Testing

@Suite("The resampling kernels")
struct FilterKernelTests {
    private static let frameCounts = [0, 1, 2, 3, 4, 5, 6, 7, 9, 64, 101]

    @Test(
        "sum the weighted frames as a plain loop does, to the bit",
        arguments: ["baseline", "avx2"], [8, 48, 64, 72, 128])
    func exact(kernels name: String, tapCount: Int) throws {
        // Not this processor's.
        guard let kernels = sori_kernels_named(name)?.pointee else { return }
        for (round, frameCount) in Self.frameCounts.enumerated() {
            let work = FilterWork(tapCount: tapCount, partCount: 160, seed: UInt64(round))
            for isStereo in [true, false] {
                var output = noise(2 * frameCount + 2, seed: 1)
                let expected = work.added(to: output, frameCount, isStereo: isStereo) {
                    work.sum($0, phase: $1, at: $2)
                }
                work.withPolyphase { filter in
                    kernels.add_filtered(
                        &output, frameCount, filter, work.left, isStereo ? work.right : nil)
                }
                try #require(output.map(\.bitPattern) == expected.map(\.bitPattern))
            }
        }
    }

    @Test(
        "blend two phases as a plain loop does, to the bit",
        // The most parts are those of rates that are not whole numbers.
        arguments: [8, 32, 40, 64, 72, 128], [4_801, 767_999, 1 << 32])
    func blended(tapCount: Int, partCount: Int) throws {
        for name in ["baseline", "avx2"] {
            guard let kernels = sori_kernels_named(name)?.pointee else { continue }
            try expectBlended(by: kernels, tapCount: tapCount, partCount: partCount)
        }
    }

    private func expectBlended(
        by kernels: sori_kernels, tapCount: Int, partCount: Int
    ) throws {
        for (round, frameCount) in Self.frameCounts.enumerated() {
            let work = FilterWork(tapCount: tapCount, partCount: partCount, seed: UInt64(round))
            let phasesPerPart = UInt64(
                Double(FilterWork.phaseCount) / Double(work.partCount) * 0x1p48)
            for isStereo in [true, false] {
                var output = noise(2 * frameCount + 2, seed: 1)
                let expected = work.added(to: output, frameCount, isStereo: isStereo) {
                    samples, part, frame in
                    let exact = UInt64(part) * phasesPerPart
                    let blend = Float(exact >> 24 & 0xFF_FFFF) * 0x1p-24
                    return work.sum(samples, phase: Int(exact >> 48), blend: blend, at: frame)
                }
                work.withPolyphase { filter in
                    kernels.add_blended(
                        &output, frameCount, filter, phasesPerPart, work.left,
                        isStereo ? work.right : nil)
                }
                try #require(output.map(\.bitPattern) == expected.map(\.bitPattern))
            }
        }
    }

    @Test("round each product and sum once, whatever their magnitudes", arguments: 0..<8)
    func roundings(seed: UInt64) throws {
        // Given filters of one tap, which are one product and sum: numbers of all magnitudes, and
        // products close to the middle between two floats.
        guard let baseline = sori_kernels_named("baseline")?.pointee else { return }
        var generator = SeededGenerator(seed: seed)
        func number() -> Float {
            let isShort = Bool.random(using: &generator)
            let bits = UInt32.random(in: 0...0x7F_FFFF, using: &generator)
            let exponent = UInt32.random(in: isShort ? 120...134 : 1...255, using: &generator)
            let sign = UInt32.random(in: 0...1, using: &generator)
            return Float(
                bitPattern: sign << 31 | exponent << 23 | bits & (isShort ? 0x70_0000 : bits))
        }
        for round in 0..<20_000 {
            var weights = (0..<16).map { _ in number() }
            var samples = (0..<16).map { _ in number() }
            if round.isMultiple(of: 100) {
                // A sum next to the middle between two floats, and the same double as that.
                (weights[0], samples[0]) = (1 + 0x1p-23, 1)
                (weights[8], samples[8]) = (1 + 0x1p-23, (1 - 0x1p-23) * 0x1p-24)
            }
            // When two taps of each lane are summed.
            var lanes = [Float](repeating: 0, count: 8)
            for tap in 0..<16 { lanes[tap % 8].addProduct(weights[tap], samples[tap]) }
            let expected =
                ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6]))
                + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))
            var output: [Float] = [0, 0]
            weights.withUnsafeBufferPointer {
                var filter = sori_polyphase(
                    weights: $0.baseAddress, tap_count: 16, phase: 0, phase_count: 1,
                    whole_step: 0, part_step: 0)
                baseline.add_filtered(&output, 1, &filter, samples, samples)
            }
            // Then it is what fused products and sums give.
            try #require(output[0].bitPattern == expected.bitPattern || expected.isNaN)
        }
    }

    @Test("tell whether channels differ, and copy them", arguments: ["baseline", "avx2"])
    func channels(kernels name: String) throws {
        guard let kernels = sori_kernels_named(name)?.pointee else { return }
        for frameCount in [0, 1, 7, 8, 9, 100] {
            for differing in [nil, 0, frameCount / 2, frameCount - 1] {
                let mono = noise(frameCount, seed: 1)
                var frames = mono.flatMap { [$0, $0] }
                let isDifferent = differing.map { (0..<frameCount).contains($0) } ?? false
                if let differing, isDifferent { frames[2 * differing + 1].negate() }
                var left = [Float](repeating: 9, count: frameCount + 1)
                var right = left
                let found = kernels.separate_channels(frames, frameCount, &left, &right)
                #expect((found != 0) == isDifferent)
                #expect(left.dropLast() == mono[...] && left.last == 9 && right.last == 9)
                #expect((0..<frameCount).allSatisfy { right[$0] == frames[2 * $0 + 1] })
            }
        }
    }
}

/// Random weights and frames, and a way through them.
private struct FilterWork {
    static let phaseCount = 160

    let tapCount: Int
    /// The positions between two frames.
    let partCount: Int
    let left: [Float]
    let right: [Float]
    private let weights: [Float]
    private let wholeStep: Int
    private let partStep: Int
    private let firstPart: Int

    init(tapCount: Int, partCount: Int, seed: UInt64) {
        self.tapCount = tapCount
        self.partCount = partCount
        var generator = SeededGenerator(seed: seed)
        wholeStep = Int.random(in: 0...2, using: &generator)
        partStep = Int.random(in: 1..<partCount, using: &generator)
        // The last part is next to the next frame.
        firstPart =
            seed.isMultiple(of: 2)
            ? partCount - 1 : Int.random(in: 0..<partCount, using: &generator)
        weights = noise((Self.phaseCount + 1) * tapCount, seed: seed + 100)
        left = noise(400 + tapCount, seed: seed + 200)
        right = noise(400 + tapCount, seed: seed + 300)
    }

    func withPolyphase(_ body: (UnsafePointer<sori_polyphase>) -> Void) {
        weights.withUnsafeBufferPointer {
            var filter = sori_polyphase(
                weights: $0.baseAddress, tap_count: tapCount, phase: firstPart,
                phase_count: partCount, whole_step: wholeStep, part_step: partStep)
            body(&filter)
        }
    }

    /// One weighted sum: eight sums of every eighth tap, added up in a tree.
    ///
    /// - Parameter blend: How far the weights are on the way to those of the next phase.
    func sum(_ samples: [Float], phase: Int, blend: Float = 0, at frame: Int) -> Float {
        var lanes = [Float](repeating: 0, count: 8)
        for tap in 0..<tapCount {
            let before = weights[phase * tapCount + tap]
            let after = weights[(phase + 1) * tapCount + tap]
            let weight = before.addingProduct(after - before, blend)
            lanes[tap % 8].addProduct(weight, samples[frame + tap])
        }
        return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6]))
            + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))
    }

    /// Adds `frameCount` frames to interleaved `output`.
    ///
    /// - Parameter value: The value of a channel at a part and a frame.
    func added(
        to output: [Float], _ frameCount: Int, isStereo: Bool,
        _ value: ([Float], _ part: Int, _ frame: Int) -> Float
    ) -> [Float] {
        var added = output
        var (part, frame) = (firstPart, 0)
        for index in 0..<frameCount {
            added[2 * index] += value(left, part, frame)
            added[2 * index + 1] += value(isStereo ? right : left, part, frame)
            frame += wholeStep
            part += partStep
            if part >= partCount {
                part -= partCount
                frame += 1
            }
        }
        return added
    }
}
