import AudioCodecs
import AudioFormats
import AudioModel
import Synchronization
import Testing

@Suite("An MPEG-4 file in fragments")
struct MP4FragmentTests {
    private static let sizes: [UInt32] = [3, 1, 4, 1, 5, 2]

    @Test(
        "has its packets, however it says where they are",
        arguments: SmallFragmentedMP4.Base.allCases, [false, true])
    func places(base: SmallFragmentedMP4.Base, hasOtherTrack: Bool) throws {
        for (hasManyParts, isLong) in [(false, false), (false, true), (true, false), (true, true)] {
            var made = SmallFragmentedMP4(base: base, hasOtherTrack: hasOtherTrack)
            made.hasManyParts = hasManyParts
            made.hasLongEntries = isLong
            made.isOpen = isLong
            let bytes = made.bytes
            let file = try open(bytes)
            #expect(try file.packetCount() == 6)
            #expect(try allPackets(file) == Self.packets(Self.sizes))
            #expect(try file.frameCount() == 6 * 1024)
            #expect(try file.maximumPacketSize() == 5)
            // The counts are of its own packets, and the offsets are right.
            #expect(try file.dataByteCount() == 16)
            #expect(try file.bitRate() == 128 / file.duration())
            try expectPlaces(file, bytes)
            #expect(
                try readPackets(file, from: 4, count: 9, capacity: 100).bytes == [
                    4, 4, 4, 4, 4, 5, 5,
                ])
        }
    }

    @Test("can have packets before them that tables list")
    func listed() throws {
        let made = SmallFragmentedMP4(sizes: [[2, 2], [1]], listed: [3, 1, 4, 1, 5])
        let file = try open(made.bytes)
        #expect(try allPackets(file) == Self.packets([3, 1, 4, 1, 5, 2, 2, 1]))
        #expect(try file.frameCount() == 8 * 1024)
        #expect(try file.dataByteCount() == 19)
        try expectPlaces(file, made.bytes)
        #expect(try readPackets(file, from: 6, count: 9, capacity: 100).bytes == [6, 6, 7])
    }

    @Test("that is cut says so, but where a part of the file ends")
    func cut() throws {
        let bytes = SmallFragmentedMP4(sizes: [[3, 1], [4]]).bytes
        #expect(try !open(bytes).isTruncated())
        let first = try #require(bytes.firstRange(of: Array("moof".utf8))).lowerBound - 4
        var ends: [Int] = []
        for count in first..<bytes.count {
            let file = try open(Array(bytes[..<count]))
            // Less than a box header does not count.
            if try !file.isTruncated() { ends.append(count) }
        }
        let parts = ["moof", "mdat"].flatMap { bytes.ranges(of: Array($0.utf8)) }
        let starts = parts.map { $0.lowerBound - 4 }.filter { $0 >= first }.sorted()
        #expect(ends == starts.flatMap { Array($0..<$0 + 8) })
    }

    @Test("is heard as its edit list or iTunes says, and to the end of its times")
    func heard() throws {
        var made = SmallFragmentedMP4(hasLongEntries: true)
        made.lastDuration = 1000
        // Given neither edit list nor gapless information, all frames are valid.
        let plain = try open(made.bytes)
        #expect(
            try plain.packetTable()
                == PacketTable(validFrames: 6144, primingFrames: 0, remainderFrames: 0))
        // Given an edit list without duration, the end follows from the track's durations.
        made.edit = fullBox("elst", words(1, 0, 100, 0x10000))
        let open = try AudioFormatsTests.open(made.bytes)
        #expect(
            try open.packetTable()
                == PacketTable(validFrames: 6020, primingFrames: 100, remainderFrames: 24))
        // Given one with a duration, it determines the end.
        made.edit = fullBox("elst", words(1, 5000, 100, 0x10000))
        let closed = try AudioFormatsTests.open(made.bytes)
        #expect(
            try closed.packetTable()
                == PacketTable(validFrames: 5000, primingFrames: 100, remainderFrames: 1044))
        // Given iTunes's gapless information, it takes precedence.
        made.userData = iTunesTags(
            title: "a name",
            gapless: " 00000000 00000840 00000010 00000000000003B0 00000000 00000000")
        let told = try AudioFormatsTests.open(made.bytes)
        #expect(
            try told.packetTable()
                == PacketTable(
                    validFrames: 0x3B0, primingFrames: 0x840, remainderFrames: 6144 - 0x840 - 0x3B0)
        )
        #expect(try told.tags().map(\.value) == ["a name"])
    }

    @Test("that is cut off anywhere has the packets that are whole", arguments: [false, true])
    func cut(hasOtherTrack: Bool) throws {
        let made = SmallFragmentedMP4(hasOtherTrack: hasOtherTrack, hasLongEntries: true)
        let bytes = made.bytes
        let file = try open(bytes)
        var ends: [Int64] = []
        for (index, size) in Self.sizes.enumerated() {
            let place = try #require(try file.byte(ofPacket: Int64(index)))
            ends.append(file.dataOffset + place + Int64(size))
        }
        let firstFragment = try #require(bytes.firstRange(of: Array("moof".utf8))).lowerBound - 4
        for length in firstFragment...bytes.count {
            let file = try open(Array(bytes[..<length]))
            let count = ends.count { $0 <= Int64(length) }
            #expect(try file.packetCount() == Int64(count), "\(length)")
            #expect(try allPackets(file) == Array(Self.packets(Self.sizes).prefix(count)))
        }
    }

    @Test("with a run that says more than it has room for is an error there, and no other")
    func lies() throws {
        var bytes = SmallFragmentedMP4().bytes
        // Given the second fragment's first run.
        let runs = bytes.indices.filter { bytes[$0...].starts(with: Array("trun".utf8)) }
        bytes.replaceSubrange(runs[2] + 8..<runs[2] + 12, with: words(.max))
        let file = try open(bytes)
        // Then the packets before it can be read, and the error is thrown.
        #expect(try readPackets(file, from: 0, count: 2, capacity: 99).bytes == [0, 0, 0, 1])
        #expect(throws: FormatError.self) { try readPackets(file, from: 2, count: 2, capacity: 99) }
        #expect(try file.packetCount() == 0)
    }

    @Test("of runs without an end and without bytes has no packets of them")
    func endless() throws {
        // Given packets of unstated size, or of one byte each, more than the file has, repeatedly.
        for (size, count) in [(0, 0), (1, 0x4000)] as [(UInt32, Int64)] {
            let runs = (0..<200).flatMap { _ in box("trun", words(1, .max, 0)) }
            let part = box("traf", box("tfhd", words(0x2_0010, 1, size)), runs)
            var made = SmallFragmentedMP4()
            made.sizes = []
            let bytes = made.bytes + box("moof", part) + Array(repeating: 0, count: 9000)
            let file = try open(bytes)
            // Then there are no more packets than the file has bytes.
            #expect(try file.packetCount() <= Int64(bytes.count))
            #expect(try (file.packetCount() > 0) == (count > 0))
        }
    }

    @Test("that arrives is not gone over to the end that it states")
    func endlessStream() throws {
        // Given a run of four billion one-byte packets, of which a hundred arrive.
        let run = box("trun", words(1, .max, 8 + 8 + 16 + 24 + 8))
        let part = box("traf", box("tfhd", words(0x2_0010, 1, 1)), run)
        var made = SmallFragmentedMP4()
        made.sizes = []
        let sound = box("mdat", Array(repeating: 7, count: 100))
        let parser = AudioStreamParser()
        try append((made.bytes + box("moof", part) + sound)[...], to: parser)
        var result = StreamResult()
        while let event = try parser.nextEvent() { result.take(event) }
        // Then these are delivered, and the counts are unknown.
        #expect(result.packets.count == 100)
        #expect(parser.packetCount == nil && parser.duration == nil)
        #expect(parser.maximumPacketSize == 768 && parser.packetSizeUpperBound == 768)
        #expect(parser.averageBytesPerPacket == 1)
        // They stay unknown at the end, because released bytes cannot be scanned.
        parser.finish()
        while try parser.nextEvent() != nil {}
        #expect(parser.maximumPacketSize == 768 && parser.packetCount == nil)
        // The same with a sample table that states one size for all packets.
        var listed = SmallMP4(moovFirst: true).bytes
        let sizes = try #require(
            listed.indices.first { listed[$0...].starts(with: Array("stsz".utf8)) })
        listed.replaceSubrange(sizes + 8..<sizes + 16, with: words(1, .max))
        let stream = AudioStreamParser()
        try append(listed[...], to: stream)
        while try stream.nextEvent() != nil {}
        #expect(stream.maximumPacketSize == 1 && stream.averageBytesPerPacket == 1)
    }

    @Test("with places beyond all numbers has no packets there")
    func hugePlaces() throws {
        for place: UInt64 in [.max, 1 << 63, 1 << 62, 1 << 50] {
            let part = box(
                "traf", box("tfhd", words(0x11, 1), bigEndian(place), words(5)),
                box("trun", words(1, 3, 0x7FFF_FFFF)))
            var made = SmallFragmentedMP4()
            made.sizes = []
            if let file = try? open(made.bytes + box("moof", part)) {
                #expect(try file.packetCount() == 0)
            }
        }
    }

    @Test("of four gigabytes is opened by its first bytes, and gone over in a little memory")
    func large() throws {
        let source = RepeatedFragments()
        let file = try AudioFileReader(source)
        #expect(source.readByteCount.load(ordering: .relaxed) <= 10 * 8192)
        #expect(try readPackets(file, from: 0, count: 1, capacity: 99).bytes.count == 10)
        #expect(source.readByteCount.load(ordering: .relaxed) <= 12 * 8192)
        // There are more fragments than the limit on boxes.
        #expect(try file.packetCount() == RepeatedFragments.fragmentCount * 3)
        #expect(try file.dataByteCount() == RepeatedFragments.fragmentCount * 30)
        #expect(
            source.readByteCount.load(ordering: .relaxed) < 3 * 8192
                * Int(RepeatedFragments.fragmentCount))
    }

    /// Packets filled with their index.
    private static func packets(_ sizes: [UInt32]) -> [[UInt8]] {
        sizes.enumerated().map { Array(repeating: UInt8($0), count: Int($1)) }
    }

    /// Expects each packet's bytes at its offset.
    private func expectPlaces(_ file: AudioFileReader, _ bytes: [UInt8]) throws {
        for (index, packet) in try allPackets(file).enumerated() {
            let place = try #require(try file.byte(ofPacket: Int64(index)))
            var read = [UInt8](repeating: 0xAA, count: packet.count)
            let count = try read.withUnsafeMutableBytes {
                try file.readBytes(into: $0, at: place)
            }
            #expect(count == packet.count)
            #expect(read == packet)
            let start = Int(file.dataOffset + place)
            #expect(Array(bytes[start..<start + packet.count]) == packet)
            let position = try file.packet(ofByte: place)
            #expect(position == PacketPosition(packet: Int64(index), offset: 0))
        }
    }
}

