import AudioFormats
import Testing

@Suite("The texts of an ID3 tag")
struct ID3TextTests {
    /// A tag of version 2.3 with Latin texts.
    private func tag(_ frames: [(id: String, text: String)]) -> [UInt8] {
        var body: [UInt8] = []
        for (id, text) in frames {
            let content = [0] + Array(text.utf8)
            body += Array(id.utf8) + [0, 0, 0, UInt8(content.count), 0, 0] + content
        }
        return Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(body.count)] + body
    }

    private func file(_ tag: [UInt8]) throws -> AudioFileReader {
        try open(tag + (1...4).flatMap { mp3Frame($0) })
    }

    @Test("are the file's, under the keys that other containers use")
    func keys() throws {
        let file = try file(
            tag([
                ("TIT2", "Song"), ("TPE1", "Band"), ("TYER", "1999"), ("TXXX", "x"),
                ("TPOS", "1/2"), ("TCMP", "1"),
            ]))
        #expect(file.containerKind == .mp3)
        #expect(file.tags.map(\.key) == ["title", "artist", "year", "disc number", "compilation"])
        #expect(file.tags.map(\.value) == ["Song", "Band", "1999", "1/2", "1"])
    }

    @Test("are none where the tag is cut off or there is none")
    func none() throws {
        #expect(try file([]).tags.isEmpty)
        var long = tag([("TIT2", "Song")])
        long[17] = 100  // Of its frame; the tag ends before.
        #expect(try file(long).tags.isEmpty)
    }
}
