/// Splits an XML document into its tags and text. Any text may be given.
struct XMLScanner {
    enum Token: Equatable {
        case open(name: String, attributes: [String: String], isEmpty: Bool)
        case close(name: String)
        case text(String)
    }

    private var rest: Substring
    private(set) var isBroken = false

    init(_ document: String) {
        rest = Substring(document)
    }

    /// The next tag or text; `nil` at the end and at the first violation of XML's grammar.
    mutating func next() -> Token? {
        while !rest.isEmpty, !isBroken {
            guard rest.first == "<" else { return text() }
            if skip(from: "<!--", to: "-->") || skip(from: "<?", to: "?>") { continue }
            if rest.hasPrefix("<![CDATA[") { return characterData() }
            if skip(from: "<!", to: ">") { continue }
            return tag()
        }
        return nil
    }

    private mutating func fail() -> Token? {
        isBroken = true
        return nil
    }

    /// - Returns: Whether something began with `start`; without its end the document is broken.
    private mutating func skip(from start: String, to end: String) -> Bool {
        guard rest.hasPrefix(start) else { return false }
        guard let found = rest.dropFirst(start.count).firstRange(of: end) else {
            isBroken = true
            return true
        }
        rest = rest[found.upperBound...]
        return true
    }

    private mutating func characterData() -> Token? {
        let body = rest.dropFirst("<![CDATA[".count)
        guard let end = body.firstRange(of: "]]>") else { return fail() }
        rest = rest[end.upperBound...]
        return .text(String(body[..<end.lowerBound]))
    }

    private mutating func text() -> Token? {
        let raw = rest.prefix { $0 != "<" }
        rest = rest[raw.endIndex...]
        guard let text = Self.resolved(raw) else { return fail() }
        return .text(text)
    }

    private mutating func tag() -> Token? {
        rest.removeFirst()
        if rest.first == "/" {
            rest.removeFirst()
            guard let name = name() else { return fail() }
            skipSpaces()
            guard rest.popFirst() == ">" else { return fail() }
            return .close(name: name)
        }
        guard let name = name() else { return fail() }
        var attributes: [String: String] = [:]
        while true {
            let before = rest.startIndex
            skipSpaces()
            if rest.first == ">" {
                rest.removeFirst()
                return .open(name: name, attributes: attributes, isEmpty: false)
            }
            if rest.hasPrefix("/>") {
                rest.removeFirst(2)
                return .open(name: name, attributes: attributes, isEmpty: true)
            }
            guard rest.startIndex > before, let (key, value) = attribute(),
                attributes.updateValue(value, forKey: key) == nil
            else { return fail() }
        }
    }

    private mutating func attribute() -> (String, String)? {
        guard let key = name() else { return nil }
        skipSpaces()
        guard rest.popFirst() == "=" else { return nil }
        skipSpaces()
        guard let quote = rest.popFirst(), quote == "\"" || quote == "'" else { return nil }
        let raw = rest.prefix { $0 != quote }
        guard raw.endIndex < rest.endIndex, !raw.contains("<") else { return nil }
        rest = rest[rest.index(after: raw.endIndex)...]
        return Self.resolved(raw).map { (key, $0) }
    }

    private mutating func name() -> String? {
        guard let first = rest.first, first.isLetter || first == "_" else { return nil }
        let name = rest.prefix { $0.isLetter || $0.isNumber || "_-.:".contains($0) }
        rest = rest[name.endIndex...]
        return String(name)
    }

    private mutating func skipSpaces() {
        rest = rest.drop { $0.isWhitespace }
    }

    /// The text with its references resolved; `nil` when one is unknown.
    private static func resolved(_ raw: Substring) -> String? {
        guard raw.contains("&") else { return String(raw) }
        var result = ""
        var rest = raw
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            guard let end = rest[ampersand...].firstIndex(of: ";"),
                let character = character(rest[rest.index(after: ampersand)..<end])
            else { return nil }
            result.unicodeScalars.append(character)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let number =
            digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
        return number.flatMap(Unicode.Scalar.init)
    }
}
