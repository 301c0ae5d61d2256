import AudioCodecs
import AudioModel

/// Core Audio Format.
struct CAFFormat: StreamableContainer, AppendableContainer {
    let kind = ContainerKind.caf
    let fileType = ContainerFileType(
        id: "caff", extensions: ["caf"], mimeTypes: ["audio/x-caf"],
        listedName: "CAF", uniformTypes: ["com.apple.coreaudio-format"], hfsCodes: ["caff"],
        codings: ".mp1|.mp2|.mp3|QDM2|QDMC|Qclp|Qclq|\(ContainerFileType.aac)|ac-3|alac|"
            + "alaw|dvi8|ec-3|flac|ilbc|ima4|lpcm|ms\0\u{2}|ms\0\u{11}|ms\0\u{31}|opus|samr|"
            + "ulaw")

    func matches(_ head: FileHead) -> Bool { head.code(at: 0) == "caff" }

    func open(_ file: ContainerFile) throws(FormatError) -> ContainerContents {
        try CAFContainer.parse(file.reader)
    }

    func markers(of file: AudioFileReader) throws(FormatError) -> MarkerList? {
        guard let bytes = try file.markerChunk("mark") else { return nil }
        return try CAFMarkers.markers(bytes, names: try file.markerChunk("strg") ?? [])
    }

    func regions(of file: AudioFileReader) throws(FormatError) -> RegionList? {
        guard let bytes = try file.markerChunk("regn") else { return nil }
        return try CAFMarkers.regions(bytes, names: try file.markerChunk("strg") ?? [])
    }

    func headerFinder(from start: Int64) -> any StreamHeaderFinder {
        ChunkedHeaderFinder(CAFHeaderScanner())
    }

    func muxer(_ format: StreamFormat) throws(FormatError) -> any ContainerMuxer {
        try CAFMuxer(format)
    }

    func lostTags(_ tags: FileTags) -> [String] {
        tags.lost(keeping: []) { _, _ in true } + tags.lostPictures
            + tags.lostChapters(after: MarkerLimits.markersMax)
    }

    let hasPacketTable = true

    func tableBytesPerPacket(_ format: StreamFormat) -> Double { format.isVariableBitRate ? 3 : 0 }

    // MARK: Changing existing files

    let chunkLayout: ChunkLayout? = ChunkLayout(
        audioID: "data", audioPrefixByteCount: 4, headerByteCount: 12, fillerID: "free",
        structure: ["caff", "desc", "data", "pakt", "kuki", "chan"],
        isText: { id, _ in id == "info" },
        isMarkers: { id, _ in ["mark", "regn", "strg"].contains(id) },
        encode: { id, bytes in
            var chunk: [UInt8] = []
            chunk.appendCAFChunk(id, bytes)
            return chunk
        })

    /// Increments the edit count, which invalidates derived chunks such as an overview.
    func prepare(_ head: inout [UInt8], _ chunks: [FileChunk]) {
        guard let offset = chunks.last.map({ Int($0.start) }) else { return }
        let count = head[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        head.put(count &+ 1, at: offset)
    }

    func putSizes(
        into head: inout [UInt8], audioStart: Int, audioByteCount: Int64, fileByteCount: Int64
    ) {
        head.put(audioByteCount, at: audioStart - 8)
    }

    func putCounts(
        into bytes: inout [UInt8], of id: FourCC, _ format: StreamFormat,
        _ context: MuxerHeaderContext, fileByteCount: Int64
    ) {
        guard id == "pakt" else { return }
        bytes.put(context.totals.packetCount, at: 0)
        bytes.put(context.totals.frameCount(format, context.properties), at: 8)
        bytes.put(Int32(clamping: context.properties.primingFrames), at: 16)
        bytes.put(Int32(clamping: context.properties.remainderFrames), at: 20)
    }
}

private struct CAFHeaderScanner: StreamHeaderScanner {
    private(set) var offset: Int64 = 8

    mutating func next(in reader: inout ByteReader) throws(FormatError) -> StreamedAudio? {
        let id = try reader.readFourCC()
        let byteCount: Int64 = try reader.readBigEndian()
        let start = reader.position
        guard byteCount >= (id == "data" ? -1 : 0) else {
            throw FormatError(.badField("chunk size"), offset: offset)
        }
        let (end, overflow) = start.addingReportingOverflow(byteCount)
        guard id == "data" else {
            offset = overflow ? .max : end
            return nil
        }
        let isKnown = byteCount >= 0 && !overflow
        return StreamedAudio(start: start, end: isKnown ? end : nil, fileEnd: isKnown ? end : .max)
    }

    func parse(
        _ bytes: StreamBytes, _ audio: StreamedAudio
    ) throws(FormatError) -> ContainerContents {
        try CAFContainer.parse(ByteReader(bytes))
    }
}
