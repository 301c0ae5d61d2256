import AudioModel

/// The properties of a stream according to its complete header.
struct StreamHeader {
    var contents: ContainerContents
    var cursor: any StreamCursor
    /// Size of the start of the stream to retain, for its tables.
    var keptByteCount: Int64
    /// Whether the header states the size of the audio data.
    var isByteCountKnown: Bool
}

/// Finds the end of a header in the bytes that have arrived.
protocol StreamHeaderFinder {
    /// Stream offset before which no bytes are needed to find the header's end.
    var dropOffset: Int64 { get }

    /// Continues the search.
    ///
    /// - Throws: A shortage while the header is incomplete; call it again with more bytes.
    mutating func find(in bytes: StreamBytes) throws(FormatError) -> StreamHeader
}

/// Skips the chunks or boxes before the audio, then parses the header with the container's parser,
/// as a file that ends with the audio.
struct ChunkedHeaderFinder: StreamHeaderFinder {
    let kind: ContainerKind
    private var offset: Int64
    private var partCount = 0
    private var longDataByteCount: Int64?
    private var hasMovie = false
    /// Searches for the first MP3 frame within a WAVE file's data chunk.
    private var frames: SelfFramedHeaderFinder<MP3Header>?

    var dropOffset: Int64 { frames?.dropOffset ?? 0 }

    /// Position of the audio data.
    private struct Audio {
        /// End of the header.
        var start: Int64
        /// End of the audio data; nil when not stated.
        var end: Int64?
        /// End of the file that the container's parser sees.
        var fileEnd: Int64
    }

    init(_ kind: ContainerKind) {
        self.kind = kind
        switch kind {
        case .caf: offset = 8
        case .aiff, .aifc, .wav, .rf64, .bw64: offset = 12
        default: offset = 0
        }
    }

    mutating func find(in bytes: StreamBytes) throws(FormatError) -> StreamHeader {
        if frames != nil { return try firstFrame(in: bytes) }
        guard bytes.isStillArriving else {
            // The file ends within or after the header.
            let end = bytes.heldEnd
            return try head(Audio(start: end, end: end, fileEnd: end), bytes)
        }
        var reader = ByteReader(bytes)
        var found: Audio?
        while found == nil {
            guard offset <= StreamLimits.headBytesMax, partCount < ChunkParser.chunksMax else {
                throw FormatError(.tooLarge("header"), offset: offset)
            }
            reader.enter("header", at: offset, end: bytes.byteCount)
            found =
                switch kind {
                case .caf: try nextCAFChunk(&reader)
                case .aiff, .aifc: try nextAIFFChunk(&reader)
                case .wav, .rf64, .bw64: try nextWAVChunk(&reader)
                case .au: try readAUHeader(&reader)
                default: try nextBox(&reader)
                }
            partCount += 1
        }
        guard let audio = found else { throw FormatError(.missing("audio")) }
        guard audio.start <= StreamLimits.headBytesMax else {
            throw FormatError(.tooLarge("header"), offset: audio.start)
        }
        // The complete header, not only its chunk headers.
        guard audio.start <= bytes.heldEnd else { throw .shortage(until: audio.start) }
        return try head(audio, bytes)
    }

    private mutating func head(
        _ audio: Audio, _ bytes: StreamBytes
    ) throws(FormatError) -> StreamHeader {
        let heldByteCount = bytes.byteCount
        if bytes.isStillArriving {
            bytes.setByteCount(min(audio.fileEnd, ContainerLimits.fileBytesMax))
        }
        let contents: ContainerContents
        do throws(FormatError) {
            switch kind {
            case .caf: contents = try CAFContainer.parse(bytes)
            case .aiff, .aifc: contents = try AIFFContainer.parse(bytes, kind: kind)
            case .wav, .rf64, .bw64:
                contents = try WAVContainer.parse(bytes, kind: kind, isHeadOnly: true)
            case .au: contents = try AUContainer.parse(bytes)
            default:
                contents = try MP4Container.parse(
                    bytes, kind: kind,
                    boxesEnd: min(audio.end ?? .max, bytes.byteCount))
            }
            try contents.checkCounts()
        } catch {
            bytes.setByteCount(heldByteCount)
            throw error
        }
        if contents.format.id == .mpegLayer3, [.wav, .rf64, .bw64].contains(kind) {
            let end = audio.end ?? .max
            frames = SelfFramedHeaderFinder(from: contents.dataOffset, end: end) {
                bytes, start throws(FormatError) in
                var frames = try MP3Container.parse(
                    bytes, in: start..<max(min(end, bytes.byteCount), start))
                frames.takeDescription(from: contents)
                return frames
            }
            return try firstFrame(in: bytes)
        }
        let isFragmented = contents.fragments != nil
        let cursor: any StreamCursor =
            if let walk = contents.fragments {
                FragmentCursor(walk, contents, keptEnd: audio.start)
            } else if let locator = contents.locator {
                LocatedCursor(locator, contents)
            } else {
                try FixedCursor(contents)
            }
        return StreamHeader(
            contents: contents, cursor: cursor,
            keptByteCount: contents.locator == nil ? 0 : audio.start,
            isByteCountKnown: !isFragmented && (audio.end != nil || !bytes.isStillArriving))
    }

