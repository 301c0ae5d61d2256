/// A uniform type that is not declared: what it conforms to and its tags, in its identifier.
///
/// The identifier is `dyn.a` and, in an alphabet of 32 characters, a text such as `?0=6:1=zzz`: the
/// types that it conforms to under `0`, and a tag under the code of its class. Frequent names have a
/// code of one character. Apple's systems call it opaque; this is how theirs read.
///
/// Source: al45tair.net, "UTIs are better than you think", 2012.
package struct DynamicTypeIdentifier: Hashable, Sendable {
    /// The identifiers of the types that it conforms to.
    package var supertypes: [String]
    /// The class of its tag, as in `public.filename-extension`; the tag is in lower case.
    package var tags: [Tag]

    /// One tag of a type.
    package struct Tag: Hashable, Sendable {
        package var tagClass: String
        package var value: String

        package init(_ tagClass: String, _ value: String) {
            self.tagClass = tagClass
            self.value = value
        }
    }

    package init(supertypes: [String], tags: [Tag]) {
        self.supertypes = supertypes
        self.tags = tags
    }

    /// Reads an identifier.
    ///
    /// - Returns: `nil` for a text that is no dynamic identifier with a tag.
    package init?(_ identifier: String) {
        let prefix = Self.prefix
        guard identifier.utf8.prefix(prefix.utf8.count).elementsEqual(prefix.utf8),
            let bytes = Self.decoded(identifier.utf8.dropFirst(prefix.utf8.count)),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        supertypes = []
        tags = []
        for field in Self.split(text.hasPrefix("?") ? text.dropFirst() : text[...], at: ":") {
            let parts = Self.split(field, at: "=")
            guard parts.count == 2, !parts[1].isEmpty else { return nil }
            let name = Self.expanded(Self.unescaped(parts[0]))
            if name == Self.conformance {
                supertypes += Self.split(parts[1], at: ",")
                    .map { Self.expanded(Self.unescaped($0)) }
            } else {
                tags.append(Tag(name, Self.unescaped(parts[1])))
            }
        }
        guard !tags.isEmpty else { return nil }
    }

    /// The identifier.
    package var identifier: String {
        var fields: [String] = []
        if !supertypes.isEmpty {
            let names = supertypes.map { Self.code(of: $0) }.joined(separator: ",")
            fields.append("\(Self.code(of: Self.conformance))=\(names)")
        }
        fields += tags.map { "\(Self.code(of: $0.tagClass))=\(Self.escaped($0.value))" }
        let text = (supertypes.isEmpty ? "" : "?") + fields.joined(separator: ":")
        return Self.prefix + Self.encoded(text.utf8)
    }

    // MARK: Names

    private static let prefix = "dyn.a"
    private static let conformance = "UTTypeConformsTo"

    private static let codes: [(code: Character, name: String)] = Array(
        zip(
            "0123456789ABCDEF",
            [
                conformance, "public.filename-extension", "com.apple.ostype", "public.mime-type",
                "com.apple.nspboard-type", "public.url-scheme", "public.data", "public.text",
                "public.plain-text", "public.utf16-plain-text",
                "com.apple.traditional-mac-plain-text", "public.image", "public.video",
                "public.audio", "public.directory", "public.folder",
            ])
    ).map { (code: $0, name: $1) }

    private static func code(of name: String) -> String {
        codes.first { $0.name == name }.map { String($0.code) } ?? escaped(name)
    }

    private static func expanded(_ name: String) -> String {
        guard name.count == 1, let first = name.first else { return name }
        return codes.first { $0.code == first }?.name ?? name
    }

    // MARK: Escapes

    // A mark at the start of a tag would join the character before it, so that scalars are read.

    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if #"\:=,?"#.unicodeScalars.contains(scalar) { result.append(#"\"#) }
            result.append(scalar)
        }
        return String(result)
    }

    private static func unescaped(_ text: Substring) -> String {
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if scalar == #"\"#, !isEscaped {
                isEscaped = true
            } else {
                result.append(scalar)
                isEscaped = false
            }
        }
        return String(result)
    }

    /// Splits at a character that no backslash precedes.
    private static func split(_ text: Substring, at separator: Unicode.Scalar) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var isEscaped = false
        let scalars = text.unicodeScalars
        for index in scalars.indices {
            if isEscaped {
                isEscaped = false
            } else if scalars[index] == #"\"# {
                isEscaped = true
            } else if scalars[index] == separator {
                parts.append(text[start..<index])
                start = scalars.index(after: index)
            }
        }
        return parts + [text[start...]]
    }

    // MARK: The alphabet of 32 characters

    private static let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)

    private static func encoded(_ bytes: some Sequence<UInt8>) -> String {
        var result: [UInt8] = []
        var bits = 0
        var bitCount = 0
        for byte in bytes {
            bits = (bits << 8 | Int(byte)) & 0xFFF
            bitCount += 8
            while bitCount >= 5 {
                bitCount -= 5
                result.append(alphabet[bits >> bitCount & 31])
            }
        }
        if bitCount > 0 { result.append(alphabet[bits << (5 - bitCount) & 31]) }
        return String(decoding: result, as: UTF8.self)
    }

    /// - Returns: `nil` for characters that are not in the alphabet.
    private static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var bits = 0
        var bitCount = 0
        for character in text {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            bits = (bits << 5 | value) & 0xFFF
            bitCount += 5
            if bitCount >= 8 {
                bitCount -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> bitCount))
            }
        }
        // What is left over of the last character has no bits.
        return bits & (1 << bitCount - 1) == 0 && bitCount < 5 ? result : nil
    }
}
