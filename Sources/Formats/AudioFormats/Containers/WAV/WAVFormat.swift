import AudioCodecs
import AudioModel

/// WAVE: RIFF and its 64-bit forms RF64 and BW64.
struct WAVFormat: StreamableContainer, AppendableContainer {
    let kind: ContainerKind
    /// `RIFF`, `RF64` or `BW64`.
    let form: FourCC
    let fileType: ContainerFileType

    static let all = [
        WAVFormat(.wav, "RIFF", ["wav", "wave", "bwf"], "WAVE"),
        WAVFormat(.rf64, "RF64", ["wav", "rf64", "wave"], "RF64"),
        WAVFormat(.bw64, "BW64", ["wav", "bw64", "wave"], "BW64"),
    ]

    private init(
        _ kind: ContainerKind, _ form: FourCC, _ extensions: [String], _ id: FourCC
    ) {
        self.kind = kind
        self.form = form
        fileType = ContainerFileType(
            id: id, extensions: extensions,
            mimeTypes: ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"],
            listedName: "WAVE", uniformTypes: ["com.microsoft.waveform-audio"],
            hfsCodes: ["WAVE", ".WAV"], codings: "lpcm|ulaw|alaw")
    }

    func matches(_ head: FileHead) -> Bool {
        head.code(at: 0) == form && head.code(at: 8) == "WAVE"
    }

    func open(_ file: ContainerFile) throws(FormatError) -> ContainerContents {
        try WAVContainer.parse(
            file.reader, kind: kind, recoversUnfinished: file.recoversUnfinished)
    }

    func markers(of file: AudioFileReader) throws(FormatError) -> MarkerList? {
        guard let bytes = try file.markerChunk("cue ") else { return nil }
        for index in 0..<file.chunkCount(of: "LIST") {
            let list = try file.markerChunk("LIST", at: index)
            if let list, list.starts(with: "adtl".utf8) {
                return try WAVMarkers.markers(bytes, names: list)
            }
        }
        return try WAVMarkers.markers(bytes, names: [])
    }

    func headerFinder(from start: Int64) -> any StreamHeaderFinder {
        ChunkedHeaderFinder(WAVHeaderScanner(kind: kind))
    }

    func muxer(_ format: StreamFormat) throws(FormatError) -> any ContainerMuxer {
        try WAVMuxer(format, form: form)
    }

    func lostTags(_ tags: FileTags) -> [String] { tags.lost(keeping: [.id3]) { _, _ in true } }

    // MARK: Changing existing files

    let chunkLayout: ChunkLayout? = ChunkLayout(
        audioID: "data", fillerID: "JUNK",
        structure: ["RIFF", "RF64", "BW64", "WAVE", "fmt ", "fact", "ds64", "data"],
        isText: { id, start in id == "LIST" && start.elementsEqual("INFO".utf8) },
        isMarkers: { id, start in
            id == "cue " || id == "LIST" && start.elementsEqual("adtl".utf8)
        },
        encode: { id, bytes in
            var chunk: [UInt8] = []
            chunk.appendChunk(id, bytes, .littleEndian)
            return chunk
        })

    func prepare(_ head: inout [UInt8], _ chunks: [FileChunk]) throws(FormatError) {
        let hasLongSizes = chunks.contains { $0.id == "ds64" && $0.byteCount >= 24 }
        guard hasLongSizes || kind == .wav else { throw FormatError(.missing("ds64 chunk")) }
    }

    func putSizes(
        into head: inout [UInt8], audioStart: Int, audioByteCount: Int64, fileByteCount: Int64
    ) {
        let isLong = kind != .wav
        head.put((isLong ? .max : UInt32(clamping: fileByteCount - 8)).byteSwapped, at: 4)
        head.put((isLong ? .max : UInt32(clamping: audioByteCount)).byteSwapped, at: audioStart - 4)
    }

    func putCounts(
        into bytes: inout [UInt8], of id: FourCC, _ format: StreamFormat,
        _ context: MuxerHeaderContext, fileByteCount: Int64
    ) {
        let totals = context.totals
        switch id {
        case "fact": bytes.put(UInt32(clamping: totals.packetCount).byteSwapped, at: 0)
        case "ds64":
            bytes.put((fileByteCount - 8).byteSwapped, at: 0)
            bytes.put(totals.byteCount.byteSwapped, at: 8)
            bytes.put(totals.packetCount.byteSwapped, at: 16)
        default: break
        }
    }
}

private struct WAVHeaderScanner: StreamHeaderScanner {
    let kind: ContainerKind
    private(set) var offset: Int64 = 12
    private var longDataByteCount: Int64?

    let mayHoldMP3 = true

    init(kind: ContainerKind) {
        self.kind = kind
    }

    mutating func next(in reader: inout ByteReader) throws(FormatError) -> StreamedAudio? {
        let id = try reader.readFourCC()
        let byteCount = Int64(try reader.readLittleEndian() as UInt32)
        let start = reader.position
        if id == "ds64", kind != .wav, longDataByteCount == nil, byteCount >= 16 {
            try reader.skip(8)
            let stated: UInt64 = try reader.readLittleEndian()
            longDataByteCount = Int64(
                clamping: min(stated, UInt64(ContainerLimits.fileBytesMax - 1) / 2))
        }
        guard id == "data" else {
            offset = start + byteCount + (byteCount & 1)
            return nil
        }
        if byteCount == 0 {
            // Size zero: empty and followed by chunks, or unfinished and followed by samples.
            guard reader.bytesLeft >= 8 else {
                return StreamedAudio(start: start, end: start, fileEnd: start)
            }
            let isEmpty = try reader.readFourCC().isPrintable
            let _: UInt32 = try reader.readLittleEndian()
            return StreamedAudio(
                start: start, end: isEmpty ? start : nil, fileEnd: isEmpty ? start : .max)
        }
        guard byteCount == WAVContainer.unknownByteCount else {
            return StreamedAudio(start: start, end: start + byteCount, fileEnd: start + byteCount)
        }
        guard let long = longDataByteCount, long > 0 else {
            return StreamedAudio(start: start, end: nil, fileEnd: .max)
        }
        return StreamedAudio(start: start, end: start + long, fileEnd: start + long)
    }

    func parse(
        _ bytes: StreamBytes, _ audio: StreamedAudio
    ) throws(FormatError) -> ContainerContents {
        try WAVContainer.parse(
            ByteReader(bytes), kind: kind, isHeadOnly: true, recoversUnfinished: true)
    }
}
