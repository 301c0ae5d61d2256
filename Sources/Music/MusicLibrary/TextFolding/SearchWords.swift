/// The words under which a text is found, and the words that a person has typed.
///
/// Scripts that write no blanks, like Han and Thai, become pairs of letters, so that a name is found
/// by any part of it.
package enum SearchWords {
    /// Most words of a text that are indexed.
    private static let wordsMax = 64

    /// The words of a text, separated by blanks, for an index.
    package static func indexed(_ text: String) -> String {
        var words: [String] = []
        for run in runs(of: folded(text, .accents)) {
            guard words.count < wordsMax else { break }
            words +=
                run.isContinuous ? pairs(of: run.text) + [String(run.text.suffix(1))] : [run.text]
        }
        return words.prefix(wordsMax).joined(separator: " ")
    }

    /// A word of a search.
    package struct Typed: Equatable, Sendable {
        package var text: String
        /// Whether words that begin with it are found as well.
        package var isPrefix: Bool

        package init(text: String, isPrefix: Bool) {
            self.text = text
            self.isPrefix = isPrefix
        }
    }

    /// The words of what a person has typed; all of them must be found.
    package static func typed(_ text: String) -> [Typed] {
        let typedWordsMax = 8
        var words: [Typed] = []
        for run in runs(of: folded(text, .accents)) {
            if !run.isContinuous || run.text.count == 1 {
                words.append(Typed(text: run.text, isPrefix: true))
            } else {
                words += pairs(of: run.text).map { Typed(text: $0, isPrefix: false) }
            }
        }
        return Array(words.prefix(typedWordsMax))
    }

    /// Whether a text has all of the words that were typed, as an index of its words would find it.
    package static func find(_ typed: [Typed], in text: String) -> Bool {
        let words = indexed(text).split(separator: " ")
        return typed.allSatisfy { wanted in
            words.contains { wanted.isPrefix ? $0.hasPrefix(wanted.text) : $0 == wanted.text }
        }
    }

    private struct Run {
        var text: String
        var isContinuous: Bool
    }

    private static func pairs(of text: String) -> [String] {
        zip(text, text.dropFirst()).map { String([$0, $1]) }
    }

    /// Letters and digits without a break, each run of one kind of script.
    private static func runs(of text: String) -> [Run] {
        var runs: [Run] = []
        var word = String.UnicodeScalarView()
        var isContinuous = false
        func end() {
            if !word.isEmpty { runs.append(Run(text: String(word), isContinuous: isContinuous)) }
            word = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            guard isOfWord(scalar) else {
                end()
                continue
            }
            let isContinuousHere = isWrittenWithoutBlanks(scalar)
            if isContinuousHere != isContinuous, !isMark(scalar) { end() }
            if word.isEmpty { isContinuous = isContinuousHere }
            word.append(scalar)
        }
        end()
        return runs
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return switch scalar.value {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: false
            }
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark,
            .otherSymbol, .privateUse:
            return true
        default: return false
        }
    }

    private static func isWrittenWithoutBlanks(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true  // Thai, Lao, Burmese, Khmer.
        case 0x3040...0x30FF, 0x31F0...0x31FF: true  // Kana.
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true  // Han.
        default: false
        }
    }
}
