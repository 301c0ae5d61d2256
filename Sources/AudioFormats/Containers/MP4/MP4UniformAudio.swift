import AudioModel

/// The packets of a track whose packets all have one size, as if they stood one after the other.
///
/// What a table of sizes counts are packets, or in older files frames, of which several make a
/// packet.
///
/// Source: Apple QuickTime File Format, "Sound Sample Description", "Sample-to-Chunk Atoms".
final class MP4UniformAudio: ByteSource {
    let byteCount: Int64
    /// Bytes from the start of the file to the first packet.
    let start: Int64
    private let source: any ByteSource
    private let chunks: any PacketLocator

    /// - Parameters:
    ///   - chunks: Each of its packets is a chunk, and its frames are the bytes of the chunk.
    ///   - stated: Bytes of all packets, as the tables say; nil to go over the chunks.
    init(
        _ chunks: any PacketLocator, of source: any ByteSource, byteCount stated: Int64? = nil
    ) throws(FormatError) {
        self.source = source
        start = min(try chunks.place(of: 0)?.offset ?? source.byteCount, source.byteCount)
        // A file that is cut off holds less than its tables say.
        let held: Int64
        if let stated { held = stated } else { held = try chunks.totals().byteCount }
        byteCount = min(held, source.byteCount - start)
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

/// Goes along the chunks of a track whose packets all have one size.
struct MP4ChunkWalk: PacketWalk {
    private(set) var index: Int64 = 0
    private(set) var frame: Int64 = 0
    private var chunks = MP4Chunks()
    /// Shared by all copies: what never changes.
    private let plan: Plan

    private final class Plan: Sendable {
        let tables: MP4Tables
        let bytesPerPacket: Int64
        let samplesPerPacket: Int64
        let sourceEnd: Int64

        init(
            _ tables: MP4Tables, bytesPerPacket: Int64, samplesPerPacket: Int64, sourceEnd: Int64
        ) {
            self.tables = tables
            self.bytesPerPacket = bytesPerPacket
            self.samplesPerPacket = samplesPerPacket
            self.sourceEnd = sourceEnd
        }
    }

    init(_ tables: MP4Tables, bytesPerPacket: Int64, samplesPerPacket: Int64, sourceEnd: Int64) {
        plan = Plan(
            tables, bytesPerPacket: bytesPerPacket, samplesPerPacket: samplesPerPacket,
            sourceEnd: sourceEnd)
    }

    mutating func next(in readers: inout WalkReaders) throws(FormatError) -> PacketPlace? {
        guard let chunk = try chunks.next(of: plan.tables, in: &readers) else { return nil }
        let stated = (chunk.sampleCount / plan.samplesPerPacket)
            .multipliedClamping(by: plan.bytesPerPacket)
        let byteCount = min(stated, max(plan.sourceEnd - chunk.offset, 0))
        guard byteCount <= ContainerLimits.framesMax - frame else {
            throw readers.chunks.error(.tooLarge("size"))
        }
        let place = PacketPlace(
            index: index, offset: chunk.offset, byteCount: byteCount, firstFrame: frame,
            frameCount: byteCount)
        index += 1
        frame += byteCount
        return place
    }
}
