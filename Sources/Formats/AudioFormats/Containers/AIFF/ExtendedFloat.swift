/// An 80-bit IEEE extended number, AIFF's representation of the sample rate.
///
/// It has a sign, a 15-bit exponent, and a 64-bit mantissa with the integer part as its top bit.
///
/// Source: Apple Numerics Manual, second edition, "Extended".
package struct ExtendedFloat {
    /// The value; infinities and NaN are kept, and numbers too large for a `Double` become
    /// infinite.
    package let value: Double

    /// Decodes the fields as AIFF stores them: the sign with the exponent, then the mantissa.
    package init(signAndExponent: UInt16, mantissa: UInt64) {
        let isNegative = signAndExponent & 0x8000 != 0
        let exponent = Int(signAndExponent & 0x7FFF)
        let magnitude: Double
        if exponent == 0x7FFF {
            magnitude = mantissa << 1 == 0 ? .infinity : .nan
        } else if mantissa == 0 {
            magnitude = 0
        } else {
            // The exponent has a bias of 16383, and the mantissa has 63 fractional bits.
            magnitude = Double(
                sign: .plus, exponent: exponent - 16383 - 63, significand: Double(mantissa))
        }
        value = isNegative ? -magnitude : magnitude
    }
}
