/// The order of names in lists, and the index titles of the lists' sections.
///
/// Leading articles do not count, numbers are compared by value, and names that begin with a digit or
/// a symbol come last, under `#`, as in the phone's lists.
package struct SortKey: Equatable, Sendable {
    /// Compares bytewise like the names.
    package private(set) var bytes: [UInt8]
    /// Index title: a letter, or `#`.
    package private(set) var section: String

    private enum Rank: UInt8 {
        case latin = 1
        case script
        case other
        case unknown
    }

    private static let bytesMax = 160

    /// The key of a list's last entry: that of names that are not known.
    package static let unknown = SortKey(bytes: [Rank.unknown.rawValue], section: "#")

    private init(bytes: [UInt8], section: String) {
        self.bytes = bytes
        self.section = section
    }

    /// - Parameter sortName: The name to sort by, if the file has one.
    package init(_ name: String, sortName: String? = nil) {
        let given = folded(sortName ?? "", .accents)
        let text = given.isEmpty ? Self.withoutArticle(folded(name, .accents)) : given
        var body: [UInt8] = []
        var first: Unicode.Scalar?
        var digits: [UInt8] = []
        func endNumber() {
            guard !digits.isEmpty else { return }
            let value = digits.drop { $0 == 0x30 }
            // A number's length comes first, so that 10 follows 9.
            body += [0x10, UInt8(clamping: value.count)] + value
            digits = []
        }
        for scalar in text.unicodeScalars {
            guard body.count < Self.bytesMax else { break }
            if (0x30...0x39).contains(scalar.value) {
                first = first ?? scalar
                digits.append(UInt8(scalar.value))
                continue
            }
            endNumber()
            if scalar.properties.isAlphabetic || scalar.properties.generalCategory == .spacingMark {
                first = first ?? scalar
                body += UTF8.encode(scalar).map(Array.init) ?? []
            } else if !body.isEmpty, body.last != 1 {
                // Shorter words come first.
                body.append(1)
            }
        }
        endNumber()
        if body.isEmpty { body = Array(text.utf8.prefix(Self.bytesMax)) }
        section = Self.section(of: first)
        let rank: Rank =
            switch section.unicodeScalars.first {
            case "#", nil: text.isEmpty ? .unknown : .other
            case let letter? where letter.isASCII: .latin
            default: .script
            }
        bytes = [rank.rawValue] + body.prefix(Self.bytesMax)
    }

    private static let articles = ["the ", "a ", "an "]

    private static func withoutArticle(_ text: String) -> String {
        for article in articles where text.hasPrefix(article) {
            let rest = text.dropFirst(article.count)
            // "A" and "The The" keep a word.
            if rest.contains(where: { $0.isLetter || $0.isNumber }) { return String(rest) }
        }
        return text
    }

    private static func section(of scalar: Unicode.Scalar?) -> String {
        guard let scalar else { return "#" }
        switch scalar.value {
        case 0x61...0x7A: return String(scalar).uppercased()
        case 0x0370...0x058F, 0x05D0...0x05EA, 0x0620...0x064A, 0x10A0...0x10FF, 0x0900...0x0EFF:
            // Greek, Cyrillic, Armenian, Hebrew, Arabic, Georgian, and the scripts of India and Thai.
            return scalar.properties.uppercaseMapping
        case 0x3041...0x3096: return kanaRow(scalar.value)
        case 0x30A1...0x30F6: return kanaRow(scalar.value - 0x60)
        case 0xAC00...0xD7A3: return initialConsonant(of: scalar.value)
        default: return "#"
        }
    }

    /// The row of the kana table: あ か さ た な は ま や ら わ.
    private static func kanaRow(_ hiragana: UInt32) -> String {
        let rows: [(UInt32, String)] = [
            (0x308E, "わ"), (0x3089, "ら"), (0x3083, "や"), (0x307E, "ま"), (0x306F, "は"),
            (0x306A, "な"), (0x305F, "た"), (0x3055, "さ"), (0x304B, "か"),
        ]
        return rows.first { hiragana >= $0.0 }?.1 ?? "あ"
    }

    /// The first letter of a Hangul syllable; the doubled ones are under the plain ones.
    private static func initialConsonant(of syllable: UInt32) -> String {
        let consonants = [
            "ㄱ", "ㄱ", "ㄴ", "ㄷ", "ㄷ", "ㄹ", "ㅁ", "ㅂ", "ㅂ", "ㅅ", "ㅅ", "ㅇ", "ㅈ", "ㅈ", "ㅊ", "ㅋ",
            "ㅌ", "ㅍ", "ㅎ",
        ]
        return consonants[Int((syllable - 0xAC00) / 588)]
    }
}
