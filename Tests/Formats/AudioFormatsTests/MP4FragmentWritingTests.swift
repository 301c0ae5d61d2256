import AudioCodecs
import AudioFormats
import AudioModel
import Testing

@Suite("An MPEG-4 file written in fragments")
struct MP4FragmentWritingTests {
    /// 21 packets are half a second.
    private static let format = StreamFormat(
        sampleRate: 44_100, id: .mpeg4AAC, bytesPerPacket: 0, framesPerPacket: 1024,
        bytesPerFrame: 0, channelCount: 2, bitsPerChannel: 0)
    private static let packetsPerFragment = 22
    private static let cookie: [UInt8] = {
        let configuration: [UInt8] = [5, 2, 0x12, 0x10]
        let decoder: [UInt8] = [4, 17, 0x40, 0x15] + Array(repeating: 0, count: 11) + configuration
        return [3, UInt8(3 + decoder.count), 0, 0, 0] + decoder
    }()

    /// Packets of different sizes, filled with their index.
    private static func packets(_ count: Int) -> [[UInt8]] {
        (0..<count).map { Array(repeating: UInt8($0 & 0xFF), count: 3 + $0 % 7) }
    }

    private func makeWriter(
        _ sink: any ByteSink, isFragmented: Bool = true
    ) throws -> AudioFileWriter {
        let writer = try AudioFileWriter(sink, kind: .m4a, format: Self.format)
        writer.properties.magicCookie = Self.cookie
        writer.properties.isFragmented = isFragmented
        return writer
    }

    private func write(_ packets: [[UInt8]], to writer: AudioFileWriter) throws {
        var descriptions: [PacketDescription] = []
        var bytes: [UInt8] = []
        for packet in packets {
            descriptions.append(
                PacketDescription(
                    startOffset: Int64(bytes.count), variableFrameCount: 0,
                    byteCount: UInt32(packet.count)))
            bytes += packet
        }
        try bytes.withUnsafeBytes { bytes in
            try descriptions.withUnsafeBufferPointer {
                try writer.writePackets(
                    startingAt: writer.packetCount, count: packets.count, from: bytes,
                    descriptions: $0)
            }
        }
    }

    @Test("has, whenever its writer is killed, all packets but those of the last half second")
    func killed() throws {
        let sink = MemorySink()
        let writer = try makeWriter(sink)
        let packets = Self.packets(200)
        for start in stride(from: 0, to: 200, by: 10) {
            try write(Array(packets[start..<start + 10]), to: writer)
            try writer.updateInSteps()
            // The file in its current state on disk.
            let file = try open(sink.bytes)
            let written = start + 10
            let expected = written / Self.packetsPerFragment * Self.packetsPerFragment
            #expect(try allPackets(file) == Array(packets.prefix(expected)))
            #expect(try file.frameCount() == Int64(expected) * 1024)
            #expect(file.containerKind == .m4a && file.magicCookie == Self.cookie)
        }
    }

    @Test("is whole after an update, also one in between")
    func updated() throws {
        let sink = MemorySink()
        let writer = try makeWriter(sink)
        try writer.update()
        #expect(try open(sink.bytes).packetCount() == 0)
        for count in 1...5 {
            try write([Self.packets(5)[count - 1]], to: writer)
            try writer.update()
            #expect(try allPackets(open(sink.bytes)) == Self.packets(count))
        }
    }

    @Test("is a file without fragments when it is closed", arguments: [0, 1, 21, 22, 23, 97])
    func closed(count: Int) throws {
        let (sink, plainSink) = (MemorySink(), MemorySink())
        for (sink, isFragmented) in [(sink, true), (plainSink, false)] {
            let writer = try makeWriter(sink, isFragmented: isFragmented)
            if isFragmented { try writer.update() }
            for packet in Self.packets(count) {
                try write([packet], to: writer)
                try writer.updateInSteps()
            }
            writer.properties.primingFrames = count > 3 ? 2112 : 0
            writer.properties.remainderFrames = count > 3 ? 64 : 0
            writer.properties.tags = [("title", "A voice")]
            try writer.close()
            #expect(throws: FormatError.self) { try write(Self.packets(1), to: writer) }
        }
        let (file, plain) = (try open(sink.bytes), try open(plainSink.bytes))
        #expect(try allPackets(file) == Self.packets(count))
        #expect(try file.packetTable() == plain.packetTable())
        #expect(try file.tags().map(\.value) == ["A voice"])
        #expect(try file.duration() == plain.duration() && file.bitRate() == plain.bitRate())
        #expect(try !file.isTruncated())
        // The file has one box around all fragments, and the movie box after it.
        guard count > 0 else { return }
        #expect(Self.boxes(sink.bytes) == ["ftyp", "mdat", "moov"])
    }

