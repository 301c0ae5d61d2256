public import AudioCodecs
import AudioModel

/// Tags that are not part of the container: ID3v2 before the audio or in a chunk, and APE and ID3v1
/// behind it.
extension AudioFileReader {
    private static let id3ByteCountMax: Int64 = 1 << 26
    static let pictureByteCountMax: Int64 = 1 << 26

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

    /// The frames of the file's ID3v2 tag, and what they are in: the file, or a copy of the tag that
    /// is synchronised again. nil when there is no valid tag.
    private func id3Frames() throws(FormatError) -> (index: ID3FrameIndex, copy: MemoryBytes?)? {
        guard let range = try id3Range() else { return nil }
        let frames = try ID3FrameIndex(
            source, tagAt: range.lowerBound, byteCount: Int64(range.count))
        if let frames { return (frames, nil) }
        guard let tag = try id3Tag() else { return nil }
        let copy = MemoryBytes(ID3Tag.resynchronised(tag.bytes))
        return try ID3FrameIndex(copy, tagAt: 0, byteCount: copy.byteCount).map { ($0, copy) }
    }

    /// Whether APE and ID3v1 tags may follow the audio, and the end of the file is there.
    private var mayEndWithTags: Bool {
        let kinds: Set<ContainerKind> = [.mp3, .mp2, .mp1, .adts]
        return kinds.contains(containerKind) && !source.isStillArriving
    }

    /// The APE tag at the file's end; nil when there is none.
    private func apeTag() throws(FormatError) -> APETag? {
        guard mayEndWithTags else { return nil }
        return try FormatError.unlessDefective { () throws(FormatError) in
            try APETag(atEndOf: source)
        }
    }

    private func id3v1Texts() throws(FormatError) -> [(key: String, value: String)] {
        let start = source.byteCount - Int64(ID3v1Tag.byteCount)
        guard mayEndWithTags, start >= 0 else { return [] }
        return ID3v1Tag.texts(try source.bytes(ID3v1Tag.byteCount, at: start))
    }

    /// The texts of the file's tags: those of ID3v2 in tag order, then those of APE and ID3v1 that it
    /// lacks. Empty when there is no readable tag.
    func tagTexts() throws(FormatError) -> [(key: String, value: String)] {
        let frames = try FormatError.unlessDefective { () throws(FormatError) in
            try id3Frames()?.index.texts
        }
        var texts = frames.flatMap { ID3Tag($0) }?.keyedTexts ?? []
        let others = try (apeTag()?.texts ?? []) + id3v1Texts()
        for (key, value) in others where !texts.contains(where: { $0.key == key }) {
            texts.append((key, value))
        }
        return texts
    }

    /// Byte range of the cover picture in the file; nil when there is none, or it is not stored in
    /// one piece.
    public func artworkRange() throws(FormatError) -> Range<Int64>? {
        var range = contents.metadata.artwork
        if range == nil, let frames = try id3Frames(), let picture = frames.index.picture {
            guard frames.copy == nil, let stored = picture.storedRange else { return nil }
            range = stored
        }
        if range == nil { range = try apeTag()?.picture }
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
        guard let frames = try id3Frames(), let picture = frames.index.picture else { return nil }
        let bytes = try picture.bytes(in: frames.copy ?? source)
        return bytes.isEmpty ? nil : bytes
    }
}
