import AudioCodecs

/// A picture in an ID3v2 tag.
///
/// Source: ID3 tag versions 2.2.0, 2.3.0 and 2.4.0, "Attached picture"; 2.4.0, "Frame header flags".
struct ID3Picture {
    /// The byte range of the picture, or of the frame's whole content where unsynchronisation is
    /// applied to it.
    private var range: Range<Int64>
    private let isUnsynchronised: Bool
    /// The kind of picture; 3 is the front cover.
    let kind: UInt8
    let mimeType: String
    let description: String
    private let version: UInt8

    var isFrontCover: Bool { kind == AttachedPicture.frontCover }

    private static let headByteCountMax: Int64 = 1024

    /// Finds the picture in its frame.
    ///
    /// - Parameters:
    ///   - reader: A copy of the tag's reader, at the frame's content.
    ///   - flags: The frame's second flag byte.
    /// - Returns: nil for a compressed, encrypted or empty frame.
    init?(
        in reader: ByteReader, byteCount: Int64, version: UInt8, flags: UInt8
    ) throws(FormatError) {
        var reader = reader
        let end = reader.position + byteCount
        let format = ID3FrameFlags(flags, version: version)
        guard format.isPlain else { return nil }
        isUnsynchronised = format.isUnsynchronised
        try reader.skip(min(Int64(format.prefixByteCount), byteCount))
        let start = reader.position
        var head = try reader.readBytes(Int(min(end - start, Self.headByteCountMax)))
        if isUnsynchronised { head = ID3Tag.synchronised(head[...]) }
        guard let found = Head(head, version: version) else { return nil }
        self.version = version
        kind = found.kind
        mimeType = found.mimeType
        description = found.description
        range = isUnsynchronised ? start..<end : start + Int64(found.byteCount)..<end
    }

    /// What precedes the picture in a frame's content: text encoding, MIME type, picture type and
    /// description.
    private struct Head {
        let mimeType: String
        let kind: UInt8
        let description: String
        let byteCount: Int

        init?(_ content: [UInt8], version: UInt8) {
            guard let encoding = content.first else { return nil }
            var rest = content.dropFirst()
            if version == 2 {
                // A format of three characters.
                let isPNG = rest.starts(with: "PNG".utf8)
                mimeType = isPNG ? "image/png" : "image/jpeg"
                rest = rest.dropFirst(3)
            } else {
                mimeType = text(of: rest)
                rest = rest.drop { $0 != 0 }.dropFirst()
            }
            guard let kind = rest.popFirst() else { return nil }
            self.kind = kind
            let start = rest.startIndex
            if encoding == 1 || encoding == 2 {
                while rest.count >= 2,
                    rest[rest.startIndex] != 0 || rest[rest.startIndex + 1] != 0
                {
                    rest = rest.dropFirst(2)
                }
                description = ID3Tag.parts(content[start..<rest.startIndex], encoding).first ?? ""
                rest = rest.dropFirst(2)
            } else {
                rest = rest.drop { $0 != 0 }
                description = ID3Tag.parts(content[start..<rest.startIndex], encoding).first ?? ""
                rest = rest.dropFirst()
            }
            guard !rest.isEmpty else { return nil }
            byteCount = rest.startIndex
        }
    }

    /// The byte range of the picture in the file; nil where unsynchronisation is applied to it.
    var storedRange: Range<Int64>? { isUnsynchronised ? nil : range }

    /// The bytes that the picture takes in the file.
    var byteCount: Int64 { range.upperBound - range.lowerBound }

    /// Reads the picture from the source of its tag.
    ///
    /// - Throws: `tooLarge`, or an error of the source.
    func bytes(in source: any ByteSource) throws(FormatError) -> [UInt8] {
        guard range.count <= AudioFileReader.pictureByteCountMax else {
            throw FormatError(.tooLarge("picture"))
        }
        let bytes = try source.bytes(range.count, at: range.lowerBound)
        guard isUnsynchronised else { return bytes }
        let content = ID3Tag.synchronised(bytes[...])
        return Head(content, version: version).map { Array(content[$0.byteCount...]) } ?? []
    }
}
