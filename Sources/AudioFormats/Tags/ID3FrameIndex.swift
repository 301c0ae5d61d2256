/// The frames of an ID3v2 tag, found without reading the large ones: pictures of any size take no
/// memory.
///
/// Source: ID3 tag versions 2.2.0, 2.3.0 and 2.4.0, "ID3v2 header", "ID3v2 frame overview" and
/// "Attached picture".
struct ID3FrameIndex {
    /// A tag with the frames that are small enough to be texts; valid for `ID3Tag`.
    private(set) var texts: [UInt8]
    /// Byte range of the picture in the file: the front cover, or else the first.
    private(set) var picture: Range<Int64>?

    private static let framesMax = 4096
    private static let textsByteCountMax = 1 << 20
    private static let frontCover: UInt8 = 3

    /// Walks the frames of a tag.
    ///
    /// - Returns: nil for a tag with frames that cannot be located in the file, because it is
    ///   unsynchronised as a whole, and for an invalid one.
    init?(
        _ source: any ByteSource, tagAt offset: Int64, byteCount: Int64
    ) throws(FormatError) {
        var reader = ByteReader(source)
        reader.enter("ID3 tag", at: offset, end: offset + byteCount)
        guard reader.bytesLeft >= Int64(ID3Tag.headerByteCount) else { return nil }
        var header = try reader.readBytes(ID3Tag.headerByteCount)
        let (version, flags) = (header[3], header[5])
        guard (2...4).contains(version), flags & 0x80 == 0 else { return nil }
        if flags & 0x40 != 0, version > 2 {
            guard reader.bytesLeft >= 4 else { return nil }
            let stated = Self.number(try reader.readBytes(4), bits: version == 4 ? 7 : 8)
            // In version 2.3 the size does not include itself.
            try reader.skip(min(version == 4 ? max(stated - 4, 0) : stated, reader.bytesLeft))
        }
        header[5] = 0
        texts = header
        try readFrames(&reader, version: version)
        for index in 6..<10 {
            let bits = UInt32(7 * (9 - index))
            texts[index] = UInt8((texts.count - ID3Tag.headerByteCount) >> bits & 0x7F)
        }
    }

    private mutating func readFrames(
        _ reader: inout ByteReader, version: UInt8
    ) throws(FormatError) {
        let idByteCount = version == 2 ? 3 : 4
        let headByteCount = version == 2 ? 6 : 10
        var hasFrontCover = false
        for _ in 0..<Self.framesMax {
            guard reader.bytesLeft > Int64(headByteCount) else { return }
            let head = try reader.readBytes(headByteCount)
            let id = head.prefix(idByteCount)
            guard id.allSatisfy({ (0x30...0x5A).contains($0) }) else { return }
            let size = Self.number(
                head[idByteCount..<2 * idByteCount], bits: version == 4 ? 7 : 8)
            guard size <= reader.bytesLeft else { return }
            let start = reader.position
            if id.elementsEqual(version == 2 ? "PIC".utf8 : "APIC".utf8) {
                let found = try Self.picture(
                    in: reader, byteCount: size, version: version, flags: head.last ?? 0)
                if let found, picture == nil || found.type == Self.frontCover, !hasFrontCover {
                    picture = found.bytes
                    hasFrontCover = found.type == Self.frontCover
                }
            } else if size <= ContainerLimits.tagBytesMax,
                texts.count + headByteCount + Int(size) <= Self.textsByteCountMax
            {
                texts += head + (try reader.readBytes(Int(size)))
            }
            try reader.skip(start + size - reader.position)
        }
    }

    /// Finds the picture in its frame, after text encoding, MIME type, picture type and description.
    ///
    /// - Returns: nil for a compressed, encrypted, unsynchronised or empty one.
    private static func picture(
        in reader: ByteReader, byteCount: Int64, version: UInt8, flags: UInt8
    ) throws(FormatError) -> (type: UInt8, bytes: Range<Int64>)? {
        let headByteCountMax: Int64 = 1024
        var reader = reader
        let end = reader.position + byteCount
        if version == 4 {
            guard flags & 0x0E == 0 else { return nil }
            if flags & 0x01 != 0 { try reader.skip(min(4, byteCount)) }
        } else if version == 3, flags & 0xC0 != 0 {
            return nil
        }
        let start = reader.position
        let head = try reader.readBytes(Int(min(end - start, headByteCountMax)))
        guard let encoding = head.first else { return nil }
        var rest = head.dropFirst()
        rest = version == 2 ? rest.dropFirst(3) : rest.drop { $0 != 0 }.dropFirst()
        guard let type = rest.popFirst() else { return nil }
        if encoding == 1 || encoding == 2 {
            while rest.count >= 2, rest[rest.startIndex] != 0 || rest[rest.startIndex + 1] != 0 {
                rest = rest.dropFirst(2)
            }
            rest = rest.dropFirst(2)
        } else {
            rest = rest.drop { $0 != 0 }.dropFirst()
        }
        let picture = start + Int64(rest.startIndex)..<end
        return rest.isEmpty ? nil : (type, picture)
    }

    private static func number(_ bytes: some Sequence<UInt8>, bits: Int64) -> Int64 {
        bytes.reduce(0) { $0 << bits | Int64($1) & (1 << bits - 1) }
    }
}
