// How many columns of a terminal a text takes. Terminals count by scalars, as `wcwidth` does:
// none for combining marks and format characters, two for wide East Asian ones and emoji.
//
// Source: Unicode Standard Annex 11, East Asian Width; Unicode Technical Standard 51, 2.

/// The number of columns that a terminal shows a character in: none, one, two, or the sum of a
/// cluster's.
func columnCount(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.value < 0x300, scalars.count == 1 { return first.value < 0x20 ? 0 : 1 }
    let sum = scalars.reduce(0) { $0 + columnCount(of: $1) }
    // Emoji are joined, coloured, and made of letters for flags.
    let isEmoji = scalars.contains {
        $0.value == 0x200D || $0.value == 0xFE0F || $0.properties.isEmojiModifier
            || (0x1F1E6...0x1F1FF).contains($0.value)
    }
    guard isEmoji, scalars.count > 1, first.properties.isEmoji else { return sum }
    return 2
}

private func columnCount(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .surrogate, .lineSeparator,
        .paragraphSeparator:
        // The soft hyphen is shown.
        return scalar.value == 0xAD ? 1 : 0
    default: break
    }
    // Vowels and final consonants that are drawn within a Hangul syllable.
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) {
        return 0
    }
    return isWide(scalar) ? 2 : 1
}

private func isWide(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    guard value >= 0x1100 else { return false }
    if scalar.properties.isEmojiPresentation { return true }
    var (low, high) = (0, wideRanges.count)
    while low < high {
        let middle = (low + high) / 2
        if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].contains(value)
}

/// Wide and full-width scalars, without the emoji among them; sorted.
private let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FF6, 0x17000...0x18DF2,
    0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x1F900...0x1F9FF, 0x20000...0x2FFFD,
    0x30000...0x3FFFD,
]

extension StringProtocol {
    /// The number of columns that a terminal shows the text in.
    package var columnCount: Int {
        // ASCII text, the usual case.
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
        return reduce(0) { $0 + Terminal.columnCount(of: $1) }
    }

    /// The text cut to at most a number of columns; one that is cut ends with `…`.
    package func cut(toColumns columns: Int) -> String {
        guard columns > 0 else { return "" }
        guard columnCount > columns else { return String(self) }
        var kept = ""
        var rest = columns - 1
        for character in self {
            let count = Terminal.columnCount(of: character)
            guard count <= rest else { break }
            kept.append(character)
            rest -= count
        }
        return kept + "…"
    }

    /// The text cut or filled with spaces to exactly a number of columns.
    ///
    /// - Parameter alignsRight: Whether the spaces come before the text.
    package func fitted(toColumns columns: Int, alignsRight: Bool = false) -> String {
        let text = cut(toColumns: columns)
        let gap = String(repeating: " ", count: Swift.max(columns - text.columnCount, 0))
        return alignsRight ? gap + text : text + gap
    }
}

extension String {
    /// The text with blanks behind it, up to a number of columns.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - columnCount))
    }
}