    private mutating func firstFrame(in bytes: StreamBytes) throws(FormatError) -> StreamHeader {
        do throws(FormatError) {
            if let head = try frames?.find(in: bytes) { return head }
            throw FormatError(.missing("audio"))
        } catch {
            guard error.shortageEnd == nil else { throw error }
            throw FormatError(.unsupportedCoding("MPEG layer 3 without frame sync"))
        }
    }

    private mutating func nextCAFChunk(_ reader: inout ByteReader) throws(FormatError) -> Audio? {
        let id = try reader.readFourCC()
        let byteCount: Int64 = try reader.readBigEndian()
        let start = reader.position
        guard id == "data" else {
            guard byteCount >= 0 else { throw FormatError(.badField("chunk size"), offset: offset) }
            let (next, overflow) = start.addingReportingOverflow(byteCount)
            offset = overflow ? .max : next
            return nil
        }
        guard byteCount >= -1 else { throw FormatError(.badField("chunk size"), offset: offset) }
        let (end, overflow) = start.addingReportingOverflow(byteCount)
        let isKnown = byteCount >= 0 && !overflow
        return Audio(start: start, end: isKnown ? end : nil, fileEnd: isKnown ? end : .max)
    }

    private mutating func nextAIFFChunk(_ reader: inout ByteReader) throws(FormatError) -> Audio? {
        let id = try reader.readFourCC()
        let byteCount = Int64(try reader.readBigEndian() as UInt32)
        let start = reader.position
        guard id == "SSND" else {
            offset = start + byteCount + (byteCount & 1)
            return nil
        }
        let end = start + byteCount
        let isOpen = byteCount == WAVContainer.unknownByteCount
        return Audio(start: min(start + 8, end), end: isOpen ? nil : end, fileEnd: end)
    }

    private mutating func nextWAVChunk(_ reader: inout ByteReader) throws(FormatError) -> Audio? {
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
                return Audio(start: start, end: start, fileEnd: start)
            }
            let isEmpty = try reader.readFourCC().isPrintable
            let _: UInt32 = try reader.readLittleEndian()
            return Audio(
                start: start, end: isEmpty ? start : nil, fileEnd: isEmpty ? start : .max)
        }
        guard byteCount == WAVContainer.unknownByteCount else {
            return Audio(start: start, end: start + byteCount, fileEnd: start + byteCount)
        }
        guard let long = longDataByteCount, long > 0 else {
            return Audio(start: start, end: nil, fileEnd: .max)
        }
        return Audio(start: start, end: start + long, fileEnd: start + long)
    }

    private mutating func readAUHeader(_ reader: inout ByteReader) throws(FormatError) -> Audio? {
        try reader.skip(4)
        let start = Int64(try reader.readBigEndian() as UInt32)
        let byteCount: UInt32 = try reader.readBigEndian()
        try reader.skip(12)
        let end = start + Int64(byteCount)
        return Audio(
            start: max(start, reader.position), end: byteCount == .max ? nil : end,
            fileEnd: byteCount == .max ? .max : max(end, reader.position))
    }

    /// Reads a box. The sample tables must precede the packets.
    private mutating func nextBox(_ reader: inout ByteReader) throws(FormatError) -> Audio? {
        let short: UInt32 = try reader.readBigEndian()
        let id = try reader.readFourCC()
        var byteCount = Int64(short)
        if short == 1 { byteCount = try reader.readBigEndian() }
        let headByteCount = reader.position - offset
        guard short == 0 || byteCount >= headByteCount else {
            throw FormatError(.badField("box size"), offset: offset)
        }
        let (end, overflow) = offset.addingReportingOverflow(byteCount)
        let isOpen = short == 0 || overflow
        switch id {
        case "moov": hasMovie = true
        case "moof":
            guard hasMovie else { throw FormatError(.missing("movie box before its audio")) }
            return Audio(start: offset, end: nil, fileEnd: .max)
        case "mdat" where isOpen || byteCount > headByteCount:
            guard hasMovie else { throw FormatError(.missing("movie box before its audio")) }
            // Packets may be in later `mdat` boxes.
            return Audio(start: reader.position, end: isOpen ? nil : end, fileEnd: .max)
        default: break
        }
        offset = isOpen ? .max : end
        return nil
    }
}
