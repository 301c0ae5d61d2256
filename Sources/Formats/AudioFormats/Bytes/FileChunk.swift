import AudioModel

/// A named part of a file.
struct FileChunk: Hashable, Sendable {
    var id: FourCC
    /// Offset of its content.
    var start: Int64
    /// Number of bytes present in the file, at most the size stated in the header.
    var byteCount: Int64
}

extension FileChunk {
    init(_ chunk: ChunkParser.Chunk, in source: any ByteSource) {
        self.init(
            id: chunk.id, start: chunk.start,
            byteCount: max(min(chunk.byteCount, source.byteCount - chunk.start), 0))
    }
}
