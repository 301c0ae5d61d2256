/// Reads XML as a sequence of events, strictly and in bounded memory.
///
/// Document types are refused, so that there are no entities but the five predefined ones:
/// nothing expands, and nothing is fetched. Namespaces are left to the caller.
///
/// Source: W3C, Extensible Markup Language (XML) 1.0, Fifth Edition.
struct XMLReader {
    enum Event {
        case start(name: String, attributes: [(name: String, value: String)])
        case text(String)
        case end
    }

    static let depthMax = 64
    static let attributesMax = 64
    /// Longest name, attribute or piece of text, in bytes. A longer text arrives in pieces.
    static let pieceByteCountMax = 1 << 14

    private let bytes: [UInt8]
    private var offset = 0
    private var open: [String] = []
    private var hasEnded = false
    /// The end of an element without contents, which is the next event.
    private var endsAtOnce = false

    init(_ bytes: [UInt8]) throws(PlaylistFileError) {
        // Other encodings are converted first.
        let declared = PlaylistText.latin1(Array(bytes.prefix(200))).lowercased()
        let isLatin1 =
            declared.hasPrefix("<?xml") && declared.contains("encoding=")
            && (declared.contains("iso-8859-1") || declared.contains("windows-1252"))
        let text = isLatin1 ? PlaylistText.latin1(bytes) : PlaylistText.decoded(bytes)
        self.bytes = Array(text.utf8)
    }

