/// Noise of up to one step in either direction, the smaller the likelier (a triangle), that is
/// added before a sample is rounded: the error of rounding then is noise too and no distortion.
///
/// The same seed gives the same noise.
public struct PCMDither: Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    /// −1…1 steps: the sum of two even distributions.
    @inline(__always)
    mutating func next() -> Double {
        // SplitMix64: one addition and three mixings, of period 2⁶⁴.
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
