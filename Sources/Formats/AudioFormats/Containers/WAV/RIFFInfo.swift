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
        let end = min(chunk.end, chunk.start + ContainerLimits.tagBytesMax)
        reader.enter("list chunk", at: chunk.start, end: end)
        guard reader.bytesLeft >= 4, try reader.readFourCC() == "INFO" else { return [] }
        var tags: [FileMetadata.Tag] = []
        while reader.bytesLeft >= 8, count + tags.count < ContainerLimits.tagsMax {
            let id = try reader.readFourCC()
            let byteCount: UInt32 = try reader.readLittleEndian()
            // A truncated text does not make the audio unreadable.
            guard Int64(byteCount) <= reader.bytesLeft else { break }
            let value = text(of: try reader.readBytes(Int(byteCount)))
            if !value.isEmpty { tags.append(.init(key: key(of: id), value: value)) }
            try reader.skip(min(Int64(byteCount & 1), reader.bytesLeft))
        }
        return tags
    }

    /// The identifier for one of Core Audio's metadata keys; nil without one.
    static func id(of key: String) -> FourCC? {
        keys.first { $0.key == key }?.id
    }

    /// Core Audio's metadata key for an identifier, or else the identifier.
    private static func key(of id: FourCC) -> String {
        keys.first { $0.id == id }?.key ?? id.description
    }

    private static let keys: [(id: FourCC, key: String)] = [
        ("INAM", "title"), ("IART", "artist"), ("IPRD", "album"), ("ICMT", "comments"),
        ("ICOP", "copyright"), ("ICRD", "recorded date"), ("IGNR", "genre"),
        ("ITRK", "track number"), ("IPRT", "track number"), ("ISFT", "encoding application"),
    ]
}
