import AudioCodecs

/// The frames of an ID3v2 tag, found without reading the large ones: pictures of any size take no
/// memory.
///
/// Source: ID3 tag versions 2.2.0, 2.3.0 and 2.4.0, "ID3v2 header", "ID3v2 frame overview" and
/// "Attached picture".
struct ID3FrameIndex {
    /// A tag with the frames that are small enough to be texts; valid for `ID3Tag`.
    private(set) var texts: [UInt8]
    /// The pictures, in tag order.
    private(set) var pictures: [ID3Picture] = []
    /// Identifiers of the frames that are too large, or stored in a way that is not read.
    private(set) var unread: [String] = []

    /// The picture: the front cover, or else the first.
    var picture: ID3Picture? { pictures.first { $0.isFrontCover } ?? pictures.first }

    private static let framesMax = 4096
    private static let textsByteCountMax = 1 << 20
    /// Frame flag of version 2.4: the content is unsynchronised.
    private static let unsynchronisedFlag: UInt8 = 0x02

    /// Walks the frames of a tag.
    ///
    /// - Returns: nil for a tag with frames that cannot be located in the file, because it is
    ///   unsynchronised as a whole (versions 2.2 and 2.3), and for an invalid one.
    init?(
        _ source: any ByteSource, tagAt offset: Int64, byteCount: Int64
    ) throws(FormatError) {
        var reader = ByteReader(source)
        reader.enter("ID3 tag", at: offset, end: offset + byteCount)
        guard reader.bytesLeft >= Int64(ID3Tag.headerByteCount) else { return nil }
        var header = try reader.readBytes(ID3Tag.headerByteCount)
        let (version, flags) = (header[3], header[5])
        // Version 2.4 unsynchronises each frame, and states sizes as they are in the file.
        let isUnsynchronised = flags & 0x80 != 0
        guard (2...4).contains(version), version == 4 || !isUnsynchronised else { return nil }
        if flags & 0x40 != 0, version > 2 {
            guard reader.bytesLeft >= 4 else { return nil }
            let stated = Self.number(try reader.readBytes(4), bits: version == 4 ? 7 : 8)
            // In version 2.3 the size does not include itself.
            try reader.skip(min(version == 4 ? max(stated - 4, 0) : stated, reader.bytesLeft))
        }
        header[5] = 0
        texts = header
        try readFrames(
            &reader, version: version, flags: isUnsynchronised ? Self.unsynchronisedFlag : 0)
        for index in 6..<10 {
            let bits = UInt32(7 * (9 - index))
            texts[index] = UInt8((texts.count - ID3Tag.headerByteCount) >> bits & 0x7F)
        }
    }

    /// - Parameter commonFlags: Flags that all frames have.
    private mutating func readFrames(
        _ reader: inout ByteReader, version: UInt8, flags commonFlags: UInt8
    ) throws(FormatError) {
        let idByteCount = version == 2 ? 3 : 4
        let headByteCount = version == 2 ? 6 : 10
        for _ in 0..<Self.framesMax {
            guard reader.bytesLeft > Int64(headByteCount) else { return }
            var head = try reader.readBytes(headByteCount)
            let id = head.prefix(idByteCount)
            guard Self.isFrameID(id) else { return }
            let start = reader.position
            var size = Self.number(head[idByteCount..<2 * idByteCount], bits: 8)
            if version == 4 {
                size = try Self.contentByteCount(head[4..<8], in: &reader)
                head[9] |= commonFlags
            }
            guard size <= reader.bytesLeft else { return }
            if id.elementsEqual(version == 2 ? "PIC".utf8 : "APIC".utf8) {
                let found = try ID3Picture(
                    in: reader, byteCount: size, version: version,
                    flags: version == 2 ? 0 : head[9])
                if let found, pictures.count < AttachedPicture.countMax {
                    pictures.append(found)
                } else {
                    markUnread(id)
                }
            } else if size <= ContainerLimits.tagBytesMax,
                texts.count + headByteCount + Int(size) <= Self.textsByteCountMax
            {
                if version == 4 {
                    for index in 4..<8 { head[index] = UInt8(size >> (7 * (7 - index)) & 0x7F) }
                }
                texts += head + (try reader.readBytes(Int(size)))
                let flags = ID3FrameFlags(version == 2 ? 0 : head[9], version: version)
                if !flags.isPlain { markUnread(id) }
            } else {
                markUnread(id)
            }
            try reader.skip(start + size - reader.position)
        }
    }

    private mutating func markUnread(_ id: ArraySlice<UInt8>) {
        let name = String(decoding: id, as: UTF8.self)
        if !unread.contains(name) { unread.append(name) }
    }

    /// The size of a frame's content in version 2.4, which has seven bits a byte. Some programs,
    /// iTunes among them, have written eight: the reading counts that is followed by a frame.
    private static func contentByteCount(
        _ bytes: ArraySlice<UInt8>, in reader: inout ByteReader
    ) throws(FormatError) -> Int64 {
        let (stated, plain) = (number(bytes, bits: 7), number(bytes, bits: 8))
        guard stated != plain else { return stated }
        let isStatedPossible = bytes.allSatisfy { $0 < 0x80 }
        // A zero may be padding, or the middle of a picture.
        for allowsPadding in [false, true] {
            if isStatedPossible, try endsFrame(stated, allowsPadding, in: &reader) { return stated }
            if try endsFrame(plain, allowsPadding, in: &reader) { return plain }
        }
        return stated
    }

    /// Whether a frame or the end of the tag follows after `byteCount` bytes.
    private static func endsFrame(
        _ byteCount: Int64, _ allowsPadding: Bool, in reader: inout ByteReader
    ) throws(FormatError) -> Bool {
        guard byteCount <= reader.bytesLeft else { return false }
        let (start, end) = (reader.position, reader.end)
        defer { reader.enter("ID3 tag", at: start, end: end) }
        try reader.skip(byteCount)
        let next = try reader.readBytes(Int(min(reader.bytesLeft, 4)))
        guard let first = next.first else { return true }
        return first == 0 ? allowsPadding : next.count == 4 && isFrameID(next[...])
    }

    private static func isFrameID(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }

    private static func number(_ bytes: some Sequence<UInt8>, bits: Int64) -> Int64 {
        bytes.reduce(0) { $0 << bits | Int64($1) & (1 << bits - 1) }
    }
}
