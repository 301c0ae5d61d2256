package import AudioModel

/// Why a text is no JSON.
package struct JSONError: Error, Hashable, Sendable {
    package var message: String
    /// Offset of the byte at which it is wrong.
    package var offset: Int
}

extension JSONValue {
    /// Parses a JSON text. The digits of numbers and the order of members are kept, so that
    /// `readableText` gives a report's own text again.
    ///
    /// Source: RFC 8259.
    package init(parsing text: [UInt8]) throws(JSONError) {
        var parser = JSONParser(text: text)
        self = try parser.document()
    }

    /// The value of an object's member; `nil` where there is none, or no object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    package var elements: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// A number of things; `nil` for anything else than a whole number from 0 on.
    package var count: Int? {
        guard case .number(let digits) = self, let count = Int(digits), count >= 0 else {
            return nil
        }
        return count
    }

    package var double: Double? {
        guard case .number(let digits) = self, let number = Double(digits), number.isFinite else {
            return nil
        }
        return number
    }
}

private struct JSONParser {
    let text: [UInt8]
    var offset = 0

    init(text: [UInt8]) {
        self.text = text
    }

    /// Most containers inside one another.
    private static let depthMax = 100

    private var next: UInt8? { offset < text.count ? text[offset] : nil }

    private func error(_ message: String) -> JSONError {
        JSONError(message: message, offset: offset)
    }

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value(depth: 0)
        skipBlanks()
        guard offset == text.count else { throw error("expected the end") }
        return value
    }

    private mutating func skipBlanks() {
        while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { offset += 1 }
    }

    /// Takes a character after blanks.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth < Self.depthMax else { throw error("too many containers in one another") }
        if take("{") { return try object(depth: depth) }
        if take("[") { return try array(depth: depth) }
        switch next {
        case UInt8(ascii: "\""):
            offset += 1
            return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = []
        if take("}") { return .object(members) }
        repeat {
            guard take("\"") else { throw error("expected a member's name") }
            let key = try string()
            guard take(":") else { throw error("expected ':'") }
            members.append((key, try value(depth: depth + 1)))
        } while take(",")
        guard take("}") else { throw error("expected ',' or '}'") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        var values: [JSONValue] = []
        if take("]") { return .array(values) }
        repeat {
            values.append(try value(depth: depth + 1))
        } while take(",")
        guard take("]") else { throw error("expected ',' or ']'") }
        return .array(values)
    }

    private mutating func word(
        _ word: String, _ value: JSONValue
    ) throws(JSONError) -> JSONValue {
        guard text[offset...].starts(with: word.utf8) else { throw error("expected a value") }
        offset += word.utf8.count
        return value
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = offset
        while let byte = next, Self.numberBytes.contains(byte) { offset += 1 }
        let digits = String(decoding: text[start..<offset], as: UTF8.self)
        guard Self.isNumber(digits) else {
            offset = start
            throw error("expected a value")
        }
        return .number(digits)
    }

    private static let numberBytes = Set("+-.0123456789eE".utf8)

    /// Whether the text is a number as JSON writes it: no sign `+`, no leading zero.
    private static func isNumber(_ text: String) -> Bool {
        var rest = text[...]
        if rest.first == "-" { rest.removeFirst() }
        let whole = rest.prefix { $0.isWholeNumber }
        guard !whole.isEmpty, whole == "0" || whole.first != "0" else { return false }
        rest = rest.dropFirst(whole.count)
        if rest.first == "." {
            let places = rest.dropFirst().prefix { $0.isWholeNumber }
            guard !places.isEmpty else { return false }
            rest = rest.dropFirst(1 + places.count)
        }
        guard let exponent = rest.first else { return true }
        guard exponent == "e" || exponent == "E" else { return false }
        rest.removeFirst()
        if let sign = rest.first, sign == "+" || sign == "-" { rest.removeFirst() }
        return !rest.isEmpty && rest.allSatisfy(\.isWholeNumber)
    }

    /// The rest of a string after its first quotation mark.
    private mutating func string() throws(JSONError) -> String {
        var bytes: [UInt8] = []
        while let byte = next {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: bytes, as: UTF8.self) else {
                    throw error("a string is not UTF-8")
                }
                return string
            case UInt8(ascii: "\\"): bytes += String(try escaped()).utf8
            case 0..<0x20: throw error("a control character in a string")
            default: bytes.append(byte)
            }
        }
        throw error("a string without an end")
    }

    private mutating func escaped() throws(JSONError) -> Character {
        guard let byte = next else { throw error("a string without an end") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Character(Unicode.Scalar(byte))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try hexadecimal()
            if let scalar = Unicode.Scalar(UInt32(first)) { return Character(scalar) }
            guard UTF16.isLeadSurrogate(first), text[offset...].starts(with: "\\u".utf8) else {
                throw error("half of a surrogate pair")
            }
            offset += 2
            let second = try hexadecimal()
            guard UTF16.isTrailSurrogate(second) else { throw error("half of a surrogate pair") }
            let code = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
            return Unicode.Scalar(code).map { Character($0) } ?? "\u{FFFD}"
        default: throw error("an unknown escape")
        }
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt16 {
        let digits = text[offset...].prefix(4)
        let isHexadecimal = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        guard digits.count == 4, isHexadecimal,
            let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error("expected four hexadecimal digits") }
        offset += 4
        return value
    }
}
