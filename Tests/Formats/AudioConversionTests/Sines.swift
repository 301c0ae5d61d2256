import Foundation

func sine(_ hertz: Double, rate: Double, frameCount: Int, amplitude: Double = 0.5) -> [Float] {
    (0..<frameCount).map { Float(amplitude * sin(2 * .pi * hertz * Double($0) / rate)) }
}

/// A sine fitted to samples by the least squares of sine and cosine.
struct SineFit {
    var amplitude: Double
    /// The phase at the first sample, in radians.
    var phase: Double
    /// The signal-to-noise ratio of the sine in dB.
    var signalToNoise: Double
    /// The level of everything else in dB below full scale.
    var residue: Double

    init(_ samples: some Collection<Float>, _ hertz: Double, rate: Double) {
        let step = 2 * Double.pi * hertz / rate
        var (ss, sc, cc, xs, xc) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (index, sample) in samples.enumerated() {
            let (s, c) = (sin(step * Double(index)), cos(step * Double(index)))
            ss += s * s
            sc += s * c
            cc += c * c
            xs += Double(sample) * s
            xc += Double(sample) * c
        }
        let determinant = ss * cc - sc * sc
        let a = (xs * cc - xc * sc) / determinant
        let b = (xc * ss - xs * sc) / determinant
        var noise = 0.0
        for (index, sample) in samples.enumerated() {
            let rest =
                Double(sample) - a * sin(step * Double(index)) - b * cos(step * Double(index))
            noise += rest * rest
        }
        amplitude = (a * a + b * b).squareRoot()
        phase = atan2(b, a)
        let noisePower = max(noise / Double(samples.count), 1e-30)
        signalToNoise = 10 * log10(amplitude * amplitude / 2 / noisePower)
        residue = 10 * log10(noisePower)
    }
}

/// Returns the level of the samples at a frequency, in dB.
func level(_ samples: some Collection<Float>, _ hertz: Double, rate: Double) -> Double {
    // A window with negligible side lobes (Blackman and Harris, four terms).
    let count = Double(samples.count)
    var (real, imaginary, sum) = (0.0, 0.0, 0.0)
    for (index, sample) in samples.enumerated() {
        let turn = 2 * Double.pi * Double(index) / count
        let window =
            0.35875 - 0.48829 * cos(turn) + 0.14128 * cos(2 * turn) - 0.01168 * cos(3 * turn)
        let angle = 2 * Double.pi * hertz / rate * Double(index)
        real += Double(sample) * window * cos(angle)
        imaginary += Double(sample) * window * sin(angle)
        sum += window
    }
    return 20 * log10(max(2 * (real * real + imaginary * imaginary).squareRoot() / sum, 1e-12))
}
