public import AudioCodecs
public import AudioModel
public import ChannelLayouts

/// Properties of a written file in addition to its format.
public struct WritingProperties: Sendable {
    /// Apple's magic cookie: an ES descriptor for AAC, 24 bytes for Apple Lossless.
    public var magicCookie: [UInt8]?
    /// The channel layout; nil writes none.
    public var channelLayout: ChannelLayout?
    /// Number of decoded frames before the first valid one.
    public var primingFrames: Int64 = 0
    /// Number of decoded frames after the last valid one.
    public var remainderFrames: Int64 = 0
    /// Whether the audio starts at a multiple of 4096 bytes, as in Apple's files.
    public var isPageAligned = true
    /// Whether an unfinished header states an empty file, as Apple's does, and not audio of unknown
    /// size. A file that is not finished is then empty for other programs.
    public var isEmptyUntilUpdated = false
    /// Bytes reserved before the audio. If the chunks after the audio fit there in the end, they
    /// are moved, and the audio is the last part of the file.
    public var reservedByteCount: Int64 = 0
    /// Whether a file with a trailing packet list is readable at any time while it is written:
    /// MPEG-4 in fragments of half a second, CAF with room before its packet table. Must be set
    /// before the first packet; ignored for other containers.
    public var isFragmented = false
    /// Metadata with the keys that reading gives: `title`, `artist`, `album`, `comments` and so on.
    public var tags: [(key: String, value: String)] = []
    /// Pictures; for MPEG-4, MP3, ADTS, FLAC, Ogg, AIFF and WAVE.
    public var pictures: [AttachedPicture] = []
    /// Chapters; stored as markers in CAF, AIFF and WAVE when there are no other markers.
    public var chapters: [AudioChapter] = []
    /// ID3v2 frames to be stored as they are, where there is an ID3 tag.
    var id3Frames: [ID3Frame] = []
    /// Boxes for MPEG-4's metadata list.
    var mp4Items: [[UInt8]] = []
    /// Markers; for CAF, AIFF and WAVE.
    public var markers = MarkerList()
    /// Regions; for CAF.
    public var regions = RegionList()
    /// Additional chunks after the audio, for containers made of chunks.
    public var chunks: [(id: FourCC, bytes: [UInt8])] = []

    /// Creates empty properties.
    public init() {}

    /// The first picture; setting it replaces all pictures by this front cover.
    public var artwork: [UInt8]? {
        get { pictures.first?.bytes }
        set { pictures = newValue.map { [AttachedPicture(bytes: $0)] } ?? [] }
    }
}

/// Running totals of the packets written.
struct MuxerTotals {
    var packetCount: Int64 = 0
    /// Bytes from the first packet to the end of the last, including headers between them.
    var byteCount: Int64 = 0
    /// Sizes of packets that vary in size or frames.
    var packets = PacketSizes()
    /// Number of frames that the last packet holds according to its own header; nil where
    /// packets do not state it.
    var lastPacketFrameCount: Int64?

    func frameCount(_ format: StreamFormat, _ properties: WritingProperties) -> Int64 {
        let decoded = decodedFrameCount(format)
        return max(decoded - properties.primingFrames - properties.remainderFrames, 0)
    }

    /// Number of frames in all packets, priming and remainder included.
    func decodedFrameCount(_ format: StreamFormat) -> Int64 {
        format.framesPerPacket > 0
            ? packetCount.multipliedClamping(by: Int64(format.framesPerPacket))
            : packets.frameCount
    }

    /// Number of remainder frames that the last packet decodes to. A short packet of a lossless
    /// coding does not hold the frames that it lacks.
    func heldRemainder(_ format: StreamFormat, _ properties: WritingProperties) -> Int64 {
        guard format.framesPerPacket > 0, let lastPacketFrameCount else {
            return properties.remainderFrames
        }
        let missing = max(Int64(format.framesPerPacket) - lastPacketFrameCount, 0)
        return max(properties.remainderFrames - missing, 0)
    }
}

/// Sizes and frame counts of packets, eight bytes each: a day of AAC takes 30 MB.
struct PacketSizes {
    private(set) var entries: [(byteCount: UInt32, frameCount: UInt32)] = []
    private(set) var frameCount: Int64 = 0
    private(set) var largestByteCount: UInt32 = 0

    mutating func append(_ entry: (byteCount: UInt32, frameCount: UInt32)) {
        entries.append(entry)
        frameCount += Int64(entry.frameCount)
        largestByteCount = max(largestByteCount, entry.byteCount)
    }

