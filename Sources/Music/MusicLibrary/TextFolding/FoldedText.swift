internal import Foundation

/// How much of a text's spelling is kept.
package enum FoldingStrength: Sendable {
    /// Case, width and compatibility forms are ignored: names that differ only so are one name.
    case caseAndWidth
    /// Accents are ignored too, and letters like ß and ø have their usual substitutes: for search.
    case accents
}

/// Limits of the work and the memory that one name takes.
package enum FoldingLimits {
    /// Longest text that is folded, in Unicode scalars; the rest is ignored.
    package static let scalarsMax = 512
}

/// Returns a text without the differences that comparisons ignore, with blanks collapsed.
package func folded(_ text: String, _ strength: FoldingStrength) -> String {
    var text = text
    if let plain = text.withUTF8({ foldedASCII($0, strength) }) { return plain }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.prefix(FoldingLimits.scalarsMax))
    let lower = String(scalars).lowercased().decomposedStringWithCompatibilityMapping.lowercased()
    var result = String.UnicodeScalarView()
    var wasBlank = true
    for scalar in lower.unicodeScalars.prefix(4 * FoldingLimits.scalarsMax) {
        if scalar.properties.isWhitespace || scalar.value < 0x20 {
            if !wasBlank { result.append(" ") }
            wasBlank = true
            continue
        }
        if strength == .accents {
            if isAccent(scalar) { continue }
            if let substitute = substitutes[scalar] {
                result.append(contentsOf: substitute.unicodeScalars)
                wasBlank = false
                continue
            }
        }
        wasBlank = false
        result.append(scalar)
    }
    if result.last == " " { result.removeLast() }
    return String(result).precomposedStringWithCanonicalMapping
}

/// - Returns: nil when a byte is not ASCII.
private func foldedASCII(
    _ bytes: UnsafeBufferPointer<UInt8>, _ strength: FoldingStrength
) -> String? {
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    let bytes = bytes.prefix(FoldingLimits.scalarsMax)
    var count = 0
    var result = String(unsafeUninitializedCapacity: bytes.count) { buffer in
        for byte in bytes {
            if byte <= 0x20 || byte == 0x7F {
                guard count > 0, buffer[count - 1] != 0x20 else { continue }
                buffer[count] = 0x20
            } else if strength == .accents, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`") {
                continue
            } else {
                buffer[count] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            }
            count += 1
        }
        return count
    }
    if result.utf8.last == 0x20 { result.removeLast() }
    return result
}

/// Whether a mark is an accent. Marks that spell vowels, as in Devanagari, and the voicing marks of
/// kana are none.
private func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
        true  // Combining Diacritical Marks.
    case 0x0591...0x05BD, 0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5, 0x05C7: true  // Hebrew points.
    case 0x064B...0x065F, 0x0670, 0x06D6...0x06DC, 0x0640: true  // Arabic vowels and tatweel.
    default: false
    }
}

/// Letters without a decomposition, and what people type for them.
private let substitutes: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i",
    "ħ": "h", "ŧ": "t", "ŋ": "n", "ĸ": "k", "ς": "σ", "ƒ": "f", "ɓ": "b", "ɗ": "d", "ə": "e",
    "'": "", "’": "", "‘": "", "ʼ": "", "`": "",
]
