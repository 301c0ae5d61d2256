import AudioFormats
import Testing

@Suite("The tag of a file")
struct TagFormTests {
    /// Has what unsynchronisation changes, and ends with it.
    private static let front: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0, 1, 0xFF]
    private static let back: [UInt8] = [0xFF, 0xD8, 7, 7]

    enum Form: CaseIterable {
        case version2, version3, version4, version2Unsynchronised, version3Unsynchronised
        case unsynchronisedFrames, unsynchronisedFramesWithSizes, unsynchronisedByHeaderAlone
        case plainSizes, version3Grouped, version4Grouped, groupedFramesWithSizes

        var version: UInt8 {
            switch self {
            case .version2, .version2Unsynchronised: 2
            case .version3, .version3Unsynchronised, .version3Grouped: 3
            default: 4
            }
        }
    }

    @Test("gives its texts and the front cover, however it is stored", arguments: Form.allCases)
    func forms(form: Form) throws {
        let file = try open(Self.tag(form) + (1...4).flatMap { mp3Frame($0) })
        #expect(try file.tags().map(\.key) == ["title", "comments", "lyrics", "artist"])
        let values = try file.tags().map(\.value)
        #expect(values == ["Träume", Self.comment, "\u{FF}ÿ", "Künstler"])
        #expect(try file.artwork() == Self.front)
        let stored: [Form] = [
            .version2, .version3, .version4, .plainSizes, .version3Grouped, .version4Grouped,
        ]
        let isStored = stored.contains(form)
        #expect(try (file.artworkRange() != nil) == isStored)
    }

    /// Long enough for its size to differ between seven and eight bits a byte.
    private static let comment = String(repeating: "c", count: 300)

    private static func tag(_ form: Form) -> [UInt8] {
        let isOld = form.version == 2
        let mark: [UInt8] = [0xFF, 0xFE]
        func text(_ text: String) -> [UInt8] {
            mark + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        }
        let language: [UInt8] = [1] + Array("eng".utf8) + mark + [0, 0]
        let type: [UInt8] = [1] + Array((isOld ? "JPG" : "image/jpeg\0").utf8)
        let description: [UInt8] = mark + [0x41, 0, 0, 0]
        let backFrame: [UInt8] = type + [4] + description + back
        let frontFrame: [UInt8] = type + [3] + description + front
        let frames: [(String, [UInt8])] = [
            (isOld ? "TT2" : "TIT2", [1] + text("Träume")),
            (isOld ? "COM" : "COMM", language + text(comment)),
            (isOld ? "ULT" : "USLT", language + text("\u{FF}ÿ")),
            (isOld ? "PIC" : "APIC", backFrame),
            (isOld ? "PIC" : "APIC", frontFrame),
            (isOld ? "TP1" : "TPE1", [1] + text("Künstler")),
        ]
        var body = frames.flatMap { frame($0.0, $0.1, form) }
        var flags: UInt8 = 0
        switch form {
        case .version2Unsynchronised, .version3Unsynchronised:
            body = unsynchronised(body)
            flags = 0x80
        case .unsynchronisedByHeaderAlone: flags = 0x80
        default: break
        }
        let head: [UInt8] = Array("ID3".utf8) + [form.version, 0, flags]
        return head + size(body.count, 4, bits: 7) + body
    }

    private static func frame(_ id: String, _ content: [UInt8], _ form: Form) -> [UInt8] {
        var content = content
        var flags: UInt8 = 0
        switch form {
        case .unsynchronisedFrames, .unsynchronisedByHeaderAlone:
            content = unsynchronised(content)
            flags = form == .unsynchronisedFrames ? 0x02 : 0
        case .unsynchronisedFramesWithSizes:
            content = size(content.count, 4, bits: 7) + unsynchronised(content)
            flags = 0x03
        case .version3Grouped, .version4Grouped:
            // The identifier of the group, which is no text encoding.
            content = [0x80] + content
            flags = form.version == 3 ? 0x20 : 0x40
        case .groupedFramesWithSizes:
            content = [0x80] + size(content.count, 4, bits: 7) + unsynchronised(content)
            flags = 0x43
        default: break
        }
        if form.version == 2 { return Array(id.utf8) + size(content.count, 3, bits: 8) + content }
        let bits = form.version == 4 && form != .plainSizes ? 7 : 8
        let head: [UInt8] = Array(id.utf8) + size(content.count, 4, bits: bits)
        return head + [0, flags] + content
    }

    private static func size(_ number: Int, _ count: Int, bits: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(number >> (bits * $0) & ((1 << bits) - 1)) }
    }

    private static func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
        bytes.indices.flatMap { index -> [UInt8] in
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            return bytes[index] == 0xFF && (next >= 0xE0 || next == 0) ? [0xFF, 0] : [bytes[index]]
        }
    }

    // MARK: APE

    private static let frames = (1...4).flatMap { mp3Frame($0) }

    /// The values are texts, but for pictures.
    private static func ape(
        _ items: [(key: String, value: [UInt8])], hasHeader: Bool = true
    ) -> [UInt8] {
        func little(_ number: Int) -> [UInt8] { size(number, 4, bits: 8).reversed() }
        var body: [UInt8] = []
        for (key, value) in items {
            body += little(value.count) + [key.hasPrefix("Cover") ? 2 : 0, 0, 0, 0]
            body += Array(key.utf8) + [0] + value
        }
        func edge(_ flags: UInt8) -> [UInt8] {
            var edge = Array("APETAGEX".utf8) + little(2000) + little(body.count + 32)
            edge += little(items.count) + [0, 0, 0, flags]
            return edge + [UInt8](repeating: 0, count: 8)
        }
        return hasHeader ? edge(0xA0) + body + edge(0x80) : body + edge(0)
    }

    private static func id3v1(title: String) -> [UInt8] {
        func field(_ text: String, _ count: Int) -> [UInt8] {
            Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
        }
        return field("TAG", 3) + field(title, 30) + field("Old artist", 30) + field("", 65)
    }

    @Test("of APE names the items that are not read, and the pictures that the cover stands for")
    func unreadAPE() throws {
        let tag = Self.ape(Self.items + [("Cover Sheet", [1, 2, 3])])
        let file = try open(Self.frames + tag)
        #expect(try file.fileTags().unread == ["Cover Art (Back)", "Cover Sheet"])
    }

    private static let items: [(key: String, value: [UInt8])] = [
        ("Title", Array("Träume".utf8)), ("Album Artist", Array("Band\0Other".utf8)),
        ("Track", Array("3/12".utf8)), ("Cover Art (Back)", Array("b.jpg\0".utf8) + back),
        ("Cover Art (Front)", Array("f.jpg\0".utf8) + front), ("Comment", Array("Note".utf8)),
    ]

    @Test("of APE is read behind the audio, before one of ID3v1", arguments: [true, false])
    func ape(hasHeader: Bool) throws {
        let tag = Self.ape(Self.items, hasHeader: hasHeader)
        let expected = [
            ("title", "Träume"), ("album artist", "Band"), ("album artist", "Other"),
            ("track number", "3/12"), ("comments", "Note"),
        ]
        let plain = try open(Self.frames + tag)
        #expect(try plain.tags().map { [$0.key, $0.value] } == expected.map { [$0.0, $0.1] })
        #expect(try plain.artwork() == Self.front)
        // Tags are no audio.
        #expect(try plain.dataByteCount() == Int64(Self.frames.count))
        #expect(plain.spannedByteCount == Int64(Self.frames.count))
        let both = try open(Self.frames + tag + Self.id3v1(title: "Old"))
        let texts = try both.tags()
        #expect(texts.first { $0.key == "title" }?.value == "Träume")
        #expect(texts.first { $0.key == "artist" }?.value == "Old artist")
        #expect(both.spannedByteCount == Int64(Self.frames.count))
    }

    @Test("of APE may be damaged anywhere")
    func damagedAPE() throws {
        let tag = Self.ape(Self.items)
        for index in tag.indices {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var damaged = tag
                damaged[index] = value
                let file = try open(Self.frames + damaged)
                let count = Int64(Self.frames.count + tag.count)
                if let range = try file.artworkRange() {
                    #expect(range.lowerBound >= 0 && range.upperBound <= count)
                }
                // Zeros separate values, of which a damaged tag can have more.
                #expect(try file.tags().count <= tag.count)
            }
        }
        for count in 0..<tag.count {
            let file = try open(Self.frames + tag.suffix(count))
            #expect(try file.tags().count <= Self.items.count + 1)
        }
    }
}
