import AudioCodecs
import AudioFormats
import AudioModel
import Testing

import struct AudioFormats.ExtendedFloat

@Suite("An AIFF file")
struct AIFFTests {
    @Test(
        "has a sample rate of eighty bits",
        arguments: [
            (0x400B, 0xFA00_0000_0000_0000, 8000), (0x400C, 0xAC44_0000_0000_0000, 11025),
            (0x400D, 0xAC44_0000_0000_0000, 22050), (0x400E, 0xAC44_0000_0000_0000, 44100),
            (0x400E, 0xBB80_0000_0000_0000, 48000), (0x400F, 0xBB80_0000_0000_0000, 96000),
            (0x3FFF, 0x8000_0000_0000_0000, 1), (0xBFFF, 0x8000_0000_0000_0000, -1),
            (0x3FFE, 0x8000_0000_0000_0000, 0.5), (0x0000, 0, 0), (0x4000, 0, 0),
            (0x7FFF, 0x8000_0000_0000_0000, .infinity), (0x7FFE, .max, .infinity),
            (0x400E, 0xAC44_8000_0000_0000, 44100.5), (0x0001, 1, 0),
        ] as [(UInt16, UInt64, Double)])
    func extendedFloat(exponent: UInt16, mantissa: UInt64, expected: Double) {
        #expect(ExtendedFloat(signAndExponent: exponent, mantissa: mantissa).value == expected)
    }

    @Test("with a rate that is no number is refused")
    func notANumber() {
        let codes: [[UInt8]] = [
            [0x7F, 0xFF, 0xC0, 0, 0, 0, 0, 0, 0, 0], [0x7F, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0],
            Array(repeating: 0, count: 10), [0xC0, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0],
        ]
        for code in codes {
            let common = aiffCommon(frames: 1, rate: code)
            #expect(throws: FormatError(.badField("sample rate"), offset: 28)) {
                try open(aiffFile(iffChunk("COMM", common), soundData([0, 1])))
            }
        }
    }

    @Test(
        "of AIFC has the format of its compression type",
        arguments: [
            ("NONE", 16, 0x0E, 16), ("twos", 16, 0x0E, 16), ("sowt", 16, 0x0C, 16),
            ("sowt", 24, 0x0C, 24), ("in24", 16, 0x0E, 24), ("in32", 16, 0x0E, 32),
            ("42ni", 16, 0x0C, 24), ("fl32", 16, 0x0B, 32), ("FL32", 32, 0x0B, 32),
            ("fl64", 64, 0x0B, 64), ("FL64", 16, 0x0B, 64), ("raw ", 8, 0x0A, 8),
            ("NONE", 8, 0x0E, 8), ("NONE", 12, 0x16, 12),
        ] as [(String, Int16, UInt32, UInt32)])
    func codings(coding: String, statedBits: Int16, flags: UInt32, bits: UInt32) throws {
        let common = aiffCommon(channels: 2, frames: 1, bits: statedBits, coding: coding)
        let file = try open(
            aiffFile(
                iffChunk("COMM", common), soundData(Array(repeating: 0, count: 16)), type: "AIFC"))
        #expect(file.containerKind == .aifc)
        let frame = 2 * ((bits + 7) / 8)
        #expect(
            file.format
                == StreamFormat(
                    sampleRate: 44100, id: .linearPCM, flags: FormatFlags(rawValue: flags),
                    bytesPerPacket: frame, framesPerPacket: 1, bytesPerFrame: frame,
                    channelCount: 2, bitsPerChannel: bits))
        #expect(try decodeSound(file).frameCount == 1)
    }

    @Test("of IMA4 counts packets in its common chunk")
    func ima4() throws {
        let common = aiffCommon(channels: 2, frames: 3, coding: "ima4")
        let data = soundData(Array(repeating: 0, count: 68 * 3))
        let file = try open(aiffFile(iffChunk("COMM", common), data, type: "AIFC"))
        #expect(try file.packetCount() == 3)
        #expect(try file.frameCount() == 192)
        #expect(file.format.bytesPerPacket == 68)
        #expect(file.format.bitsPerChannel == 0)
    }

    @Test(
        "of a compressed coding is described and not decoded",
        arguments: [
            ("QDMC", "QDesign Music"), ("Qclp", "QCELP"),
        ])
    func compressed(coding: String, name: String) throws {
        let file = try open(
            aiffFile(
                iffChunk("COMM", aiffCommon(frames: 4, coding: coding)), soundData([1, 2, 3, 4]),
                type: "AIFC"))
        #expect(try file.frameCount() == 4)
        #expect(throws: FormatError(.unsupportedCoding(name))) { try FrameReader(file) }
        #expect(try !systemSoundVerdict(of: file).accepted)
    }

    @Test(
        "of µ-law or A-law is decoded and no system sound",
        arguments: [("ulaw", "µ-law"), ("ULAW", "µ-law"), ("alaw", "A-law"), ("ALAW", "A-law")])
    func laws(coding: String, name: String) throws {
        let file = try open(
            aiffFile(
                iffChunk("COMM", aiffCommon(frames: 4, coding: coding)), soundData([1, 2, 3, 4]),
                type: "AIFC"))
        #expect(file.format.codingName == name)
        #expect(try decodeFrames(file).count == 4)
        #expect(try systemSoundVerdict(of: file).problem == .unsupportedFormat)
        #expect(try systemSoundVerdict(of: file, limits: .lenient).accepted)
    }

    @Test("may have its chunks in any order, padded, with filler and samples after an offset")
    func perverse() throws {
        let file = try open(
            aiffFile(
                soundData([0, 1, 0, 2, 0, 9, 0, 9], skipping: 5), iffChunk("ANNO", [0x41]),
                iffChunk("FLLR", Array(repeating: 0, count: 333)),
                iffChunk("(c) ", Array("someone".utf8)), iffChunk("COMM", aiffCommon(frames: 2))))
        #expect(try decodeFrames(file) == [1, 2].map { $0 / 32768 })
        #expect(try file.dataByteCount() == 4)
        #expect(try file.tags().map(\.key) == ["comments", "copyright"])
        #expect(try file.tags().map(\.value) == ["A", "someone"])
    }

    @Test("of a recorder that was stopped has the samples that are there")
    func unfinished() throws {
        let file = try open(
            aiffFile(iffChunk("COMM", aiffCommon(frames: 0)), soundData([0, 1, 0, 2])))
        #expect(try file.frameCount() == 2)
        let silent = try open(aiffFile(iffChunk("COMM", aiffCommon(frames: 0))))
        #expect(try decodeSound(silent).frameCount == 0)
    }

    @Test("without a common chunk, or with frames and no data, is refused")
    func missing() {
        #expect(throws: FormatError(.missing("common chunk"))) {
            try open(aiffFile(soundData([1, 2])))
        }
        #expect(throws: FormatError(.missing("sound data chunk"))) {
            try open(aiffFile(iffChunk("COMM", aiffCommon(frames: 2))))
        }
    }
}
