/// The format of a picture, by its first bytes.
///
/// Source: W3C, Portable Network Graphics, 5.2; ITU-T T.81, annex B.
enum PictureType {
    case jpeg
    case png

    var mimeType: String { self == .png ? "image/png" : "image/jpeg" }

    /// Type code in iTunes's metadata.
    ///
    /// Source: Apple QuickTime File Format, "Well-known types".
    var mp4Type: UInt8 { self == .png ? 14 : 13 }
}

extension [UInt8] {
    var pictureType: PictureType { starts(with: [0x89] + "PNG".utf8) ? .png : .jpeg }
}
