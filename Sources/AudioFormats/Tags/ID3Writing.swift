/// An ID3 tag of texts, for what a container has no place of its own.
///
/// Source: ID3 tag version 2.4.0, 3, "ID3v2 overview", and 4.2, "Text information frames".
enum ID3Writing {
    private static let frames: [String: String] = [
        "title": "TIT2", "artist": "TPE1", "album": "TALB", "genre": "TCON", "composer": "TCOM",
        "year": "TDRC", "recorded date": "TDRC", "track number": "TRCK", "disc number": "TPOS",
        "copyright": "TCOP", "lyricist": "TEXT", "tempo": "TBPM", "key signature": "TKEY",
        "ISRC": "TSRC", "compilation": "TCMP",
    ]

    /// The frame for a key; nil where there is none.
    static func frame(of key: String) -> String? { frames[key] }

    /// - Returns: nil where none of the texts has a frame.
    static func bytes(_ texts: [(key: String, value: String)]) -> [UInt8]? {
        var content: [UInt8] = []
        for (key, value) in texts {
            guard let frame = frames[key] else { continue }
            let utf8: UInt8 = 3
            let text = [utf8] + Array(value.utf8)
            guard let size = synchsafe(text.count) else { continue }
            content += Array(frame.utf8) + size + [0, 0] + text
        }
        guard !content.isEmpty, let size = synchsafe(content.count) else { return nil }
        let version: [UInt8] = [4, 0]
        return Array("ID3".utf8) + version + [0] + size + content
    }

    /// Seven bits a byte, so that no byte looks like the start of a frame of sound.
    private static func synchsafe(_ count: Int) -> [UInt8]? {
        guard count < 1 << 28 else { return nil }
        return [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) }
    }
}
