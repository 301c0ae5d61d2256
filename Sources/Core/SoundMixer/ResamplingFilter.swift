#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The ratio of a source rate to an output rate, exact when both rates are integers.
package struct RateRatio: Equatable, Sendable {
    /// The number of source frames consumed by `denominator` output frames.
    package let numerator: Int
    package let denominator: Int

    /// - Parameters: Frames a second, 1 … 768,000.
    package init(from sourceRate: Double, to outputRate: Double) {
        if let source = Int(exactly: sourceRate), let output = Int(exactly: outputRate) {
            let divisor = greatestCommonDivisor(source, output)
            numerator = source / divisor
            denominator = output / divisor
        } else {
            // An error of at most one frame in 18 hours.
            denominator = 1 << 32
            numerator = max(Int((sourceRate / outputRate * 0x1p32).rounded()), 1)
        }
    }

    package var value: Double { Double(numerator) / Double(denominator) }
}

private func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
    right == 0 ? left : greatestCommonDivisor(right, left % right)
}

/// A polyphase low-pass filter: for each phase between two frames, the weights of the surrounding
/// frames.
///
/// The weights are a Kaiser-windowed sinc with its cutoff at half the lower of the two rates; each
/// phase has unity gain at 0 Hz.
package struct ResamplingFilter {
    /// The number of weights of a phase, a multiple of 8. Half of them lie before the position.
    package let tapCount: Int
    /// The number of phases between two frames.
    package let phaseCount: Int
    /// Whether all positions of the ratio coincide with phases; otherwise two phases are
    /// interpolated.
    package let isExact: Bool
    /// `(phaseCount + 1) × tapCount` weights: the last phase is the first one, shifted by one
    /// frame.
    package let weights: UnsafeMutablePointer<Float>

    /// The design parameters of a filter.
    package struct Design: Sendable {
        /// The number of taps for upsampling; downsampling multiplies it by the ratio.
        package var tapCountBase: Int
        package var kaiserBeta: Double
        /// The −6 dB point relative to half the lower rate.
        package var cutoff: Double
        /// The largest number of weights.
        package var weightCountMax: Int
        /// The number of phases for upsampling where two phases are interpolated; with 1,024 it is
        /// as good as exact phases.
        package var blendedPhaseCount = 1024
        /// Whether to interpolate linearly instead.
        package var isLinear = false

        package init(
            tapCountBase: Int, kaiserBeta: Double, cutoff: Double, weightCountMax: Int
        ) {
            self.tapCountBase = tapCountBase
            self.kaiserBeta = kaiserBeta
            self.cutoff = cutoff
            self.weightCountMax = weightCountMax
        }

        /// The mixer's filter: more than 120 dB up to 0.408 of the lower rate, 18 kHz of 44.1, and
        /// 0.2 dB lost at 20 kHz; at most half a megabyte of weights.
        package static let mixer = Design(
            tapCountBase: 48, kaiserBeta: 13, cutoff: 1, weightCountMax: 1 << 17)

        /// The mixer's filter for ratios that are not exact: 88 dB or more up to 0.408 of a rate
        /// below the output's, and 84 of the output's for one above. Its 25 KB of weights serve all
        /// rates below the output's, and stay in the first cache while many voices are filtered.
        package static let blendedMixer = {
            var design = Design(
                tapCountBase: 32, kaiserBeta: 9.2, cutoff: 1, weightCountMax: 1 << 17)
            design.blendedPhaseCount = 192
            return design
        }()

        /// Linear interpolation: two weights, the others zero.
        package static var straightLines: Design {
            var design = Design(tapCountBase: 8, kaiserBeta: 0, cutoff: 1, weightCountMax: 1 << 14)
            design.isLinear = true
            return design
        }
    }

    private static let exactPhaseCountMax = 1024

    /// Whether the filter of a ratio has a phase for each of its positions.
    static func isExact(_ ratio: RateRatio, _ design: Design = .mixer) -> Bool {
        let limits = limits(ratio, design)
        return ratio.denominator <= min(exactPhaseCountMax, limits.phaseCountMax)
    }

    private static func limits(
        _ ratio: RateRatio, _ design: Design, stretch: Double? = nil
    ) -> (stretch: Double, tapCount: Int, phaseCountMax: Int) {
        let stretch = design.isLinear ? 1 : stretch ?? max(ratio.value, 1)
        let tapCount = (Int((Double(design.tapCountBase) * stretch).rounded(.up)) + 7) / 8 * 8
        return (stretch, tapCount, max(design.weightCountMax / tapCount - 1, 1))
    }

    /// - Parameter stretch: How many times as long the filter is as for upsampling; `nil` for a
    ///   filter of this ratio alone, which is as long as it needs.
    package init(_ ratio: RateRatio, _ design: Design = .mixer, stretch: Double? = nil) {
        // A filter of a stretch serves several ratios, with whichever positions each has.
        isExact = stretch == nil && Self.isExact(ratio, design)
        let (stretch, tapCount, phaseCountMax) = Self.limits(ratio, design, stretch: stretch)
        // A longer filter changes less between two phases, so it needs fewer.
        let blendedCount = max(Int((Double(design.blendedPhaseCount) / stretch).rounded(.up)), 16)
        phaseCount = isExact ? ratio.denominator : min(blendedCount, phaseCountMax)
        self.tapCount = tapCount
        weights = allocateCacheLines(of: Float.self, capacity: (phaseCount + 1) * tapCount)
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

    /// Fills a phase of the second half as the mirror image of the first half's.
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
    ///   - position: The position between the two middle taps, 0 … 1.
    ///   - cutoff: The cutoff relative to half the source rate.
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
        UnsafeMutableRawPointer(weights).deallocate()
    }

    /// The phases for each position of a ratio that is not exact, in units of 2⁻⁴⁸.
    @_noLocks @_noAllocation
    package func phasesPerPart(of ratio: RateRatio) -> UInt64 {
        UInt64(Double(phaseCount) / Double(ratio.denominator) * 0x1p48)
    }
}

/// A reference-counted filter that several resamplers share. Any thread.
///
/// Ownership: `init` writes the weights; all threads only read them, and `deinit` frees them.
package final class SharedResamplingFilter: @unchecked Sendable {
    package let filter: ResamplingFilter

    package init(_ ratio: RateRatio, _ design: ResamplingFilter.Design, stretch: Double? = nil) {
        filter = ResamplingFilter(ratio, design, stretch: stretch)
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
