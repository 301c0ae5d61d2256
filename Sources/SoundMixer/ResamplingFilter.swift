#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How fast a bus moves against the output, as an exact ratio where the two rates allow one.
package struct RateRatio: Equatable, Sendable {
    /// Bus frames that go by in `denominator` output frames.
    package let numerator: Int
    package let denominator: Int

    /// - Parameters: Frames a second, 1 … 768,000.
    package init(from sourceRate: Double, to outputRate: Double) {
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

    package var value: Double { Double(numerator) / Double(denominator) }
}

private func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
    right == 0 ? left : greatestCommonDivisor(right, left % right)
}

/// A polyphase low-pass: for each position between two frames, the weights of the frames around.
///
/// Weights are a Kaiser-windowed sinc, cut off at half the lower of the two rates, each phase
/// scaled to pass 0 Hz unchanged. At 64 taps everything up to 0.44 of the lower rate passes flat
/// and what would alias into that band is more than 100 dB down.
package struct ResamplingFilter {
    /// Weights a phase, a multiple of 8. Half of them lie before the position.
    package let tapCount: Int
    /// Phases between two frames.
    package let phaseCount: Int
    /// Whether the ratio's positions all fall on phases; else two phases are blended.
    package let isExact: Bool
    /// `(phaseCount + 1) × tapCount`: the last phase is the first one, one frame on.
    package let weights: UnsafeMutablePointer<Float>

    /// How long and how steep a filter is.
    package struct Design: Sendable {
        /// Taps when the rate is raised; lowering it by a factor takes that factor more.
        package var tapCountBase: Int
        package var kaiserBeta: Double
        /// Where the fall is half way down, of half the lower rate.
        package var cutoff: Double
        /// Weights at most.
        package var weightCountMax: Int
        /// Whether frames are joined by straight lines instead.
        package var isLinear = false

        package init(
            tapCountBase: Int, kaiserBeta: Double, cutoff: Double, weightCountMax: Int
        ) {
            self.tapCountBase = tapCountBase
            self.kaiserBeta = kaiserBeta
            self.cutoff = cutoff
            self.weightCountMax = weightCountMax
        }

        /// Side lobes of the window below −110 dB; half a megabyte of weights at most.
        package static let mixer = Design(
            tapCountBase: 64, kaiserBeta: 11.4, cutoff: 1, weightCountMax: 1 << 17)

        /// Two weights, among zeros.
        package static var straightLines: Design {
            var design = Design(
                tapCountBase: 8, kaiserBeta: 0, cutoff: 1, weightCountMax: 1 << 14)
            design.isLinear = true
            return design
        }
    }

    /// Blending is as good as exact with this many phases.
    private static let blendedPhaseCount = 1024
    private static let exactPhaseCountMax = 1024

    package init(_ ratio: RateRatio, _ design: Design = .mixer) {
        let stretch = design.isLinear ? 1 : max(ratio.value, 1)
        let tapCount = (Int((Double(design.tapCountBase) * stretch).rounded(.up)) + 7) / 8 * 8
        let phaseCountMax = max(design.weightCountMax / tapCount - 1, 1)
        isExact = ratio.denominator <= min(Self.exactPhaseCountMax, phaseCountMax)
        // A stretched filter bends less between two phases, so it needs fewer.
        let blendedCount = max(Int((Double(Self.blendedPhaseCount) / stretch).rounded(.up)), 16)
        phaseCount = isExact ? ratio.denominator : min(blendedCount, phaseCountMax)
        self.tapCount = tapCount
        weights = .allocate(capacity: (phaseCount + 1) * tapCount)
        for phase in 0...phaseCount {
            let position = Double(phase) / Double(phaseCount)
            if design.isLinear {
                writeLine(at: position, to: weights + phase * tapCount)
            } else if 2 * phase <= phaseCount {
                writePhase(
                    at: position, cutoff: design.cutoff / stretch, kaiserBeta: design.kaiserBeta,
                    to: weights + phase * tapCount)
            } else {
                mirrorPhase(phase)
            }
        }
    }

    /// What lies behind the middle is what lies before it, backwards.
    private func mirrorPhase(_ phase: Int) {
        let written = weights + (phaseCount - phase) * tapCount
        let mirrored = weights + phase * tapCount
        for tap in 0..<tapCount { mirrored[tap] = written[tapCount - 1 - tap] }
    }

    private func writeLine(at position: Double, to phase: UnsafeMutablePointer<Float>) {
        phase.update(repeating: 0, count: tapCount)
        phase[tapCount / 2 - 1] = Float(1 - position)
        phase[tapCount / 2] = Float(position)
    }

    /// - Parameters:
    ///   - position: 0 … 1 between the two middle taps.
    ///   - cutoff: Of half the bus rate.
    private func writePhase(
        at position: Double, cutoff: Double, kaiserBeta: Double,
        to phase: UnsafeMutablePointer<Float>
    ) {
        let half = Double(tapCount / 2)
        let windowScale = 1 / besselI0(kaiserBeta)
        var sum = 0.0
        var exact = [Double](repeating: 0, count: tapCount)
        for tap in 0..<tapCount {
            let distance = position + half - 1 - Double(tap)
            let edge = distance / half
            let window = besselI0(kaiserBeta * max(0, 1 - edge * edge).squareRoot())
            let angle = Double.pi * distance * cutoff
            let sinc = angle == 0 ? 1 : sin(angle) / angle
            exact[tap] = sinc * window * windowScale
            sum += exact[tap]
        }
        for tap in 0..<tapCount {
            phase[tap] = Float(exact[tap] / sum)
        }
    }

    package func deallocate() {
        weights.deallocate()
    }
}

/// A filter for as many as like to use it, on any thread: it never changes.
package final class SharedResamplingFilter: @unchecked Sendable {
    package let filter: ResamplingFilter

    package init(_ ratio: RateRatio, _ design: ResamplingFilter.Design) {
        filter = ResamplingFilter(ratio, design)
    }

    deinit {
        filter.deallocate()
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
