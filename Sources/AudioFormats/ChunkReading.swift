import AudioModel

// The parts of a file by name, as Audio File Services' user data functions see them. An identifier
// that stands in a file more than once has an index, counted from zero.

extension AudioFileReader {
    /// The identifiers of the file's chunks, each once, in the order of the file; none for
    /// containers that are not made of chunks.
    public var chunkIDs: [FourCC] {
        var ids: [FourCC] = []
        var seen: Set<FourCC> = []
        for chunk in contents.chunks where seen.insert(chunk.id).inserted { ids.append(chunk.id) }
        return ids
    }

    /// The identifiers of all chunks.
    public var chunkIDsInOrder: [FourCC] { contents.chunks.map(\.id) }

    public func chunkCount(of id: FourCC) -> Int {
        contents.chunks.count { $0.id == id }
    }

    /// Bytes of a chunk, without its header; nil when there is no such chunk.
    public func chunkByteCount(of id: FourCC, at index: Int) -> Int64? {
        chunk(id, at: index)?.byteCount
    }

    /// Copies bytes of a chunk, from `offset` within it on.
    ///
    /// - Returns: Bytes copied: fewer than `buffer` holds only at the chunk's end. nil when there
    ///   is no such chunk.
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
        return contents.chunks.lazy.filter { $0.id == id }.dropFirst(index).first
    }
}
