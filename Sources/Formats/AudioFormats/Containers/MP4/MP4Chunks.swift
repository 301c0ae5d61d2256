import AudioCodecs

/// Iterates over the chunks of a track.
///
/// Source: ISO/IEC 14496-12, 8.7.4 (chunks) and 8.7.5 (offsets).
struct MP4Chunks: Sendable {
    /// Index of the current chunk, from zero; −1 before the first.
    private var chunk: Int64 = -1
    /// Index of the current sample-to-chunk entry; the next entry applies from `nextRunChunk` on.
    private var run: Int64 = -1
    private var samplesPerChunk: Int64 = 0
    private var nextRunChunk: Int64 = 0

    /// Advances to the next chunk.
    ///
    /// - Returns: Its offset and number of samples; nil after the last.
    mutating func next(
        of track: MP4SampleTables, in readers: inout ParserReaders
    ) throws(FormatError) -> (offset: Int64, sampleCount: Int64)? {
        guard chunk + 1 < track.chunkOffsets.count else { return nil }
        chunk += 1
        if chunk == nextRunChunk { try enterRun(of: track, in: &readers.runs) }
        let table = track.chunkOffsets
        readers.chunks.enter(
            "chunk offsets", at: table.offset + chunk * table.bytesPerEntry, end: table.end)
        let offset =
            table.bytesPerEntry == 8
            ? try readers.chunks.readBigEndian()
            : Int64(try readers.chunks.readBigEndian() as UInt32)
        guard offset >= 0 else { throw readers.chunks.error(.badField("chunk offset")) }
        return (offset, samplesPerChunk)
    }

    private mutating func enterRun(
        of track: MP4SampleTables, in reader: inout ByteReader
    ) throws(FormatError) {
        let table = track.chunkRuns
        run += 1
        guard run < table.count else { throw FormatError(.missing("sample-to-chunk table")) }
        reader.enter("sample-to-chunk table", at: table.offset + run * 12, end: table.end)
        let first: UInt32 = try reader.readBigEndian()
        let count: UInt32 = try reader.readBigEndian()
        try reader.skip(4)  // Sample description index.
        guard Int64(first) == chunk + 1, count > 0 else {
            throw reader.error(.badField("sample-to-chunk table"))
        }
        samplesPerChunk = Int64(count)
        nextRunChunk = .max
        if run + 1 < table.count {
            let next: UInt32 = try reader.readBigEndian()
            guard next > first else { throw reader.error(.badField("sample-to-chunk table")) }
            nextRunChunk = Int64(next) - 1
        }
    }
}
