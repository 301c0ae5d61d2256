/// Big-endian bytes of a number. This file builds test files chunk by chunk.
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

func smallExtensibleWAV() -> [UInt8] {
    let identifier: [UInt8] =
        [0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10, 0x00]
        + [0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]
    let extra = littleEndian(UInt16(22)) + littleEndian(UInt16(20)) + littleEndian(UInt32(3))
    return wavFile(
        riffChunk(
            "fmt ",
            wavFormat(tag: 0xFFFE, channels: 2, block: 6, bits: 24, extra: extra + identifier)),
        riffChunk("LIST", Array("INFO".utf8) + riffChunk("INAM", Array("a name\0".utf8))),
        riffChunk("data", (0..<24).map { UInt8($0) }))
}

func smallRF64(id: String = "RF64") -> [UInt8] {
    let sizes =
        littleEndian(UInt64(100)) + littleEndian(UInt64(12)) + littleEndian(UInt64(6))
        + littleEndian(UInt32(0))
    return wavFile(
        riffChunk("ds64", sizes), riffChunk("fmt ", wavFormat()),
        Array("data".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + (0..<12).map { UInt8($0) },
        id: id)
}

// MARK: - AIFF

/// 44,100 as an 80-bit extended number.
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

/// A CAF file of AAC with three packets of arbitrary content.
func smallAACCAF() -> [UInt8] {
    cafFile(
        cafDescription(id: "aac ", flags: 2, bytesPerPacket: 0, framesPerPacket: 1024, bits: 0),
        cafChunk("kuki", Array(repeating: 3, count: 39)),
        cafPacketTable(
            packets: 3, valid: 2000, priming: 1024, remainder: 48, entries: [0x81, 0x00, 20, 10]),
        cafData(Array(repeating: 7, count: 158)))
}

// MARK: - Microsoft's ADPCM

/// A WAVE file with ADPCM blocks of 32 arbitrary bytes.
func smallADPCMWAV(tag: UInt16, channels: UInt16 = 2, blockCount: Int = 3) -> [UInt8] {
    let framesPerBlock: UInt16 = tag == 0x11 ? 25 : 20
    var block = (0..<UInt8(32)).map { $0 &* 91 & 0x7F }
    if tag == 2 { block[..<2] = [0, 1] }
    let extra: [UInt8] = littleEndian(UInt16(2)) + littleEndian(framesPerBlock)
    let format = wavFormat(
        tag: tag, channels: channels, rate: 8000, block: 32, bits: 4, extra: extra)
    let blocks = [[UInt8]](repeating: block, count: blockCount)
    return wavFile(
        riffChunk("fmt ", format),
        riffChunk("fact", littleEndian(UInt32(blockCount * 20 - 3))),
        riffChunk("data", Array(blocks.joined())))
}

// MARK: - AU

func auFile(
    _ samples: [UInt8], encoding: UInt32 = 3, rate: UInt32 = 8000, channels: UInt32 = 1,
    words: String = "", statedByteCount: UInt32? = nil
) -> [UInt8] {
    let text = Array(words.utf8)
    return Array(".snd".utf8) + bigEndian(UInt32(24 + text.count))
        + bigEndian(statedByteCount ?? UInt32(samples.count)) + bigEndian(encoding)
        + bigEndian(rate) + bigEndian(channels) + text + samples
}

// MARK: - ADTS

/// An ADTS frame of mono AAC LC at 44,100 Hz with arbitrary content.
func adtsFrame(_ packet: [UInt8], hasChecksum: Bool = false, rateIndex: UInt64 = 4) -> [UInt8] {
    let headByteCount = hasChecksum ? 9 : 7
    let byteCount = UInt64(packet.count + headByteCount)
    var bits: UInt64 = 0xFFF << 44 | (hasChecksum ? 0 : 1) << 40 | 1 << 38
    bits |= rateIndex << 34 | 1 << 30 | byteCount << 13 | 0x7FF << 2
    return Array(bigEndian(bits).dropFirst()) + Array(repeating: 0x55, count: headByteCount - 7)
        + packet
}

func smallADTS() -> [UInt8] {
    adtsFrame([1, 2, 3]) + adtsFrame([4], hasChecksum: true) + adtsFrame([5, 6, 7, 8])
}

// MARK: - MP3

/// A frame of 96 bytes, with arbitrary content: MPEG-2 layer 3, mono, 24,000 Hz, 32 kbit/s.
func mp3Frame(_ filling: UInt8) -> [UInt8] {
    [0xFF, 0xF3, 0x44, 0xC0] + Array(repeating: filling, count: 92)
}

/// A frame with a Xing/Info header instead of audio.
func mp3Table(
    packets: UInt32, bytes: UInt32, delay: UInt32 = 576, padding: UInt32 = 600, id: String = "Xing"
) -> [UInt8] {
    let counts = bigEndian(UInt32(3)) + bigEndian(packets) + bigEndian(bytes)
    let trimming = bigEndian(delay << 12 | padding).dropFirst()
    let table =
        Array(id.utf8) + counts + Array("LAME3.100".utf8)
        + Array(repeating: 0, count: 12) + trimming
    let frame = [0xFF, 0xF3, 0x44, 0xC0] + Array(repeating: UInt8(0), count: 9) + table
    return frame + Array(repeating: 0, count: 96 - frame.count)
}

func smallMP3() -> [UInt8] {
    let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 5] + [0, 0, 0, 0, 0]
    return tag + mp3Table(packets: 4, bytes: 5 * 96)
        + (1...4).flatMap { mp3Frame(UInt8($0)) } + Array("TAG".utf8)
        + Array(repeating: 0, count: 125)
}

