import AudioModel

/// A mention of an app or one of its streams, resolved when all names are known.
package struct NameUse {
    package var app: String
    /// The stream's name; `nil` if only the app is named.
    package var stream: String?
    package var column: Int
}

/// The names of apps and streams that a line may mean.
package struct KnownNames {
    package var apps: [String]
    package var streams: [String: [String]]

    package init(apps: [String] = [], streams: [String: [String]] = [:]) {
        self.apps = apps
        self.streams = streams
    }

    /// The streams with their apps, `Music.song`.
    package var fullNames: [String] {
        apps.flatMap { app in (streams[app] ?? []).map { app + "." + $0 } }
    }
}

/// Reads the tokens of one line, and reports what it expected where a token does not match.
package struct LineCursor {
    private let tokens: [Token]
    private var index = 0
    /// Keywords that were tried at this position, for messages.
    private var tried: [String] = []
    /// What those keywords have in common, for messages where there are many of them.
    private var triedKind = "a keyword"
    /// The column of the last name that the line gives to a new stream.
    package private(set) var newStreamColumn: Int?
    /// The apps of the story so far, and the streams of each, for messages.
    package var known = KnownNames()
    /// The names used so far on this line.
    package private(set) var uses: [NameUse] = []

    package init(_ tokens: [Token]) {
        self.tokens = tokens
    }

    /// The current token; `nil` at the end of the line.
    package var current: Token? { index < tokens.count ? tokens[index] : nil }

    /// The token after the current one; `nil` at the end of the line.
    package var following: Token? { index + 1 < tokens.count ? tokens[index + 1] : nil }

    /// The column of the current token, or of the end of the line.
    package var column: Int { current?.column ?? tokens.last?.endColumn ?? 1 }

    /// Offset in the file at which the previous token ends.
    package var endOfPrevious: Int { index > 0 ? tokens[index - 1].bytes.upperBound : 0 }

    var isAtEndOfLine: Bool { current == nil }

    /// The current token as a bare word, or as a value that stands for a whole one.
    package var bareWord: String? {
        guard let current, current.kind == .bare || current.isQuotedValue else { return nil }
        return current.text
    }

    package mutating func advance() {
        index += 1
        tried = []
        triedKind = "a keyword"
    }

    /// Describes, for messages, the keywords that may stand here.
    package mutating func describeKeywords(as kind: String) {
        triedKind = kind
    }

    package mutating func noteNewStream(column: Int) {
        newStreamColumn = column
    }

    package mutating func note(app: String, stream: String? = nil, column: Int) {
        uses.append(NameUse(app: app, stream: stream, column: column))
    }

    // MARK: Keywords

    /// Consumes a keyword if it is next; otherwise remembers it for the next message.
    package mutating func accept(_ word: String) -> Bool {
        guard bareWord == word else {
            tried.append(word)
            return false
        }
        advance()
        return true
    }

    package mutating func expect(_ word: String) throws(LineError) {
        guard accept(word) else { throw unexpected() }
    }

    /// Consumes one of a vocabulary's words.
    package mutating func expect<Value>(_ vocabulary: KeywordTable<Value>) throws(LineError)
        -> Value
    {
        guard let word = bareWord, let value = vocabulary.value(of: word) else {
            let choices = choices(of: vocabulary.words)
            throw unexpected(vocabulary.what + choices, candidates: vocabulary.words)
        }
        advance()
        return value
    }

    /// Consumes one of an enumeration's words, which messages list.
    ///
    /// - Parameter kind: What the words have in common, where there are many.
    package mutating func expectOne<Keyword>(
        of _: Keyword.Type, _ kind: String? = nil
    ) throws(LineError) -> Keyword
    where Keyword: CaseIterable & RawRepresentable, Keyword.RawValue == String {
        if let kind { describeKeywords(as: kind) }
        for keyword in Keyword.allCases where accept(keyword.rawValue) {
            return keyword
        }
        throw unexpected()
    }

    package mutating func expectOnOff() throws(LineError) -> Bool {
        if accept("on") { return true }
        if accept("off") { return false }
        throw unexpected()
    }

    /// Consumes one of some options, each allowed once in any order; `nil` when none follows.
    package mutating func option(of words: [String], used: inout [String]) throws(LineError)
        -> String?
    {
        for word in words where !used.contains(word) {
            if accept(word) {
                used.append(word)
                return word
            }
        }
        if let word = bareWord, used.contains(word) {
            throw LineError(column: column, message: "expected '\(word)' only once")
        }
        return nil
    }

    // MARK: Ends

    package mutating func expectEndOfLine() throws(LineError) {
        guard isAtEndOfLine else { throw unexpected("the end of the line") }
    }

    /// Consumes `;`.
    ///
    /// - Returns: Whether more must follow.
    package mutating func expectSeparatorOrEndOfLine() throws(LineError) -> Bool {
        guard let current else { return false }
        guard current.kind == .semicolon else {
            tried.append(";")
            throw unexpected("the end of the line")
        }
        advance()
        return true
    }

    // MARK: Messages

    /// Makes the error that something else was expected here.
    ///
    /// - Parameters:
    ///   - expected: What was expected besides the keywords that were tried.
    ///   - candidates: Words that may have been meant besides those keywords.
    package func unexpected(_ expected: String..., candidates: [String] = []) -> LineError {
        let marks = tried.filter { $0 == ";" }
        let keywords = tried.filter { $0 != ";" }
        let words =
            keywords.count <= Listing.wordsMax
            ? keywords.map { "'\($0)'" } : [triedKind + choices(of: keywords)]
        let all = alternatives(words + marks.map { "'\($0)'" } + expected)
        return LineError(
            column: column, message: "expected \(all), found \(found)" + suggestion(candidates))
    }

    /// Lists the words that may stand here, in brackets; see `Listing`.
    package func choices(of words: [String]) -> String {
        Listing.choices(words, besides: nearMisses(among: words))
    }

    private func nearMisses(among words: [String]) -> [String] {
        guard let current, current.kind != .semicolon else { return [] }
        return NearMiss.nearestWords(to: current.text, among: words)
    }

    private func suggestion(_ candidates: [String]) -> String {
        let nearest = nearMisses(among: tried + candidates)
        guard let current, let first = nearest.first else { return "" }
        // A quoted keyword is not a keyword, and would be its own nearest word.
        guard first == current.text else { return Listing.suggestion(nearest) }
        return current.kind == .bare ? "" : "; keywords have no quotes"
    }

    private var found: String {
        guard let current else { return "the end of the line" }
        return quote(current.text)
    }
}
