import AudioModel

/// A container's validated description of its audio: the interface between containers and codecs.
struct ContainerContents: Sendable {
    var kind: ContainerKind
    var format: StreamFormat
    /// All formats the packets can be decoded to, the richest first; empty when there is only one.
    var formatList: [StreamFormat] = []
    /// Number of packets; nil when the container does not state it. The locator then counts them by
    /// a scan; without a locator there are none.
    var packetCount: Int64?
    /// Number of valid frames, without priming and remainder.
    var frameCount: Int64
    /// Number of decoded frames before the first valid one.
    var primingFrames: Int64 = 0
    /// Number of decoded frames after the last valid one.
    var remainderFrames: Int64 = 0
    var dataOffset: Int64
    /// Size of the packet data in the file, including data between the packets.
    var dataByteCount: Int64
    var packetBytes = PacketBytes.all
    /// Whether the file ends before the audio that its header states; the counts are of what is
    /// present.
    var isTruncated = false
    /// Packet count stated by a header that does not locate the packets (Xing, VBRI), even if it is
    /// not trusted.
    var statedPacketCount: Int64?
    /// Size of every packet, when a table states that all are equal.
    var equalPacketByteCount: UInt32?
    var magicCookie: [UInt8]?
    /// The decoder's configuration; derived from the magic cookie when there is one.
    var decoderConfiguration: [UInt8]?
    var tags: [Tag] = []
    /// Whether the container states priming, remainder or valid frames.
    var hasPacketTable = false
    /// Locates packets of variable size; packets of fixed size are contiguous.
    var locator: (any PacketLocator)?
    /// Locates the packets of a stream in movie fragments as they arrive.
    var fragments: MP4FragmentParser<MP4PacketParser>?
    /// Delivers packets that are not byte ranges of the file; it is then also the locator.
    var packets: (any PacketSource)?
    /// Whether the packets delivered by `packets` are nevertheless contiguous byte ranges of the
    /// file.
    var packetsAreContiguous = false
    /// Presents fixed-size packets as contiguous from offset zero, when they are scattered in the
    /// file.
    var audio: (any ByteSource)?
    /// Estimated number of valid frames, available without a packet scan; nil when bytes and
    /// packets give the exact number.
    var estimatedFrameCount: Int64?
    /// Whether the packets state their own bit rate, and no header says that it varies.
    var mayHaveConstantBitRate = false
    /// Whether the remainder is determined by the packet scan.
    var countsRemainder = false
    /// Whether the container states the frame count without stating a packet count.
    var statesFrameCount = false
    /// The file's chunks, in file order.
    var chunks: [FileChunk] = []
    var channelLayout: ChannelLayout?
    /// Layout of the decoder's output, for AAC with a program configuration.
    var describedLayout: ChannelLayout?
    /// Byte range of the cover picture in the file.
    var artwork: Range<Int64>?
    var soundTrackCount = 1

    /// How the bytes of the packets alone are determined.
    enum PacketBytes: Hashable, Sendable {
        /// There is no other data between them.
        case all
        /// Other tracks are interleaved: the packet sizes have to be added up.
        case counted
        case known(Int64)
    }

    struct Tag: Sendable {
        var key: String
        var value: String
    }
}

/// A named part of a file.
struct FileChunk: Hashable, Sendable {
    var id: FourCC
    /// Offset of its content.
    var start: Int64
    /// Number of bytes present in the file, at most the size stated in the header.
    var byteCount: Int64
}

/// Limits common to all containers.
enum ContainerLimits {
    static let channels: ClosedRange<UInt32> = 1...64
    /// Sample rates in Hz.
    static let sampleRate = 1.0...10_000_000.0
    static let magicCookieBytesMax: Int64 = 1 << 20
    static let tagBytesMax: Int64 = 1 << 16
    static let tagsMax = 256
    /// Larger than any file system here supports; keeps products of sizes within 64 bits.
    static let fileBytesMax: Int64 = 1 << 50
    /// More than the densest coding could put into the largest file.
    static let framesMax: Int64 = fileBytesMax << 6
}

extension ContainerContents {
    /// Creates the description of packets with a fixed number of frames.
    ///
    /// - Parameter statedFrameCount: Number of valid frames that the container states; nil for all.
    init(
        kind: ContainerKind, format: StreamFormat, packetCount: Int64,
        statedFrameCount: Int64? = nil, primingFrames: Int64 = 0,
        dataOffset: Int64, dataByteCount: Int64
    ) {
        let decoded = packetCount.multipliedClamping(by: Int64(format.framesPerPacket))
        let priming = min(max(primingFrames, 0), decoded)
        let heard = min(max(statedFrameCount ?? decoded, 0), decoded - priming)
        self.init(
            kind: kind, format: format, packetCount: packetCount, frameCount: heard,
            primingFrames: priming, remainderFrames: decoded - priming - heard,
            dataOffset: dataOffset, dataByteCount: dataByteCount)
    }
}

extension ContainerContents {
    func checkCounts() throws(FormatError) {
        let counts = [frameCount, primingFrames, remainderFrames]
        guard counts.allSatisfy({ $0 <= ContainerLimits.framesMax }) else {
            throw FormatError(.tooLarge("number of frames"))
        }
    }
}

extension ContainerContents {
    /// Takes the metadata of the enclosing file; the packets were parsed without it.
    mutating func takeDescription(from file: ContainerContents) {
        (kind, tags, chunks) = (file.kind, file.tags, file.chunks)
        channelLayout = file.channelLayout
    }
}

extension Int64 {
    /// The product of two non-negative numbers, clamped to `Int64.max`.
    func multipliedClamping(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}

/// Decodes text up to the first zero byte: as UTF-8, or else as Latin-1.
func text(of bytes: some Collection<UInt8>) -> String {
    let meant = bytes.prefix { $0 != 0 }
    if let text = String(validating: meant, as: UTF8.self) { return text }
    var text = ""
    text.unicodeScalars.append(contentsOf: meant.map { Unicode.Scalar($0) })
    return text
}