// MARK: - MPEG-4

func box(_ id: String, _ payload: [UInt8]...) -> [UInt8] {
    let payload = payload.flatMap { $0 }
    return bigEndian(UInt32(payload.count + 8))
        + (id.utf8.count == 4 ? Array(id.utf8) : [0xA9] + id.utf8.suffix(3))
        + payload
}

/// A box with a version and flags.
func fullBox(_ id: String, version: UInt8 = 0, _ payload: [UInt8]...) -> [UInt8] {
    box(id, [version, 0, 0, 0], payload.flatMap { $0 })
}

func words(_ numbers: UInt32...) -> [UInt8] { numbers.flatMap { bigEndian($0) } }

/// An ES descriptor: Apple's magic cookie for AAC.
func streamDescriptor(_ configuration: [UInt8], type: UInt8 = 0x40) -> [UInt8] {
    func descriptor(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, 0x80, 0x80, 0x80, UInt8(content.count)] + content
    }
    let decoder =
        [type, 0x15] + Array(repeating: UInt8(0), count: 11) + descriptor(5, configuration)
    return descriptor(3, [0, 0, 0] + descriptor(4, decoder) + descriptor(6, [2]))
}

/// A file of mono AAC LC at 44,100 in five packets of 3, 1, 4, 1 and 5 bytes, in chunks of two,
/// two and one with a gap between: packet `n` has bytes of value `n`.
struct SmallMP4 {
    var sizes: [UInt32] = [3, 1, 4, 1, 5]
    var configuration: [UInt8] = [0x12, 0x08]
    var edit: [UInt8]?
    var movieScale: UInt32 = 44100
    var mediaDuration: UInt32 = 5 * 1024
    var has64BitOffsets = false
    var compactSizeBits: UInt8?
    var userData: [UInt8] = []
    var moovFirst = false

    var bytes: [UInt8] {
        let head = box("ftyp", Array("M4A ".utf8), words(0))
        var chunks: [[UInt8]] = [[], [], []]
        for (index, size) in sizes.enumerated() {
            chunks[index / 2] += Array(repeating: UInt8(index), count: Int(size))
        }
        let gap: [UInt8] = [0xEE, 0xEE]
        let audio = chunks[0] + gap + chunks[1] + gap + chunks[2]
        func movie(_ start: Int) -> [UInt8] {
            let starts = [
                start, start + chunks[0].count + 2, start + chunks[0].count + chunks[1].count + 4,
            ]
            return self.movie(starts.map { UInt32($0) })
        }
        if moovFirst {
            let length = movie(0).count
            return head + movie(head.count + length + 8) + box("mdat", audio)
        }
        return head + box("mdat", audio) + movie(head.count + 8)
    }

    private func movie(_ starts: [UInt32]) -> [UInt8] {
        let entry = box(
            "mp4a", Array(repeating: 0, count: 6), [0, 1], words(0, 0), [0, 1, 0, 16],
            words(0), words(44100 << 16), fullBox("esds", streamDescriptor(configuration)))
        var sizeBox = fullBox(
            "stsz", words(0, UInt32(sizes.count)), sizes.flatMap { bigEndian($0) })
        if let bits = compactSizeBits {
            let nibbles = stride(from: 0, to: sizes.count, by: 2).map { index in
                UInt8(sizes[index] << 4 | (index + 1 < sizes.count ? sizes[index + 1] : 0))
            }
            let entries = bits == 4 ? nibbles : sizes.map { UInt8($0) }
            sizeBox = fullBox("stz2", [0, 0, 0, bits], words(UInt32(sizes.count)), entries)
        }
        let offsets =
            has64BitOffsets
            ? fullBox("co64", words(3), starts.flatMap { bigEndian(UInt64($0)) })
            : fullBox("stco", words(3), starts.flatMap { bigEndian($0) })
        let table = box(
            "stbl", fullBox("stsd", words(1), entry),
            fullBox("stts", words(1, UInt32(sizes.count), 1024)),
            fullBox("stsc", words(2, 1, 2, 1, 3, 1, 1)), sizeBox, offsets)
        let media = box(
            "mdia", fullBox("mdhd", words(0, 0, 44100, mediaDuration, 0)),
            fullBox("hdlr", words(0), Array("soun".utf8), words(0, 0, 0)),
            box("minf", table))
        let edits = edit.map { box("edts", $0) } ?? []
        return box(
            "moov", fullBox("mvhd", words(0, 0, movieScale, mediaDuration)),
            box("trak", fullBox("tkhd", words(0, 0, 1, 0, mediaDuration)), edits, media), userData)
    }
}

/// An iTunes metadata list with a title and gapless information.
func iTunesTags(title: String, gapless: String? = nil) -> [UInt8] {
    func data(_ text: String) -> [UInt8] { box("data", words(1, 0), Array(text.utf8)) }
    let trimming =
        gapless.map {
            box(
                "----", fullBox("mean", Array("com.apple.iTunes".utf8)),
                fullBox("name", Array("iTunSMPB".utf8)), data($0))
        } ?? []
    return box(
        "udta",
        fullBox(
            "meta", fullBox("hdlr", words(0), Array("mdir".utf8), words(0, 0, 0)),
            box("ilst", box("©nam", data(title)), trimming)))
}
