import Glibc

/// Finds the strongest spectral line of a stretch of samples.
package enum Spectrum {
    /// Samples in one window: 171 ms at 48 kHz, 5.9 Hz per bin.
    package static let windowSamples = 8192
    /// Fewest samples from which a frequency can be told.
    static let samplesMin = 1024

    /// - Parameter samples: Mono; at most `windowSamples`, padded with silence.
    /// - Returns: Hertz, to about a hundredth of a bin; `nil` for silence.
    package static func strongestLine(of samples: [Float], sampleRate: Double) -> Double? {
        guard samples.count >= samplesMin, samples.contains(where: { abs($0) >= Level.silence })
        else { return nil }
        var real = [Double](repeating: 0, count: windowSamples)
        var imaginary = real
        let count = min(samples.count, windowSamples)
        let isWhole = count == windowSamples
        for index in 0..<count {
            let weight = isWhole ? hann[index] : hannWeight(index, of: count)
            real[index] = Double(samples[index]) * weight
        }
        real.withUnsafeMutableBufferPointer { real in
            imaginary.withUnsafeMutableBufferPointer { imaginary in
                transform(real, imaginary)
            }
        }
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
        // A parabola through the logarithms around the peak interpolates between bins.
        let (left, middle, right) = (logPower(best - 1), logPower(best), logPower(best + 1))
        let curvature = left - 2 * middle + right
        let offset = curvature == 0 ? 0 : 0.5 * (left - right) / curvature
        return (Double(best) + offset) * sampleRate / Double(windowSamples)
    }

    private static func hannWeight(_ index: Int, of count: Int) -> Double {
        0.5 - 0.5 * cos(2 * Double.pi * Double(index) / Double(count))
    }

    private static let hann = (0..<windowSamples).map { hannWeight($0, of: windowSamples) }
    /// The first half of the roots of unity, computed once: a story of an hour needs 21,000
    /// transforms.
    private static let rootCosines = (0..<windowSamples / 2).map {
        cos(-2 * Double.pi * Double($0) / Double(windowSamples))
    }
    private static let rootSines = (0..<windowSamples / 2).map {
        sin(-2 * Double.pi * Double($0) / Double(windowSamples))
    }

    /// Transforms `windowSamples` values in place: the textbook radix-2 FFT.
    private static func transform(
        _ real: UnsafeMutableBufferPointer<Double>, _ imaginary: UnsafeMutableBufferPointer<Double>
    ) {
        let count = windowSamples
        let (cosines, sines) = (rootCosines, rootSines)
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
            let stepOfRoots = count / length
            for start in stride(from: 0, to: count, by: length) {
                for index in 0..<length / 2 {
                    let c = cosines[index * stepOfRoots]
                    let s = sines[index * stepOfRoots]
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
