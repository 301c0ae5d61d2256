import AudioCodecs
import AudioFormats
import AudioModel
import Synchronization
import Testing

@Suite("A CAF file that is kept readable while it is written")
struct CAFLiveWritingTests {
    private static let format = StreamFormat(
        sampleRate: 44_100, id: .appleLossless, flags: FormatFlags(rawValue: 1),
        bytesPerPacket: 0, framesPerPacket: 4096, bytesPerFrame: 0, channelCount: 2,
        bitsPerChannel: 0)

    /// Packets of different sizes, filled with their index.
    private static func packets(_ count: Int) -> [[UInt8]] {
        (0..<count).map { Array(repeating: UInt8($0 & 0xFF), count: 900 + $0 * 131 % 700) }
    }

    /// Keeps the file's state after every change, as a killed writer would leave it.
    private final class History: ByteSink {
        private let changes = Mutex<[[UInt8]]>([])
        private let file = MemorySink()

        var states: [[UInt8]] { changes.withLock { $0 } }

        func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FormatError) {
            try file.write(bytes, at: offset)
            keep()
        }

        func setByteCount(_ byteCount: Int64) throws(FormatError) {
            try file.setByteCount(byteCount)
            keep()
        }

        private func keep() {
            let bytes = file.bytes
            changes.withLock { $0.append(bytes) }
        }
    }

    private func makeWriter(_ sink: any ByteSink, isLive: Bool = true) throws -> AudioFileWriter {
        let writer = try AudioFileWriter(sink, kind: .caf, format: Self.format)
        writer.properties.magicCookie = Array(repeating: 1, count: 24)
        writer.properties.primingFrames = 100
        writer.properties.isFragmented = isLive
        return writer
    }

    private func write(_ packet: [UInt8], to writer: AudioFileWriter) throws {
        let description = PacketDescription(
            startOffset: 0, variableFrameCount: 0, byteCount: UInt32(packet.count))
        try packet.withUnsafeBytes { bytes in
            try withUnsafePointer(to: description) {
                try writer.writePackets(
                    startingAt: writer.packetCount, count: 1, from: bytes,
                    descriptions: UnsafeBufferPointer(start: $0, count: 1))
            }
        }
    }

    /// After each write, the file must have all packets listed before.
    private func check(_ states: [[UInt8]], from first: Int, listed: Int) throws {
        let packets = Self.packets(400)
        for (index, bytes) in states.enumerated().dropFirst(first) {
            let file = try open(bytes)
            let found = try allPackets(file)
            #expect(found.count >= listed, "after write \(index)")
            #expect(found == Array(packets.prefix(found.count)), "after write \(index)")
            #expect(file.primingFrames == (found.isEmpty ? 0 : 100))
            #expect(try file.dataByteCount() == Int64(found.map(\.count).reduce(0, +)))
            #expect(try !file.isTruncated())
        }
    }

    @Test("has all packets that were listed, whichever write was the last before it was killed")
    func killed() throws {
        // Given a file of 400 packets, and room for about fifty.
        let history = History()
        let writer = try makeWriter(history)
        try writer.update()
        var seen = history.states.count
        for (index, packet) in Self.packets(400).enumerated() {
            try write(packet, to: writer)
            try writer.updateInSteps()
            // Texts set in between move the table as well.
            if index == 150 { writer.properties.tags = [("title", "A voice")] }
            // When writing stops after any write, then the file keeps its packets.
            try check(history.states, from: seen, listed: index)
            #expect(try open(history.states.last ?? []).packetCount() == Int64(index) + 1)
            seen = history.states.count
        }
        writer.properties.remainderFrames = 500
        try writer.close()
        try check(history.states, from: seen, listed: 400)
    }

    @Test("is, when it is closed, the file that it is otherwise", arguments: [0, 1, 43, 90, 400])
    func closed(count: Int) throws {
        var made: [[UInt8]] = []
        for isLive in [true, false] {
            let sink = MemorySink()
            let writer = try makeWriter(sink, isLive: isLive)
            for packet in Self.packets(count) {
                try write(packet, to: writer)
                if isLive { try writer.updateInSteps() }
            }
            writer.properties.tags = [("title", "A voice")]
            if count > 0 { writer.properties.remainderFrames = 500 }
            #expect(writer.isOpenEnded == (isLive && count > 0))
            try writer.close()
            made.append(sink.bytes)
        }
        #expect(made[0] == made[1])
        #expect(try open(made[0]).frameCount() == max(Int64(count) * 4096 - 600, 0))
    }

    @Test("stays readable when there is no room for its end")
    func fullDisk() throws {
        // Given a disk that is full from any write on.
        for allowed in 4...40 {
            let disk = FullDisk(allowed)
            let writer = try makeWriter(disk)
            var listed = 0
            do {
                for packet in Self.packets(12) {
                    try write(packet, to: writer)
                    try writer.updateInSteps()
                    listed += 1
                }
                try writer.close()
            } catch {
                #expect(throws: FormatError.self) { try writer.updateWithinRoom() }
            }
            // Then all listed packets are present.
            let found = try allPackets(open(disk.file.bytes))
            #expect(found.count >= listed)
            #expect(found == Array(Self.packets(12).prefix(found.count)))
        }
    }

    /// A sink that accepts a limited number of changes.
    private final class FullDisk: ByteSink {
        let file = MemorySink()
        private let left: Mutex<Int>

        init(_ changes: Int) { left = Mutex(changes) }

        private func count() -> Int {
            left.withLock {
                $0 -= 1
                return $0
            }
        }

        func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FormatError) {
            guard count() >= 0 else { throw FormatError(.cannotWrite(errno: 28), offset: offset) }
            try file.write(bytes, at: offset)
        }

        func setByteCount(_ byteCount: Int64) throws(FormatError) {
            guard count() >= 0 else { throw FormatError(.cannotWrite(errno: 28)) }
            try file.setByteCount(byteCount)
        }
    }
}
