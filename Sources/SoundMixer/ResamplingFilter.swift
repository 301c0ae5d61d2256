#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How fast a bus moves against the output, as an exact ratio where the two rates allow one.
struct RateRatio: Equatable {
    /// Bus frames that go by in `denominator` output frames.
    let numerator: Int
    let denominator: Int

    /// - Parameters: Frames a second, 1 … 768,000.
    init(from sourceRate: Double, to outputRate: Double) {
        if let source = Int(exactly: sourceRate), let output = Int(exactly: outputRate) {
            let divisor = greatestCommonDivisor(source, output)
            numerator = source / divisor
            denominator = output / divisor
        } else {
            // Off by one frame in 18 hours at worst.
            denominator = 1 << 32
            numerator = max(Int((sourceRate / outputRate * 0x1p32).rounded()), 1)
        }
    }

    var value: Double { Double(numerator) / Double(denominator) }
}

private func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
    right == 0 ? left : greatestCommonDivisor(right, left % right)
}

/// A polyphase low-pass: for each position between two frames, the weights of the frames around.
///
/// Weights are a Kaiser-windowed sinc, cut off at half the lower of the two rates, each phase
/// scaled to pass 0 Hz unchanged. At 64 taps everything up to 0.44 of the lower rate passes flat
/// and what would alias into that band is more than 100 dB down.
struct ResamplingFilter {
    /// Weights a phase, a multiple of 8. Half of them lie before the position.
    let tapCount: Int
    /// Phases between two frames.
    let phaseCount: Int
    /// Whether the ratio's positions all fall on phases; else two phases are blended.
    let isExact: Bool
    /// `(phaseCount + 1) × tapCount`: the last phase is the first one, one frame on.
    let weights: UnsafeMutablePointer<Float>

    /// Taps when the rate is raised; lowering it by a factor takes that factor more.
    static let tapCountBase = 64
    /// Half a megabyte of weights at most.
    static let weightCountMax = 1 << 17
    /// Blending is as good as exact with this many phases of a 64-tap filter.
    static let blendedPhaseCount = 1024
    private static let exactPhaseCountMax = 1024
    /// Side lobes of the window below −110 dB.
    private static let kaiserBeta = 11.4

    init(_ ratio: RateRatio) {
        let stretch = max(ratio.value, 1)
        let tapCount = (Int((Double(Self.tapCountBase) * stretch).rounded(.up)) + 7) / 8 * 8
        let phaseCountMax = Self.weightCountMax / tapCount - 1
        isExact = ratio.denominator <= min(Self.exactPhaseCountMax, phaseCountMax)
        // A stretched filter bends less between two phases, so it needs fewer.
        let blendedCount = max(Int((Double(Self.blendedPhaseCount) / stretch).rounded(.up)), 16)
        phaseCount = isExact ? ratio.denominator : min(blendedCount, phaseCountMax)
        self.tapCount = tapCount
        weights = .allocate(capacity: (phaseCount + 1) * tapCount)
        for phase in 0...phaseCount {
            writePhase(
                at: Double(phase) / Double(phaseCount), cutoff: 1 / stretch,
                to: weights + phase * tapCount)
        }
    }

    /// - Parameters:
    ///   - position: 0 … 1 between the two middle taps.
    ///   - cutoff: Of half the bus rate.
    private func writePhase(
        at position: Double, cutoff: Double, to phase: UnsafeMutablePointer<Float>
    ) {
        let half = Double(tapCount / 2)
        let windowScale = 1 / besselI0(Self.kaiserBeta)
        var sum = 0.0
        var exact = [Double](repeating: 0, count: tapCount)
        for tap in 0..<tapCount {
            let distance = position + half - 1 - Double(tap)
            let edge = distance / half
            let window = besselI0(Self.kaiserBeta * max(0, 1 - edge * edge).squareRoot())
            let angle = Double.pi * distance * cutoff
            let sinc = angle == 0 ? 1 : sin(angle) / angle
            exact[tap] = sinc * window * windowScale
            sum += exact[tap]
        }
        for tap in 0..<tapCount {
            phase[tap] = Float(exact[tap] / sum)
        }
    }

    func deallocate() {
        weights.deallocate()
    }
}

/// The modified Bessel function of the first kind and order 0, by its power series.
private func besselI0(_ x: Double) -> Double {
    let quarterSquare = x * x / 4
    var term = 1.0
    var sum = 1.0
    var index = 1.0
    while term > sum * 1e-17 {
        term *= quarterSquare / (index * index)
        sum += term
        index += 1
    }
    return sum
}
