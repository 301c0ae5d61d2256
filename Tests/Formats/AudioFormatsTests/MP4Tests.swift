import AudioCodecs
import AudioFormats
import AudioModel
import Testing

@Suite("An MPEG-4 file")
struct MP4Tests {
    @Test("has its packets wherever its chunks are")
    func packets() throws {
        for file in [
            SmallMP4(), SmallMP4(has64BitOffsets: true), SmallMP4(compactSizeBits: 4),
            SmallMP4(compactSizeBits: 8), SmallMP4(moovFirst: true),
        ] {
            let reader = try open(file.bytes)
            #expect(reader.containerKind == .m4a)
            #expect(try reader.packetCount() == 5)
            let all = try readPackets(reader, from: 0, count: 9, capacity: 100)
            #expect(all.bytes == [0, 0, 0, 1, 2, 2, 2, 2, 3, 4, 4, 4, 4, 4])
            #expect(all.descriptions.map(\.byteCount) == [3, 1, 4, 1, 5])
            #expect(all.descriptions.map(\.startOffset) == [0, 3, 4, 8, 9])
            #expect(try readPackets(reader, from: 3, count: 1, capacity: 100).bytes == [3])
            #expect(try reader.maximumPacketSize() == 5)
            #expect(try reader.byte(ofPacket: 2) == 6)
        }
    }

    @Test("has the format and Apple's cookie from its stream descriptor")
    func format() throws {
        let file = try open(SmallMP4().bytes)
        #expect(
            file.format
                == StreamFormat(
                    sampleRate: 44100, id: .mpeg4AAC, bytesPerPacket: 0, framesPerPacket: 1024,
                    bytesPerFrame: 0, channelCount: 1, bitsPerChannel: 0))
        #expect(file.magicCookie == streamDescriptor([0x12, 0x08]))
        #expect(file.formatList == [file.format])
    }

    @Test("of High-Efficiency AAC can be decoded in two ways, or in three")
    func highEfficiency() throws {
        // Object type 5, 22,050 doubled to 44,100, mono, core of type 2.
        let file = try open(SmallMP4(configuration: [0x2B, 0x8A, 0x08, 0x00]).bytes)
        #expect(file.formatList.map(\.id.rawValue) == ["aach", "aac "])
        #expect(file.formatList.map(\.sampleRate) == [44100, 22050])
        #expect(file.formatList.map(\.framesPerPacket) == [2048, 1024])
        #expect(file.format == file.formatList[0])
        // Object type 29 decodes one channel to two.
        let stereo = try open(SmallMP4(configuration: [0xEB, 0x8A, 0x08, 0x00]).bytes)
        #expect(stereo.formatList.map(\.id.rawValue) == ["aacp", "aach", "aac "])
        #expect(stereo.formatList.map(\.channelCount) == [2, 1, 1])
        // The same with backward-compatible signalling.
        let behind = try open(SmallMP4(configuration: [0x13, 0x88, 0x56, 0xE5, 0xA0]).bytes)
        #expect(behind.formatList.map(\.sampleRate) == [44100, 22050])
    }

    @Test("is heard as its edit list says")
    func edits() throws {
        // Given an edit in a fine movie timescale.
        let fine = try open(SmallMP4(edit: fullBox("elst", words(1, 4000, 100, 0x10000))).bytes)
        #expect(
            try fine.packetTable()
                == PacketTable(validFrames: 4000, primingFrames: 100, remainderFrames: 1020))
        // Given milliseconds, which are too coarse: then the track's end is used.
        let coarse = try open(
            SmallMP4(
                edit: fullBox("elst", words(1, 95, 900, 0x10000)), movieScale: 1000,
                mediaDuration: 5119
            ).bytes)
        #expect(
            try coarse.packetTable()
                == PacketTable(validFrames: 4219, primingFrames: 900, remainderFrames: 1))
        // An empty edit does not count.
        let delayed = try open(
            SmallMP4(edit: fullBox("elst", words(2, 77, .max, 0x10000, 5000, 120, 0x10000))).bytes)
        #expect(delayed.primingFrames == 120)
        #expect(try delayed.frameCount() == 5000)
        // Without information, AAC has the usual encoder delay.
        let silent = try open(SmallMP4().bytes)
        #expect(
            try silent.packetTable()
                == PacketTable(validFrames: 3008, primingFrames: 2112, remainderFrames: 0))
        // The sample table is scanned for the upper bound and for the maximum.
        #expect(try silent.packetSizeUpperBound() == silent.maximumPacketSize())
    }

    @Test("whose end is missing says so")
    func cut() throws {
        let bytes = SmallMP4(moovFirst: true).bytes
        #expect(try !open(bytes).isTruncated())
        for missing in 1...16 {
            #expect(try open(Array(bytes.dropLast(missing))).isTruncated(), "\(missing) bytes")
        }
    }

    @Test("is heard as iTunes wrote, before all else, and has its texts")
    func tags() throws {
        let gapless = " 00000000 00000840 00000010 00000000000003B0 00000000 00000000"
        let file = try open(
            SmallMP4(
                edit: fullBox("elst", words(1, 4000, 100, 0x10000)),
                userData: iTunesTags(title: "a name", gapless: gapless)
            ).bytes)
        #expect(file.primingFrames == 0x840)
        #expect(try file.frameCount() == 0x3B0)
        #expect(try file.tags().map(\.key) == ["title"])
        #expect(try file.tags().map(\.value) == ["a name"])
    }

    @Test("without sound is refused in words")
    func refused() {
        let head = box("ftyp", Array("M4A ".utf8), words(0))
        #expect(throws: FormatError(.missing("sound track"))) { try open(head) }
        #expect(throws: FormatError(.missing("sound track"))) {
            try open(head + box("moov", fullBox("mvhd", words(0, 0, 1000, 0))))
        }
    }

    @Test("with a table longer than its box is refused, with counts that lie ends early")
    func lies() throws {
        var bytes = SmallMP4().bytes
        let sizes = try #require(bytes.firstRange(of: Array("stsz".utf8)))
        bytes.replaceSubrange(sizes.upperBound + 8..<sizes.upperBound + 12, with: words(.max))
        #expect(throws: FormatError.self) { try open(bytes) }
        var constant = SmallMP4().bytes
        constant.replaceSubrange(sizes.upperBound + 4..<sizes.upperBound + 12, with: words(1, .max))
        let file = try open(constant)
        #expect(try file.packetCount() <= Int64(constant.count))
        #expect(try readPackets(file, from: 4, count: 99, capacity: 999).descriptions.count == 1)
    }
}
