import AudioCodecs

/// The comments of FLAC and Ogg.
///
/// Source: Xiph.Org, "Ogg Vorbis I format specification: comment field and header specification"; the
/// chapters are those of the "Chapter Extension" that FFmpeg and VLC read.
struct VorbisCommentBlock {
    private(set) var texts: [(key: String, value: String)] = []
    /// The comments as they are written, but for pictures and chapters.
    private(set) var comments: [(name: String, value: String)] = []
    private(set) var chapters: [AudioChapter] = []
    /// Where pictures are in the source, in Base64.
    private(set) var encodedPictures: [Range<Int64>] = []
    /// Names of comments that are too large to be read.
    private(set) var unread: [String] = []

    private static let pictureName = "metadata_block_picture="

    /// Reads the comments; truncated ones end them.
    ///
    /// - Parameter reader: At the vendor's size, limited to the comments.
    init(reading reader: inout ByteReader) throws(FormatError) {
        guard reader.bytesLeft >= 4 else { return }
        let vendorByteCount: UInt32 = try reader.readLittleEndian()
        guard Int64(vendorByteCount) + 4 <= reader.bytesLeft else { return }
        try reader.skip(Int64(vendorByteCount))
        let count: UInt32 = try reader.readLittleEndian()
        var times: [(number: Substring, start: Double)] = []
        var titles: [Substring: String] = [:]
        var links: [Substring: String] = [:]
        for _ in 0..<min(Int64(count), Int64(ContainerLimits.tagsMax)) {
            guard reader.bytesLeft >= 4 else { break }
            let byteCount = Int64(try reader.readLittleEndian() as UInt32)
            guard byteCount <= reader.bytesLeft else { break }
            guard let (name, value) = try comment(byteCount, in: &reader) else { continue }
            if let chapter = Self.chapterNumber(name.lowercased()) {
                switch chapter.part {
                case "name": titles[chapter.number] = value
                case "url": links[chapter.number] = value
                default:
                    guard let start = Self.seconds(value), times.count < AudioChapter.countMax
                    else { continue }
                    times.append((chapter.number, start))
                }
            } else if !value.isEmpty {
                comments.append((name, value))
                texts.append(TagTable.text(ofComment: name, value))
            }
        }
        chapters = times.map { number, start in
            AudioChapter(
                start: start, title: titles[number] ?? "", link: links[number] ?? "")
        }.sorted { $0.start < $1.start }
    }

    /// Reads one comment.
    ///
    /// - Returns: The name and the value; nil for a picture and what is no comment.
    private mutating func comment(
        _ byteCount: Int64, in reader: inout ByteReader
    ) throws(FormatError) -> (name: String, value: String)? {
        let start = reader.position
        guard byteCount <= ContainerLimits.tagBytesMax else {
            let head = text(of: try reader.readBytes(64)).lowercased()
            try reader.skip(byteCount - 64)
            let name = head.prefix { $0 != "=" }
            if head.hasPrefix(Self.pictureName) {
                let valueStart = start + Int64(Self.pictureName.utf8.count)
                takePicture(valueStart..<start + byteCount)
            } else {
                unread.append(TagTable.key(ofComment: String(name)))
            }
            return nil
        }
        let comment = try reader.readBytes(Int(byteCount))
        guard let equals = comment.firstIndex(of: 0x3D), equals > 0 else { return nil }
        let name = text(of: comment[..<equals])
        guard name.lowercased() + "=" != Self.pictureName else {
            takePicture(start + Int64(equals) + 1..<start + byteCount)
            return nil
        }
        return (name, text(of: comment[(equals + 1)...]))
    }

    private mutating func takePicture(_ range: Range<Int64>) {
        guard encodedPictures.count < AttachedPicture.countMax else { return }
        encodedPictures.append(range)
    }

    // MARK: Chapters

    /// The number in a name like `chapter001` or `chapter001name`, and what follows it.
    private static func chapterNumber(
        _ name: String
    ) -> (number: Substring, part: Substring)? {
        guard name.hasPrefix("chapter") else { return nil }
        let rest = name.dropFirst("chapter".count)
        let number = rest.prefix { $0.isASCII && $0.isNumber }
        guard number.count == 3 else { return nil }
        let part = rest.dropFirst(3)
        return ["", "name", "url"].contains(part) ? (number, part) : nil
    }

    /// The seconds of a time like `01:02:03.456`.
    private static func seconds(_ time: String) -> Double? {
        let parts = time.split(separator: ":").map { Double($0) ?? -1 }
        guard parts.count == 3, parts.allSatisfy({ (0...1e6).contains($0) }) else { return nil }
        return parts[0] * 3600 + parts[1] * 60 + parts[2]
    }

    /// Limit of the number of chapters, which has three digits.
    static let chaptersMax = 1000

    /// The comments for chapters.
    static func comments(_ chapters: [AudioChapter]) -> [(key: String, value: String)] {
        chapters.prefix(chaptersMax).enumerated().flatMap {
            index, chapter -> [(key: String, value: String)] in
            let digits = String(1000 + index).suffix(3)
            let milliseconds = Int64((min(max(chapter.start, 0), 1e9) * 1000).rounded())
            func padded(_ number: Int64, _ count: Int) -> String {
                let text = String(number)
                return String(repeating: "0", count: max(count - text.count, 0)) + text
            }
            let time =
                padded(milliseconds / 3_600_000, 2) + ":" + padded(milliseconds / 60_000 % 60, 2)
                + ":" + padded(milliseconds / 1000 % 60, 2) + "." + padded(milliseconds % 1000, 3)
            return [("CHAPTER" + digits, time), ("CHAPTER" + digits + "NAME", chapter.title)]
                + (chapter.link.isEmpty ? [] : [("CHAPTER" + digits + "URL", chapter.link)])
        }
    }
}

extension StoredPicture {
    /// Reads the head of a picture block.
    ///
    /// - Parameter reader: At the start of the block, limited to it.
    /// - Returns: nil for a block without a picture.
    ///
    /// Source: RFC 9639, 8.8, "Picture".
    init?(readingBlock reader: inout ByteReader) throws(FormatError) {
        guard reader.bytesLeft >= 8 else { return nil }
        kind = UInt8(clamping: try reader.readBigEndian() as UInt32)
        var texts: [String] = []
        // MIME type and description, then width, height, depth and colours.
        for trailing: Int64 in [0, 16] {
            guard reader.bytesLeft >= 4 else { return nil }
            let count = Int64(try reader.readBigEndian() as UInt32)
            guard count + trailing <= reader.bytesLeft else { return nil }
            let textByteCountMax: Int64 = 1024
            let held = min(count, textByteCountMax)
            texts.append(text(of: try reader.readBytes(Int(held))))
            try reader.skip(count - held + trailing)
        }
        (mimeType, description) = (texts[0], texts[1])
        guard reader.bytesLeft >= 4 else { return nil }
        let count = Int64(try reader.readBigEndian() as UInt32)
        guard count > 0, count <= reader.bytesLeft else { return nil }
        range = reader.position..<reader.position + count
    }
}

/// Base64, in which comments have pictures.
///
/// Source: RFC 4648, 4, "Base 64 Encoding".
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// Encodes bytes as text.
    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for index in 0..<4 {
                let isPadding = index > group.count
                text.append(isPadding ? 0x3D : alphabet[bits >> (18 - 6 * index) & 63])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes text up to the first character that is not of the alphabet.
    static func bytes(_ text: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for character in text {
            let value = values[Int(character)]
            guard value < 64 else { break }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }
}
