import AudioCodecs
import AudioModel
import ChannelLayouts

/// Parses WAVE files (RIFF and its 64-bit forms RF64 and BW64) into packets.
///
/// Source: Multimedia Programming Interface and Data Specifications 1.0, "Waveform Audio File
/// Format"; EBU Tech 3306 and ITU-R BS.2088 for the 64-bit forms.
struct WAVContainer {
    /// The chunk size that marks an unfinished recording.
    static let unknownByteCount: Int64 = 0xFFFF_FFFF
    /// Sizes from here on are not taken at their word: programs that write to pipes state them.
    static let statedByteCountMax: Int64 = 0x7FFF_0000

    private var reader: ByteReader
    private let kind: ContainerKind
    private let recoversUnfinished: Bool
    private var longSizes: LongSizes?
    private var formatChunk: WAVFormatChunk?
    private var statedFrameCount: Int64?
    private var data: ChunkParser.Chunk?
    private var missingByteCount: Int64 = 0
    private var isRecovered = false
    private var isOpenEnded = false
    private var tags: [FileMetadata.Tag] = []
    private var others: [FileTags.OtherPart] = []
    private var chunks: [FileChunk] = []

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - reader: Stands at the start of the file.
    ///   - isHeadOnly: Whether the audio data has not arrived yet. It is not examined then: MP3 gets
    ///     no packets, and libavformat is not tried for other codings.
    ///   - recoversUnfinished: Whether audio behind a size of zero is read.
    static func parse(
        _ reader: ByteReader, kind: ContainerKind, isHeadOnly: Bool = false,
        recoversUnfinished: Bool = false
    ) throws(FormatError) -> ContainerContents {
        var container = WAVContainer(
            reader: reader, kind: kind, recoversUnfinished: recoversUnfinished)
        try container.readChunks()
        var contents = try container.contents(isHeadOnly: isHeadOnly)
        contents.missingByteCount = container.missingByteCount
        contents.isRecovered = container.isRecovered
        contents.isOpenEnded = container.isOpenEnded
        #if FFmpeg
            if !isHeadOnly, contents.format.bytesPerPacket == 0, contents.packets.locator == nil,
                kind != .bw64, contents.format.id != .mpegLayer3,
                var demuxed = try FormatError.unlessDefective({ () throws(FormatError) in
                    try DemuxedContainer.parse(reader.source, kind: kind, demuxer: "wav")
                })
            {
                demuxed.takeDescription(from: contents)
                return demuxed
            }
        #endif
        return contents
    }

    private init(reader: ByteReader, kind: ContainerKind, recoversUnfinished: Bool) {
        self.reader = reader
        self.kind = kind
        self.recoversUnfinished = recoversUnfinished
    }

    /// The 64-bit sizes in a `ds64` chunk.
    private struct LongSizes {
        var whole: Int64
        var data: Int64
        var frameCount: Int64
    }

    private mutating func readChunks() throws(FormatError) {
        // The RIFF chunk's size is ignored, because many writers get it wrong.
        var parser = ChunkParser(from: 12, order: .littleEndian)
        while var chunk = try parser.next(in: &reader) {
            chunks.append(FileChunk(chunk, in: reader.source))
            switch chunk.id {
            case "ds64" where kind != .wav && longSizes == nil:
                try readLongSizes(chunk)
            case "fmt " where formatChunk == nil:
                reader.enter("format chunk", at: chunk.start, end: chunk.end)
                formatChunk = try WAVFormatChunk(reading: &reader)
            case "fact" where chunk.byteCount >= 4:
                reader.enter("fact chunk", at: chunk.start, end: chunk.end)
                let count: UInt32 = try reader.readLittleEndian()
                if Int64(count) != Self.unknownByteCount { statedFrameCount = Int64(count) }
            case "data" where data == nil:
                if chunk.byteCount == Self.unknownByteCount, let longSizes {
                    parser.resize(&chunk, to: longSizes.data)
                }
                let isUnfinished = try takeData(chunk)
                chunks[chunks.count - 1].byteCount = data?.byteCount ?? 0
                if isUnfinished { return }
            case "LIST":
                tags += try RIFFInfo.read(chunk, in: &reader, keeping: tags.count)
                for name in try WAVMarkers.unread(chunk, in: &reader) {
                    others.append(.init(name: name, form: .unread))
                }
            default:
                break
            }
        }
    }

