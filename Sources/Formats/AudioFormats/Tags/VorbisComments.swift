/// Encodes Vorbis comments, the texts of FLAC and Ogg, and the picture block of both.
///
/// Source: Xiph.Org, "Ogg Vorbis I format specification: comment field and header specification";
/// RFC 9639, 8.6, "Vorbis Comment", and 8.8, "Picture"; RFC 7845, 5.2, "Comment Header".
enum VorbisComments {
    private static let vendor = "Sori"

    /// Whether a comment can have a metadata key: printable ASCII without the equals sign.
    static func carries(_ key: String) -> Bool {
        !key.isEmpty && key.utf8.allSatisfy { (0x20...0x7D).contains($0) && $0 != 0x3D }
    }

    /// Encodes the vendor and the comments, without a framing bit.
    ///
    /// - Parameter pictures: Picture blocks in Base64.
    static func bytes(_ properties: WritingProperties, pictures: [String] = []) -> [UInt8] {
        var tags = properties.tags
        // A year beside a date is a comment of its own.
        if !tags.contains(where: { $0.key == "recorded date" }) {
            tags = properties.tags(datedBy: "recorded date")
        }
        var taken = tags.withoutPairs.filter { carries($0.key) }
        taken += VorbisCommentBlock.comments(properties.chapters)
        taken += pictures.map { ("metadata_block_picture", $0) }
        var bytes: [UInt8] = []
        append(Array(vendor.utf8), to: &bytes)
        bytes.appendLittleEndian(UInt32(clamping: taken.count))
        for (key, value) in taken {
            let text = TagTable.commentValue(key, value)
            append(Array(TagTable.vorbisName(of: key).utf8) + [0x3D] + text.utf8, to: &bytes)
        }
        return bytes
    }

    private static func append(_ text: [UInt8], to bytes: inout [UInt8]) {
        bytes.appendLittleEndian(UInt32(clamping: text.count))
        bytes += text
    }

    /// Encodes the content of a picture block, with unknown dimensions.
    static func picture(_ picture: AttachedPicture) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(UInt32(picture.kind))
        for text in [picture.mimeType, picture.description] {
            bytes.appendBigEndian(UInt32(clamping: text.utf8.count))
            bytes += text.utf8
        }
        // Width, height, depth and number of colours.
        for _ in 0..<4 { bytes.appendBigEndian(UInt32(0)) }
        bytes.appendBigEndian(UInt32(clamping: picture.bytes.count))
        return bytes + picture.bytes
    }

    /// Whether a picture fits into a metadata block of FLAC: its size has 24 bits.
    static func canHold(_ picture: AttachedPicture) -> Bool {
        picture.bytes.count + picture.description.utf8.count + picture.mimeType.utf8.count + 64
            < 1 << 24
    }
}
