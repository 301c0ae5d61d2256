import AudioCodecs
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

/// Position of the audio data of a stream.
struct StreamedAudio {
    /// End of the header.
    var start: Int64
    /// End of the audio data; nil when not stated.
    var end: Int64?
    /// End of the file that the container's parser sees.
    var fileEnd: Int64
}

/// Reads the chunks or boxes before the audio of a container.
protocol StreamHeaderScanner {
    /// Offset of the next chunk.
    var offset: Int64 { get }
    /// Whether the audio can be MP3 frames, which state its format.
    var mayHoldMP3: Bool { get }

    /// Reads the header of a chunk, and advances to the next.
    ///
    /// - Returns: The position of the audio when the chunk holds it.
    mutating func next(in reader: inout ByteReader) throws(FormatError) -> StreamedAudio?

    /// Parses the header as a file that ends with the audio.
    func parse(_ bytes: StreamBytes, _ audio: StreamedAudio) throws(FormatError)
        -> ContainerContents
}

extension StreamHeaderScanner {
    var mayHoldMP3: Bool { false }
}

/// Skips the chunks or boxes before the audio, then parses the header with the container's parser,
/// as a file that ends with the audio.
struct ChunkedHeaderFinder: StreamHeaderFinder {
    private var scanner: any StreamHeaderScanner
    private var partCount = 0
    /// Searches for the first MP3 frame within the audio data.
    private var frames: SelfFramedHeaderFinder<MP3Header>?

    var dropOffset: Int64 { frames?.dropOffset ?? 0 }

    init(_ scanner: any StreamHeaderScanner) {
        self.scanner = scanner
    }

    mutating func find(in bytes: StreamBytes) throws(FormatError) -> StreamHeader {
        if frames != nil { return try firstFrame(in: bytes) }
        guard bytes.isStillArriving else {
            // The file ends within or after the header.
            let end = bytes.heldEnd
            return try head(StreamedAudio(start: end, end: end, fileEnd: end), bytes)
        }
        var reader = ByteReader(bytes)
        var found: StreamedAudio?
        while found == nil {
            guard scanner.offset <= StreamLimits.headBytesMax, partCount < ChunkParser.chunksMax
            else { throw FormatError(.tooLarge("header"), offset: scanner.offset) }
            reader.enter("header", at: scanner.offset, end: bytes.byteCount)
            found = try scanner.next(in: &reader)
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
        _ audio: StreamedAudio, _ bytes: StreamBytes
    ) throws(FormatError) -> StreamHeader {
        let heldByteCount = bytes.byteCount
        if bytes.isStillArriving {
            bytes.setByteCount(min(audio.fileEnd, ContainerLimits.fileBytesMax))
        }
        let contents: ContainerContents
        do throws(FormatError) {
            contents = try scanner.parse(bytes, audio)
            try contents.checkCounts()
        } catch {
            bytes.setByteCount(heldByteCount)
            throw error
        }
        if contents.format.id == .mpegLayer3, scanner.mayHoldMP3 {
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
        let isFragmented = contents.packets.fragments != nil
        let cursor: any StreamCursor =
            if let parser = contents.packets.fragments {
                FragmentCursor(parser, contents, keptEnd: audio.start)
            } else if let locator = contents.packets.locator {
                LocatedCursor(locator, contents)
            } else {
                try FixedCursor(contents)
            }
        return StreamHeader(
            contents: contents, cursor: cursor,
            keptByteCount: contents.packets.locator == nil ? 0 : audio.start,
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
}
