/// A word, a string or a punctuation mark of a line.
package struct Token {
    package enum Kind {
        /// Without quotes: the only kind that can be a keyword or a number.
        case bare
        /// In double quotes, completely or in part.
        case quoted
        /// Four characters in single quotes.
        case code
        case semicolon
    }

    package var kind: Kind
    /// The text without its quotes.
    package var text: String
    /// Column of the first scalar, from 1, in Unicode scalars.
    package var column: Int
    /// Column after the last scalar.
    package var endColumn: Int
    /// Offsets of its bytes in the file.
    package var bytes: Range<Int>
    /// The names in it that stand for values, in the order of the text; only in a story.
    package var references: [ValueReference] = []
    /// Whether it is a value that was written in quotes: it may be a keyword too.
    package var isQuotedValue = false
}

/// A name in a token that stands for a value: `$category` or `${category}`.
package struct ValueReference: Equatable {
    package var name: String
    /// Where it stands in the token's text, in UTF-8 bytes, with the dollar sign.
    package var bytes: Range<Int>
    /// Column of the dollar sign, from 1.
    package var column: Int
}

/// An error at one column of a line.
package struct LineError: Error, Equatable {
    package var column: Int
    package var message: String

    package init(column: Int, message: String) {
        self.column = column
        self.message = message
    }
}

