import AudioCodecs
import AudioModel

/// The `LIST` chunk of type `INFO`: metadata of a WAVE file.
///
/// Source: Multimedia Programming Interface and Data Specifications 1.0, "INFO List Chunk".
enum RIFFInfo {
    /// Reads the chunk.
    ///
    /// - Parameter count: Number of tags read before.
    static func read(
        _ chunk: ChunkParser.Chunk, in reader: inout ByteReader, keeping count: Int
    ) throws(FormatError) -> [FileMetadata.Tag] {
        let end = min(chunk.end, chunk.start + ContainerLimits.textsBytesMax)
        reader.enter("list chunk", at: chunk.start, end: end)
        guard reader.bytesLeft >= 4, try reader.readFourCC() == "INFO" else { return [] }
        var tags: [FileMetadata.Tag] = []
        while reader.bytesLeft >= 8, count + tags.count < ContainerLimits.tagsMax {
            let id = try reader.readFourCC()
            let byteCount: UInt32 = try reader.readLittleEndian()
            // A truncated text does not make the audio unreadable.
            guard Int64(byteCount) <= reader.bytesLeft else { break }
            guard Int64(byteCount) <= ContainerLimits.tagBytesMax else {
                try reader.skip(Int64(byteCount))
                continue
            }
            let value = text(of: try reader.readBytes(Int(byteCount)))
            if !value.isEmpty { tags.append(.init(key: TagTable.key(ofRIFF: id), value: value)) }
            try reader.skip(min(Int64(byteCount & 1), reader.bytesLeft))
        }
        return tags
    }
}
