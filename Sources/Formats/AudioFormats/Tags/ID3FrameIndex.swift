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
    /// The content of the pictures in chapters, which the texts do not have, with the names of the
    /// chapters.
    private(set) var chapterPictures: [(chapter: [UInt8], range: Range<Int64>)] = []
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
            } else if id.elementsEqual("CHAP".utf8),
                ID3FrameFlags(head[9], version: version).isBare
            {
                try takeChapter(head, byteCount: size, version: version, in: reader)
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

    /// Takes a chapter, of its pictures only the places.
    ///
    /// - Parameter tag: At the content of the chapter's frame.
    private mutating func takeChapter(
        _ head: [UInt8], byteCount: Int64, version: UInt8, in tag: ByteReader
    ) throws(FormatError) {
        var reader = tag
        let end = tag.position + byteCount
        reader.enter("ID3 tag", at: tag.position, end: end)
        // The name ends with a zero; times and offsets follow.
        let start = try reader.readBytes(
            Int(min(byteCount, Self.chapterNameByteCountMax + Self.chapterTimesByteCount)))
        let name = Array(start.prefix { $0 != 0 })
        guard name.count < Self.chapterNameByteCountMax else { return markUnread(head[..<4]) }
        var content = Array(start.prefix(name.count + Int(Self.chapterTimesByteCount)))
        reader.enter("ID3 tag", at: tag.position + Int64(content.count), end: end)
        var pictures: [Range<Int64>] = []
        var frameCount = 0
        while reader.bytesLeft > Int64(ID3Chapters.FrameHead.byteCount) {
            guard frameCount < Self.framesMax else {
                markUnread(head[..<4])
                break
            }
            frameCount += 1
            var inner = try reader.readBytes(ID3Chapters.FrameHead.byteCount)
            guard Self.isFrameID(inner[..<4]) else { break }
            let size = try Self.contentByteCount(&inner, version: version, in: &reader)
            guard size <= reader.bytesLeft else { break }
            let range = reader.position..<reader.position + size
            let isPicture =
                inner.starts(with: "APIC".utf8)
                && ID3FrameFlags(inner[9], version: version).isBare
            if isPicture, pictures.count < AttachedPicture.countMax {
                pictures.append(range)
                try reader.skip(size)
            } else if !isPicture, size <= ContainerLimits.tagBytesMax {
                content += inner + (try reader.readBytes(Int(size)))
                guard content.count <= Self.textsByteCountMax else {
                    return markUnread(head[..<4])
                }
            } else {
                markUnread(head[..<4] + [0x3A] + inner[..<4])
                try reader.skip(size)
            }
        }
        guard texts.count + head.count + content.count <= Self.textsByteCountMax else {
            return markUnread(head[..<4])
        }
        texts += head[..<4] + Self.size(content.count, version: version) + head[8...] + content
        chapterPictures += pictures.map { (name, $0) }
    }

    /// The longest name of a chapter, with the zero at its end.
    private static let chapterNameByteCountMax: Int64 = 512
    /// The zero at the end of a chapter's name, two times and two offsets.
    private static let chapterTimesByteCount: Int64 = 17

    /// The size of a frame's content by its head, in which the size is put as the version has it.
    private static func contentByteCount(
        _ head: inout [UInt8], version: UInt8, in reader: inout ByteReader
    ) throws(FormatError) -> Int64 {
        guard version == 4 else { return number(head[4..<8], bits: 8) }
        let count = try contentByteCount(head[4..<8], in: &reader)
        head.replaceSubrange(4..<8, with: size(Int(count), version: version))
        return count
    }

    private static func size(_ count: Int, version: UInt8) -> [UInt8] {
        let bits = version == 4 ? 7 : 8
        return (0..<4).map { UInt8(count >> (bits * (3 - $0)) & (1 << bits - 1)) }
    }

    private mutating func markUnread(_ id: some Sequence<UInt8>) {
        let name = String(decoding: Array(id), as: UTF8.self)
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

    static func isFrameID(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }

    private static func number(_ bytes: some Sequence<UInt8>, bits: Int64) -> Int64 {
        bytes.reduce(0) { $0 << bits | Int64($1) & (1 << bits - 1) }
    }
}
