/// The type and the size of a picture, from its first bytes; nothing is decoded.
///
/// Source: W3C, Portable Network Graphics, 11.2.2; ITU-T T.81, B.2.2; CompuServe, GIF89a, 18;
/// Google, WebP Container Specification; Microsoft, Bitmap Header Types; Adobe, TIFF 6.0, section 2.
package struct PictureHeader: Equatable, Sendable {
    /// The file name extension: `jpg`, `png`, `gif`, `webp`, `bmp`, `tiff`.
    package var type: String
    /// The number of stored columns; `nil` when it does not come within the bytes.
    package var storedWidth: Int?
    /// The number of stored rows; `nil` when it does not come within the bytes.
    package var storedHeight: Int?
    /// How the stored picture is turned to be shown.
    package var orientation = PictureOrientation.upright
    /// The number of bits of a decoded pixel in libavcodec's formats, at most.
    var decodedBitsPerPixel = 32
    /// Whether the picture comes in several scans; coefficients are kept until the last one.
    var isProgressive = false

    /// - Parameter bytes: The picture's beginning; a JPEG's or TIFF's size may come later.
    /// - Returns: nil for anything that is no picture.
    package init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            type = "png"
            readPNG(bytes)
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            type = "jpg"
            readJPEG(bytes)
        } else if bytes.starts(with: "GIF8".utf8) {
            type = "gif"
            (storedWidth, storedHeight) = (bytes.little(6, 2), bytes.little(8, 2))
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            type = "webp"
            readWebP(bytes)
        } else if bytes.starts(with: "BM".utf8), bytes.count > 26 {
            type = "bmp"
            readBMP(bytes)
        } else if let directory = TIFFDirectory(bytes) {
            type = "tiff"
            (storedWidth, storedHeight) = (directory.width, directory.height)
            orientation = directory.orientation
        } else {
            return nil
        }
    }

    /// The size in pixels as the picture is shown; `nil` when it is unknown or empty.
    package var size: (width: Int, height: Int)? {
        guard let storedWidth, let storedHeight, storedWidth > 0, storedHeight > 0,
            storedWidth <= Int(Int32.max), storedHeight <= Int(Int32.max)
        else { return nil }
        return orientation.swapsSides ? (storedHeight, storedWidth) : (storedWidth, storedHeight)
    }

    private mutating func readPNG(_ bytes: [UInt8]) {
        (storedWidth, storedHeight) = (bytes.big(16, 4), bytes.big(20, 4))
        let depth = bytes.big(24, 1) ?? 16
        let samples = [0: 2, 2: 4, 3: 4, 4: 2, 6: 4][bytes.big(25, 1) ?? 6] ?? 4
        decodedBitsPerPixel = max(depth, 8) * samples
    }

    private mutating func readWebP(_ bytes: [UInt8]) {
        let chunk = bytes.dropFirst(12)
        if chunk.starts(with: "VP8X".utf8) {
            storedWidth = bytes.little(24, 3).map { $0 + 1 }
            storedHeight = bytes.little(27, 3).map { $0 + 1 }
        } else if chunk.starts(with: "VP8 ".utf8) {
            storedWidth = bytes.little(26, 2).map { $0 & 0x3FFF }
            storedHeight = bytes.little(28, 2).map { $0 & 0x3FFF }
        } else if chunk.starts(with: "VP8L".utf8), let sizes = bytes.little(21, 4) {
            storedWidth = sizes & 0x3FFF + 1
            storedHeight = sizes >> 14 & 0x3FFF + 1
        }
    }

    private mutating func readBMP(_ bytes: [UInt8]) {
        if bytes.little(14, 4) == 12 {
            (storedWidth, storedHeight) = (bytes.little(18, 2), bytes.little(20, 2))
        } else {
            storedWidth = bytes.little(18, 4)
            // Rows from the top have a negative height.
            storedHeight = bytes.little(22, 4).map {
                Int(Int32(truncatingIfNeeded: $0).magnitude)
            }
        }
    }

    /// Goes over the segments until the frame's header.
    private mutating func readJPEG(_ bytes: [UInt8]) {
        var offset = 2
        while offset + 9 <= bytes.count {
            guard bytes[offset] == 0xFF else { return }
            let marker = bytes[offset + 1]
            if marker == 0xFF {
                offset += 1
                continue
            }
            if (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker) {
                storedHeight = bytes.big(offset + 5, 2)
                storedWidth = bytes.big(offset + 7, 2)
                isProgressive = marker & 3 == 2
                return
            }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                offset += 2
                continue
            }
            guard let length = bytes.big(offset + 2, 2), length >= 2, marker != 0xD9, marker != 0xDA
            else { return }
            let body = bytes[min(offset + 4, bytes.count)..<min(offset + 2 + length, bytes.count)]
            if marker == 0xE1, body.starts(with: "Exif\0\0".utf8),
                let directory = TIFFDirectory(Array(body.dropFirst(6)))
            {
                orientation = directory.orientation
            }
            offset += 2 + length
        }
    }
}

/// The tags of a TIFF's first directory that tell how a picture is shown.
struct TIFFDirectory: Equatable {
    var width: Int?
    var height: Int?
    var orientation = PictureOrientation.upright

    /// Most entries that are read.
    private static let entriesMax = 512

    init?(_ bytes: [UInt8]) {
        let isLittle = bytes.starts(with: [0x49, 0x49, 0x2A, 0])
        guard isLittle || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) else { return nil }
        func number(_ offset: Int, _ count: Int) -> Int? {
            isLittle ? bytes.little(offset, count) : bytes.big(offset, count)
        }
        guard let start = number(4, 4), let count = number(start, 2) else { return }
        for index in 0..<min(count, Self.entriesMax) {
            let entry = start + 2 + 12 * index
            // Type 3 has 16 bits, at the beginning of the value's field.
            guard let tag = number(entry, 2), let kind = number(entry + 2, 2),
                let value = number(entry + 8, kind == 3 ? 2 : 4)
            else { return }
            switch tag {
            case 256: width = value
            case 257: height = value
            case 274: orientation = PictureOrientation(rawValue: value) ?? .upright
            default: break
            }
        }
    }
}

extension [UInt8] {
    /// A number of `count` bytes, the most significant one first.
    fileprivate func big(_ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset <= self.count - count else { return nil }
        return self[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// A number of `count` bytes, the least significant one first.
    fileprivate func little(_ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset <= self.count - count else { return nil }
        return self[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
