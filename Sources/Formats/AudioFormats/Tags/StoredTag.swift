public import AudioCodecs

/// A value of a file's tags as it is stored, under the key that its tag has for it.
///
/// `FileTags` has the same values by one set of keys for all kinds of tags; this keeps what a kind
/// of tag says in its own way.
public struct StoredTag: Hashable, Sendable {
    /// The kinds of tags.
    public enum Form: Hashable, Sendable {
        /// A frame of an ID3v2 tag, of version 2, 3 or 4.
        case id3(version: UInt8)
        /// An item of iTunes's list with a code of four characters.
        case iTunes
        /// An item of iTunes's list with a name: `com.apple.iTunes.NAME`.
        case iTunesNamed
        /// An item of QuickTime's list with a name.
        case quickTimeMetadata
        /// A text of QuickTime's user data.
        case quickTimeUserData
        /// A text of the user data of 3GPP.
        case isoUserData
        /// A comment of FLAC or Ogg.
        case vorbisComment
        /// A text of a WAVE, AIFF or CAF file, and of others, by its metadata key.
        case information
    }

    /// The kinds of values.
    public enum Value: Hashable, Sendable {
        case text(String)
        case number(Int64)
        case bytes([UInt8])
    }

    public var form: Form
    /// The key in its tag: an identifier of a frame, of three characters in version 2.2; a code of
    /// four characters, each of which is a byte; the name of a comment, as it is written.
    public var key: String
    public var value: Value
    /// What the tag says about the value: the description of a comment, a picture or a text of the
    /// user's, the owner of private data.
    public var detail = ""
    /// The language, by its code of three letters; `nil` where the tag has none.
    public var language: String?
    /// The MIME type of a picture.
    public var mimeType: String?
    /// What a picture shows, as ID3 numbers it.
    public var pictureKind: UInt8?
    /// The number of the track that the value is about; `nil` for the whole file.
    public var track: UInt32?

    public init(_ form: Form, _ key: String, _ value: Value) {
        self.form = form
        self.key = key
        self.value = value
    }

    /// Limit on the number of values of a file.
    static let countMax = 1024
}

extension AudioFileReader {
    /// Reads the values of the file's tags as they are stored: those of the container first, then
    /// those of an ID3v2 tag; of an ID3v1 tag only where there is none.
    ///
    /// - Throws: An error of the source.
    public func storedTags() throws(FormatError) -> [StoredTag] {
        var tags: [StoredTag] = []
        switch containerKind {
        case .m4a, .m4b, .mp4, .threeGPP, .threeGPP2, .quickTime:
            let found = try FormatError.unlessDefective { () throws(FormatError) in
                try MP4StoredTags(source).tags
            }
            tags = found ?? []
        case .flac, .ogg: tags = try storedComments()
        default: break
        }
        if tags.isEmpty {
            tags = contents.metadata.tags.map {
                StoredTag(.information, $0.key, .text($0.value))
            }
        }
        let frames = try FormatError.unlessDefective { () throws(FormatError) in
            try id3Tag().map { StoredTag.id3Tags($0.bytes) }
        }
        tags += frames.flatMap { $0 } ?? []
        if tags.isEmpty { tags = try storedID3v1() }
        return Array(tags.prefix(StoredTag.countMax))
    }

    /// The comments and pictures of FLAC and Ogg.
    private func storedComments() throws(FormatError) -> [StoredTag] {
        var tags: [StoredTag] = []
        let block = try containerKind == .ogg ? oggComments()?.block : flacComments()
        for (name, value) in block?.comments ?? [] {
            tags.append(StoredTag(.vorbisComment, name, .text(value)))
        }
        for picture in try fileTags().pictures {
            var tag = StoredTag(.vorbisComment, "METADATA_BLOCK_PICTURE", .bytes(picture.bytes))
            (tag.detail, tag.mimeType) = (picture.description, picture.mimeType)
            tag.pictureKind = picture.kind
            tags.append(tag)
        }
        return tags
    }

    /// The comments of a FLAC file.
    ///
    /// Source: RFC 9639, 8.1, "Metadata Block Header".
    private func flacComments() throws(FormatError) -> VorbisCommentBlock? {
        var reader = ByteReader(source)
        let found = try FormatError.unlessDefective { () throws(FormatError) in
            try Self.flacComments(&reader)
        }
        return found.flatMap { $0 }
    }

    private static func flacComments(
        _ reader: inout ByteReader
    ) throws(FormatError) -> VorbisCommentBlock? {
        guard let (_, start) = try ContainerKind.locate(&reader) else { return nil }
        let end = reader.source.byteCount
        var position = start + 4
        let blocksMax = 1024
        for _ in 0..<blocksMax {
            reader.enter("metadata block", at: position, end: end)
            guard reader.bytesLeft >= 4 else { return nil }
            let head: UInt32 = try reader.readBigEndian()
            let next = reader.position + Int64(head & 0xFF_FFFF)
            if head >> 24 & 0x7F == 4 {
                reader.enter("comments", at: reader.position, end: next)
                return try VorbisCommentBlock(reading: &reader)
            }
            guard head >> 31 == 0, next < end else { return nil }
            position = next
        }
        return nil
    }

    /// The texts of an ID3v1 tag, as the frames that version 2.3 has for them.
    private func storedID3v1() throws(FormatError) -> [StoredTag] {
        try id3v1Texts().compactMap { key, value in
            StoredTag.framesOfID3v1[key].map { StoredTag(.id3(version: 3), $0, .text(value)) }
        }
    }
}

extension StoredTag {
    fileprivate static let framesOfID3v1 = [
        "title": "TIT2", "artist": "TPE1", "album": "TALB", "year": "TYER", "comments": "COMM",
        "track number": "TRCK", "genre": "TCON",
    ]
}
