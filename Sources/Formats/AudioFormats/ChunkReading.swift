public import AudioCodecs
public import AudioModel

// Access to a file's chunks by identifier, for Audio File Services' user data functions. Chunks
// with the same identifier are indexed from zero.

extension AudioFileReader {
    /// Distinct identifiers of the file's chunks, in file order; empty for containers without
    /// chunks.
    public var chunkIDs: [FourCC] {
        var ids: [FourCC] = []
        var seen: Set<FourCC> = []
        for chunk in contents.metadata.chunks where seen.insert(chunk.id).inserted {
            ids.append(chunk.id)
        }
        return ids
    }

    /// Identifiers of all chunks, in file order, with repetitions.
    public var chunkIDsInOrder: [FourCC] { contents.metadata.chunks.map(\.id) }

    /// Number of chunks with this identifier.
    public func chunkCount(of id: FourCC) -> Int {
        contents.metadata.chunks.count { $0.id == id }
    }

    /// Size of a chunk's content in bytes; nil when there is no such chunk.
    public func chunkByteCount(of id: FourCC, at index: Int) -> Int64? {
        chunk(id, at: index)?.byteCount
    }

    /// Copies bytes of a chunk's content, starting at `offset` within it.
    ///
    /// - Returns: Number of bytes copied, fewer than `buffer` holds only at the chunk's end; nil
    ///   when there is no such chunk.
    public func readChunk(
        _ id: FourCC, at index: Int, from offset: Int64 = 0,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(FormatError) -> Int? {
        guard let chunk = chunk(id, at: index) else { return nil }
        guard offset >= 0, offset < chunk.byteCount else { return 0 }
        let count = Int(min(chunk.byteCount - offset, Int64(buffer.count)))
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
        return try source.read(into: room, at: chunk.start + offset)
    }

    private func chunk(_ id: FourCC, at index: Int) -> FileChunk? {
        guard index >= 0 else { return nil }
        return contents.metadata.chunks.lazy.filter { $0.id == id }.dropFirst(index).first
    }
}
