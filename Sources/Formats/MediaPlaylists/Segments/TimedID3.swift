/// An ID3 tag in a segment: its frames as they are.
///
/// Source: ID3 tag version 2.3.0 and 2.4.0, Martin Nilsson; RFC 8216, 3.4, "Packed Audio".
package struct TimedID3: Hashable, Sendable {
    /// One frame.
    package struct Frame: Hashable, Sendable {
        /// Four characters, such as `TIT2`.
        package var id: String
        package var content: [UInt8]
    }

    package private(set) var frames: [Frame] = []

    private static let framesMax = 256
    private static let headerByteCount = 10
    private static let timestampOwner = "com.apple.streaming.transportStreamTimestamp"

    /// The number of bytes of the tag at the beginning; zero without one.
    package static func byteCount(at bytes: ArraySlice<UInt8>) -> Int {
        let head = bytes.prefix(headerByteCount)
        guard head.count == headerByteCount, head.starts(with: "ID3".utf8),
            head.suffix(4).allSatisfy({ $0 < 0x80 })
        else { return 0 }
        let hasFooter = head[head.startIndex + 5] & 0x10 != 0
        return headerByteCount + number(head.suffix(4), bits: 7)
            + (hasFooter ? headerByteCount : 0)
    }

    /// Reads the tag at the beginning of bytes; one that cannot be read has no frames.
    package init(parsing bytes: ArraySlice<UInt8>) {
        let byteCount = Self.byteCount(at: bytes)
        guard byteCount > 0, byteCount <= bytes.count else { return }
        let (version, flags) = (bytes[bytes.startIndex + 3], bytes[bytes.startIndex + 5])
        guard version == 3 || version == 4 else { return }
        var body = bytes.prefix(byteCount).dropFirst(Self.headerByteCount)
        if flags & 0x10 != 0 { body = body.dropLast(Self.headerByteCount) }
        if flags & 0x80 != 0, version == 3 { body = Self.synchronised(body)[...] }
        if flags & 0x40 != 0 {
            guard body.count >= 4 else { return }
            let stated = Self.number(body.prefix(4), bits: version == 4 ? 7 : 8)
            // In version 2.3 the size does not include itself.
            body = body.dropFirst(version == 4 ? stated : min(stated, body.count) + 4)
        }
        while frames.count < Self.framesMax, let frame = Self.next(&body, version: version) {
            if let frame { frames.append(frame) }
        }
    }

    /// The frame at the beginning; an empty one for a frame that is compressed or encrypted.
    private static func next(_ body: inout ArraySlice<UInt8>, version: UInt8) -> Frame?? {
        guard body.count > headerByteCount else { return nil }
        let head = body.prefix(headerByteCount)
        let id = head.prefix(4)
        guard id.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
        else { return nil }
        let size = number(head.dropFirst(4).prefix(4), bits: version == 4 ? 7 : 8)
        let flags = head[head.startIndex + 9]
        body = body.dropFirst(headerByteCount)
        guard size <= body.count else { return nil }
        var content = body.prefix(size)
        body = body.dropFirst(size)
        guard flags & (version == 4 ? 0x0C : 0xC0) == 0 else { return .some(nil) }
        if version == 4, flags & 0x01 != 0 { content = content.dropFirst(4) }
        if version == 4, flags & 0x02 != 0 { content = synchronised(content)[...] }
        return Frame(id: MediaText.decoded(id), content: Array(content))
    }

    /// The time of the first sample of a packed segment: 90 kHz, 33 bits.
    package var transportTimestamp: Int64? {
        let frame = frames.first { Self.isTimestamp($0) }
        guard let content = frame?.content.dropFirst(Self.timestampOwner.utf8.count + 1),
            content.count >= 8
        else { return nil }
        return content.prefix(8).reduce(0) { $0 << 8 | Int64($1) } & 0x1_FFFF_FFFF
    }

    /// The frames that say something to an app.
    package var contents: [Frame] { frames.filter { !Self.isTimestamp($0) } }

    private static func isTimestamp(_ frame: Frame) -> Bool {
        frame.id == "PRIV" && frame.content.starts(with: timestampOwner.utf8)
            && frame.content.dropFirst(timestampOwner.utf8.count).first == 0
    }

    private static func synchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
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

extension TimedID3.Frame {
    /// The text of a text frame (`T…`): what follows the description of `TXXX`, or the first of
    /// several texts; `nil` for other frames.
    package var text: String? {
        guard id.hasPrefix("T"), let encoding = content.first else { return nil }
        let parts = Self.parts(content.dropFirst(), encoding)
        return id == "TXXX" ? (parts.count > 1 ? parts[1] : nil) : parts.first
    }

    private static func parts(_ bytes: ArraySlice<UInt8>, _ encoding: UInt8) -> [String] {
        guard encoding == 1 || encoding == 2 else {
            return bytes.split(separator: 0, omittingEmptySubsequences: false).map {
                encoding == 3 ? String(decoding: $0, as: UTF8.self) : MediaText.decoded($0)
            }
        }
        var units: [UInt16] = []
        var rest = bytes
        while let high = rest.popFirst(), let low = rest.popFirst() {
            units.append(UInt16(high) << 8 | UInt16(low))
        }
        var isSwapped = false
        return units.split(separator: 0, omittingEmptySubsequences: false).map { part in
            var part = part
            if part.first == 0xFFFE || part.first == 0xFEFF {
                isSwapped = part.first == 0xFFFE
                part = part.dropFirst()
            }
            return String(
                decoding: part.map { isSwapped ? $0.byteSwapped : $0 }, as: UTF16.self)
        }
    }
}
