import AudioFormats
import AudioModel
import Testing

@Suite("The stored tags of a file")
struct StoredTagTests {
    private static func item(_ id: String, _ kind: UInt32, _ content: [UInt8]) -> [UInt8] {
        box(id, box("data", words(kind, 0), content))
    }

    private static let movie: [UInt8] = {
        let list = box(
            "udta",
            fullBox(
                "meta", fullBox("hdlr", words(0), Array("mdir".utf8), words(0, 0, 0)),
                box(
                    "ilst", item("©nam", 1, [0x61]), item("trkn", 0, [0, 0, 0, 3, 0, 12, 0, 0]),
                    item("tmpo", 21, [0xFF, 0x88]), item("covr", 14, [0x89, 0x50, 0x4E, 0x47]),
                    box(
                        "----", fullBox("mean", Array("a.b".utf8)),
                        fullBox("name", Array("c".utf8)), box("data", words(1, 0), [0x64])))))
        return SmallMP4(userData: list).bytes
    }()

    private static let frames: [UInt8] = {
        let content: [UInt8] = [3] + Array("eng".utf8) + Array("short\0text".utf8)
        let frame = Array("COMM".utf8) + bigEndian(UInt32(content.count)) + [0, 0] + content
        return Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
            + (1...4).flatMap { mp3Frame($0) }
    }()

    private func lines(_ bytes: [UInt8]) throws -> [String] {
        try open(bytes).storedTags().map { tag in
            let value =
                switch tag.value {
                case .text(let text): text
                case .number(let number): "\(number)"
                case .bytes(let bytes): "\(bytes)"
                }
            return "\(tag.key)=\(value)"
        }
    }

    @Test("have the codes and values of iTunes's list, as numbers, bytes and texts")
    func iTunes() throws {
        #expect(
            try lines(Self.movie) == [
                "©nam=a", "trkn=[0, 0, 0, 3, 0, 12, 0, 0]", "tmpo=-120",
                "covr=[137, 80, 78, 71]", "a.b.c=d",
            ])
        let tags = try open(Self.movie).storedTags()
        #expect(tags.map(\.form) == [.iTunes, .iTunes, .iTunes, .iTunes, .iTunesNamed])
        #expect(tags[3].mimeType == "image/png")
    }

    @Test("have a frame's description and language")
    func frame() throws {
        let tags = try open(Self.frames).storedTags()
        #expect(tags.map(\.key) == ["COMM"])
        #expect(tags[0].value == .text("text"))
        #expect(tags[0].detail == "short" && tags[0].language == "eng")
        #expect(StoredTag.id3Tags(Self.frames) == tags)
        #expect(StoredTag.id3Tags([]) == [])
    }

    @Test("have the owner of private data apart, and the picture of a frame that is alone")
    func lone() {
        let privateData = StoredTag.id3Frame("PRIV", Array("a.b".utf8) + [0, 1, 2])
        #expect(privateData.map(\.value) == [.bytes([1, 2])])
        #expect(privateData.map(\.detail) == ["a.b"])
        let picture = StoredTag.id3Frame(
            "APIC", [0] + Array("image/png".utf8) + [0, 3] + Array("d".utf8) + [0, 9, 8])
        #expect(picture.map(\.value) == [.bytes([9, 8])])
        #expect(picture.map(\.mimeType) == ["image/png"])
        #expect(StoredTag.id3Frame("APIC", []) == [])
        #expect(StoredTag.id3Frame("TIT2", []) == [])
    }

    @Test("are read from damaged files too", arguments: [movie, frames])
    func damage(bytes: [UInt8]) throws {
        var count = 0
        for index in bytes.indices {
            var flipped = bytes
            flipped[index] ^= 0xFF
            for damaged in [Array(bytes[..<index]), flipped] {
                guard let file = try? open(damaged) else { continue }
                count += try file.storedTags().count
                #expect(try file.storedTracks().count <= 1)
            }
        }
        #expect(count > 0)
    }

    @Test("leave out nothing in a list of tracks")
    func tracks() throws {
        let tracks = try open(Self.movie).storedTracks()
        #expect(tracks.map(\.id) == [1])
        #expect(tracks.map(\.handler) == ["soun"])
        #expect(tracks.map(\.coding) == ["mp4a"])
        #expect(tracks.map(\.soundIndex) == [0])
        #expect(tracks.map(\.sampleCount) == [5])
        #expect(tracks.map(\.byteCount) == [14])
        #expect(try open(Self.frames).storedTracks() == [])
    }
}
