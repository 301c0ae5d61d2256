/// The words that may stand at one position, each with its value.
package struct KeywordTable<Value: Sendable>: Sendable {
    /// What the words stand for, for messages: `a category`.
    package let what: String
    /// The words in the order in which messages list them.
    package let entries: [(word: String, value: Value)]
    /// Words that are accepted, but neither listed nor printed.
    package let aliases: [(word: String, value: Value)]

    package init(
        _ what: String,
        _ entries: [(word: String, value: Value)],
        aliases: [(word: String, value: Value)] = []
    ) {
        self.what = what
        self.entries = entries
        self.aliases = aliases
    }

    package var words: [String] { entries.map(\.word) }

    package func value(of word: String) -> Value? {
        (entries.first { $0.word == word } ?? aliases.first { $0.word == word })?.value
    }
}

extension KeywordTable where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    package init(_ what: String) {
        self.init(what, Value.allCases.map { ($0.rawValue, $0) })
    }
}
