/// The format of a picture, by its first bytes.
///
/// Source: W3C, Portable Network Graphics, 5.2; ITU-T T.81, annex B; CompuServe, GIF89a, 17; Google,
/// WebP Container Specification, "WebP File Header"; Microsoft, "Bitmap Storage".
enum PictureType {
    case jpeg
    case png
    case gif
    case bmp
    case webP

    var mimeType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .gif: "image/gif"
        case .bmp: "image/bmp"
        case .webP: "image/webp"
        }
    }
}

extension [UInt8] {
    var pictureType: PictureType {
        if starts(with: [0x89] + "PNG".utf8) { return .png }
        if starts(with: "GIF8".utf8) { return .gif }
        if starts(with: "BM".utf8) { return .bmp }
        if starts(with: "RIFF".utf8), dropFirst(8).starts(with: "WEBP".utf8) { return .webP }
        return .jpeg
    }

    /// Type code of the picture in iTunes's metadata.
    ///
    /// Source: Apple QuickTime File Format, "Well-known types".
    var mp4Type: UInt8 {
        switch pictureType {
        case .jpeg: 13
        case .png: 14
        case .bmp: 27
        case .gif: 12
        case .webP: 0
        }
    }
}
