import AudioModel

/// What a container says about its audio, checked: the meeting point of containers and codecs.
struct ContainerContents: Sendable {
    var kind: ContainerKind
    var format: StreamFormat
    /// What else the packets can be decoded to, the richest first; empty when there is no choice.
    var formatList: [StreamFormat] = []
    /// nil when the container does not say: then the locator goes over the packets one by one, and
    /// there are none to be had without a locator.
    var packetCount: Int64?
    /// Frames to be heard, without priming and remainder.
    var frameCount: Int64
    /// Decoded frames before the first that is to be heard.
    var primingFrames: Int64 = 0
    /// Decoded frames after the last that is to be heard.
    var remainderFrames: Int64 = 0
    var dataOffset: Int64
    /// What the file really holds of it, other things between the packets included.
    var dataByteCount: Int64
    var packetBytes = PacketBytes.all
    /// Whether the file ends before the audio that its header states; what is there counts.
    var isCutShort = false
    /// What a table says that does not find the packets, believed or not.
    var statedPacketCount: Int64?
    /// Of every packet, where a table says that they are all the same.
    var equalPacketByteCount: UInt32?
    var magicCookie: [UInt8]?
    /// What decoders want beside the format where no cookie says it.
    var decoderConfiguration: [UInt8]?
    var tags: [Tag] = []
    /// Whether the container tells priming, remainder, or the frames to be heard.
    var hasPacketTable = false
    /// Finds packets of differing sizes; those of one size stand one after the other.
    var locator: (any PacketLocator)?
    /// Finds those of a stream as they come, where the parts before them tell of them.
    var fragments: MP4FragmentWalk<MP4PacketWalk>?
    /// Hands over the packets that are no runs of bytes of the file; then it is the locator too.
    var packets: (any PacketSource)?
    /// Whether packets that are handed over are runs of bytes of the file all the same, each right
    /// behind the one before.
    var packetsAreRuns = false
    /// Packets of one size as if they stood one after the other, from offset zero on, where in the
    /// file they do not.
    var audio: (any ByteSource)?
    /// Frames to be heard, for who does not want to wait until the packets are gone over; nil where
    /// bytes and packets tell.
    var estimatedFrameCount: Int64?
    /// Whether the packets state their own bit rate, and nothing says that these differ.
    var mayHaveConstantBitRate = false
    /// Whether what is not to be heard at the end is found out with the count of the packets.
    var countsRemainder = false
    /// Whether the frame count is the container's own word, though it does not count the packets.
    var statesFrameCount = false
    /// In the order of the file.
    var chunks: [FileChunk] = []
    var channelLayout: ChannelLayout?
    /// Of what the decoder gives, for codings that describe their channels inside.
    var describedLayout: ChannelLayout?
    /// Where in the file a picture is.
    var artwork: Range<Int64>?
    var soundTrackCount = 1

    /// How many bytes of the audio are the packets' own.
    enum PacketBytes: Hashable, Sendable {
        /// Nothing is told to stand between them.
        case all
        /// Those of other tracks stand between them: their sizes add up to it.
        case counted
        case known(Int64)
    }

    struct Tag: Sendable {
        var key: String
        var value: String
    }
}

/// A part of a file with a name of its own.
struct FileChunk: Hashable, Sendable {
    var id: FourCC
    /// Where its bytes start.
    var start: Int64
    /// Of what the header says, what the file really holds.
    var byteCount: Int64
}

/// Limits that every container keeps.
enum ContainerLimits {
    static let channels: ClosedRange<UInt32> = 1...64
    /// Frames a second.
    static let sampleRate = 1.0...10_000_000.0
    static let magicCookieBytesMax: Int64 = 1 << 20
    static let tagBytesMax: Int64 = 1 << 16
    static let tagsMax = 256
    /// A larger file than any file system here; keeps products of its size within 64 bits.
    static let fileBytesMax: Int64 = 1 << 50
    /// What the densest coding could put into the largest file.
    static let framesMax: Int64 = fileBytesMax << 6
}

extension ContainerContents {
    /// The frame count of packets that all hold the same number of frames.
    ///
    /// - Parameter statedFrameCount: What the container says is to be heard, where it does.
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
    /// Takes what the file around the packets says of itself; they were cut without it.
    mutating func takeDescription(from file: ContainerContents) {
        (kind, tags, chunks) = (file.kind, file.tags, file.chunks)
        channelLayout = file.channelLayout
    }
}

extension Int64 {
    /// For counts that are not negative.
    func multipliedClamping(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}

/// Text as files carry it: UTF-8, or else a byte a character.
func text(of bytes: some Collection<UInt8>) -> String {
    let meant = bytes.prefix { $0 != 0 }
    if let text = String(validating: meant, as: UTF8.self) { return text }
    var text = ""
    text.unicodeScalars.append(contentsOf: meant.map { Unicode.Scalar($0) })
    return text
}
