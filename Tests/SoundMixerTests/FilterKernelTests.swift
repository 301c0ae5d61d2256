import CSoundMixer
import SeededRandomness
import Testing

@Suite("The resampling kernels")
struct FilterKernelTests {
    private static let frameCounts = [0, 1, 2, 3, 4, 5, 6, 7, 9, 64, 101]

    @Test("sum the weighted frames as a plain loop does, to the bit", arguments: [8, 64, 72, 128])
    func exact(tapCount: Int) throws {
        for (round, frameCount) in Self.frameCounts.enumerated() {
            let work = FilterWork(tapCount: tapCount, partCount: 160, seed: UInt64(round))
            for isStereo in [true, false] {
                var output = noise(2 * frameCount + 2, seed: 1)
                let expected = work.added(to: output, frameCount, isStereo: isStereo) {
                    work.sum($0, phase: $1, at: $2)
                }
                work.withPolyphase { filter in
                    sori_add_filtered(
                        &output, frameCount, filter, work.left, isStereo ? work.right : nil)
                }
                try #require(output.map(\.bitPattern) == expected.map(\.bitPattern))
            }
        }
    }

    @Test(
        "blend two phases as a plain loop does, to the bit", arguments: [8, 40, 64, 72, 128],
        // The most is that of rates that are not whole numbers.
        [4_801, 767_999, 1 << 32])
    func blended(tapCount: Int, partCount: Int) throws {
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
                    sori_add_blended(
                        &output, frameCount, filter, phasesPerPart, work.left,
                        isStereo ? work.right : nil)
                }
                try #require(output.map(\.bitPattern) == expected.map(\.bitPattern))
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
            lanes[tap % 8] += (before - (before - after) * blend) * samples[frame + tap]
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