    /// The next event; nil at the end of the document.
    mutating func next() throws(PlaylistFileError) -> Event? {
        if endsAtOnce {
            endsAtOnce = false
            return close()
        }
        while offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: "<") else {
                if let text = try text() { return .text(text) }
                continue
            }
            if skipped("<!--", to: "-->") { continue }
            if skipped("<?", to: "?>") { continue }
            if starts(with: "<![CDATA[") {
                guard !open.isEmpty else { throw error("CDATA outside an element") }
                return .text(try characterData())
            }
            if starts(with: "<!") { throw error("a document type, which is refused") }
            if starts(with: "</") {
                try endTag()
                return close()
            }
            return try startTag()
        }
        guard open.isEmpty, hasEnded else { throw error("the file ends inside an element") }
        return nil
    }

    private mutating func close() -> Event {
        open.removeLast()
        hasEnded = open.isEmpty
        return .end
    }

    // MARK: Tags

    private mutating func startTag() throws(PlaylistFileError) -> Event {
        guard !hasEnded else { throw error("a second root element") }
        offset += 1
        let name = try self.name()
        guard open.count < Self.depthMax else { throw error("elements too deep in each other") }
        var attributes: [(name: String, value: String)] = []
        while true {
            let hadBlank = skipBlanks()
            guard offset < bytes.count else { throw error("an unfinished tag") }
            if starts(with: "/>") {
                offset += 2
                endsAtOnce = true
                break
            }
            if bytes[offset] == UInt8(ascii: ">") {
                offset += 1
                break
            }
            guard hadBlank, attributes.count < Self.attributesMax else {
                throw error("a malformed tag")
            }
            let key = try self.name()
            guard !attributes.contains(where: { $0.name == key }) else {
                throw error("an attribute that is given twice")
            }
            attributes.append((key, try attributeValue()))
        }
        open.append(name)
        return .start(name: name, attributes: attributes)
    }

    private mutating func attributeValue() throws(PlaylistFileError) -> String {
        skipBlanks()
        guard take("=") else { throw error("an attribute without a value") }
        skipBlanks()
        guard offset < bytes.count, [0x22, 0x27].contains(bytes[offset]) else {
            throw error("an attribute without quotation marks")
        }
        let mark = bytes[offset]
        offset += 1
        var value: [UInt8] = []
        while offset < bytes.count, bytes[offset] != mark {
            switch bytes[offset] {
            case UInt8(ascii: "<"): throw error("'<' in an attribute")
            case UInt8(ascii: "&"): value += try reference()
            case 0x09, 0x0A, 0x0D:
                value.append(0x20)
                offset += 1
            default:
                value.append(bytes[offset])
                offset += 1
            }
            guard value.count <= Self.pieceByteCountMax else { throw error("a long attribute") }
        }
        guard offset < bytes.count else { throw error("an unfinished attribute") }
        offset += 1
        return String(decoding: value, as: UTF8.self)
    }

    private mutating func endTag() throws(PlaylistFileError) {
        offset += 2
        let name = try self.name()
        skipBlanks()
        guard take(">"), open.last == name else {
            throw error("the end tag of another element, '\(name)'")
        }
    }

    private mutating func name() throws(PlaylistFileError) -> String {
        let start = offset
        while offset < bytes.count, offset - start <= Self.pieceByteCountMax {
            let byte = bytes[offset]
            let isLetter =
                (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: ":") || byte >= 0x80
            let isLater =
                (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
            guard isLetter || isLater && offset > start else { break }
            offset += 1
        }
        guard offset > start, offset - start <= Self.pieceByteCountMax else {
            throw error("a malformed name")
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    // MARK: Text

    /// A piece of text; nil for blanks outside the root.
    private mutating func text() throws(PlaylistFileError) -> String? {
        var text: [UInt8] = []
        var isBlank = true
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "<"),
            text.count < Self.pieceByteCountMax || bytes[offset] & 0xC0 == 0x80
        {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "&") {
                text += try reference()
                isBlank = false
            } else {
                guard byte >= 0x20 || [0x09, 0x0A, 0x0D].contains(byte) else {
                    throw error("a control character")
                }
                isBlank = isBlank && byte <= 0x20
                text.append(byte)
                offset += 1
            }
        }
        guard !open.isEmpty else {
            guard isBlank else { throw error("text outside an element") }
            return nil
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func characterData() throws(PlaylistFileError) -> String {
        offset += "<![CDATA[".utf8.count
        let start = offset
        guard let end = position(of: "]]>") else { throw error("unfinished CDATA") }
        offset = end + 3
        return String(
            decoding: bytes[start..<min(end, start + Self.pieceByteCountMax)], as: UTF8.self)
    }

    /// The bytes of a character reference or of a predefined entity.
    private mutating func reference() throws(PlaylistFileError) -> [UInt8] {
        let nameByteCountMax = 12
        offset += 1
        let end = bytes[offset...].prefix(nameByteCountMax).firstIndex(of: UInt8(ascii: ";"))
        guard let end else { throw error("'&' without an entity") }
        let name = String(decoding: bytes[offset..<end], as: UTF8.self)
        offset = end + 1
        switch name {
        case "amp": return Array("&".utf8)
        case "lt": return Array("<".utf8)
        case "gt": return Array(">".utf8)
        case "quot": return Array("\"".utf8)
        case "apos": return Array("'".utf8)
        default: break
        }
        let digits = name.dropFirst(2)
        let number: UInt32? =
            if name.hasPrefix("#x") { UInt32(digits, radix: 16) } else if name.hasPrefix("#") {
                UInt32(name.dropFirst())
            } else { nil }
        guard let scalar = number.flatMap(Unicode.Scalar.init), scalar.value != 0 else {
            throw error("an unknown entity '&\(name);'")
        }
        return Array(String(scalar).utf8)
    }

    // MARK: Bytes

    private func starts(with text: StaticString) -> Bool {
        guard bytes.count - offset >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { $0.elementsEqual(bytes[offset..<offset + $0.count]) }
    }

    private mutating func take(_ text: StaticString) -> Bool {
        guard starts(with: text) else { return false }
        offset += text.utf8CodeUnitCount
        return true
    }

    /// The place of a text at or behind the present one.
    private func position(of text: StaticString) -> Int? {
        text.withUTF8Buffer { text in
            var index = offset
            while index + text.count <= bytes.count {
                if text.elementsEqual(bytes[index..<index + text.count]) { return index }
                index += 1
            }
            return nil
        }
    }

    /// Skips a comment or an instruction; an unfinished one lasts to the end of the file.
    private mutating func skipped(_ start: StaticString, to end: StaticString) -> Bool {
        guard take(start) else { return false }
        offset = position(of: end).map { $0 + end.utf8CodeUnitCount } ?? bytes.count
        return true
    }

    @discardableResult
    private mutating func skipBlanks() -> Bool {
        let start = offset
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
        return offset > start
    }

    private func error(_ reason: String) -> PlaylistFileError {
        let line = bytes[..<min(offset, bytes.count)].count { $0 == 0x0A } + 1
        return .badXML(line: line, reason: reason)
    }
}

/// Texts of XML.
enum XMLText {
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // Neither character can stand in XML 1.0.
            case "\u{FFFE}", "\u{FFFF}": continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The name without its namespace's prefix.
    static func localName(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }
}
