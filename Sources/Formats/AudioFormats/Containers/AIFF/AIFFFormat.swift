import AudioCodecs
import AudioModel

/// AIFF and AIFF-C.
struct AIFFFormat: StreamableContainer, AppendableContainer {
    let kind: ContainerKind
    let fileType: ContainerFileType

    static let all = [
        AIFFFormat(
            kind: .aiff,
            fileType: ContainerFileType(
                id: "AIFF", extensions: ["aiff", "aif"],
                mimeTypes: ["audio/aiff", "audio/x-aiff"], listedName: "AIFF",
                uniformTypes: ["public.aiff-audio"], hfsCodes: ["AIFF"], codings: "lpcm")),
        AIFFFormat(
            kind: .aifc,
            fileType: ContainerFileType(
                id: "AIFC", extensions: ["aifc", "aiff", "aif"],
                mimeTypes: ["audio/aiff", "audio/x-aiff"], listedName: "AIFC",
                uniformTypes: ["public.aifc-audio"], hfsCodes: ["AIFC"],
                codings: "lpcm|ulaw|alaw|MAC3|MAC6|ima4|QDMC|QDM2|Qclp|agsm")),
    ]

    func matches(_ head: FileHead) -> Bool {
        head.code(at: 0) == "FORM" && head.code(at: 8) == fileType.id
    }

    func open(_ file: ContainerFile) throws(FormatError) -> ContainerContents {
        try AIFFContainer.parse(file.reader, kind: kind)
    }

    func markers(of file: AudioFileReader) throws(FormatError) -> MarkerList? {
        try file.markerChunk("MARK").map(AIFFMarkers.markers)
    }

    func headerFinder(from start: Int64) -> any StreamHeaderFinder {
        ChunkedHeaderFinder(AIFFHeaderScanner(kind: kind))
    }

    func muxer(_ format: StreamFormat) throws(FormatError) -> any ContainerMuxer {
        try AIFFMuxer(format, kind: kind)
    }

    func lostTags(_ tags: FileTags) -> [String] { tags.lost(keeping: [.id3]) { _, _ in true } }

    // MARK: Changing existing files

    let chunkLayout: ChunkLayout? = ChunkLayout(
        // The offset and the block size precede the audio.
        audioID: "SSND", audioPrefixByteCount: 8, fillerID: "FLLR",
        structure: ["FORM", "AIFF", "AIFC", "FVER", "COMM", "SSND", "CHAN"],
        isText: { id, _ in TagTable.key(ofAIFF: id) != nil },
        isMarkers: { id, _ in id == "MARK" },
        encode: { id, bytes in
            var chunk: [UInt8] = []
            chunk.appendChunk(id, bytes, .bigEndian)
            return chunk
        })

    func putSizes(
        into head: inout [UInt8], audioStart: Int, audioByteCount: Int64, fileByteCount: Int64
    ) {
        head.put(UInt32(clamping: fileByteCount - 8), at: 4)
        head.put(UInt32(clamping: audioByteCount), at: audioStart - 4)
    }

    func putCounts(
        into bytes: inout [UInt8], of id: FourCC, _ format: StreamFormat,
        _ context: MuxerHeaderContext, fileByteCount: Int64
    ) {
        if id == "COMM" { bytes.put(UInt32(clamping: context.totals.packetCount), at: 2) }
    }
}

private struct AIFFHeaderScanner: StreamHeaderScanner {
    let kind: ContainerKind
    private(set) var offset: Int64 = 12

    mutating func next(in reader: inout ByteReader) throws(FormatError) -> StreamedAudio? {
        let id = try reader.readFourCC()
        let byteCount = Int64(try reader.readBigEndian() as UInt32)
        let start = reader.position
        guard id == "SSND" else {
            offset = start + byteCount + (byteCount & 1)
            return nil
        }
        let end = start + byteCount
        let isOpen = byteCount == WAVContainer.unknownByteCount
        return StreamedAudio(start: min(start + 8, end), end: isOpen ? nil : end, fileEnd: end)
    }

    func parse(
        _ bytes: StreamBytes, _ audio: StreamedAudio
    ) throws(FormatError) -> ContainerContents {
        try AIFFContainer.parse(ByteReader(bytes), kind: kind)
    }
}
