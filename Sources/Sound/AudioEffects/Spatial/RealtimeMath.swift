/// Functions of the mathematics library that the render thread needs, in arithmetic alone: the
/// compiler cannot see that a C function neither allocates nor locks.
package enum RealtimeMath {
    /// Returns 2 to the power of `x`, to 12 digits; 0 or the largest power beyond the exponents.
    @_noLocks @_noAllocation
    package static func exp2(_ x: Double) -> Double {
        guard x > -1000 else { return 0 }
        let bounded = min(x, 1000)
        let whole = Int(bounded + 1024.5) &- 1024
        let angle = (bounded - Double(whole)) * 0.693147180559945309
        // The Taylor series for at most half of ln 2.
        var (term, sum, index) = (1.0, 1.0, 1.0)
        while index < 16 {
            term *= angle / index
            sum += term
            index += 1
        }
        return sum * Double(bitPattern: UInt64(bitPattern: Int64(whole &+ 1023)) << 52)
    }

    /// Returns the logarithm to base 2 of a positive normal number, to 12 digits.
    @_noLocks @_noAllocation
    package static func log2(_ x: Double) -> Double {
        let bits = x.bitPattern
        var exponent = Double(Int((bits >> 52) & 0x7ff) &- 1023)
        var significand = Double(bitPattern: (bits & (1 << 52 - 1)) | (1023 << 52))
        if significand > 1.41421356237309505 {
            significand /= 2
            exponent += 1
        }
        // The series of the area hyperbolic tangent.
        let ratio = (significand - 1) / (significand + 1)
        let square = ratio * ratio
        var (power, sum, index) = (ratio, ratio, 3.0)
        while index < 23 {
            power *= square
            sum += power / index
            index += 2
        }
        return exponent + sum * 2.88539008177792681
    }

    /// Returns a positive normal number to the power of another.
    @_noLocks @_noAllocation
    package static func power(_ base: Double, _ exponent: Double) -> Double {
        exp2(exponent * log2(base))
    }

    /// Returns the square root; 0 for what has none, or is too small.
    @_noLocks @_noAllocation
    package static func squareRoot(_ x: Double) -> Double {
        guard x > 1e-300 else { return 0 }
        let root = exp2(0.5 * log2(x))
        // One of Newton's steps makes the rest of the digits exact.
        return 0.5 * (root + x / root)
    }

    /// Returns the linear gain of decibels.
    @_noLocks @_noAllocation
    package static func gain(decibels: Double) -> Double {
        exp2(decibels * 0.166096404744368118)
    }

    /// Returns the angle of a sine between −1 and 1, in radians, to 4 digits.
    ///
    /// Source: M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions", 4.4.45.
    @_noLocks @_noAllocation
    package static func arcSine(_ sine: Double) -> Double {
        let x = min(sine.magnitude, 1)
        let series = 1.5707288 + x * (-0.2121144 + x * (0.0742610 - x * 0.0187293))
        let angle = 1.5707963267948966 - squareRoot(1 - x) * series
        return sine < 0 ? -angle : angle
    }
}
