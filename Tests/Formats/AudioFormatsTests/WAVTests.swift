import AudioCodecs
import AudioFormats
import AudioModel
import Testing

@Suite("A WAVE file")
struct WAVTests {
    @Test(
        "has Apple's flags for its samples",
        arguments: [
            (1, 8, 0x08), (1, 16, 0x0C), (1, 24, 0x0C), (1, 32, 0x0C), (3, 32, 0x09), (3, 64, 0x09),
            (1, 12, 0x14),
        ] as [(UInt16, UInt16, UInt32)])
    func flags(tag: UInt16, bits: UInt16, expected: UInt32) throws {
        let bytes = (bits + 7) / 8
        let format = wavFormat(tag: tag, channels: 3, block: 3 * bytes, bits: bits)
        let file = try open(wavFile(riffChunk("fmt ", format), riffChunk("data", [])))
        let frame = UInt32(3 * bytes)
        #expect(
            file.format
                == StreamFormat(
                    sampleRate: 44100, id: .linearPCM, flags: FormatFlags(rawValue: expected),
                    bytesPerPacket: frame, framesPerPacket: 1, bytesPerFrame: frame,
                    channelCount: 3, bitsPerChannel: UInt32(bits)))
    }

    @Test("has its audio wherever the chunks before it leave room")
    func filler() throws {
        let file = try open(
            wavFile(
                riffChunk("JUNK", Array(repeating: 1, count: 27)), riffChunk("fmt ", wavFormat()),
                riffChunk("LIST", Array("INFO".utf8) + riffChunk("IART", Array("her\0".utf8))),
                riffChunk("FLLR", Array(repeating: 0, count: 3967)),
                riffChunk("data", [1, 0, 2, 0])))
        #expect(file.dataOffset == 12 + 36 + 24 + 24 + 3976 + 8)
        #expect(try decodeFrames(file) == [1, 2].map { $0 / 32768 })
        #expect(try file.tags().map(\.key) == ["artist"])
        #expect(try file.tags().map(\.value) == ["her"])
    }

    @Test(
        "whose recorder was stopped runs to the end of the file", arguments: [0, .max] as [UInt32])
    func unfinished(size: UInt32) throws {
        let data = Array("data".utf8) + littleEndian(size)
        let bytes = wavFile(riffChunk("fmt ", wavFormat()), data) + [1, 0, 2, 0, 3]
        let file = try AudioFileReader(MemoryBytes(bytes), recoversUnfinished: true)
        #expect(try file.frameCount() == 2)
        #expect(try file.dataByteCount() == 5)
        // But a size of zero is taken at its word by default, as by Apple's readers.
        let plain = try open(bytes)
        #expect(try plain.frameCount() == (size == 0 ? 0 : 2))
        #expect(try plain.dataByteCount() == (size == 0 ? 0 : 5))
    }

    @Test("with no samples but chunks after them is empty")
    func empty() throws {
        let list = riffChunk("LIST", Array("INFO".utf8) + riffChunk("INAM", Array("x\0".utf8)))
        let file = try open(wavFile(riffChunk("fmt ", wavFormat()), riffChunk("data", []), list))
        #expect(try file.frameCount() == 0)
        #expect(try file.tags().map(\.key) == ["title"])
        #expect(try decodeSound(file).frameCount == 0)
    }

    @Test("whose data runs past the end is taken as far as it goes")
    func truncated() throws {
        let data = Array("data".utf8) + littleEndian(UInt32(4_294_967_195)) + [1, 0, 2, 0]
        #expect(try open(wavFile(riffChunk("fmt ", wavFormat()), data)).frameCount() == 2)
    }

    @Test("of sixty-four bit sizes finds them in their own chunk")
    func rf64() throws {
        var bytes = smallRF64()
        // Something after the audio that is not audio.
        bytes += riffChunk("LIST", Array("INFO".utf8) + riffChunk("INAM", Array("x\0".utf8)))
        let file = try open(bytes)
        #expect(file.containerKind == .rf64)
        #expect(try file.frameCount() == 6)
        #expect(try file.tags().map(\.value) == ["x"])
    }

    @Test(
        "of sixty-four bit sizes and no sound keeps what stands behind it",
        arguments: ["RF64", "BW64"])
    func emptyRF64(id: String) throws {
        func file(_ rest: [UInt8]) -> [UInt8] {
            let sizes = [UInt8](repeating: 0, count: 28)
            return wavFile(
                riffChunk("ds64", sizes), riffChunk("fmt ", wavFormat()),
                Array("data".utf8) + [0xFF, 0xFF, 0xFF, 0xFF], id: id) + rest
        }
        let tags = riffChunk("LIST", Array("INFO".utf8) + riffChunk("INAM", Array("x\0".utf8)))
        let empty = try open(file(tags))
        #expect(try empty.frameCount() == 0)
        #expect(try empty.tags().map(\.value) == ["x"])
        // But other bytes are the audio of an unfinished recording.
        let stopped = file([UInt8](repeating: 7, count: 12))
        #expect(
            try AudioFileReader(MemoryBytes(stopped), recoversUnfinished: true).frameCount() == 6)
        #expect(try open(stopped).frameCount() == 0)
    }

    @Test("of the extensible kind names its valid bits")
    func extensible() throws {
        let file = try open(smallExtensibleWAV())
        #expect(file.format.bitsPerChannel == 20)
        #expect(file.format.flags == [.signedInteger, .alignedHigh])
        #expect(file.format.bytesPerFrame == 6)
        #expect(try decodeFrames(file).count == 8)
    }

    @Test(
        "of a compressed coding is described, and decoded where the coding is known",
        arguments: [
            (2, 256, 4, 500, "Microsoft ADPCM"), (6, 1, 8, 1, "A-law"), (7, 1, 8, 1, "µ-law"),
            (0x11, 256, 4, 505, "Microsoft (DVI) IMA ADPCM"), (0x31, 65, 0, 320, "GSM 6.10"),
            (0x55, 1, 0, 1152, "MPEG layer 3"), (0x270, 1, 0, 0, "WAVE format 0x270"),
        ] as [(UInt16, UInt16, UInt16, UInt32, String)])
    func compressed(
        tag: UInt16, block: UInt16, bits: UInt16, framesPerPacket: UInt32, name: String
    ) throws {
        let file = try open(
            wavFile(
                riffChunk("fmt ", wavFormat(tag: tag, block: block, bits: bits, extra: [0, 0])),
                riffChunk("fact", littleEndian(UInt32(100))),
                riffChunk("data", Array(repeating: 0, count: 1000))))
        #expect(file.format.framesPerPacket == framesPerPacket)
        #expect(file.format.codingName == name)
        var decoded: Set<UInt16> = [0x02, 0x06, 0x07, 0x11]
        #if FFmpeg
            decoded.insert(0x31)
        #endif
        if decoded.contains(tag) {
            #expect(try decodeFrames(file).count == Int(file.frameCount()))
        } else {
            #expect(throws: FormatError(.unsupportedCoding(name))) { try FrameReader(file) }
        }
        #expect(try systemSoundVerdict(of: file).problem == .unsupportedFormat)
        if framesPerPacket > 1 { #expect(try file.frameCount() == 100) }
    }

    @Test("that contradicts itself is refused with the place")
    func contradictions() {
        func opening(_ format: [UInt8]) throws -> AudioFileReader {
            try open(wavFile(riffChunk("fmt ", format), riffChunk("data", [1, 2])))
        }
        #expect(throws: FormatError(.badField("channel count"), offset: 22)) {
            try opening(wavFormat(channels: 0))
        }
        #expect(throws: FormatError(.badField("channel count"), offset: 22)) {
            try opening(wavFormat(channels: 65, block: 130))
        }
        #expect(throws: FormatError(.badField("sample rate"), offset: 24)) {
            try opening(wavFormat(rate: 0))
        }
        #expect(throws: FormatError(.badField("block size"), offset: 32)) {
            try opening(wavFormat(block: 1))
        }
        #expect(throws: FormatError(.badField("number of bits per sample"), offset: 34)) {
            try opening(wavFormat(bits: 0))
        }
        #expect(throws: FormatError(.endsEarly("format chunk"), offset: 32)) {
            try opening(Array(wavFormat()[..<12]))
        }
    }

    @Test("without a format or data chunk is refused")
    func missing() {
        #expect(throws: FormatError(.missing("format chunk"))) {
            try open(wavFile(riffChunk("data", [1, 2])))
        }
        #expect(throws: FormatError(.missing("data chunk"))) {
            try open(wavFile(riffChunk("fmt ", wavFormat())))
        }
    }

    @Test("with notes and lengths at its cue points names them, as only labels are read")
    func notes() throws {
        func part(_ id: String, _ content: [UInt8]) -> [UInt8] {
            riffChunk(id, littleEndian(UInt32(1)) + content)
        }
        let list =
            Array("adtl".utf8) + part("labl", Array("Ebb\0".utf8))
            + part("ltxt", [UInt8](repeating: 0, count: 16)) + part("note", Array("Odd".utf8))
            + part("note", Array("Again".utf8))
        let point = [1, 2, 0, 0, 0, 2] as [UInt32]
        let file = try open(
            wavFile(
                riffChunk("fmt ", wavFormat()), riffChunk("data", [UInt8](repeating: 0, count: 12)),
                riffChunk("cue ", littleEndian(UInt32(1)) + point.flatMap(littleEndian)),
                riffChunk("LIST", list)))
        let tags = try file.fileTags()
        #expect(tags.chapters.map(\.title) == ["Ebb"])
        #expect(tags.unread == ["ltxt", "note"])
    }
}
