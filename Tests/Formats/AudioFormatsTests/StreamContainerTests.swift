import AudioCodecs
import AudioFormats
import AudioModel
import Testing

@Suite("An AU file")
struct AUTests {
    @Test(
        "has the format its encoding says",
        arguments: [
            (1, FormatID.uLaw, 0, 8), (2, .linearPCM, 0x0E, 8), (3, .linearPCM, 0x0E, 16),
            (4, .linearPCM, 0x0E, 24), (5, .linearPCM, 0x0E, 32), (6, .linearPCM, 0x0B, 32),
            (7, .linearPCM, 0x0B, 64), (27, .aLaw, 0, 8),
        ] as [(UInt32, FormatID, UInt32, UInt32)])
    func encodings(encoding: UInt32, id: FormatID, flags: UInt32, bits: UInt32) throws {
        let file = try open(auFile(Array(repeating: 0, count: 32), encoding: encoding, channels: 2))
        #expect(file.format.id == id)
        #expect(file.format.flags == FormatFlags(rawValue: flags))
        #expect(file.format.bitsPerChannel == bits)
        #expect(try file.packetCount() == 32 / Int64(bits / 4))
    }

    @Test("runs to the end of the file when its size is unknown or too large")
    func openEnd() throws {
        for stated: UInt32 in [.max, 1000] {
            let file = try open(auFile([0, 1, 0, 2], statedByteCount: stated))
            #expect(try decodeFrames(file) == [1, 2].map { $0 / 32768 })
        }
        #expect(try open(auFile([0, 1, 0, 2], statedByteCount: 2)).frameCount() == 1)
    }

    @Test("carries words, and names codings that are not decoded")
    func words() throws {
        #expect(try open(auFile([], words: "a name")).tags().map(\.value) == ["a name"])
        let file = try open(auFile([1, 2, 3], encoding: 23))
        #expect(try file.packetCount() == 0)
        #expect(!file.hasCountedPackets)
        #expect(throws: FormatError.self) { try FrameReader(file) }
    }

    @Test("with its data before its header's end is refused")
    func badOffset() {
        var bytes = auFile([0, 1])
        bytes[7] = 23
        #expect(throws: FormatError(.badField("data offset"), offset: 4)) { try open(bytes) }
    }
}

