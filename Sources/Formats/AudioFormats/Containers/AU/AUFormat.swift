import AudioCodecs
import AudioModel

/// NeXT/Sun `.au`.
struct AUFormat: StreamableContainer, AppendableContainer {
    let kind = ContainerKind.au
    let fileType = ContainerFileType(
        id: "NeXT", extensions: ["au", "snd"],
        mimeTypes: ["audio/basic", "audio/x-au", "audio/snd"], listedName: "NeXT/Sun",
        uniformTypes: ["public.au-audio"], hfsCodes: ["NeXT", "ULAW"], codings: "lpcm|ulaw|alaw")
    let chunkLayout: ChunkLayout? = nil

    func matches(_ head: FileHead) -> Bool { head.code(at: 0) == ".snd" }

    func open(_ file: ContainerFile) throws(FormatError) -> ContainerContents {
        try AUContainer.parse(file.reader)
    }

    func headerFinder(from start: Int64) -> any StreamHeaderFinder {
        ChunkedHeaderFinder(AUHeaderScanner())
    }

    func muxer(_ format: StreamFormat) throws(FormatError) -> any ContainerMuxer {
        try AUMuxer(format)
    }

    func lostTags(_ tags: FileTags) -> [String] {
        let first = tags.texts.first { $0.key == "comments" }?.value
        return tags.lost(keeping: []) { $0 == "comments" && $1 == first } + tags.lostPictures
            + tags.lostChapters(after: 0)
    }

    func putSizes(
        into head: inout [UInt8], audioStart: Int, audioByteCount: Int64, fileByteCount: Int64
    ) {
        head.put(UInt32(clamping: audioByteCount), at: 8)
    }
}

private struct AUHeaderScanner: StreamHeaderScanner {
    let offset: Int64 = 0

    func next(in reader: inout ByteReader) throws(FormatError) -> StreamedAudio? {
        try reader.skip(4)
        let start = Int64(try reader.readBigEndian() as UInt32)
        let byteCount: UInt32 = try reader.readBigEndian()
        try reader.skip(12)
        let end = start + Int64(byteCount)
        return StreamedAudio(
            start: max(start, reader.position), end: byteCount == .max ? nil : end,
            fileEnd: byteCount == .max ? .max : max(end, reader.position))
    }

    func parse(
        _ bytes: StreamBytes, _ audio: StreamedAudio
    ) throws(FormatError) -> ContainerContents {
        try AUContainer.parse(ByteReader(bytes))
    }
}
