/// How messages list what may stand at a place: few words are all named, of many the kind.
enum Listing {
    /// More words than these are not all named.
    static let wordsMax = 7
    /// The words that stand for many, where none of them was nearly written.
    private static let examplesMax = 3

    /// The words in brackets, with a blank before: all of a few, the first of many. Empty for many
    /// of which some were nearly written: the message names those.
    static func choices(_ words: [String], besides nearMisses: [String]) -> String {
        let quoted = words.map { "'\($0)'" }
        if words.count <= wordsMax { return " (\(alternatives(quoted)))" }
        guard nearMisses.isEmpty else { return "" }
        let examples = quoted.prefix(examplesMax).joined(separator: ", ")
        return " (\(examples) and \(words.count - examplesMax) others)"
    }

    /// `; did you mean 'a' or 'b'?`, with the nearest words.
    static func suggestion(_ nearest: [String]) -> String {
        nearest.isEmpty
            ? "" : "; did you mean \(alternatives(nearest.map { "'\($0)'" }))?"
    }
}

/// `a, b or c`.
func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
}

/// A text of the file inside of a message: in quotes, and cut where it is very long.
func quote(_ text: String) -> String {
    let lengthMax = 60
    guard text.unicodeScalars.count > lengthMax else { return "'\(text)'" }
    return "'\(String(String.UnicodeScalarView(text.unicodeScalars.prefix(lengthMax))))…'"
}
