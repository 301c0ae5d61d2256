/// The type and the size in pixels of a picture, from its first bytes; pictures are never decoded.
///
/// Source: W3C, Portable Network Graphics, 11.2.2; ITU-T T.81, B.2.2; CompuServe, GIF89a, 18;
/// Google, WebP Container Specification.
package struct PictureHeader: Equatable, Sendable {
    /// The file name extension: `jpg`, `png`, `gif`, `webp`, `bmp`.
    package var type: String
    package var width: Int?
    package var height: Int?

    /// - Parameter bytes: The picture's beginning; a JPEG's size may come later.
    /// - Returns: nil for anything that is no picture.
    package init?(_ bytes: [UInt8]) {
        func big(_ offset: Int, _ count: Int) -> Int? {
            guard offset + count <= bytes.count else { return nil }
            return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
        }
        func little(_ offset: Int, _ count: Int) -> Int? {
            guard offset + count <= bytes.count else { return nil }
            return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            type = "png"
            (width, height) = (big(16, 4), big(20, 4))
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            type = "jpg"
            (width, height) = Self.jpegSize(bytes) ?? (nil, nil)
        } else if bytes.starts(with: "GIF8".utf8) {
            type = "gif"
            (width, height) = (little(6, 2), little(8, 2))
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            type = "webp"
            if bytes.dropFirst(12).starts(with: "VP8X".utf8) {
                (width, height) = (little(24, 3).map { $0 + 1 }, little(27, 3).map { $0 + 1 })
            } else if bytes.dropFirst(12).starts(with: "VP8 ".utf8) {
                (width, height) = (
                    little(26, 2).map { $0 & 0x3FFF }, little(28, 2).map { $0 & 0x3FFF }
                )
            }
        } else if bytes.starts(with: "BM".utf8), bytes.count > 26 {
            type = "bmp"
            (width, height) = (little(18, 4), little(22, 4))
        } else {
            return nil
        }
    }

    private static func jpegSize(_ bytes: [UInt8]) -> (Int?, Int?)? {
        var offset = 2
        while offset + 9 <= bytes.count {
            guard bytes[offset] == 0xFF else { return nil }
            let marker = bytes[offset + 1]
            if marker == 0xFF {
                offset += 1
                continue
            }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame {
                return (
                    Int(bytes[offset + 7]) << 8 | Int(bytes[offset + 8]),
                    Int(bytes[offset + 5]) << 8 | Int(bytes[offset + 6])
                )
            }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                offset += 2
                continue
            }
            let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            guard length >= 2, marker != 0xD9, marker != 0xDA else { return nil }
            offset += 2 + length
        }
        return nil
    }
}
