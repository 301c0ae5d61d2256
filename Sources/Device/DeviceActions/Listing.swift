/// Lists the words that may stand at a position: all of a few, or examples of many.
package enum Listing {
    /// Limit of words that are all listed.
    package static let wordsMax = 7
    /// Number of examples out of many words, if none of them was nearly written.
    private static let examplesMax = 3

    /// The words in brackets with a leading blank: all of a few, the first of many. Empty for many
    /// words with near misses, which the message names instead.
    package static func choices(_ words: [String], besides nearMisses: [String]) -> String {
        let quoted = words.map { "'\($0)'" }
        if words.count <= wordsMax { return " (\(alternatives(quoted)))" }
        guard nearMisses.isEmpty else { return "" }
        let examples = quoted.prefix(examplesMax).joined(separator: ", ")
        return " (\(examples) and \(words.count - examplesMax) others)"
    }

    /// Text such as `; did you mean 'a' or 'b'?`, with the nearest words; empty for none.
    package static func suggestion(_ nearest: [String]) -> String {
        nearest.isEmpty ? "" : "; did you mean \(alternatives(nearest.map { "'\($0)'" }))?"
    }
}

/// Joins the words as `a, b or c`.
package func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
}

/// Text of the file in a message: in quotes, and cut if it is very long.
package func quote(_ text: String) -> String {
    let lengthMax = 60
    guard text.unicodeScalars.count > lengthMax else { return "'\(text)'" }
    return "'\(String(String.UnicodeScalarView(text.unicodeScalars.prefix(lengthMax))))…'"
}
