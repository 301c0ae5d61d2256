import AudioCodecs
import AudioModel
import ChannelLayouts

/// Parses AIFF and AIFF-C files into packets.
///
/// Source: Apple, Audio Interchange File Format "AIFF" 1.3 and AIFF-C draft 8/26/91.
struct AIFFContainer {
    private var reader: ByteReader
    private let kind: ContainerKind
    private var common: AIFFCommonChunk?
    private var data: ChunkParser.Chunk?
    private var isOpenEnded = false
    private var missingByteCount: Int64 = 0
    private var tags: [FileMetadata.Tag] = []
    private var chunks: [FileChunk] = []
    private var channelLayout: ChannelLayout?

    /// Parses a file.
    ///
    /// - Parameter reader: Stands at the start of the file.
    static func parse(
        _ reader: ByteReader, kind: ContainerKind
    ) throws(FormatError) -> ContainerContents {
        var container = AIFFContainer(reader: reader, kind: kind)
        try container.readChunks()
        return try container.contents()
    }

    private init(reader: ByteReader, kind: ContainerKind) {
        self.reader = reader
        self.kind = kind
    }

    private mutating func readChunks() throws(FormatError) {
        var parser = ChunkParser(from: 12, order: .bigEndian)
        while let chunk = try parser.next(in: &reader) {
            chunks.append(FileChunk(chunk, in: reader.source))
            switch chunk.id {
            case "COMM" where common == nil:
                reader.enter("common chunk", at: chunk.start, end: chunk.end)
                common = try AIFFCommonChunk(reading: &reader, isCompressed: kind == .aifc)
            case "SSND" where data == nil:
                try takeData(chunk)
            case "NAME", "AUTH", "ANNO", "(c) ":
                if let key = TagTable.key(ofAIFF: chunk.id) { try readTag(key, chunk) }
            case "CHAN" where channelLayout == nil:
                reader.enter("channel layout", at: chunk.start, end: chunk.end)
                channelLayout = try ChannelLayout(reading: &reader)
            default: break
            }
        }
    }

    private mutating func takeData(_ chunk: ChunkParser.Chunk) throws(FormatError) {
        reader.enter("sound data chunk", at: chunk.start, end: chunk.end)
        let skippedByteCount: UInt32 = try reader.readBigEndian()
        try reader.skip(4)  // Block size, for writers that align their samples.
        try reader.skip(Int64(skippedByteCount))
        let sourceEnd = reader.source.byteCount
        // The size left by a recorder that was stopped before it could write the real one.
        let isOpen = Int64(chunk.byteCount) == WAVContainer.unknownByteCount
        isOpenEnded = isOpen
        missingByteCount = isOpen ? 0 : max(chunk.end - sourceEnd, 0)
        let end = isOpen ? sourceEnd : min(chunk.end, sourceEnd)
        data = ChunkParser.Chunk(
            id: chunk.id, start: reader.position, byteCount: end - reader.position)
    }

    private mutating func readTag(
        _ key: String, _ chunk: ChunkParser.Chunk
    ) throws(FormatError) {
        guard chunk.byteCount <= ContainerLimits.tagBytesMax, tags.count < ContainerLimits.tagsMax
        else { return }
        reader.enter("text chunk", at: chunk.start, end: chunk.end)
        let value = text(of: try reader.readBytes(Int(reader.bytesLeft)))
        if !value.isEmpty { tags.append(.init(key: key, value: value)) }
    }

    private mutating func contents() throws(FormatError) -> ContainerContents {
        guard let common else { throw FormatError(.missing("common chunk")) }
        // A file with no sample frames needs no sound data chunk.
        guard data != nil || common.unitCount == 0 else {
            throw FormatError(.missing("sound data chunk"))
        }
        let format = common.format
        let start = data?.start ?? reader.source.byteCount
        var byteCount = data?.byteCount ?? 0
        let packetByteCount = Int64(format.bytesPerPacket)
        if packetByteCount > 0 {
            let heldCount = byteCount / packetByteCount
            // A count of zero with sample data is an unfinished recording. Otherwise the count is
            // authoritative, and data beyond it is padding.
            let packetCount = common.unitCount == 0 ? heldCount : min(common.unitCount, heldCount)
            byteCount = packetCount * packetByteCount
            if missingByteCount > 0, common.unitCount > 0 {
                missingByteCount =
                    common.unitCount.multipliedClamping(by: packetByteCount) - byteCount
            }
        }
        var contents = ContainerContents(
            kind: kind, fixedSize: format, dataOffset: start, dataByteCount: byteCount,
            statedFrameCount: packetByteCount > 0 ? nil : common.unitCount)
        contents.isOpenEnded = isOpenEnded || (common.unitCount == 0 && byteCount > 0)
        contents.missingByteCount = missingByteCount
        contents.metadata.tags = tags
        contents.metadata.chunks = chunks
        contents.metadata.channelLayout = channelLayout
        return contents
    }
}
