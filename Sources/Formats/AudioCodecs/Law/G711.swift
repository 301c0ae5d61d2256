public import AudioModel

/// G.711 µ-law and A-law: one byte per sample, on a nearly logarithmic curve.
///
/// Source: ITU-T G.711, with A-law scaled to 16 bits as usual.
enum G711 {
    /// Decoded samples of the 256 codes.
    static let uLawSamples = (0..<256).map { Float(uLaw(UInt8($0))) * 0x1p-15 }
    static let aLawSamples = (0..<256).map { Float(aLaw(UInt8($0))) * 0x1p-15 }

    /// Decodes µ-law: sign, three exponent bits and four mantissa bits, all inverted.
    private static func uLaw(_ byte: UInt8) -> Int32 {
        let bits = Int32(~byte)
        let bias: Int32 = 0x84
        let magnitude = ((bits & 0x0F) << 3 + bias) << (bits >> 4 & 7) - bias
        return bits & 0x80 == 0 ? magnitude : -magnitude
    }

    /// Decodes A-law: the same fields with every second bit inverted; linear for exponent 0.
    private static func aLaw(_ byte: UInt8) -> Int32 {
        let bits = Int32(byte ^ 0x55)
        let exponent = bits >> 4 & 7
        let mantissa = (bits & 0x0F) << 4 + 8
        let magnitude = exponent == 0 ? mantissa : (mantissa + 0x100) << (exponent - 1)
        return bits & 0x80 == 0 ? -magnitude : magnitude
    }

    /// The µ-law code nearest to a sample; silence is 0xFF, not 0x7F.
    static func uLawByte(of sample: Int16) -> UInt8 {
        let clip: Int32 = 32635
        let bias: Int32 = 0x84
        let sign: UInt8 = sample < 0 ? 0x80 : 0
        let magnitude = min(abs(Int32(sample)), clip) + bias
        let exponent = max(31 - Int32(magnitude.leadingZeroBitCount) - 7, 0)
        let mantissa = magnitude >> (exponent + 3) & 0x0F
        return ~(sign | UInt8(exponent << 4 | mantissa))
    }

    static func aLawByte(of sample: Int16) -> UInt8 {
        // Offset by one, so that both signs have the same steps.
        let magnitude = (sample < 0 ? -1 - Int32(sample) : Int32(sample)) >> 4
        let exponent = magnitude < 16 ? 0 : 28 - Int32(magnitude.leadingZeroBitCount)
        let mantissa = magnitude >> max(exponent - 1, 0) & 0x0F
        return (UInt8(exponent << 4 | mantissa) | (sample < 0 ? 0 : 0x80)) ^ 0x55
    }
}

/// Encodes float to µ-law or A-law.
public struct G711Encoder: Sendable {
    private let isULaw: Bool

    /// Creates an encoder.
    ///
    /// - Returns: nil for other codings.
    public init?(_ id: FormatID) {
        guard id == .uLaw || id == .aLaw else { return nil }
        isULaw = id == .uLaw
    }

    /// Encodes one sample.
    ///
    /// - Parameter sample: Full scale ±1; clamped.
    public func byte(for sample: Float) -> UInt8 {
        isULaw ? G711.uLawByte(of: pcm16(sample)) : G711.aLawByte(of: pcm16(sample))
    }
}
