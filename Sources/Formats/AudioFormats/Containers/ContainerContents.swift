import AudioCodecs
import AudioModel
import ChannelLayouts

/// A container's validated description of its audio: the interface between containers and codecs.
struct ContainerContents: Sendable {
    var kind: ContainerKind
    var format: StreamFormat
    var dataOffset: Int64
    /// Size of the packet data in the file, including data between the packets.
    var dataByteCount: Int64
    var packets: PacketLayout
    var timeline = FrameTimeline()
    /// Bytes of the audio that the header states and that are missing at the file's end; the counts
    /// are of what is present.
    var missingByteCount: Int64 = 0
    /// Whether the audio is that of a stopped recorder, and the header states none.
    var isRecovered = false
    /// Whether the file ends inside the description of its audio, behind the audio.
    var endsInsideDescription = false
    /// Whether the header leaves open how long the audio is.
    var isOpenEnded = false
    var codec = CodecParameters()
    var metadata = FileMetadata()
}

/// What a decoder needs besides the format.
struct CodecParameters: Sendable {
    /// All formats the packets can be decoded to, the richest first; empty when there is only one.
    var formatList: [StreamFormat] = []
    var magicCookie: [UInt8]?
    /// The decoder's configuration; derived from the magic cookie when there is one.
    var configuration: [UInt8]?
    /// Layout of the decoder's output, for AAC with a program configuration.
    var outputLayout: ChannelLayout?
}

/// What a file states besides its audio.
struct FileMetadata: Sendable {
    var tags: [Tag] = []
    /// The file's chunks, in file order.
    var chunks: [FileChunk] = []
    var channelLayout: ChannelLayout?
    /// The pictures in the file.
    var pictures: [StoredPicture] = []
    /// Byte ranges of picture blocks in Base64.
    var encodedPictures: [Range<Int64>] = []
    var chapters: [AudioChapter] = []
    /// The track with the names of the chapters.
    var chapterTrack: MP4ChapterTrack?
    /// Parts that have no metadata key, but for ID3 frames and chunks.
    var others: [FileTags.OtherPart] = []
    /// Items of an MPEG-4 metadata list without a metadata key, as boxes.
    var mp4Items: [[UInt8]] = []
    /// Whether libavformat has found a picture, which it can be asked for.
    var hasAttachedPicture = false
    var soundTrackCount = 1
    /// Whether there are tracks besides the one that is read and that of its chapters.
    var hasOtherTracks = false

    struct Tag: Sendable {
        var key: String
        var value: String
    }

    /// Byte range of the cover picture in the file: the front cover, or else the first picture.
    var artwork: Range<Int64>? {
        (pictures.first { $0.kind == AttachedPicture.frontCover } ?? pictures.first)?.range
    }
}

/// Where a picture is in a file.
struct StoredPicture: Sendable {
    /// The kind of picture; 3 is the front cover.
    var kind: UInt8
    /// The MIME type; empty when it is not stated.
    var mimeType = ""
    var description = ""
    var range: Range<Int64>

    init(kind: UInt8, range: Range<Int64>) {
        self.kind = kind
        self.range = range
    }
}

extension ContainerContents {
    /// Describes contiguous packets of the format's size; without a packet size, the packets are
    /// not located.
    init(
        kind: ContainerKind, fixedSize format: StreamFormat, dataOffset: Int64,
        dataByteCount: Int64, statedFrameCount: Int64? = nil, primingFrames: Int64 = 0
    ) {
        self.init(
            kind: kind, format: format, dataOffset: dataOffset, dataByteCount: dataByteCount,
            packets: .unlocated)
        guard format.bytesPerPacket > 0, format.framesPerPacket > 0 else {
            timeline.valid = statedFrameCount ?? 0
            return
        }
        let count = dataByteCount / Int64(format.bytesPerPacket)
        packets = .fixed(count: count)
        timeline = FrameTimeline(
            packetCount: count, format, valid: statedFrameCount, priming: primingFrames)
    }

    func checkCounts() throws(FormatError) {
        let counts = [timeline.valid, timeline.priming, timeline.remainder]
        guard counts.allSatisfy({ $0 <= ContainerLimits.framesMax }) else {
            throw FormatError(.tooLarge("number of frames"))
        }
    }

    /// Takes the metadata of the enclosing file; the packets were parsed without it.
    mutating func takeDescription(from file: ContainerContents) {
        (kind, metadata) = (file.kind, file.metadata)
    }
}