@Suite("A stream of frames")
struct StreamContainerTests {
    @Test("of ADTS has packets without their headers, and a count once it is gone over")
    func adts() throws {
        let file = try open(smallADTS())
        #expect(file.containerKind == .adts)
        #expect(
            file.format
                == StreamFormat(
                    sampleRate: 44100, id: .mpeg4AAC, bytesPerPacket: 0, framesPerPacket: 1024,
                    bytesPerFrame: 0, channelCount: 1, bitsPerChannel: 0))
        #expect(try file.packetCount() == 3)
        #expect(try file.frameCount() == 3072)
        #expect(try file.maximumPacketSize() == 4)
        #expect(file.dataOffset == 0)
        #expect(
            try readPackets(file, from: 0, count: 9, capacity: 100).bytes == [
                1, 2, 3, 4, 5, 6, 7, 8,
            ])
        #expect(try readPackets(file, from: 2, count: 9, capacity: 100).bytes == [5, 6, 7, 8])
        #expect(try file.byte(ofPacket: 1) == 7 + 3 + 9)
        #expect(try file.packet(ofFrame: 1024 * 2 + 5) == PacketPosition(packet: 2, offset: 5))
    }

    @Test("has the cookie that its packets need elsewhere")
    func cookie() throws {
        let file = try open(smallADTS())
        let descriptor = try #require(file.magicCookie)
        #expect(descriptor == streamDescriptor([0x12, 0x08]))
    }

    @Test("goes on behind bytes that are none of its frames")
    func resync() throws {
        let junk: [UInt8] = [0xFF, 0xF1, 0, 0xFF, 0xFF, 7, 7]
        let file = try open(smallADTS() + junk + smallADTS() + [0xFF])
        #expect(try file.packetCount() == 6)
        #expect(try readPackets(file, from: 3, count: 1, capacity: 100).bytes == [1, 2, 3])
        // A frame with another sample rate does not belong to the stream.
        let mixed = try open(smallADTS() + adtsFrame([9, 9, 9, 9], rateIndex: 3) + smallADTS())
        #expect(try mixed.packetCount() == 6)
    }

    @Test("that ends inside a frame ends before it")
    func cut() throws {
        #expect(try open(Array(smallADTS().dropLast())).packetCount() == 2)
        #expect(try open(Array(smallMP3().prefix(15 + 96 * 4 - 1))).packetCount() == 2)
    }

    @Test("of MP3 counts by the table, which is no packet, and trims by it")
    func mp3() throws {
        let file = try open(smallMP3())
        #expect(file.containerKind == .mp3)
        #expect(file.format.sampleRate == 24000)
        #expect(file.format.framesPerPacket == 576)
        #expect(try file.packetCount() == 4)
        #expect(file.dataOffset == 15 + 96)
        #expect(
            try file.packetTable()
                == PacketTable(
                    validFrames: 4 * 576 - 1105 - 71, primingFrames: 1105, remainderFrames: 71))
        #expect(try file.dataByteCount() == 4 * 96)
        #expect(try readPackets(file, from: 3, count: 1, capacity: 96).bytes == mp3Frame(4))
        #expect(try file.duration() == Double(4 * 576 - 1105 - 71) / 24000)
    }

    @Test("of MP3 is counted when it has no table, or fewer bytes than the table says")
    func counted() throws {
        let plain = try open((1...3).flatMap { mp3Frame(UInt8($0)) })
        #expect(try plain.packetCount() == 3)
        #expect(try plain.packetTable() == nil)
        #expect(try plain.frameCount() == 3 * 576)
        #expect(try plain.estimatedDuration() == plain.duration())
        let short = try open(mp3Table(packets: 400, bytes: 401 * 96) + mp3Frame(1) + mp3Frame(2))
        #expect(try short.packetCount() == 2)
        #expect(try short.frameCount() == 2 * 576 - 1105)
        // Priming does not exceed the frames when all packets are missing.
        let empty = try open(mp3Table(packets: 400, bytes: 401 * 96))
        #expect(
            try empty.packetTable()
                == PacketTable(validFrames: 0, primingFrames: 0, remainderFrames: 0))
    }

    @Test("of MP3 has the bit rate and duration that its frames state, where that is one rate")
    func constantBitRate() throws {
        // Given no header, or an `Info` header, which marks a constant bit rate.
        for table in [[], mp3Table(packets: 3, bytes: 4 * 96, id: "Info")] {
            let file = try open(table + (1...3).flatMap { mp3Frame(UInt8($0)) })
            #expect(try file.bitRate() == 32_000)
            #expect(try file.estimatedDuration() == Double(3 * 96 * 8) / 32_000)
        }
        // Given frames with different bit rates, the average is used.
        let longer = [0xFF, 0xF3, 0x54, 0xC0] + [UInt8](repeating: 2, count: 116)
        let mixed = try open(mp3Frame(1) + longer + mp3Frame(3))
        #expect(try mixed.packetCount() == 3)
        #expect(try abs(mixed.bitRate() - Double((96 + 120 + 96) * 8) * 24000 / (3 * 576)) < 1e-6)
        #expect(try mixed.estimatedDuration() == mixed.duration())
        // A `Xing` header, which marks a variable bit rate, counts them.
        let counted = try open(mp3Table(packets: 2, bytes: 312) + mp3Frame(1) + longer)
        #expect(try abs(counted.bitRate() - Double((96 + 120) * 8) * 24000 / (2 * 576)) < 1e-6)
    }

    @Test("without a frame is an error in words")
    func noFrame() {
        let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]
        #expect(throws: FormatError(.missing("MPEG frame sync"))) {
            try open(tag + Array(repeating: 0, count: 300))
        }
        // Free-format frames do not state their length.
        #expect(throws: FormatError(.missing("MPEG frame sync"))) {
            try open([0xFF, 0xF3, 0x04, 0xC0] + Array(repeating: 0, count: 300))
        }
    }

    @Test("of four gigabytes is indexed in little memory and found again")
    func huge() throws {
        let frame = adtsFrame(Array(repeating: 7, count: 2000))
        let source = RepeatedBytes(frame, count: 2_000_000)
        let file = try AudioFileReader(source)
        #expect(try file.estimatedDuration() == Double(2_000_000 * 1024) / 44100)
        let index: Int64 = 150_000
        let read = try readPackets(file, from: index, count: 1, capacity: 4000)
        #expect(read.descriptions.map(\.byteCount) == [2000])
        #expect(try file.byte(ofPacket: index) == index * Int64(frame.count) + 7)
    }

    @Test("has a largest packet by its coding, however long it is")
    func longFile() throws {
        let long = try AudioFileReader(
            MemoryBytes((0..<1000).flatMap { mp3Frame(UInt8(truncatingIfNeeded: $0)) }))
        #expect(try long.packetSizeUpperBound() == 488)
        #expect(try long.maximumPacketSize() == 96)
    }
}

/// A source that repeats the same bytes.
private struct RepeatedBytes: ByteSource {
    private let bytes: [UInt8]
    let byteCount: Int64

    init(_ bytes: [UInt8], count: Int64) {
        self.bytes = bytes
        byteCount = Int64(bytes.count) * count
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        let count = Int(max(min(Int64(buffer.count), byteCount - offset), 0))
        var done = 0
        while done < count {
            let start = Int((offset + Int64(done)) % Int64(bytes.count))
            let piece = min(bytes.count - start, count - done)
            bytes.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
                    .copyMemory(from: .init(rebasing: $0[start..<start + piece]))
            }
            done += piece
        }
        return count
    }
}