/// A header, and then 4 GB of the same 1 MB fragment; counts the bytes read.
private final class RepeatedFragments: ByteSource {
    static let fragmentCount: Int64 = 4200
    private static let fragmentByteCount: Int64 = 1 << 20

    let readByteCount = Atomic<Int>(0)
    let byteCount: Int64
    private let head: [UInt8]
    private let fragment: [UInt8]

    init() {
        var made = SmallFragmentedMP4()
        made.sizes = []
        head = made.bytes
        let part = box(
            "traf", box("tfhd", words(0x2_0000, 1)),
            box("trun", words(0x201, 3, 100, 10, 10, 10)))
        let moof = box("moof", part)
        fragment =
            moof + words(UInt32(Self.fragmentByteCount) - UInt32(moof.count)) + Array("mdat".utf8)
        byteCount = Int64(head.count) + Self.fragmentCount * Self.fragmentByteCount
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        let count = Int(min(Int64(buffer.count), max(byteCount - offset, 0)))
        readByteCount.add(count, ordering: .relaxed)
        guard count > 0, let start = buffer.baseAddress else { return 0 }
        start.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        // The header, and each fragment header within the buffer.
        let headEnd = Int64(head.count)
        let first = max((offset - headEnd) / Self.fragmentByteCount, 0)
        let last = max((offset + Int64(count) - headEnd) / Self.fragmentByteCount, 0)
        let pieces =
            [(Int64(0), head)]
            + (first...last).map { (headEnd + $0 * Self.fragmentByteCount, fragment) }
        for (place, bytes) in pieces {
            for (index, byte) in bytes.enumerated() {
                let at = place + Int64(index) - offset
                if (0..<Int64(count)).contains(at) { buffer[Int(at)] = byte }
            }
        }
        return count
    }
}
