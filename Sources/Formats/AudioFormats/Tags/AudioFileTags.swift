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

    /// The APE tag at the file's end; nil when there is none, and where libavformat reads it.
    private func apeTag() throws(FormatError) -> APETag? {
        guard mayEndWithTags else { return nil }
        return try FormatError.unlessDefective { () throws(FormatError) in
            try APETag(atEndOf: source)
        }
    }

    /// Names of the APE tag's items that are not read, here or by libavformat.
    private func unreadAPEItems() throws(FormatError) -> [String] {
        let isDemuxed = [.wavPack, .monkeysAudio].contains(containerKind)
        guard mayEndWithTags || isDemuxed else { return [] }
        let tag = try FormatError.unlessDefective { () throws(FormatError) in
            try APETag(atEndOf: source)
        }
        return tag?.unread ?? []
    }

    func id3v1Texts() throws(FormatError) -> [(key: String, value: String)] {
        let start = source.byteCount - Int64(ID3v1Tag.byteCount)
        guard mayEndWithTags, start >= 0 else { return [] }
        return ID3v1Tag.texts(try source.bytes(ID3v1Tag.byteCount, at: start))
    }

    /// The comments of an Ogg file, with the source of their pictures.
    func oggComments() throws(FormatError) -> (
        block: VorbisCommentBlock, source: any ByteSource
    )? {
        guard containerKind == .ogg, !source.isStillArriving else { return nil }
        return try FormatError.unlessDefective { () throws(FormatError) in
            try OggComments.read(source)
        }
    }

    // MARK: Texts

    /// Textual metadata as key–value pairs, in the order of the file; keys can repeat.
    ///
    /// ID3 and APE tags are read on access. Their entries follow the container's own, and only for
    /// keys that the container does not have: first those of ID3v2 in tag order, then those of APE
    /// and ID3v1.
    public func tags() throws(FormatError) -> [(key: String, value: String)] {
        let frames = try FormatError.unlessDefective { () throws(FormatError) in
            try id3Frames()
        }
        return try texts(frames?.index, oggComments()?.block)
    }

    private func texts(
        _ frames: ID3FrameIndex?, _ comments: VorbisCommentBlock?
    ) throws(FormatError) -> [(key: String, value: String)] {
        var texts = comments?.texts ?? []
        // The first bitstream of an Ogg file need not be the sound.
        if texts.isEmpty { texts = contents.metadata.tags.map { ($0.key, $0.value) } }
        let content = frames.flatMap { ID3Tag($0.texts) }?.content
        for others in try [content?.texts ?? [], apeTag()?.texts ?? [], id3v1Texts()] {
            let keys = Set(texts.map { Self.topic($0.key) })
            texts += others.filter { !keys.contains(Self.topic($0.key)) }
        }
        return texts
    }

    /// The key, or one of two that mean the same.
    private static func topic(_ key: String) -> String { key == "year" ? "recorded date" : key }

    // MARK: All tags

    /// Reads all that the file says besides its audio.
    ///
    /// - Throws: An error of the source.
    public func fileTags() throws(FormatError) -> FileTags {
        let frames = try FormatError.unlessDefective { () throws(FormatError) in
            try id3Frames()
        }
        let comments = try oggComments()
        var content = frames.flatMap { ID3Tag($0.index.texts) }?.content
        let metadata = contents.metadata
        var tags = FileTags()
        if let frames, try content?.takePictures(frames.index, in: frames.copy ?? source) == false {
            let name = "pictures of chapters that are too large"
            tags.others.append(.init(name: name, form: .unread))
        }
        tags.texts = try texts(frames?.index, comments?.block)
        tags.chapters = comments?.block.chapters ?? metadata.chapters
        if tags.chapters.isEmpty { tags.chapters = content?.chapters ?? [] }
        if tags.chapters.isEmpty { tags.chapters = try storedChapters() }
        tags.others += metadata.others
        let names = (comments?.block.unread ?? []) + (frames?.index.unread ?? [])
        for name in try names + unreadAPEItems() {
            tags.others.append(.init(name: name, form: .unread))
        }
        tags.others += content?.others ?? []
        tags.others += otherChunks.map { .init(name: $0.description, form: .chunk) }
        tags.id3Frames = content?.frames ?? []
        tags.mp4Items = metadata.mp4Items
        try readPictures(frames, comments, into: &tags)
        try readLaterParts(into: &tags)
        return tags
    }

    private func readPictures(
        _ frames: (index: ID3FrameIndex, copy: MemoryBytes?)?,
        _ comments: (block: VorbisCommentBlock, source: any ByteSource)?,
        into tags: inout FileTags
    ) throws(FormatError) {
        var collector = PictureCollector()
        for picture in contents.metadata.pictures { try collector.take(picture, of: source) }
        for range in contents.metadata.encodedPictures {
            try collector.takeEncoded(range, of: source)
        }
        for range in comments?.block.encodedPictures ?? [] {
            if let source = comments?.source { try collector.takeEncoded(range, of: source) }
        }
        for picture in frames?.index.pictures ?? [] {
            try collector.take(picture, of: frames?.copy ?? source)
        }
        if collector.pictures.isEmpty, let range = try apeTag()?.picture {
            try collector.take(
                StoredPicture(kind: AttachedPicture.frontCover, range: range), of: source)
        }
        #if FFmpeg
            if collector.pictures.isEmpty, contents.metadata.hasAttachedPicture,
                let bytes = try DemuxedContainer.attachedPicture(of: source, kind: contents.kind)
            {
                collector.pictures = [AttachedPicture(bytes: bytes)]
            }
        #endif
        tags.pictures = collector.pictures.coversFirst
        if collector.leftCount > 0 {
            let name = "pictures that are too large"
            tags.others.append(.init(name: name, form: .unread))
        }
    }

    /// The chapters of a chapter track, or else the named markers.
    private func storedChapters() throws(FormatError) -> [AudioChapter] {
        if let track = contents.metadata.chapterTrack {
            let chapters = try FormatError.unlessDefective { () throws(FormatError) in
                try track.chapters(in: source)
            }
            return chapters ?? []
        }
        let list = try FormatError.unlessDefective { () throws(FormatError) in try markers() }
        return (list?.markers ?? []).prefix(AudioChapter.countMax).compactMap { marker in
            guard marker.framePosition.isFinite, marker.framePosition >= 0 else { return nil }
            return AudioChapter(
                start: marker.framePosition / format.sampleRate, title: marker.name ?? "")
        }
    }

    // MARK: The cover

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

