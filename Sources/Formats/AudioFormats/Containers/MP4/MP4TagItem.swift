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

    /// The items of the table of tags.
    static let all = TagTable.rows.flatMap(\.mp4)

    private static let byID = Dictionary(
        all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    /// Keys of numbers that have another item for their total.
    static let numbersWithOwnTotals: Set<String> = ["movement number"]

    /// The item of an identifier; nil for others.
    static func with(_ id: FourCC) -> MP4TagItem? { byID[id] }

    /// The item that is written for a key; nil for keys of freeform items.
    static func written(for key: String) -> MP4TagItem? { TagTable.row(key)?.mp4.first }

    /// Creates an item from its name in the table, which a kind of value can follow.
    ///
    /// - Returns: nil when it has no code of four characters.
    init?(_ key: String, _ name: String) {
        let words = name.split(separator: " ")
        guard let word = words.first, let id = TagTable.code(String(word)) else { return nil }
        self.id = id
        self.key = key
        switch words.dropFirst().first {
        case "pair": kind = .pair(bytesBehind: 0)
        case "pair2": kind = .pair(bytesBehind: 2)
        case "n1": kind = .number(byteCount: 1)
        case "n2": kind = .number(byteCount: 2)
        case "n4": kind = .number(byteCount: 4)
        case "flag": kind = .flag
        case "genre": kind = .genre
        default: kind = .text
        }
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

    /// Whether an item can have several values.
    var mayRepeat: Bool { if case .text = kind { true } else { false } }

    /// The header of a `data` box: type code and default locale.
    private static func head(_ type: UInt8) -> [UInt8] { [0, 0, 0, type, 0, 0, 0, 0] }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
