import AudioModel

/// What a container tells about its audio, besides the format.
public struct WritingProperties: Sendable {
    /// As Apple has it: an ES descriptor for AAC, 24 bytes for Apple Lossless.
    public var magicCookie: [UInt8]?
    public var channelLayout: ChannelLayout?
    /// Decoded frames before the first, and after the last, that is to be heard.
    public var primingFrames: Int64 = 0
    public var remainderFrames: Int64 = 0
    /// Whether the audio starts at a multiple of 4096 bytes, as Apple's files have it.
    public var isPageAligned = true
    /// Bytes kept free before the audio. When what belongs behind it fits there in the end, it goes
    /// there, and the audio is the last part of the file.
    public var reservedByteCount: Int64 = 0
    /// Whether a file whose list of packets stands behind them can be read at any moment: MPEG-4 is
    /// then written in fragments of half a second, and CAF with room before its packet table. To be
    /// set before the first packet; other kinds of file are not concerned.
    public var isFragmented = false
    /// With the keys that reading gives: `title`, `artist`, `album`, `comments` …
    public var tags: [(key: String, value: String)] = []
    /// A picture that goes with the sound, JPEG or PNG. For MPEG-4, AIFF and WAVE.
    public var artwork: [UInt8]?
    /// For CAF, AIFF and WAVE.
    public var markers = MarkerList()
    /// For CAF.
    public var regions = RegionList()
    /// Behind the audio, for containers made of chunks.
    public var chunks: [(id: FourCC, bytes: [UInt8])] = []

    public init() {}
}

/// What has been written so far.
struct WritingTotals {
    var packetCount: Int64 = 0
    /// From the first packet to the end of the last, headers between them included.
    var byteCount: Int64 = 0
    /// Of packets that differ.
    var packets = PacketSizes()

    func frameCount(_ format: StreamFormat, _ properties: WritingProperties) -> Int64 {
        let decoded = decodedFrameCount(format)
        return max(decoded - properties.primingFrames - properties.remainderFrames, 0)
    }

    /// Priming and remainder included.
    func decodedFrameCount(_ format: StreamFormat) -> Int64 {
        format.framesPerPacket > 0
            ? packetCount.multipliedClamping(by: Int64(format.framesPerPacket))
            : packets.frameCount
    }
}

/// The sizes and frames of packets, eight bytes each: a day of AAC is 30 megabytes.
struct PacketSizes {
    private(set) var entries: [(byteCount: UInt32, frameCount: UInt32)] = []
    private(set) var frameCount: Int64 = 0
    private(set) var largestByteCount: UInt32 = 0

    mutating func append(_ entry: (byteCount: UInt32, frameCount: UInt32)) {
        entries.append(entry)
        frameCount += Int64(entry.frameCount)
        largestByteCount = max(largestByteCount, entry.byteCount)
    }

    /// Forgets the last packet; the largest one stays what it was.
    mutating func removeLast() -> (byteCount: UInt32, frameCount: UInt32)? {
        guard let last = entries.popLast() else { return nil }
        frameCount -= Int64(last.frameCount)
        return last
    }
}

/// All that a head is made from.
struct WritingMoment {
    var totals: WritingTotals
    var properties: WritingProperties
    /// Whether the totals are those of the whole file.
    var isFinal: Bool
    /// Where the audio starts, once that is settled; the head is filled up to there.
    var dataOffset: Int64?
    /// What otherwise stands behind the audio, when it is to stand before it.
    var early: [UInt8] = []
    /// Bytes behind the audio, a byte that makes it even included.
    var behindByteCount: Int64 = 0

    /// A filler that brings the audio to its place.
    ///
    /// - Parameters:
    ///   - byteCount: Of the head without it, the header of the audio included.
    ///   - headerByteCount: Of the filler's own header.
    ///   - chunk: Makes a filler of so many bytes without its header.
    /// - Returns: Empty when none is needed; nil when the head is too long for its place.
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

/// What stands around the packets in one kind of file.
protocol ContainerWriting {
    /// Bytes of packets that its counts have room for.
    var dataBytesMax: Int64 { get }
    /// Whether a chunk of an odd number of bytes is followed by one more.
    var isPadded: Bool { get }

    /// Of the audio's chunk, before the first packet; even where it is left out.
    var bytesBeforeAudio: Int64 { get }

    /// From the start of the file to the first packet.
    ///
    /// - Returns: nil when it is too long for where the audio starts.
    func head(_ moment: WritingMoment) throws(FormatError) -> [UInt8]?

    /// What stands before each packet.
    func packetHead(byteCount: Int64) throws(FormatError) -> [UInt8]

    /// What stands behind the audio, without the byte that makes it even.
    func tail(
        _ totals: WritingTotals, _ properties: WritingProperties, dataOffset: Int64
    ) throws(FormatError) -> [UInt8]

    /// Turns chunks that stand before the audio into filler.
    ///
    /// - Parameter fits: Called with a chunk's name and its first bytes.
    mutating func dropHeadChunks(where fits: (FourCC, ArraySlice<UInt8>) -> Bool)
}

extension ContainerWriting {
    var isPadded: Bool { false }

    var bytesBeforeAudio: Int64 { 0 }

    func packetHead(byteCount: Int64) throws(FormatError) -> [UInt8] { [] }

    mutating func dropHeadChunks(where fits: (FourCC, ArraySlice<UInt8>) -> Bool) {}
}

extension ContainerKind {
    /// - Throws: Why such a file cannot hold the format, `badField` when it is not written at all.
    public func check(_ format: StreamFormat) throws(FormatError) {
        _ = try writing(format)
    }

    /// What writes such a file; a file of another format is refused before it is made.
    func writing(_ format: StreamFormat) throws(FormatError) -> any ContainerWriting {
        guard ContainerLimits.sampleRate.contains(format.sampleRate) else {
            throw FormatError(.badField("sample rate"))
        }
        guard ContainerLimits.channels.contains(format.channelCount) else {
            throw FormatError(.badField("channel count"))
        }
        switch self {
        case .caf: return try CAFWriting(format)
        case .aiff, .aifc: return try AIFFWriting(format, kind: self)
        case .wav, .rf64, .bw64: return try WAVWriting(format, kind: self)
        case .au: return try AUWriting(format)
        case .adts: return try ADTSWriting(format)
        case .m4a, .m4b, .mp4: return try MP4Writing(format, kind: self)
        default: throw FormatError(.badField("kind of file"))
        }
    }
}

extension WritingProperties {
    /// The tags for a container that has one date: by whichever name it was given, under `key`.
    func tags(datedBy key: String) -> [(key: String, value: String)] {
        let others = ["year", "recorded date"].filter { $0 != key }
        let isDated = tags.contains { $0.key == key }
        return tags.compactMap { tag in
            guard others.contains(tag.key) else { return tag }
            return isDated ? nil : (key, tag.value)
        }
    }
}
