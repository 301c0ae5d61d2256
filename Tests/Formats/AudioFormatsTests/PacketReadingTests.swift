import AudioCodecs
import AudioFormats
import AudioModel
import ChannelLayouts
import Dispatch
import Synchronization
import Testing

/// The bytes and descriptions of some packets.
struct PacketsRead: Equatable {
    var bytes: [UInt8]
    var descriptions: [PacketDescription]

    var packets: [[UInt8]] {
        descriptions.map { Array(bytes[Int($0.startOffset)...].prefix(Int($0.byteCount))) }
    }
}

/// Reads in order, a few packets at a time.
func allPackets(_ file: AudioFileReader) throws -> [[UInt8]] {
    var packets: [[UInt8]] = []
    let capacity = try Int(file.maximumPacketSize()) * 10
    while true {
        let read = try readPackets(file, from: Int64(packets.count), count: 10, capacity: capacity)
        if read.descriptions.isEmpty { return packets }
        packets += read.packets
    }
}

func readPackets(
    _ file: AudioFileReader, from index: Int64, count: Int, capacity: Int
) throws -> PacketsRead {
    var bytes = [UInt8](repeating: 0xEE, count: capacity)
    var descriptions = Array(repeating: PacketDescription(), count: max(count, 0))
    let read = try bytes.withUnsafeMutableBytes { buffer in
        try descriptions.withUnsafeMutableBufferPointer {
            try file.readPackets(startingAt: index, count: count, into: buffer, descriptions: $0)
        }
    }
    #expect(bytes[read.byteCount...].allSatisfy { $0 == 0xEE }, "written beyond what was read")
    return PacketsRead(
        bytes: Array(bytes[..<read.byteCount]),
        descriptions: Array(descriptions[..<read.packetCount]))
}

/// A CAF file; packet `n` has `sizes[n]` bytes, all of value `n`.
func variableCAF(
    sizes: [Int], frames: [Int]? = nil, valid: Int64, dataByteCount: Int? = nil
) -> [UInt8] {
    let entries = sizes.indices.flatMap { index in
        variableLengthNumber(sizes[index]) + (frames.map { variableLengthNumber($0[index]) } ?? [])
    }
    let bytes = sizes.indices.flatMap {
        Array(repeating: UInt8(truncatingIfNeeded: $0), count: sizes[$0])
    }
    return cafFile(
        cafDescription(
            id: "aac ", flags: 0, bytesPerPacket: 0, framesPerPacket: frames == nil ? 1024 : 0,
            bits: 0),
        cafPacketTable(packets: Int64(sizes.count), valid: valid, entries: entries),
        cafData(Array(bytes.prefix(dataByteCount ?? bytes.count))))
}

func variableLengthNumber(_ number: Int) -> [UInt8] {
    var bytes = [UInt8(number & 0x7F)]
    var rest = number >> 7
    while rest > 0 {
        bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
        rest >>= 7
    }
    return bytes
}

@Suite("Packets")
struct PacketReadingTests {
    /// 100,000 packets of 1…300 bytes: far more than the index has anchors.
    static let manySizes = (0..<100_000).map { $0 * 7919 % 300 + 1 }
    static let many = variableCAF(sizes: manySizes, valid: 102_400_000)

