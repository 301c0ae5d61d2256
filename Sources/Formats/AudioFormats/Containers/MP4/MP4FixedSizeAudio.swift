import AudioCodecs
import AudioModel

/// Presents the fixed-size packets of a track as contiguous bytes.
///
/// The size table counts packets, or in older files frames, several of which make a packet.
///
/// Source: Apple QuickTime File Format, "Sound Sample Description", "Sample-to-Chunk Atoms".
final class MP4FixedSizeAudio: ByteSource {
    let byteCount: Int64
    /// Bytes that the tables state and the file lacks.
    let missingByteCount: Int64
    /// Offset of the first packet in the file.
    let start: Int64
    private let source: any ByteSource
    private let chunks: any PacketLocator

    /// Creates the source.
    ///
    /// - Parameters:
    ///   - chunks: Locates the chunks: each chunk is a packet, and its bytes are its frames.
    ///   - stated: Size of all packets according to the tables; nil to scan the chunks.
    init(
        _ chunks: any PacketLocator, of source: any ByteSource, byteCount stated: Int64? = nil
    ) throws(FormatError) {
        self.source = source
        start = min(try chunks.place(of: 0)?.offset ?? source.byteCount, source.byteCount)
        // A truncated file holds less than its tables state.
        let held: Int64
        if let stated { held = stated } else { held = try chunks.totals().byteCount }
        byteCount = min(held, source.byteCount - start)
        missingByteCount = held - byteCount
        self.chunks = chunks
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        guard offset >= 0, offset < byteCount else { return 0 }
        let wanted = Int(min(Int64(buffer.count), byteCount - offset))
        var done = 0
        while done < wanted {
            let position = offset + Int64(done)
            guard let chunk = try chunks.place(ofFrame: position) else { break }
            let skipped = position - chunk.firstFrame
            let count = Int(min(chunk.byteCount - skipped, Int64(wanted - done)))
            guard count > 0 else { break }
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count])
            let readCount = try source.read(into: room, at: chunk.offset + skipped)
            done += max(min(readCount, count), 0)
            guard readCount >= count else { break }
        }
        return done
    }
}

/// Parses the chunks of a track with fixed-size packets.
struct MP4ChunkParser: PacketParser {
    private(set) var index: Int64 = 0
    private(set) var frame: Int64 = 0
    private var chunks = MP4Chunks()
    /// Constants, shared by all copies.
    private let plan: Plan

    private final class Plan: Sendable {
        let tables: MP4SampleTables
        let bytesPerPacket: Int64
        let samplesPerPacket: Int64
        let sourceEnd: Int64

        init(
            _ tables: MP4SampleTables, bytesPerPacket: Int64, samplesPerPacket: Int64,
            sourceEnd: Int64
        ) {
            self.tables = tables
            self.bytesPerPacket = bytesPerPacket
            self.samplesPerPacket = samplesPerPacket
            self.sourceEnd = sourceEnd
        }
    }

    init(
        _ tables: MP4SampleTables, bytesPerPacket: Int64, samplesPerPacket: Int64, sourceEnd: Int64
    ) {
        plan = Plan(
            tables, bytesPerPacket: bytesPerPacket, samplesPerPacket: samplesPerPacket,
            sourceEnd: sourceEnd)
    }

    mutating func next(in readers: inout ParserReaders) throws(FormatError) -> PacketRange? {
        guard let chunk = try chunks.next(of: plan.tables, in: &readers) else { return nil }
        let stated = (chunk.sampleCount / plan.samplesPerPacket)
            .multipliedClamping(by: plan.bytesPerPacket)
        let byteCount = min(stated, max(plan.sourceEnd - chunk.offset, 0))
        guard byteCount <= ContainerLimits.framesMax - frame else {
            throw readers.chunks.error(.tooLarge("size"))
        }
        let place = PacketRange(
            index: index, offset: chunk.offset, byteCount: byteCount, firstFrame: frame,
            frameCount: byteCount)
        index += 1
        frame += byteCount
        return place
    }
}
