import AudioCodecs
import AudioFormats
import AudioModel
import Testing

@Suite("Linear PCM")
struct PCMTests {
    private func decode(
        _ bytes: [UInt8], bits: UInt32, flags: UInt32 = 0
    ) throws -> [Float] {
        try decodeFrames(
            cafFile(
                cafDescription(flags: flags, bytesPerPacket: bits / 8, bits: bits), cafData(bytes)))
    }

    @Test("of integers is divided by full scale, in either byte order")
    func integers() throws {
        #expect(
            try decode([0x00, 0x01, 0x7F, 0x80, 0xFF], bits: 8)
                == [0, 1, 127, -128, -1].map { $0 / 128 })
        #expect(try decode([0x7F, 0xFF, 0x80, 0x00], bits: 16) == [32767.0 / 32768, -1])
        #expect(try decode([0xFF, 0x7F, 0x00, 0x80], bits: 16, flags: 2) == [32767.0 / 32768, -1])
        #expect(
            try decode([0x7F, 0xFF, 0xFF, 0x80, 0, 1], bits: 24)
                == [8388607, -8388607].map { $0 / 8388608 })
        #expect(
            try decode([0xFF, 0xFF, 0x7F, 1, 0, 0x80], bits: 24, flags: 2)
                == [8388607, -8388607].map { $0 / 8388608 })
        #expect(try decode([0x40, 0, 0, 0, 0x80, 0, 0, 0], bits: 32) == [0.5, -1])
        #expect(try decode([0, 0, 0, 0x40, 0, 0, 0, 0x80], bits: 32, flags: 2) == [0.5, -1])
    }

    @Test("of eight bits is unsigned in WAVE and signed in AIFF")
    func eightBits() throws {
        let wav = wavFile(
            riffChunk("fmt ", wavFormat(block: 1, bits: 8)), riffChunk("data", [0, 128, 255, 129]))
        #expect(try decodeFrames(wav) == [-1, 0, 127.0 / 128, 1.0 / 128])
        let aiff = aiffFile(
            iffChunk("COMM", aiffCommon(frames: 4, bits: 8)), soundData([0, 128, 255, 129]))
        #expect(try decodeFrames(aiff) == [0, -1, -1.0 / 128, -127.0 / 128])
    }

    @Test("of floats is unchanged, except for NaN and infinity")
    func floats() throws {
        let values: [Float] = [0.25, -1.5, .nan, .infinity, -.infinity]
        #expect(
            try decode(values.flatMap { bigEndian($0.bitPattern) }, bits: 32, flags: 1)
                == [0.25, -1.5, 0, 0, 0])
        let doubles: [Double] = [0.25, -1.5, .nan, 1e300]
        #expect(
            try decode(doubles.flatMap { littleEndian($0.bitPattern) }, bits: 64, flags: 3)
                == [0.25, -1.5, 0, 0])
    }

    @Test("of sixty-four bit integers is refused by name")
    func tooWide() throws {
        let file = try open(cafFile(cafDescription(bytesPerPacket: 8, bits: 64), cafData([])))
        #expect(
            throws: FormatError(.unsupportedCoding("64-bit little-endian integer PCM"))
        ) { try FrameReader(file) }
        #expect(try !systemSoundVerdict(of: file).accepted)
    }
}
