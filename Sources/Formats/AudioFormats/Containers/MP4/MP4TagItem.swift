import AudioModel

/// An item of iTunes's metadata list, with the metadata key it maps to.
///
/// Source: Apple QuickTime File Format, "Metadata" and "Well-known types"; the box names and sizes
/// are those iTunes is seen to use.
struct MP4TagItem: Sendable {
    let id: FourCC
    let key: String
    let kind: Kind

    enum Kind: Sendable {
        case text
        /// A number and a total, 16 bits each, after two padding bytes and before `bytesBehind`
        /// more.
        case pair(bytesBehind: Int)
        /// An unsigned number of `byteCount` bytes; zero means absent.
        case number(byteCount: Int)
        case flag
        /// A genre's number in ID3v1, plus one; read, not written.
        case genre
    }

    static let textType: UInt8 = 1
    /// Type code of big-endian integers.
    private static let numberType: UInt8 = 21

    static let all = [
        MP4TagItem("title", 0xA96E_616D), MP4TagItem("artist", 0xA941_5254),
        MP4TagItem("album", 0xA961_6C62), MP4TagItem("genre", 0xA967_656E),
        MP4TagItem("year", 0xA964_6179), MP4TagItem("comments", 0xA963_6D74),
        MP4TagItem("composer", 0xA977_7274), MP4TagItem("encoding application", 0xA974_6F6F),
        MP4TagItem("copyright", 0x6370_7274), MP4TagItem("album artist", 0x6141_5254),
        MP4TagItem("lyrics", 0xA96C_7972),
        MP4TagItem("track number", 0x7472_6B6E, .pair(bytesBehind: 2)),
        MP4TagItem("disc number", 0x6469_736B, .pair(bytesBehind: 0)),
        MP4TagItem("tempo", 0x746D_706F, .number(byteCount: 2)),
        MP4TagItem("compilation", 0x6370_696C, .flag),
        MP4TagItem("sort title", 0x736F_6E6D), MP4TagItem("sort artist", 0x736F_6172),
        MP4TagItem("sort album", 0x736F_616C), MP4TagItem("sort album artist", 0x736F_6161),
        MP4TagItem("sort composer", 0x736F_636F), MP4TagItem("grouping", 0xA967_7270),
        MP4TagItem("podcast", 0x7063_7374, .flag), MP4TagItem("category", 0x6361_7467),
        MP4TagItem("description", 0x6465_7363),
        MP4TagItem("media kind", 0x7374_696B, .number(byteCount: 1)),
        MP4TagItem("content rating", 0x7274_6E67, .number(byteCount: 1)),
        MP4TagItem("genre", 0x676E_7265, .genre),
    ]

    private init(_ key: String, _ id: UInt32, _ kind: Kind = .text) {
        self.id = FourCC(rawValue: id)
        self.key = key
        self.kind = kind
    }

    /// Decodes the item's value.
    ///
    /// - Parameters:
    ///   - content: Content of the item's `data` box, after type and locale.
    ///   - type: Type code of the `data` box.
    /// - Returns: nil when the value is absent or has an unsupported type.
    func text(of content: [UInt8], type: UInt8) -> String? {
        switch kind {
        case .text:
            return type == Self.textType ? AudioFormats.text(of: content) : nil
        case .pair:
            guard content.count >= 4 else { return nil }
            let number = Self.number(content[2..<4])
            let total = content.count >= 6 ? Self.number(content[4..<6]) : 0
            guard number > 0 else { return nil }
            return total > 0 ? "\(number)/\(total)" : "\(number)"
        case .number:
            guard (1...4).contains(content.count) else { return nil }
            let number = Self.number(content[...])
            return number > 0 ? "\(number)" : nil
        case .genre:
            guard content.count == 2 else { return nil }
            return ID3Genres.name(Self.number(content[...]) - 1)
        case .flag:
            guard content.count == 1 else { return nil }
            return content[0] == 0 ? "0" : "1"
        }
    }

    /// Content of the `data` box for a text; nil when the text is not a valid value.
    func content(of text: String) -> [UInt8]? {
        switch kind {
        case .text:
            return Self.head(Self.textType) + Array(text.utf8)
        case .pair(let bytesBehind):
            let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
                .map { UInt16($0) }
            guard (1...2).contains(numbers.count), !numbers.contains(nil) else { return nil }
            var bytes = Self.head(0) + [0, 0]
            bytes.appendBigEndian(numbers[0] ?? 0)
            bytes.appendBigEndian(numbers.count > 1 ? numbers[1] ?? 0 : 0)
            return bytes + Array(repeating: 0, count: bytesBehind)
        case .number(let byteCount):
            // Numbers from other containers may have a fraction.
            guard let value = Double(text)?.rounded(), value > 0,
                let number = UInt32(exactly: value), number >> (8 * UInt32(byteCount)) == 0
            else { return nil }
            var bytes: [UInt8] = []
            bytes.appendBigEndian(number)
            return Self.head(Self.numberType) + bytes.suffix(byteCount)
        case .genre: return nil
        case .flag:
            guard ["0", "1"].contains(text) else { return nil }
            return Self.head(Self.numberType) + [text == "1" ? 1 : 0]
        }
    }

    /// The header of a `data` box: type code and default locale.
    private static func head(_ type: UInt8) -> [UInt8] { [0, 0, 0, type, 0, 0, 0, 0] }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
