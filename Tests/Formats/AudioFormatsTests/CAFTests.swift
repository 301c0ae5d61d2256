import AudioCodecs
import AudioFormats
import AudioModel
import Testing

@Suite("A CAF file")
struct CAFTests {
    @Test(
        "has Apple's flags for its own",
        arguments: [
            (0, 16, 0x0E), (2, 16, 0x0C), (1, 32, 0x0B), (3, 32, 0x09), (0, 24, 0x0E),
            (2, 32, 0x0C),
        ] as [(UInt32, UInt32, UInt32)])
    func flags(fileFlags: UInt32, bits: UInt32, expected: UInt32) throws {
        let description = cafDescription(flags: fileFlags, bytesPerPacket: bits / 8, bits: bits)
        let file = try open(cafFile(description, cafData([])))
        #expect(
            file.format
                == StreamFormat(
                    sampleRate: 44100, id: .linearPCM, flags: FormatFlags(rawValue: expected),
                    bytesPerPacket: bits / 8, framesPerPacket: 1, bytesPerFrame: bits / 8,
                    channelCount: 1, bitsPerChannel: bits))
    }

    @Test("whose data has the size −1 runs to the end of the file")
    func openEnd() throws {
        let file = try open(
            cafFile(cafDescription(), cafData([1, 0, 2, 0, 3, 0], statedByteCount: -1)))
        #expect(try file.packetCount() == 3)
        #expect(file.dataOffset == 8 + 44 + 12 + 4)
        #expect(try decodeFrames(file) == [1, 2, 3].map { $0 / 32768 })
    }

    @Test("whose data runs past the end is taken as far as it goes")
    func truncated() throws {
        let file = try open(
            cafFile(cafDescription(), cafData([1, 0, 2, 0, 3], statedByteCount: 4000)))
        #expect(try file.packetCount() == 2)
        #expect(try file.dataByteCount() == 5)
    }

    @Test("of IMA4 has the packets its data holds and the frames its packet table says")
    func ima4() throws {
        let file = try open(smallIMA4CAF())
        #expect(try file.packetCount() == 2)
        #expect(try file.frameCount() == 100)
        #expect(try file.remainderFrames() == 28)
        #expect(file.format.bytesPerPacket == 34)
        #expect(file.format.framesPerPacket == 64)
        #expect(try file.tags().map(\.key) == ["title"])
        #expect(try file.tags().map(\.value) == ["a name"])
    }

    @Test("is heard without priming and remainder")
    func priming() throws {
        let file = try open(
            cafFile(
                cafDescription(), cafPacketTable(packets: 0, valid: 2, priming: 1, remainder: 3),
                cafData([9, 0, 1, 0, 2, 0, 9, 0, 9, 0, 9, 0])))
        #expect(try file.frameCount() == 2)
        #expect(file.primingFrames == 1)
        #expect(try file.remainderFrames() == 3)
        #expect(try decodeFrames(file) == [1, 2].map { $0 / 32768 })
        #expect(try decodeSound(file).allSamples == [1, 2].map { $0 / 32768 })
    }

    @Test("of AAC is cut by its packet table")
    func variable() throws {
        let file = try open(smallAACCAF())
        #expect(try file.packetCount() == 3)
        #expect(try file.frameCount() == 2000)
        #expect(file.primingFrames == 1024)
        #expect(try file.maximumPacketSize() == 128)
        // 6144 bits per channel.
        #expect(try file.packetSizeUpperBound() == 768)
        #expect(file.magicCookie?.count == 39)
    }

    @Test("with a packet table of more packets than it has room for is refused")
    func tableTooSmall() throws {
        #expect(throws: FormatError(.badField("number of packets"), offset: 8 + 44 + 12)) {
            try open(
                cafFile(
                    cafDescription(id: "aac ", bytesPerPacket: 0, framesPerPacket: 1024, bits: 0),
                    cafPacketTable(packets: 1 << 40, valid: 5, entries: [1, 1]), cafData([1, 1])))
        }
    }

    @Test("must begin with its description and have data")
    func order() {
        #expect(throws: FormatError(.missing("audio description at its start"))) {
            try open(cafFile(cafData([1, 2]), cafDescription()))
        }
        #expect(throws: FormatError(.missing("data chunk"))) { try open(cafFile(cafDescription())) }
    }

    @Test("that contradicts itself is refused with the place")
    func contradictions() {
        #expect(throws: FormatError(.badField("packet size"), offset: 36)) {
            try open(cafFile(cafDescription(bytesPerPacket: 1), cafData([])))
        }
        #expect(throws: FormatError(.badField("channel count"), offset: 44)) {
            try open(cafFile(cafDescription(channels: 0), cafData([])))
        }
        for rate in [0, -1, Double.nan, .infinity, 1e-300] {
            #expect(throws: FormatError(.badField("sample rate"), offset: 20)) {
                try open(cafFile(cafDescription(rate: rate), cafData([])))
            }
        }
    }

    @Test("has tags under its own keys, under those of FFmpeg, and under others")
    func information() throws {
        let pairs = [
            "title", "A", "track", "3/12", "date", "2004", "album_artist", "B", "disc", "1",
            "tempo", "90", "Own Name", "C",
        ]
        let texts: [UInt8] = pairs.flatMap { (text: String) -> [UInt8] in Array(text.utf8) + [0] }
        let file = try open(
            cafFile(
                cafDescription(), cafChunk("info", bigEndian(UInt32(pairs.count / 2)) + texts),
                cafData([0, 0])))
        #expect(
            try file.tags().map { "\($0.key)=\($0.value)" } == [
                "title=A", "track number=3/12", "recorded date=2004", "album artist=B",
                "disc number=1", "tempo=90", "Own Name=C",
            ])
    }
}
