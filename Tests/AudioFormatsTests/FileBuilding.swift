/// Puts files together for tests, chunk by chunk.
func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
}

func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
}

func iffChunk(_ id: String, _ payload: [UInt8]) -> [UInt8] {
    Array(id.utf8) + bigEndian(UInt32(payload.count)) + payload
        + (payload.count % 2 == 1 ? [0] : [])
}

func riffChunk(_ id: String, _ payload: [UInt8]) -> [UInt8] {
    Array(id.utf8) + littleEndian(UInt32(payload.count)) + payload
        + (payload.count % 2 == 1 ? [0] : [])
}

func cafChunk(_ id: String, _ payload: [UInt8], statedByteCount: Int64? = nil) -> [UInt8] {
    Array(id.utf8) + bigEndian(statedByteCount ?? Int64(payload.count)) + payload
}

// MARK: - WAVE

func wavFormat(
    tag: UInt16 = 1, channels: UInt16 = 1, rate: UInt32 = 44100, block: UInt16 = 2,
    bits: UInt16 = 16, extra: [UInt8] = []
) -> [UInt8] {
    littleEndian(tag) + littleEndian(channels) + littleEndian(rate)
        + littleEndian(rate &* UInt32(block)) + littleEndian(block) + littleEndian(bits) + extra
}

func wavFile(_ chunks: [UInt8]..., id: String = "RIFF") -> [UInt8] {
    let body = Array("WAVE".utf8) + chunks.flatMap { $0 }
    return Array(id.utf8) + littleEndian(UInt32(body.count)) + body
}

func smallWAV(_ samples: [Int16] = [1, -2, 300, -400, 32767, -32768]) -> [UInt8] {
    wavFile(riffChunk("fmt ", wavFormat()), riffChunk("data", samples.flatMap(littleEndian)))
}

// MARK: - AIFF

/// 44,100 as an extended number.
let extended44100: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]

func aiffCommon(
    channels: Int16 = 1, frames: UInt32, bits: Int16 = 16, rate: [UInt8] = extended44100,
    coding: String? = nil
) -> [UInt8] {
    let fixed = bigEndian(channels) + bigEndian(frames) + bigEndian(bits) + rate
    return fixed + (coding.map { Array($0.utf8) + [0, 0] } ?? [])
}

func aiffFile(_ chunks: [UInt8]..., type: String = "AIFF") -> [UInt8] {
    let body = Array(type.utf8) + chunks.flatMap { $0 }
    return Array("FORM".utf8) + bigEndian(UInt32(body.count)) + body
}

func soundData(_ samples: [UInt8], skipping offset: Int = 0) -> [UInt8] {
    iffChunk(
        "SSND",
        bigEndian(UInt32(offset)) + bigEndian(UInt32(0)) + Array(repeating: 0x78, count: offset)
            + samples)
}

func smallAIFF(_ samples: [Int16] = [1, -2, 300, -400, 32767, -32768]) -> [UInt8] {
    aiffFile(
        iffChunk("COMM", aiffCommon(frames: UInt32(samples.count))),
        soundData(samples.flatMap(bigEndian)))
}

func smallAIFC() -> [UInt8] {
    aiffFile(
        iffChunk("FVER", bigEndian(UInt32(0xA280_5140))),
        iffChunk("COMM", aiffCommon(channels: 2, frames: 1, coding: "ima4")),
        iffChunk("NAME", Array("a name".utf8)),
        soundData((0..<68).map { UInt8($0 &* 37 & 0xFF) }), type: "AIFC")
}

// MARK: - CAF

func cafDescription(
    rate: Double = 44100, id: String = "lpcm", flags: UInt32 = 2, bytesPerPacket: UInt32 = 2,
    framesPerPacket: UInt32 = 1, channels: UInt32 = 1, bits: UInt32 = 16
) -> [UInt8] {
    cafChunk(
        "desc",
        bigEndian(rate.bitPattern) + Array(id.utf8) + bigEndian(flags) + bigEndian(bytesPerPacket)
            + bigEndian(framesPerPacket) + bigEndian(channels) + bigEndian(bits))
}

func cafPacketTable(
    packets: Int64, valid: Int64, priming: Int32 = 0, remainder: Int32 = 0, entries: [UInt8] = []
) -> [UInt8] {
    cafChunk(
        "pakt",
        bigEndian(packets) + bigEndian(valid) + bigEndian(priming) + bigEndian(remainder) + entries)
}

func cafData(_ samples: [UInt8], statedByteCount: Int64? = nil) -> [UInt8] {
    cafChunk("data", bigEndian(UInt32(0)) + samples, statedByteCount: statedByteCount)
}

func cafFile(_ chunks: [UInt8]...) -> [UInt8] {
    Array("caff".utf8) + [0, 1, 0, 0] + chunks.flatMap { $0 }
}

func smallCAF(_ samples: [Int16] = [1, -2, 300, -400, 32767, -32768]) -> [UInt8] {
    cafFile(cafDescription(), cafData(samples.flatMap(littleEndian)))
}

func smallIMA4CAF() -> [UInt8] {
    cafFile(
        cafDescription(id: "ima4", flags: 0, bytesPerPacket: 34, framesPerPacket: 64, bits: 0),
        cafPacketTable(packets: 0, valid: 100, remainder: 28),
        cafChunk("info", bigEndian(UInt32(1)) + Array("title\0a name\0".utf8)),
        cafData((0..<68).map { UInt8($0 &* 37 & 0xFF) }))
}

/// A CAF file of AAC in three packets; what is in them does not matter here.
func smallAACCAF() -> [UInt8] {
    cafFile(
        cafDescription(id: "aac ", flags: 2, bytesPerPacket: 0, framesPerPacket: 1024, bits: 0),
        cafChunk("kuki", Array(repeating: 3, count: 39)),
        cafPacketTable(
            packets: 3, valid: 2000, priming: 1024, remainder: 48, entries: [0x81, 0x00, 20, 10]),
        cafData(Array(repeating: 7, count: 158)))
}
