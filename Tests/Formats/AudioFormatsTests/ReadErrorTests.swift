import AudioCodecs
import AudioFormats
import AudioModel
import Synchronization
import Testing

/// An error of the source is thrown by whatever needs its bytes, and never becomes a zero.
@Suite("A read error")
struct ReadErrorTests {
    /// Bytes that cannot be read from the `failingRead`-th attempt on.
    private final class FailingBytes: ByteSource {
        let byteCount: Int64
        private let bytes: MemoryBytes
        private let failingRead: Int
        private let reads = Mutex(0)

        init(_ bytes: [UInt8], failingRead: Int) {
            self.bytes = MemoryBytes(bytes)
            byteCount = Int64(bytes.count)
            self.failingRead = failingRead
        }

        var readCount: Int { reads.withLock { $0 } }

        func read(
            into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
        ) throws(FormatError) -> Int {
            let read = reads.withLock { reads in
                reads += 1
                return reads
            }
            if read >= failingRead { throw ReadErrorTests.error }
            return try bytes.read(into: buffer, at: offset)
        }
    }

    private static let error = FormatError(.cannotRead(errno: 5), offset: 7)

    private static let files: [(name: String, bytes: [UInt8])] = [
        ("ADTS", smallADTS()), ("MP3", smallMP3()), ("CAF", smallCAF()),
        ("CAF with AAC", smallAACCAF()), ("WAVE", smallWAV()), ("MPEG-4", SmallMP4().bytes),
        ("fragments", SmallFragmentedMP4(sizes: [[3, 1], [4]]).bytes),
    ]

    /// Whatever scans the packets or reads a tag.
    private static let methods: [(name: String, call: @Sendable (AudioFileReader) throws -> Any?)] =
        [
            ("packetCount", { try $0.packetCount() }), ("frameCount", { try $0.frameCount() }),
            ("remainderFrames", { try $0.remainderFrames() }),
            ("dataByteCount", { try $0.dataByteCount() }),
            ("isTruncated", { try $0.isTruncated() }), ("tags", { try $0.tags() }),
            ("duration", { try $0.duration() }),
            ("packetSizeUpperBound", { try $0.packetSizeUpperBound() }),
            ("maximumPacketSize", { try $0.maximumPacketSize() }),
            ("packetTable", { try $0.packetTable() }),
            ("estimatedDuration", { try $0.estimatedDuration() }),
            ("bitRate", { try $0.bitRate() }),
            ("FileInspection", { try FileInspection($0, path: "x") }),
        ]

    @Test("is thrown by each method that scans the file", arguments: methods.indices)
    func thrown(index: Int) throws {
        let (name, call) = Self.methods[index]
        for (kind, bytes) in Self.files {
            // The reads that opening needs, and those of the method.
            let source = FailingBytes(bytes, failingRead: .max)
            let file = try AudioFileReader(source)
            let opened = source.readCount
            _ = try call(file)
            for read in opened..<source.readCount {
                let failing = try AudioFileReader(FailingBytes(bytes, failingRead: read + 1))
                #expect(throws: Self.error, "\(kind), \(name), read \(read)") {
                    _ = try call(failing)
                }
            }
        }
    }

    @Test("is thrown by opening, at whichever read it happens", arguments: files.indices)
    func opening(index: Int) throws {
        let bytes = Self.files[index].bytes
        let source = FailingBytes(bytes, failingRead: .max)
        _ = try AudioFileReader(source)
        for read in 0..<source.readCount {
            #expect(throws: Self.error, "read \(read)") {
                _ = try AudioFileReader(FailingBytes(bytes, failingRead: read + 1))
            }
        }
    }
}
