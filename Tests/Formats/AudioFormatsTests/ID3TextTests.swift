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
        let size = [UInt8(body.count >> 7), UInt8(body.count & 0x7F)]
        return Array("ID3".utf8) + [3, 0, 0, 0, 0] + size + body
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
        #expect(
            try file.tags().map(\.key) == ["title", "artist", "year", "disc number", "compilation"])
        #expect(try file.tags().map(\.value) == ["Song", "Band", "1999", "1/2", "1"])
    }

    @Test("of iTunes to itself are no comments, and say what of the frames is to be heard")
    func notes() throws {
        func note(_ name: String, _ text: String) -> (id: String, text: String) {
            ("COMM", "eng\(name)\0\(text)")
        }
        let gapless = " 00000000 00000240 00000258 0000000000000450 00000000"
        let file = try file(
            tag([
                note("iTunNORM", " 0000041A 000003E5"), note("iTunSMPB", gapless),
                note("", "a comment"),
            ]))
        #expect(try file.tags().map(\.key) == ["iTunNORM", "comments"])
        #expect(try file.tags().map(\.value) == [" 0000041A 000003E5", "a comment"])
        // The decoder's delay is added, as for a Xing header.
        #expect(
            try file.packetTable()
                == PacketTable(
                    validFrames: 4 * 576 - 576 - 600, primingFrames: 576 + 529,
                    remainderFrames: 600 - 529))
        // Texts that are not numbers are ignored.
        let other = try self.file(tag([note("iTunSMPB", " 0 x 0 1")]))
        #expect(try other.packetTable() == nil)
        #expect(try other.frameCount() == 4 * 576)
    }

    @Test("follow a container's own, where that has none of their keys")
    func beside() throws {
        // Given files with a title chunk, and a tag with another title and an artist.
        let tag = tag([("TIT2", "Tag's"), ("TPE1", "Band"), ("TRCK", "3"), ("TPOS", "1")])
        let wav = wavFile(
            riffChunk("fmt ", wavFormat()),
            riffChunk("LIST", Array("INFO".utf8) + riffChunk("INAM", Array("Own".utf8))),
            riffChunk("data", [0, 0]), riffChunk("id3 ", tag))
        let aiff = aiffFile(
            iffChunk("COMM", aiffCommon(frames: 1)), iffChunk("NAME", Array("Own".utf8)),
            iffChunk("ANNO", Array("a".utf8)), iffChunk("ANNO", Array("b".utf8)),
            iffChunk("SSND", [UInt8](repeating: 0, count: 10)), iffChunk("ID3 ", tag))
        // Then the file's own texts come first, followed by the tag's other texts.
        #expect(
            try open(wav).tags().map { "\($0.key)=\($0.value)" }
                == ["title=Own", "artist=Band", "track number=3", "disc number=1"])
        #expect(
            try open(aiff).tags().map { "\($0.key)=\($0.value)" }
                == [
                    "title=Own", "comments=a", "comments=b", "artist=Band", "track number=3",
                    "disc number=1",
                ])
    }

    @Test("are none where the tag is cut off or there is none")
    func none() throws {
        #expect(try file([]).tags().isEmpty)
        var long = tag([("TIT2", "Song")])
        long[17] = 100  // Of its frame; the tag ends before.
        #expect(try file(long).tags().isEmpty)
    }
}