    private mutating func readLongSizes(_ chunk: ChunkParser.Chunk) throws(FormatError) {
        reader.enter("ds64 chunk", at: chunk.start, end: chunk.end)
        let whole: UInt64 = try reader.readLittleEndian()
        let data: UInt64 = try reader.readLittleEndian()
        let frameCount: UInt64 = try reader.readLittleEndian()
        longSizes = LongSizes(
            whole: Int64(clamping: whole),
            data: Int64(clamping: min(data, UInt64(ContainerLimits.fileBytesMax))),
            frameCount: Int64(clamping: frameCount))
    }

    /// Takes the range of the audio data.
    ///
    /// A size of zero is taken at its word, as by Apple's readers, unless audio is to be recovered.
    ///
    /// - Returns: Whether its size was never written. The file then has no chunks behind it, and the
    ///   audio may extend to its end.
    private mutating func takeData(_ chunk: ChunkParser.Chunk) throws(FormatError) -> Bool {
        let sourceEnd = reader.source.byteCount
        var taken = chunk
        let isOpen = chunk.byteCount == Self.unknownByteCount
        // A recorder that was stopped before writing the real size leaves zero. But an empty sound
        // followed by other chunks also has size zero.
        var isUnfinished = isOpen
        if chunk.byteCount == 0, try !hasRightSize() {
            isUnfinished = try !chunksFollow(chunk.start)
        }
        if isUnfinished, isOpen || recoversUnfinished {
            taken.byteCount = sourceEnd - chunk.start
            isRecovered = !isOpen && taken.byteCount > 0
        }
        if !isUnfinished, kind != .wav || taken.byteCount < Self.statedByteCountMax {
            missingByteCount = max(taken.byteCount - (sourceEnd - taken.start), 0)
        }
        taken.byteCount = max(min(taken.byteCount, sourceEnd - taken.start), 0)
        isOpenEnded = isUnfinished || taken.byteCount != chunk.byteCount
        data = taken
        return isUnfinished
    }

    /// Whether the RIFF size matches the file: the file is then finished.
    private mutating func hasRightSize() throws(FormatError) -> Bool {
        reader.enter("file header", at: 4, end: 8)
        let stated: UInt32 = try reader.readLittleEndian()
        let actual = reader.source.byteCount - 8
        if Int64(stated) == Self.unknownByteCount { return longSizes?.whole == actual }
        return Int64(stated) == actual
    }

    /// Whether the rest of the file consists of chunks.
    private mutating func chunksFollow(_ offset: Int64) throws(FormatError) -> Bool {
        let sourceEnd = reader.source.byteCount
        var parser = ChunkParser(from: offset, order: .littleEndian)
        var end = offset
        while let chunk = try parser.next(in: &reader) {
            guard chunk.id.isPrintable else { return false }
            end = chunk.end
        }
        return end == sourceEnd || end + 1 == sourceEnd
    }

    private func contents(isHeadOnly: Bool) throws(FormatError) -> ContainerContents {
        guard let formatChunk else { throw FormatError(.missing("format chunk")) }
        guard let data else { throw FormatError(.missing("data chunk")) }
        let format = formatChunk.format
        var contents = ContainerContents(
            kind: kind, fixedSize: format, dataOffset: data.start, dataByteCount: data.byteCount,
            // Linear formats do not need the stated count, which is often wrong.
            statedFrameCount: format.framesPerPacket == 1 ? nil : compressedFrameCount)
        if case .unlocated = contents.packets, format.id == .mpegLayer3, !isHeadOnly,
            let frames = try FormatError.unlessDefective({ () throws(FormatError) in
                try MP3Container.parse(reader.source, in: data.start..<data.end)
            })
        {
            contents = frames
            contents.kind = kind
        }
        contents.metadata.tags = tags
        contents.metadata.others = others
        contents.metadata.chunks = chunks
        if let bits = formatChunk.loudspeakers {
            contents.metadata.channelLayout = ChannelLayout(
                tag: ChannelLayout.useBitmap, bitmap: bits)
        }
        return contents
    }

    private var compressedFrameCount: Int64? {
        guard let stated = statedFrameCount ?? longSizes?.frameCount, stated > 0 else { return nil }
        return stated
    }
}

extension FourCC {
    /// Whether all four characters are printable ASCII.
    var isPrintable: Bool {
        [24, 16, 8, 0].allSatisfy { (shift: UInt32) in
            (0x20..<0x7F).contains(rawValue >> shift & 0xFF)
        }
    }
}
