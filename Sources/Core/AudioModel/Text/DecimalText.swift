/// Converts numbers in the scenario language's notation: digits, at most one dot between digits, no
/// exponent.
package enum DecimalText {
    /// Limit of a number's length in bytes. Every finite number below 10^16 has a shorter notation.
    package static let lengthMax = 400

    /// - Returns: The number; `nil` if the text is not a decimal number.
    package static func double(_ text: Substring) -> Double? {
        let unsigned = text.first == "-" ? text.dropFirst() : text
        guard parts(of: unsigned) != nil, let value = Double(text), value.isFinite else {
            return nil
        }
        return value
    }

    /// - Returns: The number; `nil` if the text is not a whole number, or is too large for `Int`.
    package static func integer(_ text: Substring) -> Int? {
        let unsigned = text.first == "-" ? text.dropFirst() : text
        guard let parts = parts(of: unsigned), parts.fraction == nil else { return nil }
        return Int(text)
    }

    /// Converts seconds, rounded to the nearest nanosecond.
    ///
    /// - Returns: The time; `nil` if the text has a sign, is not a decimal number, or is beyond the
    ///   clock's range.
    package static func time(_ text: Substring) -> HostTime? {
        guard let parts = parts(of: text), let seconds = Int64(parts.whole) else { return nil }
        var nanoseconds: Int64 = 0
        var digits = (parts.fraction ?? "").utf8.makeIterator()
        for _ in 0..<9 {
            nanoseconds = nanoseconds * 10 + digit(digits.next())
        }
        if digit(digits.next()) >= 5 { nanoseconds += 1 }
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = product.addingReportingOverflow(nanoseconds)
        return overflow || carry ? nil : HostTime(nanoseconds: sum)
    }

    /// Explains what is wrong with text that resembles a number; empty if there is no explanation.
    package static func hint(about text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.first else { return "" }
        if first == "\u{2212}" || first == "\u{2013}" { return "; a minus is written '-'" }
        let isNumeric = scalars.allSatisfy { "0123456789.,+-eExX_".unicodeScalars.contains($0) }
        let hasDigit = scalars.contains { ("0"..."9").contains($0) }
        if isNumeric, hasDigit, double(text[...]) == nil {
            return "; numbers are decimal, as in 0.5"
        }
        return ""
    }

    /// The shortest text that converts back to the same number.
    package static func text(_ value: Double) -> String { decimal("\(value)") }

    /// The shortest text that converts back to the same number: `0.7`.
    package static func text(_ value: Float) -> String { decimal("\(value)") }

    /// The number in Swift's shortest notation, without an exponent and a fraction of 0.
    private static func decimal(_ shortest: String) -> String {
        guard let mark = shortest.firstIndex(where: { $0 == "e" || $0 == "E" }) else {
            return shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
        }
        return expanded(shortest[..<mark], exponent: shortest[shortest.index(after: mark)...])
    }

    package static func text(_ time: HostTime) -> String {
        let (seconds, nanoseconds) = time.nanoseconds.quotientAndRemainder(
            dividingBy: 1_000_000_000)
        guard nanoseconds > 0 else { return String(seconds) }
        let digits = String(nanoseconds)
        var fraction = String(repeating: "0", count: 9 - digits.count) + digits
        while fraction.last == "0" { fraction.removeLast() }
        return "\(seconds).\(fraction)"
    }

    private static func digit(_ byte: UInt8?) -> Int64 {
        byte.map { Int64($0) - Int64(UInt8(ascii: "0")) } ?? 0
    }

    private static func parts(of text: Substring) -> (whole: Substring, fraction: Substring?)? {
        guard text.utf8.count <= lengthMax else { return nil }
        let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
        }
        guard areDigits, (1...2).contains(parts.count) else { return nil }
        return (parts[0], parts.count == 2 ? parts[1] : nil)
    }

    private static func expanded(_ mantissa: Substring, exponent: Substring) -> String {
        let sign = mantissa.first == "-" ? "-" : ""
        let parts = mantissa.drop { $0 == "-" }.split(separator: ".")
        let whole = String(parts.first ?? "0")
        let fraction = parts.count > 1 && parts[1] != "0" ? String(parts[1]) : ""
        let digits = whole + fraction
        let point = whole.count + (Int(exponent.drop { $0 == "+" }) ?? 0)
        if point <= 0 {
            return sign + "0." + String(repeating: "0", count: -point) + digits
        }
        if point >= digits.count {
            return sign + digits + String(repeating: "0", count: point - digits.count)
        }
        return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    }
}
