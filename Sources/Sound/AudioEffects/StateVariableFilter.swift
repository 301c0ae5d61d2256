#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The kinds of an equaliser's filters, with Apple's numbers.
package enum FilterType: Int, CaseIterable, Sendable {
    case parametric, lowPass, highPass, resonantLowPass, resonantHighPass, bandPass, bandStop
    case lowShelf, highShelf, resonantLowShelf, resonantHighShelf
}

/// A second-order filter as a state-variable filter: two integrators in a loop, and a mix of the
/// input and their outputs.
///
/// Its response is that of the usual biquad, but its numbers may change with every frame: the
/// states keep their meaning, so that nothing jumps.
///
/// Source: V. Zavalishin, "The Art of VA Filter Design", on the trapezoidal integrator; the analogue
/// filters are those of R. Bristow-Johnson's "Audio EQ Cookbook".
struct StateVariableFilter: BitwiseCopyable, Equatable, Sendable {
    /// The gain of an integrator: the tangent of half the angle of the frequency.
    var integratorGain = 1.0
    /// The reciprocal of the quality.
    var damping = 1.0
    /// The parts of the input, of the first integrator (band-pass), and of the second (low-pass).
    var inputMix = 1.0
    var bandMix = 0.0
    var lowMix = 0.0

    /// The filter that passes everything.
    static let identity = StateVariableFilter()

    /// Whether the filter passes everything.
    var isIdentity: Bool {
        @_noLocks @_noAllocation get { inputMix == 1 && bandMix == 0 && lowMix == 0 }
    }

    /// The highest frequency of a filter, as a part of the sample rate: at one half the bilinear
    /// transform is not defined.
    static let frequencyMax = 0.4995

    @_noLocks @_noAllocation
    init() {}

    /// Designs a filter by the bilinear transform of the analogue one.
    ///
    /// - Parameters:
    ///   - frequency: The cutoff or centre frequency in Hz. Low-pass and high-pass are Butterworth
    ///     filters of order 2, with −3 dB there.
    ///   - bandwidth: The bandwidth in octaves between −3 dB, or between half the gain in dB; of
    ///     resonant types, the one of an analogue band-pass with the same quality.
    ///   - gain: The gain in dB of parametric filters and shelves.
    init(
        _ type: FilterType, frequency: Double, bandwidth: Double, gain: Double, sampleRate: Double
    ) {
        let relative = min(max(frequency / sampleRate, 1e-7), Self.frequencyMax)
        let tangent = tan(Double.pi * relative)
        let amplitude = pow(10, gain / 40)
        (integratorGain, damping) = (tangent, 2.0.squareRoot())
        switch type {
        case .parametric, .bandPass, .bandStop:
            damping = Self.bandDamping(2 * Double.pi * relative, bandwidth)
        case .resonantLowPass, .resonantHighPass, .resonantLowShelf, .resonantHighShelf:
            damping = 2 * sinh(0.5 * log(2) * bandwidth)
        case .lowPass, .highPass, .lowShelf, .highShelf: break
        }
        switch type {
        case .parametric:
            damping /= amplitude
            bandMix = damping * (amplitude * amplitude - 1)
        case .lowPass, .resonantLowPass: (inputMix, bandMix, lowMix) = (0, 0, 1)
        case .highPass, .resonantHighPass: (inputMix, bandMix, lowMix) = (1, -damping, -1)
        case .bandPass: (inputMix, bandMix, lowMix) = (0, damping, 0)
        case .bandStop: (inputMix, bandMix, lowMix) = (1, -damping, 0)
        case .lowShelf, .resonantLowShelf:
            integratorGain = tangent / amplitude.squareRoot()
            (bandMix, lowMix) = (damping * (amplitude - 1), amplitude * amplitude - 1)
        case .highShelf, .resonantHighShelf:
            integratorGain = tangent * amplitude.squareRoot()
            inputMix = amplitude * amplitude
            bandMix = damping * (1 - amplitude) * amplitude
            lowMix = 1 - inputMix
        }
    }

    /// The damping for a bandwidth, corrected for the bilinear transform's frequency warping.
    private static func bandDamping(_ angle: Double, _ bandwidth: Double) -> Double {
        // Close to half the sample rate the correction grows without limit.
        2 * sinh(min(0.5 * log(2) * bandwidth * angle / sin(angle), 12))
    }

    @_noLocks @_noAllocation
    static func == (left: StateVariableFilter, right: StateVariableFilter) -> Bool {
        left.integratorGain == right.integratorGain && left.damping == right.damping
            && left.inputMix == right.inputMix && left.bandMix == right.bandMix
            && left.lowMix == right.lowMix
    }

    /// Returns a filter between this one and another.
    ///
    /// - Parameter part: The part of the other, 0…1.
    @inline(__always) @_noLocks @_noAllocation
    func blended(with other: StateVariableFilter, _ part: Double) -> StateVariableFilter {
        var filter = StateVariableFilter()
        filter.integratorGain = integratorGain + (other.integratorGain - integratorGain) * part
        filter.damping = damping + (other.damping - damping) * part
        filter.inputMix = inputMix + (other.inputMix - inputMix) * part
        filter.bandMix = bandMix + (other.bandMix - bandMix) * part
        filter.lowMix = lowMix + (other.lowMix - lowMix) * part
        return filter
    }

    /// The coefficients of the arithmetic.
    var steps: Steps {
        @inline(__always) @_noLocks @_noAllocation get { Steps(self) }
    }

    /// The coefficients of a filter's arithmetic, in which the loop is solved.
    struct Steps: BitwiseCopyable {
        private let toBand: Double
        private let toBandFromLow: Double
        private let toLow: Double
        private let inputMix: Double
        private let bandMix: Double
        private let lowMix: Double

        @inline(__always) @_noLocks @_noAllocation
        init(_ filter: StateVariableFilter) {
            let gain = filter.integratorGain
            toBand = 1 / (1 + gain * (gain + filter.damping))
            toBandFromLow = gain * toBand
            toLow = gain * toBandFromLow
            inputMix = filter.inputMix
            bandMix = filter.bandMix
            lowMix = filter.lowMix
        }

        /// Filters a frame of two channels.
        @inline(__always) @_noLocks @_noAllocation
        func output(_ input: SIMD2<Double>, _ history: inout FilterHistory) -> SIMD2<Double> {
            let rest = input - history.low
            let band = toBand * history.band + toBandFromLow * rest
            let low = history.low + toBandFromLow * history.band + toLow * rest
            history.band = 2 * band - history.band
            history.low = 2 * low - history.low
            return inputMix * input + bandMix * band + lowMix * low
        }
    }
}

/// The integrators of one filter for two channels.
struct FilterHistory: BitwiseCopyable {
    var band = SIMD2<Double>(0, 0)
    var low = SIMD2<Double>(0, 0)

    @_noLocks @_noAllocation
    init() {}

    /// Ends a history that has decayed below −600 dB, before its numbers become denormal, and one
    /// beyond all bounds.
    @inline(__always) @_noLocks @_noAllocation
    mutating func flush() {
        for lane in 0..<2 {
            let size = band[lane].magnitude + low[lane].magnitude
            if size >= 1e-30, size <= 0x1p200 { continue }
            band[lane] = 0
            low[lane] = 0
        }
    }
}
