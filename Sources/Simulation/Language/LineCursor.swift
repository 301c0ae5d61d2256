import AudioModel

/// A mention of an app or of one of its streams, to be looked up when all are known.
struct NameUse {
    var app: String
    /// Nil when only the app is named.
    var stream: String?
    var column: Int
}

/// Walks over the tokens of one line and says what it expected when it does not find it.
struct LineCursor {
    private let tokens: [Token]
    private var index = 0
    /// Keywords that were looked for at this place, for messages.
    private var tried: [String] = []
    /// What those keywords have in common, for messages where there are many of them.
    private var triedKind = "a keyword"
    /// Where the last name stands that a line gives to a new stream.
    private(set) var newStreamColumn: Int?
    /// The names met so far on this line.
    private(set) var uses: [NameUse] = []

    init(_ tokens: [Token]) {
        self.tokens = tokens
    }

    /// The token here; nil at the end of the line.
    var current: Token? { index < tokens.count ? tokens[index] : nil }

    /// Where the next token is, or would be.
    var column: Int { current?.column ?? tokens.last?.endColumn ?? 1 }

    /// Where the token before this place ends in the file.
    var endOfPrevious: Int { index > 0 ? tokens[index - 1].bytes.upperBound : 0 }

    var isAtEndOfLine: Bool { current == nil }

    /// The next token as a bare word.
    var bareWord: String? {
        guard let current, current.kind == .bare else { return nil }
        return current.text
    }

    mutating func advance() {
        index += 1
        tried = []
        triedKind = "a keyword"
    }

    /// Says what the keywords that may stand here have in common.
    mutating func describeKeywords(as kind: String) {
        triedKind = kind
    }

    mutating func noteNewStream(column: Int) {
        newStreamColumn = column
    }

    mutating func note(app: String, stream: String? = nil, column: Int) {
        uses.append(NameUse(app: app, stream: stream, column: column))
    }

    // MARK: Keywords

    /// Steps over a keyword, or stays; what was tried in vain appears in the next message.
    mutating func accept(_ word: String) -> Bool {
        guard bareWord == word else {
            tried.append(word)
            return false
        }
        advance()
        return true
    }

    mutating func expect(_ word: String) throws(LineError) {
        guard accept(word) else { throw unexpected() }
    }

    /// One of a vocabulary's words.
    mutating func expect<Value>(_ vocabulary: Vocabulary<Value>) throws(LineError) -> Value {
        guard let word = bareWord, let value = vocabulary.value(of: word) else {
            let choices = choices(of: vocabulary.words)
            throw unexpected(vocabulary.what + choices, candidates: vocabulary.words)
        }
        advance()
        return value
    }

    /// One of the words of an enumeration, where the words themselves say what is expected.
    ///
    /// - Parameter kind: What the words have in common, where they are many.
    mutating func expectOne<Keyword>(
        of _: Keyword.Type, _ kind: String? = nil
    ) throws(LineError) -> Keyword
    where Keyword: CaseIterable & RawRepresentable, Keyword.RawValue == String {
        if let kind { describeKeywords(as: kind) }
        for keyword in Keyword.allCases where accept(keyword.rawValue) {
            return keyword
        }
        throw unexpected()
    }

    mutating func expectOnOff() throws(LineError) -> Bool {
        if accept("on") { return true }
        if accept("off") { return false }
        throw unexpected()
    }

    /// The next of some options that may stand in any order, each once; nil when none follows.
    mutating func option(of words: [String], used: inout [String]) throws(LineError) -> String? {
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

    mutating func expectEndOfLine() throws(LineError) {
        guard isAtEndOfLine else { throw unexpected("the end of the line") }
    }

    /// Steps over `;`.
    ///
    /// - Returns: Whether something has to follow.
    mutating func expectSeparatorOrEndOfLine() throws(LineError) -> Bool {
        guard let current else { return false }
        guard current.kind == .semicolon else {
            tried.append(";")
            throw unexpected("the end of the line")
        }
        advance()
        return true
    }

    // MARK: Messages

    /// The error that something else was expected here.
    ///
    /// - Parameters:
    ///   - expected: What, besides the keywords that were looked for.
    ///   - candidates: Words that may have been meant, besides those keywords.
    func unexpected(_ expected: String..., candidates: [String] = []) -> LineError {
        let marks = tried.filter { $0 == ";" }
        let keywords = tried.filter { $0 != ";" }
        let words =
            keywords.count <= Listing.wordsMax
            ? keywords.map { "'\($0)'" } : [triedKind + choices(of: keywords)]
        let all = alternatives(words + marks.map { "'\($0)'" } + expected)
        return LineError(
            column: column, message: "expected \(all), found \(found)" + suggestion(candidates))
    }

    /// The words that may stand here, in brackets; see `Listing`.
    func choices(of words: [String]) -> String {
        Listing.choices(words, besides: nearMisses(among: words))
    }

    private func nearMisses(among words: [String]) -> [String] {
        guard let current, current.kind != .semicolon else { return [] }
        return NearMiss.nearestWords(to: current.text, among: words)
    }

    private func suggestion(_ candidates: [String]) -> String {
        let nearest = nearMisses(among: tried + candidates)
        guard let current, let first = nearest.first else { return "" }
        // A quoted keyword is no keyword, and is its own nearest word.
        guard first == current.text else { return Listing.suggestion(nearest) }
        return current.kind == .bare ? "" : "; keywords have no quotes"
    }

    private var found: String {
        guard let current else { return "the end of the line" }
        return quote(current.text)
    }
}
