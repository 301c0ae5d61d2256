/// Triangular (TPDF) dither of ±1 step, added before a sample is rounded: it turns the rounding
/// error from distortion into noise.
///
/// The same seed gives the same noise.
public struct PCMDither: Sendable {
    private var state: UInt64

    /// Creates a generator with this seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next value, −1…1 steps: the sum of two uniform distributions.
    @inline(__always)
    mutating func next() -> Double {
        // SplitMix64: one addition and three mixing steps, period 2⁶⁴.
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        let low = Int64(mixed & 0xFFFF_FFFF)
        let high = Int64(mixed >> 32)
        return Double(low &- high) * 0x1p-32
    }
}
