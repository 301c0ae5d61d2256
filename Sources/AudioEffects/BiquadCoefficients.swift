#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A second-order filter: the coefficients of its difference equation, divided by the first.
struct BiquadCoefficients: BitwiseCopyable, Equatable, Sendable {
    var b0 = 1.0
    var b1 = 0.0
    var b2 = 0.0
    var a1 = 0.0
    var a2 = 0.0

    /// The filter that passes everything.
    static let identity = BiquadCoefficients()

    /// Whether the filter passes everything.
    var isIdentity: Bool {
        @_noLocks @_noAllocation get { b0 == 1 && b1 == 0 && b2 == 0 && a1 == 0 && a2 == 0 }
    }

    /// The highest frequency of a filter, as a part of the sample rate: at one half the bilinear
    /// transform is not defined.
    static let frequencyMax = 0.4995

    @_noLocks @_noAllocation
    init() {}

    @_noLocks @_noAllocation
    static func == (left: BiquadCoefficients, right: BiquadCoefficients) -> Bool {
        left.b0 == right.b0 && left.b1 == right.b1 && left.b2 == right.b2 && left.a1 == right.a1
            && left.a2 == right.a2
    }

    /// Designs a filter by the bilinear transform of the analogue one.
    ///
    /// Source: R. Bristow-Johnson, "Audio EQ Cookbook"; low-pass and high-pass are Butterworth
    /// filters of order 2, with −3 dB at `frequency`.
    ///
    /// - Parameters:
    ///   - frequency: The cutoff or centre frequency in Hz.
    ///   - bandwidth: The bandwidth in octaves; for resonant types what gives the resonance.
    ///   - gain: The gain in dB of parametric filters and shelves.
    init(
        _ type: FilterType, frequency: Double, bandwidth: Double, gain: Double, sampleRate: Double
    ) {
        let relative = min(max(frequency / sampleRate, 1e-7), Self.frequencyMax)
        let angle = 2 * Double.pi * relative
        let (sine, cosine) = (sin(angle), cos(angle))
        let amplitude = pow(10, gain / 40)
        let resonance = 1 / (2 * sinh(0.5 * log(2) * bandwidth))
        switch type {
        case .parametric:
            let alpha = Self.bandAlpha(angle, bandwidth)
            self.init(
                1 + alpha * amplitude, -2 * cosine, 1 - alpha * amplitude,
                1 + alpha / amplitude, -2 * cosine, 1 - alpha / amplitude)
        case .bandPass:
            let alpha = Self.bandAlpha(angle, bandwidth)
            self.init(alpha, 0, -alpha, 1 + alpha, -2 * cosine, 1 - alpha)
        case .bandStop:
            let alpha = Self.bandAlpha(angle, bandwidth)
            self.init(1, -2 * cosine, 1, 1 + alpha, -2 * cosine, 1 - alpha)
        case .lowPass, .resonantLowPass:
            let alpha = sine / (2 * (type == .lowPass ? 0.5.squareRoot() : resonance))
            self.init(
                (1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2,
                1 + alpha, -2 * cosine, 1 - alpha)
        case .highPass, .resonantHighPass:
            let alpha = sine / (2 * (type == .highPass ? 0.5.squareRoot() : resonance))
            self.init(
                (1 + cosine) / 2, -(1 + cosine), (1 + cosine) / 2,
                1 + alpha, -2 * cosine, 1 - alpha)
        case .lowShelf, .resonantLowShelf:
            let alpha = sine / (2 * (type == .lowShelf ? 0.5.squareRoot() : resonance))
            self.init(shelfBelow: true, cosine, alpha, amplitude)
        case .highShelf, .resonantHighShelf:
            let alpha = sine / (2 * (type == .highShelf ? 0.5.squareRoot() : resonance))
            self.init(shelfBelow: false, cosine, alpha, amplitude)
        }
    }

    /// The cookbook's α of a filter with a bandwidth between its −3 dB frequencies, or between those
    /// with half the gain; with the correction for the bilinear transform's frequency warping.
    private static func bandAlpha(_ angle: Double, _ bandwidth: Double) -> Double {
        // Close to half the sample rate the correction grows without limit.
        let argument = min(0.5 * log(2) * bandwidth * angle / sin(angle), 12)
        return sin(angle) * sinh(argument)
    }

    private init(
        shelfBelow isLow: Bool, _ cosine: Double, _ alpha: Double, _ amplitude: Double
    ) {
        let sign = isLow ? 1.0 : -1.0
        let (more, less) = (amplitude + 1, amplitude - 1)
        let slope = 2 * amplitude.squareRoot() * alpha
        self.init(
            amplitude * (more - sign * less * cosine + slope),
            sign * 2 * amplitude * (less - sign * more * cosine),
            amplitude * (more - sign * less * cosine - slope),
            more + sign * less * cosine + slope,
            sign * -2 * (less + sign * more * cosine),
            more + sign * less * cosine - slope)
    }

    private init(
        _ b0: Double, _ b1: Double, _ b2: Double, _ a0: Double, _ a1: Double, _ a2: Double
    ) {
        self.b0 = b0 / a0
        self.b1 = b1 / a0
        self.b2 = b2 / a0
        self.a1 = a1 / a0
        self.a2 = a2 / a0
    }
}

/// The kinds of an equaliser's filters, with Apple's numbers.
package enum FilterType: Int, CaseIterable, Sendable {
    case parametric, lowPass, highPass, resonantLowPass, resonantHighPass, bandPass, bandStop
    case lowShelf, highShelf, resonantLowShelf, resonantHighShelf
}
