/// The text without characters that could steer a terminal or break a line.
package func printable(_ text: String) -> String {
    func steers(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
    guard text.unicodeScalars.contains(where: steers) else { return text }
    return String(
        String.UnicodeScalarView(text.unicodeScalars.map { steers($0) ? "\u{FFFD}" : $0 }))
}

/// The printable text, without characters that change the direction of what follows them.
package func printableInScreen(_ text: String) -> String {
    func turns(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            || scalar.value == 0x2028 || scalar.value == 0x2029
    }
    let text = printable(text)
    guard text.unicodeScalars.contains(where: turns) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !turns($0) }))
}
