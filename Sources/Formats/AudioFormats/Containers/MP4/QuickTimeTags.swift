import AudioCodecs
import AudioModel

/// The names that QuickTime's metadata has beside iTunes's, with the metadata keys they map to.
///
/// Source: Apple QuickTime File Format, "QuickTime Metadata Keys" and "User Data Atoms"; the names
/// without a prefix are those FFmpeg writes.
enum QuickTimeTags {
    /// The prefix of Apple's names of keys.
    private static let prefix = "com.apple.quicktime."

    private static let keys = [
        "title": "title", "displayname": "title", "artist": "artist", "album": "album",
        "genre": "genre", "year": "year", "date": "year", "creationdate": "year",
        "comment": "comments", "composer": "composer", "copyright": "copyright",
        "encoder": "encoding application", "software": "encoding application",
        "album_artist": "album artist", "track": "track number", "disc": "disc number",
        "lyrics": "lyrics", "description": "description", "grouping": "grouping",
    ]

    /// The four-character codes of user data text that iTunes does not use.
    private static let userData: [UInt32: String] = [
        0xA961_7574: "artist", 0xA973_7772: "encoding application", 0xA963_7079: "copyright",
        0xA969_6E66: "comments", 0xA964_6573: "description",
    ]

    /// The metadata key for a name in a `keys` box; the name itself, without Apple's prefix, for
    /// others.
    static func key(forName name: String) -> String {
        let short = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        return keys[short.lowercased()] ?? short
    }

    /// The metadata key for a box of user data text; `nil` for other boxes.
    static func key(forUserData id: FourCC) -> String? {
        if let item = MP4TagItem.with(id), case .text = item.kind {
            return item.key
        }
        return userData[id.rawValue]
    }

    /// Reads the names of a `keys` box, in their order.
    static func readNames(
        _ box: MP4Box, in reader: inout ByteReader
    ) throws(FormatError) -> [String] {
        reader.enter("metadata keys", at: box.start, end: box.end)
        guard reader.bytesLeft >= 8 else { return [] }
        try reader.skip(4)
        let count: UInt32 = try reader.readBigEndian()
        var names: [String] = []
        for _ in 0..<min(Int(count), ContainerLimits.tagsMax) where reader.bytesLeft >= 8 {
            let byteCount: UInt32 = try reader.readBigEndian()
            try reader.skip(4)
            let length = Int64(byteCount) - 8
            guard length >= 0, length <= min(reader.bytesLeft, Int64(ContainerLimits.tagBytesMax))
            else { break }
            names.append(text(of: try reader.readBytes(Int(length))))
        }
        return names
    }

    /// Reads a box of user data text: its first text, whatever the language.
    ///
    /// - Returns: `nil` for an empty text, and a box that is not one.
    static func readText(
        _ box: MP4Box, in reader: inout ByteReader
    ) throws(FormatError) -> String? {
        reader.enter("user data", at: box.start, end: box.end)
        guard reader.bytesLeft >= 4 else { return nil }
        let byteCount: UInt16 = try reader.readBigEndian()
        try reader.skip(2)
        guard byteCount > 0, Int64(byteCount) <= reader.bytesLeft else { return nil }
        return text(of: try reader.readBytes(Int(byteCount)))
    }
}
