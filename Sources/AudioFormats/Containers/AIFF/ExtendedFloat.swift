/// The 80-bit extended number in which AIFF writes its sample rate.
///
/// Sign and a 15-bit exponent, then a 64-bit mantissa whose top bit is the integer part.
///
/// Source: Apple Numerics Manual, second edition, "Extended".
package struct ExtendedFloat {
    /// Infinite and not-a-number codes become those; numbers too large for a double, infinite.
    package let value: Double

    package init(signAndExponent: UInt16, mantissa: UInt64) {
        let isNegative = signAndExponent & 0x8000 != 0
        let exponent = Int(signAndExponent & 0x7FFF)
        let magnitude: Double
        if exponent == 0x7FFF {
            magnitude = mantissa << 1 == 0 ? .infinity : .nan
        } else if mantissa == 0 {
            magnitude = 0
        } else {
            // The exponent is biased by 16383, and the mantissa counts in units of 2^-63.
            magnitude = Double(
                sign: .plus, exponent: exponent - 16383 - 63, significand: Double(mantissa))
        }
        value = isNegative ? -magnitude : magnitude
    }
}
