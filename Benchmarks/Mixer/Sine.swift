import Glibc

/// A sine in a signal.
enum Sine {
    /// The ratio of the best sine of a frequency to what is left without it, in decibels.
    ///
    /// - Parameter cycles: Whole cycles in the signal, so that the sine and a constant are orthogonal.
    static func signalToNoise(of signal: ArraySlice<Double>, cycles: Int) -> Double {
        let count = signal.count
        var (sine, cosine, whole) = (0.0, 0.0, 0.0)
        for (index, sample) in signal.enumerated() {
            let phase = 2 * Double.pi * Double(cycles * index % count) / Double(count)
            sine += sample * sin(phase)
            cosine += sample * cos(phase)
            whole += sample * sample
        }
        let energy = 2 * (sine * sine + cosine * cosine) / Double(count)
        // Single samples have 24 bits: what is below that is rounding of this sum.
        return 10 * log10(energy / max(whole - energy, energy * 1e-16))
    }
}