extension FileTags {
    /// Reads an ID3v2 tag.
    ///
    /// - Throws: A defect of the tag.
    init(id3Tag bytes: [UInt8]) throws(FormatError) {
        let source = MemoryBytes(ID3Tag.resynchronised(bytes))
        guard let index = try ID3FrameIndex(source, tagAt: 0, byteCount: source.byteCount),
            var content = ID3Tag(index.texts)?.content
        else { throw FormatError(.missing("ID3 tag")) }
        _ = try content.takePictures(index, in: source)
        texts = content.texts
        chapters = content.chapters
        id3Frames = content.frames
        var collector = PictureCollector()
        for picture in index.pictures { try collector.take(picture, of: source) }
        pictures = collector.pictures
    }
}

/// Reads pictures up to the limits on their number and bytes.
struct PictureCollector {
    var pictures: [AttachedPicture] = []
    /// Number of pictures that were left out.
    private(set) var leftCount = 0
    private var bytesLeft = AttachedPicture.byteCountMax

    /// Whether a picture of this size may be read.
    private mutating func mayTake(_ byteCount: Int64) -> Bool {
        guard byteCount > 0, byteCount <= bytesLeft, pictures.count < AttachedPicture.countMax
        else {
            leftCount += 1
            return false
        }
        bytesLeft -= byteCount
        return true
    }

    mutating func take(_ picture: StoredPicture, of source: any ByteSource) throws(FormatError) {
        let range = picture.range
        // A truncated picture is none.
        guard range.upperBound <= source.byteCount, mayTake(range.upperBound - range.lowerBound)
        else { return }
        pictures.append(
            AttachedPicture(
                kind: picture.kind, mimeType: picture.mimeType.isEmpty ? nil : picture.mimeType,
                description: picture.description,
                bytes: try source.bytes(range.count, at: range.lowerBound)))
    }

    mutating func take(_ picture: ID3Picture, of source: any ByteSource) throws(FormatError) {
        guard mayTake(picture.byteCount) else { return }
        let bytes = try picture.bytes(in: source)
        guard !bytes.isEmpty else { return }
        // Some programs write a type without its first half.
        let isType = picture.mimeType.contains("/")
        pictures.append(
            AttachedPicture(
                kind: picture.kind, mimeType: isType ? picture.mimeType : nil,
                description: picture.description, bytes: bytes))
    }

    /// Takes a picture block in Base64.
    mutating func takeEncoded(
        _ range: Range<Int64>, of source: any ByteSource
    ) throws(FormatError) {
        guard range.upperBound <= source.byteCount, mayTake(range.upperBound - range.lowerBound)
        else { return }
        let block = MemoryBytes(Base64.bytes(try source.bytes(range.count, at: range.lowerBound)))
        var reader = ByteReader(block)
        let found = try FormatError.unlessDefective { () throws(FormatError) in
            try StoredPicture(readingBlock: &reader)
        }
        if let picture = found {
            pictures.append(
                AttachedPicture(
                    kind: picture.kind, mimeType: picture.mimeType,
                    description: picture.description,
                    bytes: try block.bytes(picture.range.count, at: picture.range.lowerBound)))
        }
    }
}