/// Splits a line into tokens.
///
/// The bytes must be valid UTF-8 without a line feed.
package struct LineTokenizer {
    private let bytes: ArraySlice<UInt8>
    private let hasReferences: Bool
    private let splitsAtCommas: Bool
    private var index: Int
    private var column = 1
    private var references: [ValueReference] = []

    private init(_ bytes: ArraySlice<UInt8>, hasReferences: Bool, splitsAtCommas: Bool) {
        self.bytes = bytes
        self.hasReferences = hasReferences
        self.splitsAtCommas = splitsAtCommas
        index = bytes.startIndex
    }

    /// Returns the tokens of a line in one pass.
    ///
    /// - Parameters:
    ///   - hasReferences: Whether `$NAME` stands for a value, which the caller puts in its place.
    ///   - splitsAtCommas: Whether a comma outside of strings is a token of its own, a bare one.
    package static func tokens(
        of line: ArraySlice<UInt8>, hasReferences: Bool = false, splitsAtCommas: Bool = false
    ) throws(LineError) -> [Token] {
        var tokenizer = LineTokenizer(
            line, hasReferences: hasReferences, splitsAtCommas: splitsAtCommas)
        var tokens: [Token] = []
        while let token = try tokenizer.next() {
            tokens.append(token)
        }
        return tokens
    }

    private mutating func next() throws(LineError) -> Token? {
        let beforeBlanks = index
        while let byte = current, byte == .blank || byte == .tab { advance() }
        guard let byte = current else { return nil }
        if byte == .hash {
            guard index == bytes.startIndex || index > beforeBlanks else {
                throw LineError(
                    column: column, message: "expected a blank before '#', which opens a comment")
            }
            return nil
        }
        let start = index
        let startColumn = column
        let kind: Token.Kind
        let text: String
        references = []
        switch byte {
        case .comma where splitsAtCommas:
            advance()
            (kind, text) = (.bare, ",")
        case .semicolon:
            advance()
            (kind, text) = (.semicolon, ";")
        case .singleQuote:
            (kind, text) = (.code, try code())
        default:
            (kind, text) = try word()
        }
        return Token(
            kind: kind, text: text, column: startColumn, endColumn: column, bytes: start..<index,
            references: references)
    }

    private var current: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    private mutating func advance() {
        index += 1
        // Continuation bytes belong to the scalar before them.
        while index < bytes.endIndex, bytes[index] & 0xC0 == 0x80 { index += 1 }
        column += 1
    }

    /// Reads a word, a string, or a word that begins or ends with a string, such as `"Two
    /// words".lesson`, `Music."노래"`, `"Two words"'s` and `airplay:"Living room"`.
    private mutating func word() throws(LineError) -> (Token.Kind, String) {
        var text: [UInt8] = []
        var kind = Token.Kind.bare
        while let byte = current, !isEndOfWord {
            let start = index
            switch byte {
            case .dollar where hasReferences:
                if try takeReference(at: text.count) {
                    text += bytes[start..<index]
                    continue
                }
                advance()
            case .doubleQuote:
                let opensWord = kind == .bare && (text.isEmpty || text.last == .colon)
                guard opensWord || text.last == .dot else {
                    throw LineError(column: column, message: "expected a blank before '\"'")
                }
                kind = .quoted
                try takeString(into: &text)
                guard isEndOfWord || current == .dot || current == .singleQuote else {
                    throw LineError(column: column, message: "expected a blank after the string")
                }
                continue
            case .hash:
                throw LineError(
                    column: column,
                    message: "expected a blank before '#' to open a comment, or double quotes "
                        + "around a word that holds one")
            default:
                try refuseUnprintable()
                advance()
            }
            text += bytes[start..<index]
        }
        return (kind, String(decoding: text, as: UTF8.self))
    }

    private var isEndOfWord: Bool {
        switch current {
        case nil, .blank?, .tab?, .semicolon?: true
        case .comma?: splitsAtCommas
        default: false
        }
    }

    /// Adds what is between quotes to a word's text.
    private mutating func takeString(into text: inout [UInt8]) throws(LineError) {
        let opening = column
        advance()
        while let byte = current {
            let start = index
            switch byte {
            case .doubleQuote: return advance()
            case .backslash:
                advance()
                guard let escaped = current,
                    [.doubleQuote, .backslash, .dollar].contains(escaped)
                else {
                    throw LineError(
                        column: column,
                        message: "expected '\"', '\\' or '$' after '\\' in a string")
                }
                text.append(escaped)
                advance()
                continue
            case .blank, .tab:
                advance()
            case .dollar where hasReferences:
                if try !takeReference(at: text.count) { advance() }
            default:
                try refuseUnprintable(inString: true)
                advance()
            }
            text += bytes[start..<index]
        }
        throw LineError(
            column: column,
            message: "expected '\"' at the end of the string that begins in column \(opening)")
    }

    /// Takes `$NAME` or `${NAME}`; a dollar sign before anything else stands for itself.
    ///
    /// - Parameter offset: Where it stands in the token's text, in bytes.
    /// - Returns: Whether there was a name.
    private mutating func takeReference(at offset: Int) throws(LineError) -> Bool {
        let (start, startColumn) = (index, column)
        let isInBraces = index + 1 < bytes.endIndex && bytes[index + 1] == .openingBrace
        let nameStart = index + (isInBraces ? 2 : 1)
        let rest = String(
            decoding: bytes[nameStart...].prefix(Self.referenceBytesMax), as: UTF8.self)
        let name = String(valueNameAtStart(of: rest))
        let end = nameStart + name.utf8.count
        if isInBraces {
            guard !name.isEmpty, end < bytes.endIndex, bytes[end] == .closingBrace else {
                throw LineError(
                    column: column,
                    message: "expected a name and '}' after '${' (a dollar sign alone is '\\$' in "
                        + "a string)")
            }
        } else if name.isEmpty {
            return false
        }
        let after = end + (isInBraces ? 1 : 0)
        while index < after { advance() }
        references.append(
            ValueReference(
                name: name, bytes: offset..<offset + (after - start), column: startColumn))
        return true
    }

    /// Enough for the longest name, and for a letter more.
    private static let referenceBytesMax = 4 * (nameLengthMax + 1)

    private mutating func code() throws(LineError) -> String {
        let opening = column
        let characters = bytes[index...].dropFirst().prefix(4)
        let end = index + 5
        guard characters.count == 4, characters.allSatisfy({ (0x20..<0x7F).contains($0) }),
            end < bytes.endIndex, bytes[end] == .singleQuote
        else {
            throw LineError(
                column: opening,
                message: "expected four characters between single quotes "
                    + "(anything else goes in double quotes)")
        }
        for _ in 0..<6 { advance() }
        guard isEndOfWord else {
            throw LineError(column: column, message: "expected a blank after the code")
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Refuses control characters, and outside of strings all unusual white space.
    private func refuseUnprintable(inString: Bool = false) throws(LineError) {
        var rest = bytes[index...].prefix(4).makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return }
        let properties = scalar.properties
        let isControl = properties.generalCategory == .control
        guard isControl || (!inString && properties.isWhitespace) else { return }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        throw LineError(
            column: column,
            message: isControl
                ? "expected text, found the control character U+\(number)"
                : "expected a word or an ordinary blank, found the blank character U+\(number)")
    }
}

extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let blank = UInt8(ascii: " ")
    static let doubleQuote = UInt8(ascii: "\"")
    static let hash = UInt8(ascii: "#")
    static let singleQuote = UInt8(ascii: "'")
    static let dot = UInt8(ascii: ".")
    static let colon = UInt8(ascii: ":")
    static let semicolon = UInt8(ascii: ";")
    static let comma = UInt8(ascii: ",")
    static let dollar = UInt8(ascii: "$")
    static let openingBrace = UInt8(ascii: "{")
    static let closingBrace = UInt8(ascii: "}")
    static let backslash = UInt8(ascii: "\\")
}
