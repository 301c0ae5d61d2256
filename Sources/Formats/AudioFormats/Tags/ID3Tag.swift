/// The texts of an ID3v2 tag, versions 2.2 to 2.4.
///
/// Source: ID3 tag version 2.2, 2.3.0 and 2.4.0, Martin Nilsson.
package struct ID3Tag: Sendable {
    package static let headerByteCount = 10

    /// Texts by frame ID in tag order; the first frame of each ID.
    package private(set) var texts: [(frame: String, text: String)] = []
    /// What the frames say by metadata key.
    private(set) var content = ID3Content()

    /// iTunes's gapless information.
    private(set) var gapless: PacketTable?

    /// Size of the whole tag in bytes; nil when `header` is not the start of a tag.
    package static func byteCount(_ header: [UInt8]) -> Int? {
        guard header.count >= headerByteCount, header.starts(with: Array("ID3".utf8)),
            header[6..<10].allSatisfy({ $0 < 0x80 })
        else { return nil }
        let body = number(header[6..<10], bits: 7)
        return headerByteCount + body + (header[5] & 0x10 == 0 ? 0 : headerByteCount)
    }

    /// Parses a tag.
    ///
    /// - Returns: nil when it is invalid or truncated.
    package init?(_ bytes: [UInt8]) {
        guard let byteCount = Self.byteCount(bytes), byteCount <= bytes.count,
            (2...4).contains(bytes[3])
        else { return nil }
        let version = bytes[3]
        let flags = bytes[5]
        let bodyByteCount = Self.number(bytes[6..<10], bits: 7)
        var body = Array(bytes[Self.headerByteCount...].prefix(bodyByteCount))
        if flags & 0x80 != 0, version < 4 { body = Self.synchronised(body[...]) }
        var rest = body[...]
        if flags & 0x40 != 0, version > 2 {
            guard rest.count >= 4 else { return nil }
            let stated = Self.number(rest.prefix(4), bits: version == 4 ? 7 : 8)
            // In version 2.3 the size does not include itself.
            rest = rest.dropFirst(version == 4 ? stated : stated.addingClamping(4))
        }
        Self.forEachFrame(in: rest, version: version) { id, content, flags in
            take(id, content, version: version, flags: flags)
        }
        content.finish()
    }

    private static func forEachFrame(
        in bytes: ArraySlice<UInt8>, version: UInt8,
        _ body: (_ id: String, _ content: ArraySlice<UInt8>, _ flags: UInt8) -> Void
    ) {
        let framesMax = 4096
        let idByteCount = version == 2 ? 3 : 4
        let headByteCount = version == 2 ? 6 : 10
        var rest = bytes
        for _ in 0..<framesMax {
            guard rest.count > headByteCount, rest.first != 0 else { return }
            let id = rest.prefix(idByteCount)
            guard id.allSatisfy({ (0x30...0x5A).contains($0) }) else { return }
            let size = rest.dropFirst(idByteCount).prefix(idByteCount)
            let byteCount = Self.number(size, bits: version == 4 ? 7 : 8)
            let flags = version == 2 ? 0 : rest[rest.startIndex + 9]
            rest = rest.dropFirst(headByteCount)
            guard byteCount <= rest.count else { return }
            let content = rest.prefix(byteCount)
            rest = rest.dropFirst(byteCount)
            body(String(decoding: id, as: UTF8.self), content, flags)
        }
    }

    /// Calls `body` with the frames of a tag that has no extended header and is not unsynchronised as
    /// a whole: with the content of each, neither compressed nor unsynchronised. Frames that are
    /// compressed or encrypted are left out.
    static func forEachFrame(
        of tag: [UInt8],
        _ body: (_ id: String, _ content: ArraySlice<UInt8>, _ version: UInt8) -> Void
    ) {
        guard tag.count > headerByteCount else { return }
        let version = tag[3]
        forEachFrame(in: tag[headerByteCount...], version: version) { id, content, flags in
            if let plain = plain(content, version: version, flags: flags) {
                body(id, plain, version)
            }
        }
    }

    /// The content of a frame without what its flags put into it; nil where it is compressed,
    /// encrypted or too large.
    private static func plain(
        _ content: ArraySlice<UInt8>, version: UInt8, flags: UInt8
    ) -> ArraySlice<UInt8>? {
        let format = ID3FrameFlags(flags, version: version)
        guard format.isPlain else { return nil }
        var content = content.dropFirst(format.prefixByteCount)
        if format.isUnsynchronised { content = synchronised(content)[...] }
        return content.count <= ContainerLimits.tagBytesMax ? content : nil
    }

    private mutating func take(
        _ id: String, _ content: ArraySlice<UInt8>, version: UInt8, flags: UInt8
    ) {
        guard var content = Self.plain(content, version: version, flags: flags) else { return }
        self.content.take(id, content, version: version)
        guard let encoding = content.popFirst() else { return }
        var id = id
        let text: String?
        switch id {
        case "POPM", "POP":
            // The zero-terminated address of a user precedes the rating.
            let rating = encoding == 0 ? content : content.drop { $0 != 0 }.dropFirst()
            text = rating.first.map { "\($0)" }
        case "PCST":
            // iTunes marks podcasts with a frame of four zeros.
            text = "1"
        case "GP1":
            text = Self.parts(content, encoding).first
        case "COM", "COMM", "ULT", "USLT":
            // Language and description precede the text.
            let parts = Self.parts(content.dropFirst(3), encoding)
            text = parts.count > 1 ? parts[1] : nil
            if let text, let name = parts.first, name.hasPrefix("iTun") {
                // iTunes stores internal data as comments.
                if name == PacketTable.gaplessTextName { gapless = PacketTable(gaplessText: text) }
                return
            }
        case "TXX", "TXXX":
            // A frame of its own for each description.
            let parts = Self.parts(content, encoding)
            text = parts.count > 1 ? parts[1] : nil
            id = "TXXX:" + (parts.first ?? "").prefix(64).lowercased()
        case _ where id.hasPrefix("T"):
            text = Self.parts(content, encoding).first
        default:
            text = nil
        }
        guard let text, !text.isEmpty, texts.count < ContainerLimits.tagsMax,
            !texts.contains(where: { $0.frame == id })
        else { return }
        texts.append((id, text))
    }

    /// Splits zero-separated texts in one of four encodings. Several texts are several values.
    static func parts(_ bytes: ArraySlice<UInt8>, _ encoding: UInt8) -> [String] {
        switch encoding {
        case 0:
            // Many programs write UTF-8 here, which is never valid by chance.
            return bytes.split(separator: 0, omittingEmptySubsequences: false).map {
                AudioFormats.text(of: $0)
            }
        case 1, 2:
            let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            var isSwapped = false
            return units.split(separator: 0, omittingEmptySubsequences: false).map { part in
                var part = part
                if encoding == 1, part.first == 0xFFFE || part.first == 0xFEFF {
                    isSwapped = part.first == 0xFFFE
                    part = part.dropFirst()
                }
                return String(
                    decoding: part.map { isSwapped ? $0.byteSwapped : $0 }, as: UTF16.self)
            }
        default:
            return bytes.split(separator: 0, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }

    /// The tag without unsynchronisation of the whole, which versions 2.2 and 2.3 have.
    static func resynchronised(_ tag: [UInt8]) -> [UInt8] {
        guard tag.count > headerByteCount, tag[3] < 4, tag[5] & 0x80 != 0 else { return tag }
        var head = Array(tag[..<headerByteCount])
        head[5] &= 0x7F
        return head + synchronised(tag[headerByteCount...])
    }

    /// Reverses the unsynchronisation scheme, which inserts zeros after 0xFF.
    static func synchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var wasFull = false
        for byte in bytes {
            if !(wasFull && byte == 0) { result.append(byte) }
            wasFull = byte == 0xFF
        }
        return result
    }

    private static func number(_ bytes: ArraySlice<UInt8>, bits: Int) -> Int {
        bytes.reduce(0) { $0 << bits | Int($1) & (1 << bits - 1) }
    }
}

extension Int {
    fileprivate func addingClamping(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