    /// The types of a file's top-level boxes.
    private static func boxes(_ bytes: [UInt8]) -> [String] {
        var names: [String] = []
        var offset = 0
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 << 8 | Int($1) } }
        while offset + 8 <= bytes.count {
            names.append(String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self))
            let short = number(offset..<offset + 4)
            offset += short == 1 ? number(offset + 8..<offset + 16) : short
        }
        return offset == bytes.count ? names : names + ["rest"]
    }

    /// An unfinished file of three fragments, and where each ends.
    private func unfinished() throws -> (bytes: [UInt8], ends: [Int]) {
        let sink = MemorySink()
        let writer = try makeWriter(sink)
        var ends: [Int] = []
        for fragment in 0..<3 {
            try write(Array(Self.packets(6)[2 * fragment..<2 * fragment + 2]), to: writer)
            try writer.update()
            ends.append(sink.bytes.count)
        }
        return (sink.bytes, ends)
    }

    @Test("that is cut anywhere has its whole fragments")
    func cut() throws {
        let (bytes, ends) = try unfinished()
        let head = try #require(bytes.firstRange(of: Array("moof".utf8))).lowerBound - 4
        for length in 0..<bytes.count {
            guard length >= head else {
                DamagedFileTests.readEverything(Array(bytes[..<length]))
                continue
            }
            let file = try open(Array(bytes[..<length]))
            let least = 2 * ends.count { $0 <= length }
            let found = try allPackets(file)
            #expect(found.count >= least)
            #expect(found == Array(Self.packets(6).prefix(found.count)))
        }
    }

    @Test("with any byte changed is read without harm, unfinished and closed")
    func changed() throws {
        let (bytes, _) = try unfinished()
        let sink = MemorySink()
        let writer = try makeWriter(sink)
        try write(Self.packets(3), to: writer)
        try writer.close()
        for bytes in [bytes, sink.bytes] {
            for index in bytes.indices {
                var damaged = bytes
                damaged[index] = index % 3 == 0 ? bytes[index] ^ 1 : index % 3 == 1 ? 0xFF : 0x7F
                DamagedFileTests.readEverything(damaged)
            }
        }
    }

    /// A sink with limited capacity.
    private final class SmallDisk: ByteSink {
        let memory = MemorySink()
        let byteCountMax: Int64

        init(_ byteCountMax: Int64) { self.byteCountMax = byteCountMax }

        func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FormatError) {
            let room = max(min(Int64(bytes.count), byteCountMax - offset), 0)
            try memory.write(UnsafeRawBufferPointer(rebasing: bytes[..<Int(room)]), at: offset)
            guard room == bytes.count else { throw FormatError(.cannotWrite(errno: 28)) }
        }

        func setByteCount(_ byteCount: Int64) throws(FormatError) {
            try memory.setByteCount(byteCount)
        }
    }

    @Test("on a full disk keeps the fragments that it has")
    func fullDisk() throws {
        let whole = MemorySink()
        let unlimited = try makeWriter(whole)
        try write(Self.packets(100), to: unlimited)
        try unlimited.close()
        for room in stride(from: 800, to: Int64(whole.bytes.count), by: 97) {
            let disk = SmallDisk(room)
            let writer = try makeWriter(disk)
            #expect(throws: FormatError.self) {
                try write(Self.packets(100), to: writer)
                try writer.close()
            }
            try? writer.updateWithinRoom()
            let packets = try allPackets(open(disk.memory.bytes))
            #expect(packets == Array(Self.packets(100).prefix(packets.count)))
            #expect(packets.count % Self.packetsPerFragment == 0 || packets.count == 100)
        }
    }

    @Test("has no room for a packet that no box could hold, and other kinds take no notice")
    func limits() throws {
        let sink = MemorySink()
        let writer = try AudioFileWriter(sink, kind: .caf, format: Self.format)
        writer.properties.magicCookie = Self.cookie
        writer.properties.isFragmented = true
        try write(Self.packets(3), to: writer)
        try writer.updateInSteps()
        try writer.close()
        #expect(!writer.isOpenEnded)
        #expect(try allPackets(open(sink.bytes)) == Self.packets(3))
    }
}
