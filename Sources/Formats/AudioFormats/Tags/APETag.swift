import AudioCodecs

/// An APE tag at the end of a file, with the texts and the place of the picture.
///
/// Source: Hydrogenaudio Knowledgebase, "APEv2 specification", "APE Tags Header", "APE Tag Item" and
/// "APE key"; the key of the front cover is the one that taggers are seen to write.
struct APETag {
    private(set) var texts: [(key: String, value: String)] = []
    /// Byte range of the front cover in the file, or else of the first other picture.
    private(set) var picture: Range<Int64>?
    /// Names of the items that are not read: binary ones, addresses, and texts that are too large.
    private(set) var unread: [String] = []
    private var pictureName = ""
    /// Where the tag begins.
    let start: Int64

    private static let footerByteCount: Int64 = 32
    private static let itemsMax = 1024

    /// Reads the tag that ends with the file, or before an ID3v1 tag.
    ///
    /// - Returns: nil when there is none, or it is invalid.
    init?(atEndOf source: any ByteSource) throws(FormatError) {
        var reader = ByteReader(source)
        var end = source.byteCount
        let lastStart = max(end - Int64(ID3v1Tag.byteCount), 0)
        reader.enter("tag", at: lastStart, end: end)
        if try reader.readBytes(Int(min(reader.bytesLeft, 3))) == Array("TAG".utf8) {
            end = lastStart
        }
        try self.init(before: end, in: &reader)
    }

    /// Reads the tag that ends at an offset.
    ///
    /// - Returns: nil when there is none, or it is invalid.
    init?(before end: Int64, in reader: inout ByteReader) throws(FormatError) {
        guard end >= Self.footerByteCount else { return nil }
        let footer = end - Self.footerByteCount
        reader.enter("APE tag", at: footer, end: end)
        guard try reader.readBytes(8) == Array("APETAGEX".utf8) else { return nil }
        try reader.skip(4)  // Version.
        let byteCount = Int64(try reader.readLittleEndian() as UInt32)
        let itemCount: UInt32 = try reader.readLittleEndian()
        let flags: UInt32 = try reader.readLittleEndian()
        let (hasHeader, isHeader) = (flags >> 31 & 1 == 1, flags >> 29 & 1 == 1)
        // The size includes the footer, but not the header.
        let headerByteCount = hasHeader ? Self.footerByteCount : 0
        guard !isHeader, byteCount >= Self.footerByteCount, byteCount + headerByteCount <= end
        else { return nil }
        start = end - byteCount - headerByteCount
        reader.enter("APE tag", at: end - byteCount, end: footer)
        for _ in 0..<min(Int(itemCount), Self.itemsMax) {
            guard try readItem(&reader) else { return }
        }
    }

    /// - Returns: Whether another item may follow.
    private mutating func readItem(_ reader: inout ByteReader) throws(FormatError) -> Bool {
        let keyByteCountMax: Int64 = 255
        guard reader.bytesLeft > 8 else { return false }
        let byteCount = Int64(try reader.readLittleEndian() as UInt32)
        let kind = try reader.readLittleEndian() as UInt32 >> 1 & 3
        let keyStart = reader.position
        let head = try reader.readBytes(Int(min(reader.bytesLeft, keyByteCountMax + 1)))
        guard let keyEnd = head.firstIndex(of: 0) else { return false }
        let name = String(decoding: head[..<keyEnd], as: UTF8.self)
        let key = name.lowercased()
        let valueStart = keyStart + Int64(keyEnd) + 1
        let (end, itemEnd) = (reader.end, valueStart + byteCount)
        guard itemEnd <= end else { return false }
        reader.enter("APE tag", at: valueStart, end: itemEnd)
        switch kind {
        case 0 where byteCount <= ContainerLimits.tagBytesMax:
            // A zero separates several values.
            for part in try reader.readBytes(Int(byteCount)).split(separator: 0)
            where texts.count < ContainerLimits.tagsMax {
                texts.append((TagTable.key(ofComment: key), text(of: part)))
            }
        case 1 where key.hasPrefix("cover art (") && (picture == nil || key.hasSuffix("(front)")):
            // The name of a file precedes the picture.
            let fileName = try reader.readBytes(Int(min(byteCount, 1024)))
            if let zero = fileName.firstIndex(of: 0), zero + 1 < byteCount {
                if picture != nil { unread.append(pictureName) }
                (picture, pictureName) = (valueStart + Int64(zero) + 1..<itemEnd, name)
            } else {
                unread.append(name)
            }
        default: unread.append(name)
        }
        reader.enter("APE tag", at: itemEnd, end: end)
        return true
    }
}
