import AudioModel

/// Finds the picture in an ID3v2 tag.
///
/// Source: ID3 tag versions 2.2.0, 2.3.0 and 2.4.0, "ID3v2 header", "ID3v2 frame overview" and
/// "Attached picture".
enum ID3Picture {
    private static let headByteCount = ID3Tag.headerByteCount

    /// The first picture's bytes; nil when there is none, or the tag is unsynchronised.
    static func picture(in tag: [UInt8]) -> [UInt8]? {
        guard tag.count > headByteCount, (2...4).contains(tag[3]), tag[5] & 0x80 == 0 else {
            return nil
        }
        let version = tag[3]
        let idByteCount = version == 2 ? 3 : 4
        let frameHeadByteCount = version == 2 ? 6 : 10
        var offset = headByteCount
        // Extended header.
        if tag[5] & 0x40 != 0, version > 2, tag.count >= offset + 4 {
            let size = number(tag[offset..<offset + 4], bitsPerByte: version == 4 ? 7 : 8)
            offset += version == 4 ? size : size + 4
        }
        while offset + frameHeadByteCount < tag.count, tag[offset] != 0 {
            let id = tag[offset..<offset + idByteCount]
            let sizeEnd = offset + 2 * idByteCount
            let size = number(
                tag[offset + idByteCount..<sizeEnd], bitsPerByte: version == 4 ? 7 : 8)
            let start = offset + frameHeadByteCount
            guard size > 0, size <= tag.count - start else { return nil }
            if id.elementsEqual(version == 2 ? "PIC".utf8 : "APIC".utf8) {
                return picture(frame: tag[start..<start + size], isOld: version == 2)
            }
            offset = start + size
        }
        return nil
    }

    /// Parses a picture frame: text encoding, MIME type, picture type, description, picture.
    private static func picture(frame: ArraySlice<UInt8>, isOld: Bool) -> [UInt8]? {
        guard let coding = frame.first else { return nil }
        var rest = frame.dropFirst()
        if isOld {
            rest = rest.dropFirst(3)
        } else {
            rest = rest.drop { $0 != 0 }.dropFirst()
        }
        rest = rest.dropFirst()
        guard coding == 1 || coding == 2 else {
            let picture = rest.drop { $0 != 0 }.dropFirst()
            return picture.isEmpty ? nil : Array(picture)
        }
        // UTF-16.
        while rest.count >= 2, rest[rest.startIndex] != 0 || rest[rest.startIndex + 1] != 0 {
            rest = rest.dropFirst(2)
        }
        let picture = rest.dropFirst(2)
        return picture.isEmpty ? nil : Array(picture)
    }

    private static func number(_ bytes: ArraySlice<UInt8>, bitsPerByte: Int) -> Int {
        bytes.reduce(0) { $0 << bitsPerByte | Int($1) }
    }
}

extension AudioFileReader {
    private static let id3ByteCountMax: Int64 = 1 << 26
    private static let pictureByteCountMax: Int64 = 1 << 26

    /// Byte range of the file's ID3v2 tag; nil when there is none.
    private func id3Range() throws(FormatError) -> Range<Int64>? {
        let chunk = contents.metadata.chunks.first { $0.id == "ID3 " || $0.id == "id3 " }
        let offset = chunk?.start ?? 0
        // A tag larger than the file is invalid.
        let room = chunk?.byteCount ?? source.byteCount
        guard room >= Int64(ID3Tag.headerByteCount) else { return nil }
        let head = try source.bytes(ID3Tag.headerByteCount, at: offset)
        guard let byteCount = ID3Tag.byteCount(head).map(Int64.init), byteCount <= room else {
            return nil
        }
        return offset..<offset + byteCount
    }

    /// Reads the file's ID3v2 tag, with its offset in the file; nil when there is none.
    ///
    /// - Throws: `tooLarge`, or an error of the source.
    public func id3Tag() throws(FormatError) -> (bytes: [UInt8], offset: Int64)? {
        guard let range = try id3Range() else { return nil }
        guard range.count <= Self.id3ByteCountMax else { throw FormatError(.tooLarge("ID3 tag")) }
        return (try source.bytes(range.count, at: range.lowerBound), range.lowerBound)
    }

    /// The frames of the file's ID3v2 tag; nil when there is none, or it must be read as a whole.
    func id3Frames() throws(FormatError) -> ID3FrameIndex? {
        guard let range = try id3Range() else { return nil }
        return try ID3FrameIndex(
            source, tagAt: range.lowerBound, byteCount: Int64(range.count))
    }

    /// Byte range of the cover picture in the file; nil when there is none, or it is not stored in
    /// one piece.
    public func artworkRange() throws(FormatError) -> Range<Int64>? {
        var range = contents.metadata.artwork
        if range == nil { range = try id3Frames()?.picture }
        return range.flatMap { $0.upperBound <= source.byteCount && !$0.isEmpty ? $0 : nil }
    }

    /// Reads the cover picture; nil when there is none.
    ///
    /// - Throws: `tooLarge`, or an error of the source.
    public func artwork() throws(FormatError) -> [UInt8]? {
        if let place = try artworkRange() {
            guard place.count <= Self.pictureByteCountMax else {
                throw FormatError(.tooLarge("picture"))
            }
            return try source.bytes(place.count, at: place.lowerBound)
        }
        #if FFmpeg
            if contents.metadata.hasAttachedPicture {
                return try DemuxedContainer.attachedPicture(of: source, kind: contents.kind)
            }
        #endif
        guard let tag = try id3Tag() else { return nil }
        return ID3Picture.picture(in: ID3Tag.resynchronised(tag.bytes))
    }
}
