/// Numbers as text, the same on every machine and without a locale.
package enum Numeral {
    /// Exactly `places` decimals: `fixed(1.5, places: 3)` is `1.500`.
    package static func fixed(_ value: Double, places: Int) -> String {
        guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
        var unit: Double = 1
        for _ in 0..<places { unit *= 10 }
        let scaled = (value.magnitude * unit).rounded()
        // Above this a Double has no decimals left.
        guard scaled < 9e15 else { return "\(value)" }
        let digits = String(Int64(scaled))
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return sign + padded }
        return sign + padded.dropLast(places) + "." + padded.suffix(places)
    }

    /// At most `places` decimals, without zeros at the end: `1.5`, `3`.
    package static func short(_ value: Double, places: Int) -> String {
        let text = fixed(value, places: places)
        guard value.isFinite, text.contains("."), !text.contains("e") else { return text }
        let trimmed = text.trimmingSuffix("0")
        return String(trimmed.last == "." ? trimmed.dropLast() : trimmed)
    }

    /// Decibels of a linear gain with one decimal: `-1.9`, `-inf`.
    package static func decibels(_ gain: Float) -> String {
        fixed(AudioModel.decibels(ofAmplitude: Double(gain)), places: 1)
    }

    /// `1 claim`, `2 claims`.
    package static func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    /// Minutes and seconds: `0:03.2`, `61:01.0`.
    package static func clock(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "?:??.?" }
        let tenths = Int((seconds * 10).rounded(.down))
        let whole = tenths / 10
        return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60).\(tenths % 10)"
    }
}

extension HostTime {
    /// Seconds with three decimals: `12.500`.
    package var secondsText: String { Numeral.fixed(seconds, places: 3) }
    /// Seconds as short as they are exact to a microsecond: `12.5`.
    package var shortSecondsText: String { Numeral.short(seconds, places: 6) }
}

extension StringProtocol {
    fileprivate func trimmingSuffix(_ character: Character) -> SubSequence {
        var end = endIndex
        while end > startIndex, self[index(before: end)] == character { end = index(before: end) }
        return self[..<end]
    }
}

/// A volume in ten-thousandths with as few digits as possible: `0.75`.
///
/// A press of a button changes the volume by 1/16, 0.0625; sums of presses have rounding errors.
package func shortest(_ volume: Float) -> String {
    "\((Double(volume) * 10_000).rounded() / 10_000)"
}