    @Test("of one size are read as far as the buffer, the count and the file go")
    func uniform() throws {
        let file = try open(smallCAF([1, 2, 3, 4, 5]))
        let two = try readPackets(file, from: 1, count: 10, capacity: 5)
        #expect(two.bytes == [2, 0, 3, 0])
        #expect(
            two.descriptions == [
                PacketDescription(startOffset: 0, byteCount: 2),
                PacketDescription(startOffset: 2, byteCount: 2),
            ])
        #expect(try readPackets(file, from: 3, count: 1, capacity: 90).bytes == [4, 0])
        #expect(try readPackets(file, from: 3, count: 9, capacity: 90).bytes == [4, 0, 5, 0])
        #expect(try readPackets(file, from: 5, count: 9, capacity: 90).bytes.isEmpty)
        #expect(try readPackets(file, from: .max, count: 9, capacity: 90).bytes.isEmpty)
        #expect(try readPackets(file, from: -1, count: 9, capacity: 90).bytes.isEmpty)
        #expect(try readPackets(file, from: 0, count: 9, capacity: 1).bytes.isEmpty)
    }

    @Test("of differing sizes come with where they stand in the buffer")
    func variable() throws {
        let file = try open(variableCAF(sizes: [3, 200, 1, 2], valid: 4096))
        #expect(try file.packetCount() == 4)
        #expect(try file.maximumPacketSize() == 200)
        let first = try readPackets(file, from: 0, count: 4, capacity: 1000)
        #expect(first.bytes == [0, 0, 0] + Array(repeating: 1, count: 200) + [2, 3, 3])
        #expect(
            first.descriptions == [
                PacketDescription(startOffset: 0, byteCount: 3),
                PacketDescription(startOffset: 3, byteCount: 200),
                PacketDescription(startOffset: 203, byteCount: 1),
                PacketDescription(startOffset: 204, byteCount: 2),
            ])
        // Only whole packets: the second does not fit after the first.
        #expect(try readPackets(file, from: 0, count: 4, capacity: 202).bytes == [0, 0, 0])
        #expect(try readPackets(file, from: 1, count: 4, capacity: 199).descriptions.isEmpty)
        let last = try readPackets(file, from: 2, count: 9, capacity: 1000)
        #expect(last.bytes == [2, 3, 3])
        #expect(last.descriptions.map(\.startOffset) == [0, 1])
        #expect(try readPackets(file, from: 4, count: 9, capacity: 1000).descriptions.isEmpty)
    }

    @Test("of differing frames say how many, and are found by frame")
    func variableFrames() throws {
        let file = try open(variableCAF(sizes: [5, 5, 5], frames: [100, 300, 1], valid: 401))
        let read = try readPackets(file, from: 0, count: 3, capacity: 100)
        #expect(read.descriptions.map(\.variableFrameCount) == [100, 300, 1])
        #expect(try file.frame(ofPacket: 2) == 400)
        #expect(try file.frame(ofPacket: 3) == nil)
        #expect(try file.packet(ofFrame: 399) == PacketPosition(packet: 1, offset: 299))
        #expect(try file.packet(ofFrame: 400) == PacketPosition(packet: 2, offset: 0))
        #expect(try file.packet(ofFrame: 401) == nil)
        #expect(try file.packet(ofFrame: -1) == nil)
    }

    @Test("that a cut file does not hold whole are not read")
    func cut() throws {
        let file = try open(variableCAF(sizes: [4, 4, 4], valid: 3072, dataByteCount: 11))
        #expect(try readPackets(file, from: 0, count: 3, capacity: 100).descriptions.count == 2)
        #expect(try readPackets(file, from: 2, count: 1, capacity: 100).descriptions.isEmpty)
    }

    @Test("are the same in order, backwards and by chance", arguments: [1, 2, 3])
    func randomAccess(seed: UInt64) throws {
        let file = try open(Self.many)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let index = Int.random(in: 0..<Self.manySizes.count, using: &generator)
            let read = try readPackets(file, from: Int64(index), count: 3, capacity: 1000)
            let expected = (index..<min(index + 3, Self.manySizes.count)).flatMap {
                Array(repeating: UInt8(truncatingIfNeeded: $0), count: Self.manySizes[$0])
            }
            #expect(read.bytes == expected)
        }
    }

    @Test("are mapped to bytes and frames and back")
    func positions() throws {
        let file = try open(Self.many)
        for packet in [0, 1, 63, 64, 65, 50_000, 99_999] {
            let byte = Int64(Self.manySizes[..<packet].reduce(0, +))
            #expect(try file.byte(ofPacket: Int64(packet)) == byte)
            let size = Int64(Self.manySizes[packet])
            #expect(
                try file.packet(ofByte: byte + size - 1)
                    == PacketPosition(packet: Int64(packet), offset: size - 1))
        }
        #expect(try file.byte(ofPacket: 100_000) == nil)
        #expect(try file.packet(ofByte: .max) == nil)
        #expect(try file.frame(ofPacket: 3) == 3072)
        #expect(try file.packet(ofFrame: 3071) == PacketPosition(packet: 2, offset: 1023))

        let linear = try open(smallCAF())
        #expect(try linear.byte(ofPacket: 3) == 6)
        #expect(try linear.packet(ofByte: 7) == PacketPosition(packet: 3, offset: 1))
        #expect(try linear.frame(ofPacket: .max) == .max)
        #expect(try linear.byte(ofPacket: .max) == nil)
    }

    @Test("are the same for readers on several threads at once")
    func threads() throws {
        let file = try open(Self.many)
        let failures = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 4) { reader in
            var index = reader * 10_000
            for _ in 0..<100 {
                let read = try? readPackets(file, from: Int64(index), count: 50, capacity: 5000)
                let byte = UInt8(truncatingIfNeeded: index)
                let isRight =
                    read?.bytes.prefix(Self.manySizes[index]).allSatisfy { $0 == byte } ?? false
                if !isRight { failures.add(1, ordering: .relaxed) }
                index += read?.descriptions.count ?? 1
            }
        }
        #expect(failures.load(ordering: .relaxed) == 0)
    }

    @Test("that are counted wrong in the table end where the table does")
    func shortTable() throws {
        // Given a packet table with four packets in four bytes, and one entry of two bytes.
        let file = try open(
            cafFile(
                cafDescription(
                    id: "aac ", flags: 0, bytesPerPacket: 0, framesPerPacket: 1024, bits: 0),
                cafPacketTable(packets: 4, valid: 4096, entries: [2, 2, 0x80, 2]),
                cafData(Array(repeating: 1, count: 50))))
        // Then the three present can be read, and the error follows.
        #expect(try readPackets(file, from: 0, count: 3, capacity: 100).descriptions.count == 3)
        #expect(throws: FormatError(.endsEarly("packet table"), offset: 92)) {
            try readPackets(file, from: 0, count: 4, capacity: 100)
        }
        #expect(try file.maximumPacketSize() == file.packetSizeUpperBound())
    }

    @Test("tell priming and remainder where the container does")
    func packetTable() throws {
        #expect(
            try open(smallAACCAF()).packetTable()
                == PacketTable(validFrames: 2000, primingFrames: 1024, remainderFrames: 48))
        #expect(
            try open(smallIMA4CAF()).packetTable()
                == PacketTable(validFrames: 100, primingFrames: 0, remainderFrames: 28))
        #expect(try open(smallCAF()).packetTable() == nil)
        #expect(try open(smallWAV()).packetTable() == nil)
        #expect(try open(smallAIFC()).packetTable() == nil)
    }
}

