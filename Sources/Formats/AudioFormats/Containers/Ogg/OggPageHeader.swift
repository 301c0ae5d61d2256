import AudioCodecs
import AudioModel

/// The header of an Ogg page, with the lengths of its segments.
///
/// Source: RFC 3533, 6, "The Ogg page format".
struct OggPageHeader {
    let flags: OggPage.Flags
    /// The granule position: zero on pages of headers, -1 where no packet ends.
    let position: Int64
    /// The number of the logical bitstream.
    let serial: UInt32
    /// The lengths of the segments.
    let segments: [UInt8]
    /// Offset of the first segment.
    let contentStart: Int64
    /// Offset behind the last segment, which the file may lack.
    var end: Int64 { contentStart + segments.reduce(0) { $0 + Int64($1) } }

    /// Bytes before the lengths.
    static let fixedByteCount: Int64 = 27
    /// The size of the largest page.
    static let pageByteCountMax: Int64 = 65_307
    static let capturePattern = Array("OggS".utf8)

    /// Reads the header of the page at an offset of the reader's source.
    ///
    /// - Returns: nil when there is no whole header.
    /// - Throws: The source's error.
    init?(at offset: Int64, in reader: inout ByteReader) throws(FormatError) {
        let end = reader.source.byteCount
        guard offset >= 0, end - offset >= Self.fixedByteCount else { return nil }
        reader.enter("page", at: offset, end: end)
        let head = try reader.readBytes(Int(Self.fixedByteCount))
        guard head.starts(with: Self.capturePattern), reader.bytesLeft >= head[26] else {
            return nil
        }
        flags = OggPage.Flags(rawValue: head[5])
        position = Int64(
            bitPattern: head[6..<14].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        serial = head[14..<18].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        segments = try reader.readBytes(Int(head[26]))
        contentStart = reader.position
    }
}
