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
    static func bytes(_ comments: [(key: String, value: String)]) -> [UInt8] {
        let taken = comments.filter { carries($0.key) }
        var bytes: [UInt8] = []
        append(Array(vendor.utf8), to: &bytes)
        bytes.appendLittleEndian(UInt32(clamping: taken.count))
        for (key, value) in taken {
            let name = CommentKey.vorbis(key).uppercased()
            append(Array(name.utf8) + [0x3D] + value.utf8, to: &bytes)
        }
        return bytes
    }

    private static func append(_ text: [UInt8], to bytes: inout [UInt8]) {
        bytes.appendLittleEndian(UInt32(clamping: text.count))
        bytes += text
    }

    /// Encodes the content of a picture block: a front cover of unknown dimensions.
    static func picture(_ artwork: [UInt8]) -> [UInt8] {
        let frontCover: UInt32 = 3
        let type = Array(artwork.pictureType.mimeType.utf8)
        var bytes: [UInt8] = []
        bytes.appendBigEndian(frontCover)
        bytes.appendBigEndian(UInt32(type.count))
        bytes += type
        // No description; width, height, depth and number of colours unknown.
        for _ in 0..<5 { bytes.appendBigEndian(UInt32(0)) }
        bytes.appendBigEndian(UInt32(clamping: artwork.count))
        return bytes + artwork
    }

    /// Encodes bytes as text, for a picture in a comment.
    ///
    /// Source: RFC 4648, 4, "Base 64 Encoding".
    static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for index in 0..<4 {
                let isPadding = index > group.count
                text.append(isPadding ? 0x3D : alphabet[bits >> (18 - 6 * index) & 63])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