@Suite("The chunks of a file")
struct ChunkReadingTests {
    private func read(
        _ file: AudioFileReader, _ id: FourCC, at index: Int = 0, from offset: Int64 = 0,
        capacity: Int = 100
    ) throws -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: capacity)
        let count = try bytes.withUnsafeMutableBytes {
            try file.readChunk(id, at: index, from: offset, into: $0)
        }
        return count.map { Array(bytes[..<$0]) }
    }

    @Test("are listed once each, in order, and counted")
    func list() throws {
        let caf = try open(smallIMA4CAF())
        #expect(caf.chunkIDs == ["desc", "pakt", "info", "data"])
        #expect(caf.chunkByteCount(of: "pakt", at: 0) == 24)
        #expect(caf.chunkByteCount(of: "data", at: 0) == 72)
        #expect(caf.chunkByteCount(of: "pakt", at: 1) == nil)
        #expect(caf.chunkCount(of: "free") == 0)
        #expect(try open(smallAIFC()).chunkIDs == ["FVER", "COMM", "NAME", "SSND"])
        let wav = try open(
            wavFile(
                riffChunk("fmt ", wavFormat()), riffChunk("note", [1]), riffChunk("data", [0, 0]),
                riffChunk("note", [2, 3])))
        #expect(wav.chunkIDs == ["fmt ", "note", "data"])
        #expect(wav.chunkCount(of: "note") == 2)
    }

    @Test("are read whole or in part")
    func parts() throws {
        let file = try open(
            wavFile(
                riffChunk("fmt ", wavFormat()), riffChunk("note", [1]),
                riffChunk("note", [2, 3, 4]), riffChunk("data", [0, 0])))
        #expect(try read(file, "note") == [1])
        #expect(try read(file, "note", at: 1) == [2, 3, 4])
        #expect(try read(file, "note", at: 1, from: 1, capacity: 1) == [3])
        #expect(try read(file, "note", at: 1, from: 3) == [])
        #expect(try read(file, "note", at: 2) == nil)
        #expect(try read(file, "note", at: -1) == nil)
        #expect(try read(file, "note", at: 1, from: .max) == [])
    }

    @Test("that run past the end are as long as the file has bytes")
    func cutChunk() throws {
        let file = try open(cafFile(cafDescription(), cafData([1, 0, 2, 0], statedByteCount: -1)))
        #expect(file.chunkByteCount(of: "data", at: 0) == 8)
        let wav = Array(smallWAV().dropLast(4))
        #expect(try open(wav).chunkByteCount(of: "data", at: 0) == 8)
    }

    @Test("say where the channels belong")
    func layouts() throws {
        let label = bigEndian(UInt32(3)) + bigEndian(UInt32(1))
        let coordinates = [Float(0.5), -1, 2].flatMap { bigEndian($0.bitPattern) }
        let layout =
            bigEndian(UInt32(0)) + bigEndian(UInt32(0)) + bigEndian(UInt32(1)) + label + coordinates
        let expected = ChannelLayout(
            tag: 0,
            descriptions: [.init(label: 3, flags: 1, coordinates: [0.5, -1, 2])])
        let caf = try open(cafFile(cafDescription(), cafChunk("chan", layout), cafData([])))
        #expect(caf.channelLayout == expected)
        let aiff = try open(
            aiffFile(
                iffChunk("COMM", aiffCommon(frames: 0, coding: "NONE")), iffChunk("CHAN", layout),
                type: "AIFC"))
        #expect(aiff.channelLayout == expected)
        // The count is more than the chunk holds.
        let broken = layout.dropLast(1)
        #expect(
            try open(cafFile(cafDescription(), cafChunk("chan", Array(broken)), cafData([])))
                .channelLayout == nil)
        #expect(
            try open(smallExtensibleWAV()).channelLayout
                == ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: 3))
        #expect(try open(smallWAV()).channelLayout == nil)
    }
}
