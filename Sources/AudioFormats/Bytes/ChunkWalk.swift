import AudioModel

/// Steps through the chunks of a RIFF (little-endian) or IFF (big-endian) file.
///
/// A chunk is a four-character code, a 32-bit byte count, that many bytes, and one more when the
/// count is odd. The walk ends at the end of the file, at a header that does not fit any more, and
/// at a chunk that runs past the end.
struct ChunkWalk {
    /// Far more than any real file; keeps a file of nothing but chunk headers cheap.
    static let chunksMax = 4096

    enum ByteOrder {
        case bigEndian
        case littleEndian
    }

    struct Chunk {
        var id: FourCC
        /// Where its bytes start.
        var start: Int64
        /// As the header says; the file may end earlier.
        var byteCount: Int64

        var end: Int64 { start + byteCount }
    }

    private let order: ByteOrder
    private var offset: Int64
    private var visitedCount = 0

    init(from offset: Int64, order: ByteOrder) {
        self.offset = offset
        self.order = order
    }

    mutating func next(in reader: inout ByteReader) throws(FormatError) -> Chunk? {
        let sourceEnd = reader.source.byteCount
        guard offset <= sourceEnd - 8 else { return nil }
        reader.enter("chunk header", at: offset, end: sourceEnd)
        visitedCount += 1
        guard visitedCount <= Self.chunksMax else { throw reader.error(.tooLarge("chunk count")) }
        let id = try reader.readFourCC()
        let byteCount: UInt32 =
            switch order {
            case .bigEndian: try reader.readBigEndian()
            case .littleEndian: try reader.readLittleEndian()
            }
        let chunk = Chunk(id: id, start: reader.position, byteCount: Int64(byteCount))
        offset = chunk.end + (chunk.byteCount & 1)
        return chunk
    }

    /// Corrects the size of the chunk just returned, for files that keep it elsewhere.
    mutating func resize(_ chunk: inout Chunk, to byteCount: Int64) {
        chunk.byteCount = byteCount
        offset = chunk.end + (byteCount & 1)
    }
}

extension FileChunk {
    init(_ chunk: ChunkWalk.Chunk, in source: any ByteSource) {
        self.init(
            id: chunk.id, start: chunk.start,
            byteCount: max(min(chunk.byteCount, source.byteCount - chunk.start), 0))
    }
}