    /// Removes the last packet; the largest size is kept.
    mutating func removeLast() -> (byteCount: UInt32, frameCount: UInt32)? {
        guard let last = entries.popLast() else { return nil }
        frameCount -= Int64(last.frameCount)
        return last
    }
}

/// The input for a header.
struct MuxerHeaderContext {
    var totals: MuxerTotals
    var properties: WritingProperties
    /// Whether the totals are final.
    var isFinal: Bool
    /// Offset of the audio, once determined; the header is padded up to there.
    var dataOffset: Int64?
    /// Chunks from after the audio that are to be written before it.
    var early: [UInt8] = []
    /// Bytes after the audio, including its padding byte.
    var behindByteCount: Int64 = 0

    /// Creates a filler chunk that aligns the audio.
    ///
    /// - Parameters:
    ///   - byteCount: Size of the header without the filler, including the audio chunk's header.
    ///   - headerByteCount: Size of the filler's chunk header.
    ///   - chunk: Makes a filler chunk with content of the given size.
    /// - Returns: Empty when none is needed; nil when the header is too long.
    func filler(
        after byteCount: Int, headerByteCount: Int, chunk: (Int) -> [UInt8]
    ) -> [UInt8]? {
        if let dataOffset {
            let free = Int(dataOffset) - byteCount
            if free == 0 { return [] }
            return free >= headerByteCount ? chunk(free - headerByteCount) : nil
        }
        let reserved = Int(properties.reservedByteCount)
        guard properties.isPageAligned else {
            return reserved > 0 ? chunk(reserved + reserved % 2) : []
        }
        let page = 4096
        let least = byteCount + headerByteCount + reserved
        return chunk(reserved + (page - least % page) % page)
    }
}

/// Writes the headers and trailers of a container.
protocol ContainerMuxer {
    /// Limit on the bytes of packets.
    var dataBytesMax: Int64 { get }
    /// Whether chunks are padded to even size.
    var isPadded: Bool { get }

    /// Bytes of the audio chunk before the first packet, even if the container has no such chunk
    /// header.
    var bytesBeforeAudio: Int64 { get }

    /// The file from its start to the first packet.
    ///
    /// - Returns: nil when it is longer than the audio's offset.
    func head(_ context: MuxerHeaderContext) throws(FormatError) -> [UInt8]?

    /// The header of a packet.
    func packetHead(byteCount: Int64) throws(FormatError) -> [UInt8]

    /// The chunks after the audio, without the audio's padding byte.
    func tail(
        _ totals: MuxerTotals, _ properties: WritingProperties, dataOffset: Int64
    ) throws(FormatError) -> [UInt8]

    /// Replaces chunks before the audio with filler.
    ///
    /// - Parameter fits: Called with a chunk's identifier and its first bytes.
    mutating func dropHeadChunks(where fits: (FourCC, ArraySlice<UInt8>) -> Bool)
}

extension ContainerMuxer {
    var isPadded: Bool { false }

    var bytesBeforeAudio: Int64 { 0 }

    func packetHead(byteCount: Int64) throws(FormatError) -> [UInt8] { [] }

    mutating func dropHeadChunks(where fits: (FourCC, ArraySlice<UInt8>) -> Bool) {}
}

extension ContainerKind {
    /// Checks whether files of this kind can hold a format.
    ///
    /// - Throws: `unsupportedCoding` when it cannot, or `badField` when such files are not written.
    public func check(_ format: StreamFormat) throws(FormatError) {
        _ = try writing(format)
    }

    /// Creates the writer for such a file. A format that cannot be held is rejected before the file
    /// is created.
    func writing(_ format: StreamFormat) throws(FormatError) -> any ContainerMuxer {
        guard CodingLimits.sampleRate.contains(format.sampleRate) else {
            throw FormatError(.badField("sample rate"))
        }
        guard CodingLimits.channels.contains(format.channelCount) else {
            throw FormatError(.badField("channel count"))
        }
        guard let writable else { throw FormatError(.badField("file type")) }
        return try writable.muxer(format)
    }
}

extension WritingProperties {
    /// The tags for a container with a single date, stored under `key` whichever key it was given.
    func tags(datedBy key: String) -> [(key: String, value: String)] {
        let others = ["year", "recorded date"].filter { $0 != key }
        let isDated = tags.contains { $0.key == key }
        return tags.compactMap { tag in
            guard others.contains(tag.key) else { return tag }
            return isDated ? nil : (key, tag.value)
        }
    }
}
