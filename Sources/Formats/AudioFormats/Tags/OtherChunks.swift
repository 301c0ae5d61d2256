public import AudioCodecs
public import AudioModel

extension AudioFileReader {
    /// Chunks that say something besides the audio and are neither texts, markers nor pictures.
    var otherChunks: [FourCC] {
        var ids: [FourCC] = []
        for chunk in contents.metadata.chunks where isOther(chunk.id) && !ids.contains(chunk.id) {
            ids.append(chunk.id)
        }
        return ids
    }

    private func isOther(_ id: FourCC) -> Bool {
        guard let layout = containerKind.appendable?.chunkLayout else { return false }
        return id != layout.fillerID && !layout.structure.contains(id)
            && !Self.describedChunks.contains(id)
    }

    /// Texts, markers, and what is derived from the samples.
    private static let describedChunks: Set<FourCC> = [
        "LIST", "id3 ", "ID3 ", "cue ", "NAME", "AUTH", "ANNO", "(c) ", "MARK", "info", "mark",
        "regn", "strg", "free", "JUNK", "junk", "FLLR", "PAD ", "PEAK", "peak", "levl", "ovvw",
        "fact",
    ]

    /// The chunks that a file of the same family takes over as they are.
    ///
    /// - Throws: `tooLarge`, or an error of the source.
    public func chunksForCopy() throws(FormatError) -> [(id: FourCC, bytes: [UInt8])] {
        var chunks: [(id: FourCC, bytes: [UInt8])] = []
        var left = Self.copiedBytesMax
        for chunk in contents.metadata.chunks where isOther(chunk.id) {
            left -= chunk.byteCount
            guard left >= 0 else { throw FormatError(.tooLarge("chunks")) }
            chunks.append((chunk.id, try source.bytes(Int(chunk.byteCount), at: chunk.start)))
        }
        return chunks
    }

    private static let copiedBytesMax: Int64 = 1 << 26
}
