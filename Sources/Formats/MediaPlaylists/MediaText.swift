/// Text in playlists and streams.
package enum MediaText {
    /// Reads UTF-8, or Latin-1 where the bytes are not valid UTF-8. Zeros end the text.
    package static func decoded(_ bytes: some Collection<UInt8>) -> String {
        let bytes = bytes.prefix { $0 != 0 }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The lines of a text without their ends (LF, CR LF, CR) and without a byte order mark. Empty
    /// lines, and lines of blanks only, are left out.
    static func forEachLine<Failure: Error>(
        of bytes: [UInt8], _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        while !rest.isEmpty {
            let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
            rest = rest[line.endIndex...].dropFirst()
            let text = trimmed(line)
            if !text.isEmpty { try body(text) }
        }
    }

    /// The bytes without blanks at both ends.
    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
        return bytes
    }

    /// The line behind a prefix of ASCII letters, which is compared without case; `nil` when the line
    /// does not begin so.
    static func line(
        _ line: ArraySlice<UInt8>, behind prefix: StaticString
    ) -> ArraySlice<UInt8>? {
        let count = prefix.utf8CodeUnitCount
        guard line.count >= count else { return nil }
        let isEqual = prefix.withUTF8Buffer { prefix in
            zip(prefix, line).allSatisfy { lowercase($0) == lowercase($1) }
        }
        return isEqual ? line.dropFirst(count) : nil
    }

    static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
