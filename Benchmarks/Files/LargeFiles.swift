/// Files of four gigabytes, one for each way to store packets.
enum LargeFiles {
    static let byteCount: Int64 = 4_000_000_000

    static let all: [(name: String, bytes: PatternBytes)] = {
        #if FFmpeg
            cut + [("Matroska, Opus", matroska)]
        #else
            cut
        #endif
    }()

    /// Files of formats that Sori itself parses into packets.
    private static let cut: [(name: String, bytes: PatternBytes)] = [
        (
            "CAF, linear PCM",
            caf(
                description("lpcm", bytesPerPacket: 4, framesPerPacket: 1, bits: 16)
                    + head("data", byteCount - 1000) + [0, 0, 0, 0], zeros)
        ),
        (
            "CAF, Apple IMA4",
            caf(
                description("ima4", bytesPerPacket: 68, framesPerPacket: 64, bits: 0)
                    + head("data", (byteCount - 1000) / 68 * 68 + 4) + [0, 0, 0, 0], zeros)
        ),
        ("WAV, linear PCM", wav), ("RF64, linear PCM", longWAV("RF64")),
        ("BW64, linear PCM", longWAV("BW64")), ("AIFF, linear PCM", aiff),
        ("AIFF-C, Apple IMA4", aifc), ("AU, linear PCM", au), ("CAF, AAC", cafAAC),
        ("M4A, AAC", m4a), ("MP3", mp3), ("ADTS", adts),
    ]

    /// Filler where only the size matters.
    static let zeros = [UInt8](repeating: 0, count: 1 << 16)

    private static func caf(_ chunks: [UInt8], _ piece: [UInt8]) -> PatternBytes {
        let start = Array("caff".utf8) + [0, 1, 0, 0] + chunks
        return PatternBytes([
            .init(piece: start, byteCount: Int64(start.count)),
            .init(piece: piece, byteCount: byteCount - Int64(start.count)),
        ])
    }

    private static var cafAAC: PatternBytes {
        // A packet has 512 bytes, a number encoded in two bytes of seven bits each.
        let packetCount = byteCount / 514
        let table = big(packetCount) + big(packetCount * 1024) + big(Int64(0))
        let start =
            Array("caff".utf8) + [0, 1, 0, 0]
            + description("aac ", bytesPerPacket: 0, framesPerPacket: 1024, bits: 0)
            + head("pakt", Int64(table.count) + packetCount * 2) + table
        let data = head("data", packetCount * 512 + 4) + [0, 0, 0, 0]
        return PatternBytes([
            .init(piece: start, byteCount: Int64(start.count)),
            .init(piece: [0x84, 0x00], byteCount: packetCount * 2),
            .init(piece: data, byteCount: Int64(data.count)),
            .init(piece: zeros, byteCount: packetCount * 512),
        ])
    }

    private static func description(
        _ id: String, bytesPerPacket: UInt32, framesPerPacket: UInt32, bits: UInt32
    ) -> [UInt8] {
        head("desc", 32) + big(44100.0.bitPattern) + id.utf8 + big(UInt32(0))
            + big(bytesPerPacket) + big(framesPerPacket) + big(UInt32(2)) + big(bits)
    }

    private static func head(_ id: String, _ byteCount: Int64) -> [UInt8] {
        Array(id.utf8) + big(byteCount)
    }

    private static var wav: PatternBytes {
        let format: [UInt8] = [1, 0, 2, 0] + little(44100) + little(176_400) + [4, 0, 16, 0]
        let dataByteCount = UInt32(byteCount - 44)
        let start =
            Array("RIFF".utf8) + little(dataByteCount + 36) + Array("WAVEfmt ".utf8) + little(16)
            + format + Array("data".utf8) + little(dataByteCount)
        return followed(start)
    }

    /// A WAVE file with its sizes in a chunk of their own.
    private static func longWAV(_ id: String) -> PatternBytes {
        let dataByteCount = byteCount - 80
        let sizes = long(byteCount - 8) + long(dataByteCount) + long(dataByteCount / 4)
        let start =
            Array(id.utf8) + little(.max) + Array("WAVEds64".utf8) + little(28) + sizes
            + little(0) + Array("fmt ".utf8) + little(16) + [1, 0, 2, 0] + little(44100)
            + little(176_400) + [4, 0, 16, 0] + Array("data".utf8) + little(.max)
        return followed(start)
    }

    private static func long(_ number: Int64) -> [UInt8] { big(number).reversed() }

    /// AIFF-C with the number of packets in the field for the number of frames.
    private static var aifc: PatternBytes {
        let packetCount = UInt32((byteCount - 72) / 68)
        let common: [UInt8] =
            [0, 2] + big(packetCount) + [0, 16] + [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
        let start =
            Array("FORM".utf8) + big(packetCount * 68 + 64) + Array("AIFCFVER".utf8)
            + big(UInt32(4)) + big(UInt32(0xA280_5140)) + Array("COMM".utf8) + big(UInt32(24))
            + common + Array("ima4".utf8) + [0, 0] + Array("SSND".utf8)
            + big(packetCount * 68 + 8) + [UInt8](repeating: 0, count: 8)
        return followed(start)
    }

    private static var au: PatternBytes {
        followed(
            Array(".snd".utf8) + big(UInt32(24)) + big(UInt32(byteCount - 24))
                + big(UInt32(3)) + big(UInt32(44100)) + big(UInt32(2)))
    }

    private static var aiff: PatternBytes {
        let frameCount = UInt32((byteCount - 54) / 4)
        // The sample rate 44100 as an 80-bit float.
        let common: [UInt8] =
            [0, 2] + big(frameCount) + [0, 16] + [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
        let start =
            Array("FORM".utf8) + big(frameCount * 4 + 46) + Array("AIFFCOMM".utf8)
            + big(UInt32(18)) + common + Array("SSND".utf8) + big(frameCount * 4 + 8)
            + [UInt8](repeating: 0, count: 8)
        return followed(start)
    }

    private static func followed(_ start: [UInt8]) -> PatternBytes {
        PatternBytes([
            .init(piece: start, byteCount: Int64(start.count)),
            .init(piece: zeros, byteCount: byteCount - Int64(start.count)),
        ])
    }

    /// MP3 frames of 128 kbit/s at 44.1 kHz, a hundred of them repeated.
    private static var mp3: PatternBytes {
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
        return stream(frame)
    }

    /// ADTS frames of 512 bytes, headers included.
    private static var adts: PatternBytes {
        let frame: [UInt8] =
            [0xFF, 0xF1, 0x50, 0x80, 0x40, 0x1F, 0xFC] + [UInt8](repeating: 0, count: 505)
        return stream(frame)
    }

    private static func stream(_ frame: [UInt8]) -> PatternBytes {
        let piece = Array(repeatElement(frame, count: 100).joined())
        return PatternBytes([
            .init(piece: piece, byteCount: byteCount / Int64(piece.count) * Int64(piece.count))
        ])
    }

    private static func little(_ number: UInt32) -> [UInt8] { big(number).reversed() }
}

func big(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
}
