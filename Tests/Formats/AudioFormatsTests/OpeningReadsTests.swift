import AudioCodecs
import AudioFormats
import AudioModel
import Synchronization
import Testing

@Suite("Opening a short file")
struct OpeningReadsTests {
    private static let files = [
        "CAF": smallCAF(), "WAVE": smallWAV(), "AIFF": smallAIFF(), "AU": auFile([0, 1, 0, 2]),
    ]

    @Test("reads its head once", arguments: files.keys.sorted())
    func once(name: String) throws {
        let bytes = try #require(Self.files[name])
        let source = ChangingBytes(bytes)
        let file = try AudioFileReader(source)
        #expect(source.readCount == 1)
        #expect(try file.packetCount() >= 2)
    }

    @Test("gives packets the bytes of the time when they are read", arguments: files.keys.sorted())
    func fresh(name: String) throws {
        let bytes = try #require(Self.files[name])
        let source = ChangingBytes(bytes)
        let file = try AudioFileReader(source)
        // When the file's audio is overwritten before its first packets are read.
        let start = Int(file.dataOffset)
        source.replace(bytes[..<start] + [3, 4, 5, 6] + bytes[(start + 4)...])
        var packets = [UInt8](repeating: 0, count: 4)
        let count = try packets.withUnsafeMutableBytes {
            try file.readPackets(into: $0, at: 0)
        }
        #expect(count == 2)
        #expect(packets == [3, 4, 5, 6])
    }
}

/// Bytes that can change, and a count of the reads.
private final class ChangingBytes: ByteSource {
    private let state: Mutex<(bytes: [UInt8], readCount: Int)>

    init(_ bytes: [UInt8]) {
        state = Mutex((bytes, 0))
    }

    var byteCount: Int64 { state.withLock { Int64($0.bytes.count) } }
    var readCount: Int { state.withLock { $0.readCount } }

    func replace(_ bytes: [UInt8]) {
        state.withLock { $0.bytes = bytes }
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        let bytes = state.withLock { state in
            state.readCount += 1
            return state.bytes
        }
        return try MemoryBytes(bytes).read(into: buffer, at: offset)
    }
}
