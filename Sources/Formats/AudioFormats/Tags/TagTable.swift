import AudioModel

/// The table of tags: which name a metadata key has in each kind of tag.
///
/// Keys without a row are names of their own: they are written as user-defined texts where the kind
/// of tag has such.
package enum TagTable {
    /// A tag with its names.
    struct Row: Sendable {
        let key: String
        let id3: [ID3Name]
        let vorbis: [String]
        let mp4: [MP4TagItem]
        let freeform: [String]
        let riff: [FourCC]
        let aiff: FourCC?
    }

    /// An ID3v2 frame, with the description, owner or role that tells frames of one kind apart.
    struct ID3Name: Hashable, Sendable {
        let frame: String
        var detail: String?

        init(_ frame: String, _ detail: String? = nil) {
            self.frame = frame
            self.detail = detail
        }
    }

    static let rows: [Row] = text.split(separator: "\n").map { line in
        let columns = line.split(separator: "|", omittingEmptySubsequences: false).map { column in
            column.split(separator: ";").map { trimmed($0) }.filter { !$0.isEmpty }
        }
        func names(_ column: Int) -> [String] { column < columns.count ? columns[column] : [] }
        let key = names(0).first ?? ""
        let prefix = "----:"
        return Row(
            key: key, id3: names(1).map(parsedID3Name), vorbis: names(2),
            mp4: names(3).filter { !$0.hasPrefix(prefix) }.compactMap { MP4TagItem(key, $0) },
            freeform: names(3).filter { $0.hasPrefix(prefix) }
                .map { String($0.dropFirst(prefix.count)) },
            riff: names(4).compactMap(code), aiff: names(5).first.flatMap(code))
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    private static func parsedID3Name(_ name: String) -> ID3Name {
        guard let colon = name.firstIndex(of: ":") else { return ID3Name(name) }
        return ID3Name(String(name[..<colon]), String(name[name.index(after: colon)...]))
    }

    /// The code of four characters, of which the copyright sign is one byte, as in Mac OS Roman.
    static func code(_ name: String) -> FourCC? {
        var value: UInt32 = 0
        var count = 0
        for scalar in name.unicodeScalars where scalar.value < 0x100 {
            value = value << 8 | scalar.value
            count += 1
        }
        // Spaces at the end of a name are not in the table.
        while count < 4 {
            value = value << 8 | 0x20
            count += 1
        }
        return count == 4 ? FourCC(rawValue: value) : nil
    }

    /// The keys of the table, in its order.
    package static let keys = rows.map(\.key)

    // MARK: By key

    private static let rowsByKey = Dictionary(
        rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })

    static func row(_ key: String) -> Row? { rowsByKey[key] }

    // MARK: By name

    private static let keysByVorbisName = index { $0.vorbis }
    private static let keysByFreeformName = index { $0.freeform }
    private static let keysByID3Name: [ID3Name: String] = {
        var keys: [ID3Name: String] = [:]
        for row in rows {
            for name in row.id3 {
                let folded = ID3Name(name.frame, name.detail?.lowercased())
                if keys[folded] == nil { keys[folded] = row.key }
            }
        }
        return keys
    }()

    private static func index(_ names: (Row) -> [String]) -> [String: String] {
        var keys: [String: String] = [:]
        for row in rows {
            for name in names(row) where keys[name.lowercased()] == nil {
                keys[name.lowercased()] = row.key
            }
        }
        return keys
    }

    /// The key for the name of a Vorbis comment, or of a tag of APE or libavformat, which use the same
    /// names; the name in lower case where the table has none.
    static func key(ofComment name: String) -> String {
        let folded = name.lowercased()
        return userRating(name) ?? keysByVorbisName[folded] ?? folded
    }

    /// The key for a name like `RATING:user`; nil for others. The user is kept as it is.
    private static func userRating(_ name: String) -> String? {
        guard name.lowercased().hasPrefix(ratingPrefix) else { return nil }
        return ratingPrefix + name.dropFirst(ratingPrefix.count)
    }

    /// The text for a Vorbis comment.
    ///
    /// A user's rating is a share of one there, as Picard has it, and a number of a byte in ID3.
    static func text(ofComment name: String, _ value: String) -> (key: String, value: String) {
        let key = key(ofComment: name)
        guard key.hasPrefix(ratingPrefix), let share = Double(value), (0...1).contains(share)
        else { return (key, value) }
        return (key, "\(Int((share * 255).rounded()))")
    }

    /// The value of a Vorbis comment for a text.
    static func commentValue(_ key: String, _ value: String) -> String {
        guard key.hasPrefix(ratingPrefix), let number = UInt8(value) else { return value }
        return "\((Double(number) / 255 * 10_000).rounded() / 10_000)"
    }

    /// Precedes the address of the rating user in a key.
    static let ratingPrefix = "rating:"

    /// The key for a key of CAF's information chunk, which are those of the table; FFmpeg writes its
    /// own names there, which are like those of Vorbis comments.
    static func key(ofInformation name: String) -> String {
        row(name) == nil ? key(ofFreeName: name) : name
    }

    /// The key for the name of a freeform item; the name itself where the table has none.
    static func key(ofFreeform name: String) -> String {
        keysByFreeformName[name.lowercased()] ?? key(ofFreeName: name)
    }

    /// The key for a user-defined name, which programs choose like those of Vorbis comments.
    private static func key(ofFreeName name: String) -> String {
        userRating(name) ?? keysByVorbisName[name.lowercased()] ?? name
    }

    /// The key for an ID3v2 frame; nil where the table has none.
    static func key(ofFrame frame: String, _ detail: String? = nil) -> String? {
        keysByID3Name[ID3Name(frame, detail?.lowercased())]
    }

    /// The key for a user-defined text frame by its description.
    static func key(ofUserText description: String) -> String {
        if let key = key(ofFrame: "TXXX", description) { return key }
        // FFmpeg uses the identifiers of frames that it does not write itself.
        if description.utf8.count == 4, let key = key(ofFrame: description.uppercased()) {
            return key
        }
        return key(ofFreeName: description)
    }

    /// The key for an identifier in RIFF's `INFO` list, or else the identifier.
    static func key(ofRIFF id: FourCC) -> String {
        rows.first { $0.riff.contains(id) }?.key ?? id.description
    }

    /// The key for a text chunk of AIFF; nil for other chunks.
    static func key(ofAIFF id: FourCC) -> String? { rows.first { $0.aiff == id }?.key }

    // MARK: For writing

    /// The name of a Vorbis comment for a key, in upper case.
    static func vorbisName(of key: String) -> String {
        if key.hasPrefix(ratingPrefix) { return "RATING:" + key.dropFirst(ratingPrefix.count) }
        return row(key)?.vorbis.first ?? key.uppercased()
    }

    /// The frame for a key: a user-defined text where the table has none.
    static func id3Name(of key: String) -> ID3Name {
        if let name = row(key)?.id3.first { return name }
        for (prefix, frame) in [
            ("comments:", "COMM"), ("lyrics:", "USLT"), ("web page:", "WXXX"),
            (ratingPrefix, "POPM"),
        ]
        where key.hasPrefix(prefix) {
            return ID3Name(frame, String(key.dropFirst(prefix.count)))
        }
        let role = "performer:"
        if key.hasPrefix(role) { return ID3Name("TMCL", String(key.dropFirst(role.count))) }
        return ID3Name("TXXX", row(key) == nil ? key : vorbisName(of: key))
    }

    /// The name of a freeform item for a key that no atom has.
    static func freeformName(of key: String) -> String {
        guard let row = row(key) else { return key }
        return row.freeform.first ?? vorbisName(of: key)
    }

    static func riffID(of key: String) -> FourCC? { row(key)?.riff.first }

    static func aiffID(of key: String) -> FourCC? { row(key)?.aiff }
}
