#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Converts an amplitude to decibels: 1 is 0 dB, 0 is minus infinity.
public func decibels(ofAmplitude amplitude: Double) -> Double {
    amplitude > 0 ? 20 * log10(amplitude) : -.infinity
}

/// Converts decibels to an amplitude: 0 dB is 1.
public func amplitude(ofDecibels decibels: Double) -> Double {
    pow(10, decibels / 20)
}
