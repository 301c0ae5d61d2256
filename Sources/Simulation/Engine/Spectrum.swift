#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The strongest spectral line of a stretch of samples.
enum Spectrum {
    /// Samples in one look: 171 ms at 48 kHz, 5.9 Hz a bin.
    static let windowSamples = 8192
    /// Fewer samples than this say nothing of a frequency.
    static let samplesMin = 1024

    /// - Parameter samples: Mono; at most `windowSamples`, padded with silence.
    /// - Returns: Hertz, to about a hundredth of a bin; `nil` for silence.
    static func strongestLine(of samples: [Float], sampleRate: Double) -> Double? {
        guard samples.count >= samplesMin, samples.contains(where: { abs($0) >= Level.silence })
        else { return nil }
        var real = [Double](repeating: 0, count: windowSamples)
        var imaginary = real
        let count = min(samples.count, windowSamples)
        for index in 0..<count {
            // Hann.
            let weight = 0.5 - 0.5 * cos(2 * Double.pi * Double(index) / Double(count))
            real[index] = Double(samples[index]) * weight
        }
        transform(&real, &imaginary)
        var best = 1
        var bestPower = 0.0
        for bin in 1..<windowSamples / 2 - 1 {
            let power = real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
            if power > bestPower {
                bestPower = power
                best = bin
            }
        }
        func logPower(_ bin: Int) -> Double {
            log(real[bin] * real[bin] + imaginary[bin] * imaginary[bin] + 1e-300)
        }
        // A parabola through the logarithms around the peak.
        let (left, middle, right) = (logPower(best - 1), logPower(best), logPower(best + 1))
        let curvature = left - 2 * middle + right
        let offset = curvature == 0 ? 0 : 0.5 * (left - right) / curvature
        return (Double(best) + offset) * sampleRate / Double(windowSamples)
    }

    /// In place; `count` is a power of two. The textbook radix-2 transform.
    private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
        let count = real.count
        var target = 0
        for index in 1..<count {
            var bit = count >> 1
            while target & bit != 0 {
                target ^= bit
                bit >>= 1
            }
            target ^= bit
            if index < target {
                real.swapAt(index, target)
                imaginary.swapAt(index, target)
            }
        }
        var length = 2
        while length <= count {
            let angle = -2 * Double.pi / Double(length)
            for start in stride(from: 0, to: count, by: length) {
                for index in 0..<length / 2 {
                    let (c, s) = (cos(angle * Double(index)), sin(angle * Double(index)))
                    let (a, b) = (start + index, start + index + length / 2)
                    let turnedReal = real[b] * c - imaginary[b] * s
                    let turnedImaginary = real[b] * s + imaginary[b] * c
                    (real[b], imaginary[b]) = (real[a] - turnedReal, imaginary[a] - turnedImaginary)
                    (real[a], imaginary[a]) = (real[a] + turnedReal, imaginary[a] + turnedImaginary)
                }
            }
            length *= 2
        }
    }
}
