import AudioCodecs
import AudioModel

/// Iterates over the chunks of a RIFF (little-endian) or IFF (big-endian) file.
///
/// A chunk is a four-character code, a 32-bit byte count, that many bytes, and a padding byte when
/// the count is odd. Iteration ends at the end of the file and at a header that does not fit; a
/// chunk that runs past the end is the last.
struct ChunkParser {
    /// Limit on the number of chunks, far above any real file; bounds the work for a hostile file.
    static let chunksMax = 4096

    enum ByteOrder {
        case bigEndian
        case littleEndian
    }

    struct Chunk {
        var id: FourCC
        /// Offset of its content.
        var start: Int64
        /// Size stated in the header; the file may end earlier.
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

    /// Overrides the size of the chunk just returned, for formats that state it elsewhere.
    mutating func resize(_ chunk: inout Chunk, to byteCount: Int64) {
        chunk.byteCount = byteCount
        offset = chunk.end + (byteCount & 1)
    }
}
