/// Multiplies a time by an integer.
@discardableResult
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
    guard time.rank == .numeric else { return multiplied(time, bySign: multiplier.signum()) }
    var fraction = Fraction(time)
    fraction.numerator *= Int128(multiplier)
    return fraction.fitted(into: time.timescale)
}

/// Multiplies a time by a floating-point number.
///
/// The product has the time's timescale, doubled until it is at least 65,536, and halved until the
/// value fits; it is infinite where no timescale fits it. Products below 2^53 are computed as
/// `Double`, larger ones exactly.
///
/// Source: `CMTime.h`; what counts as rounding is ours (`docs/facts.md`).
@discardableResult
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
    guard !multiplier.isNaN else { return .invalid }
    let sign = multiplier < 0 ? -1 : multiplier > 0 ? 1 : 0
    guard time.rank == .numeric else { return multiplied(time, bySign: Int32(sign)) }
    guard multiplier.isFinite else {
        let total = time.value.signum() * Int64(sign)
        return total == 0 ? .invalid : total > 0 ? .positiveInfinity : .negativeInfinity
    }
    let exact = ExactProduct(time.value, multiplier)
    var (timescale, doublings) = (time.timescale, 0)
    while timescale < timescaleMin {
        timescale *= 2
        doublings += 1
    }
    let product =
        Double(time.value) * multiplier * Double(sign: .plus, exponent: doublings, significand: 1)
    guard abs(product) < 0x1p120 else {
        return product > 0 ? .positiveInfinity : .negativeInfinity
    }
    let isKnown = abs(product) < wholeDoublesEnd && Double(time.value.magnitude) < wholeDoublesEnd
    let isExact = isKnown ? product == product.rounded() : exact.isWhole(times2To: doublings)
    let whole = Int128(product.rounded(.toNearestOrAwayFromZero))
    var fraction = Fraction(
        numerator: isKnown ? whole : exact.rounded(times2To: doublings),
        denominator: Int128(timescale))
    fraction.wasRounded = !isExact || time.flags.contains(.hasBeenRounded)
    fraction.epoch = time.epoch
    return fraction.fitted(into: timescale)
}

/// The least timescale of a product with a floating-point number, unless its value is too large.
private let timescaleMin: Int32 = 65_536

/// From here on, a `Double` does not hold every integer.
private let wholeDoublesEnd = 0x1p53

/// The exact product of an integer and a `Double`: `odd * 2^exponent`.
private struct ExactProduct {
    private let odd: Int128
    private let exponent: Int

    /// - Parameter factor: A finite number.
    init(_ number: Int64, _ factor: Double) {
        guard number != 0, factor != 0 else {
            (odd, exponent) = (0, 0)
            return
        }
        // The significand is in 1..<2, with at most 52 fraction bits.
        let digits = Int128(factor.significand * 0x1p52)
        let product = Int128(number) * (factor < 0 ? -digits : digits)
        odd = product >> Int128(product.trailingZeroBitCount)
        exponent = Int(factor.exponent) - 52 + product.trailingZeroBitCount
    }

    func isWhole(times2To power: Int) -> Bool { odd == 0 || exponent + power >= 0 }

    /// The nearest integer, half away from zero; the caller knows that it is below 2^121.
    func rounded(times2To power: Int) -> Int128 {
        let shift = exponent + power
        if shift >= 0 { return odd << Int128(shift) }
        // A shift by more than 125 leaves nothing of 117 bits, not even one half.
        guard shift >= -125 else { return 0 }
        let half = Int128(1) << Int128(-shift - 1)
        let magnitude = (Int128(odd.magnitude) + half) >> Int128(-shift)
        return odd < 0 ? -magnitude : magnitude
    }
}

/// Multiplies a time by a ratio.
///
/// The product has the time's timescale if that is exact, otherwise its product with the divisor,
/// otherwise the smallest exact one. If none is exact, the product is marked as rounded.
@discardableResult
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    guard divisor != 0 else { return .invalid }
    guard time.rank == .numeric else {
        return multiplied(time, bySign: multiplier.signum() * divisor.signum())
    }
    var fraction = Fraction(time)
    fraction.numerator *= Int128(multiplier) * Int128(divisor.signum())
    fraction.denominator *= Int128(divisor.magnitude)
    let wanted = [Int128(time.timescale), fraction.denominator, fraction.reduced.denominator]
    for timescale in wanted {
        if let exact = fraction.exactly(in: timescale) { return exact }
    }
    return fraction.fitted(into: Int32(clamping: fraction.denominator))
}

private func multiplied(_ time: CMTime, bySign sign: Int32) -> CMTime {
    let total = Int32(infiniteSign(time.rank)) * sign
    if total != 0 { return total > 0 ? .positiveInfinity : .negativeInfinity }
    return infiniteSign(time.rank) == 0 ? time : .invalid
}

extension Fraction {
    /// The fraction in lowest terms.
    var reduced: Fraction {
        let divisor = Int128(gcd(numerator.magnitude, denominator.magnitude))
        var reduced = self
        reduced.numerator /= divisor
        reduced.denominator /= divisor
        return reduced
    }

    /// - Returns: `nil` if the timescale or the value does not fit or would be rounded.
    fileprivate func exactly(in timescale: Int128) -> CMTime? {
        let least = reduced
        guard timescale % least.denominator == 0, let scale = Int32(exactly: timescale),
            let value = Int64(exactly: least.numerator * (timescale / least.denominator))
        else { return nil }
        var time = CMTime(value: value, timescale: scale)
        if wasRounded { time.flags.insert(.hasBeenRounded) }
        time.epoch = epoch
        return time
    }
}
