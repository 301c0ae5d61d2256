import AudioModel

/// The `LIST` chunk of type `INFO`: what a WAVE file says about itself in text.
///
/// Source: Multimedia Programming Interface and Data Specifications 1.0, "INFO List Chunk".
enum RIFFInfo {
    /// - Parameter count: How many tags the file has given already.
    static func read(
        _ chunk: ChunkWalk.Chunk, in reader: inout ByteReader, keeping count: Int
    ) throws(FormatError) -> [ContainerContents.Tag] {
        let end = min(chunk.end, chunk.start + ContainerLimits.tagBytesMax)
        reader.enter("list chunk", at: chunk.start, end: end)
        guard reader.bytesLeft >= 4, try reader.readFourCC() == "INFO" else { return [] }
        var tags: [ContainerContents.Tag] = []
        while reader.bytesLeft >= 8, count + tags.count < ContainerLimits.tagsMax {
            let id = try reader.readFourCC()
            let byteCount: UInt32 = try reader.readLittleEndian()
            // A text that is cut off is no reason to refuse the sound.
            guard Int64(byteCount) <= reader.bytesLeft else { break }
            let value = text(of: try reader.readBytes(Int(byteCount)))
            if !value.isEmpty { tags.append(.init(key: key(of: id), value: value)) }
            try reader.skip(min(Int64(byteCount & 1), reader.bytesLeft))
        }
        return tags
    }

    /// The code for Core Audio's words; nil where there is none.
    static func id(of key: String) -> FourCC? {
        keys.first { $0.key == key }?.id
    }

    /// The words that Core Audio uses, where it has one for the code.
    private static func key(of id: FourCC) -> String {
        keys.first { $0.id == id }?.key ?? id.description
    }

    private static let keys: [(id: FourCC, key: String)] = [
        ("INAM", "title"), ("IART", "artist"), ("IPRD", "album"), ("ICMT", "comments"),
        ("ICOP", "copyright"), ("ICRD", "recorded date"), ("IGNR", "genre"),
        ("ITRK", "track number"), ("IPRT", "track number"), ("ISFT", "encoding application"),
    ]
}
