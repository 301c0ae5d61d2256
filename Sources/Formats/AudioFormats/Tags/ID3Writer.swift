/// Encodes an ID3v2.4 tag with texts and a picture, for containers that lack chunks for them.
///
/// Source: ID3 tag version 2.4.0, 3, "ID3v2 overview"; 4.2, "Text information frames"; 4.8,
/// "Unsynchronised lyrics"; 4.14, "Attached picture".
enum ID3Writer {
    private static let frames: [String: String] = [
        "title": "TIT2", "artist": "TPE1", "album": "TALB", "genre": "TCON", "composer": "TCOM",
        "year": "TDRC", "recorded date": "TDRC", "track number": "TRCK", "disc number": "TPOS",
        "copyright": "TCOP", "lyricist": "TEXT", "tempo": "TBPM", "key signature": "TKEY",
        "ISRC": "TSRC", "compilation": "TCMP",
        "album artist": "TPE2", "lyrics": "USLT",
    ]
    private static let utf8: UInt8 = 3

    /// The frame ID for a metadata key; nil without one.
    static func frame(of key: String) -> String? { frames[key] }

    /// Encodes the tag.
    ///
    /// - Returns: nil when no text has a frame and there is no picture.
    static func bytes(
        _ texts: [(key: String, value: String)], artwork: [UInt8]? = nil
    ) -> [UInt8]? {
        var content: [UInt8] = []
        for (key, value) in texts {
            guard let id = frames[key] else { continue }
            // No language and no description.
            let head = id == "USLT" ? Array("XXX".utf8) + [0] : []
            content += frame(id, [utf8] + head + value.utf8)
        }
        if let artwork {
            let front: UInt8 = 3
            let type = Array(artwork.pictureType.mimeType.utf8)
            content += frame("APIC", [utf8] + type + [0, front, 0] + artwork)
        }
        guard !content.isEmpty, let size = synchsafe(content.count) else { return nil }
        let version: [UInt8] = [4, 0]
        return Array("ID3".utf8) + version + [0] + size + content
    }

    private static func frame(_ id: String, _ content: [UInt8]) -> [UInt8] {
        guard let size = synchsafe(content.count) else { return [] }
        return Array(id.utf8) + size + [0, 0] + content
    }

    /// A syncsafe integer: seven bits per byte, so that no byte looks like a frame sync.
    private static func synchsafe(_ count: Int) -> [UInt8]? {
        guard count < 1 << 28 else { return nil }
        return [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) }
    }
}
