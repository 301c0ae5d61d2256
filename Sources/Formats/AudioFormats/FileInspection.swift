public import AudioCodecs
public import AudioModel
import ChannelLayouts

/// A description of an audio file, for `sori info`.
///
/// Properties that do not apply, or are unknown because the file is only recognised, are nil.
public struct FileInspection: Sendable {
    /// The path that was inspected.
    public var path: String
    /// The recognised container.
    public var kind: ContainerKind
    /// The format of the packets.
    public var format: StreamFormat?
    /// Duration of the valid frames, in seconds.
    public var duration: Double?
    /// Number of packets.
    public var packetCount: Int64?
    /// Number of valid frames.
    public var frameCount: Int64?
    /// Upper bound of a packet's size in bytes.
    public var packetSizeUpperBound: UInt32?
    /// Size of the largest packet in bytes.
    public var maximumPacketSize: UInt32?
    /// Offset of the first packet in the file, in bytes.
    public var dataOffset: Int64?
    /// Size of the packet data in bytes.
    public var audioDataByteCount: Int64?
    /// Size of the magic cookie in bytes; nil without a cookie.
    public var magicCookieBytes: Int?
    /// Whether packets differ in size or in their number of frames.
    public var variableBitRate: Bool?
    /// What the file lacks of the audio that it states; nil when nothing is missing.
    public var missingAudio: MissingAudio?
    /// Whether the header states no audio although there is some, so that apps take the file as empty.
    public var isRecovered = false
    /// Bits per second, from size and duration.
    public var bitRate: Double?
    /// Priming, remainder and valid frames; nil when the container does not state them.
    public var packetTable: PacketTable?
    /// The formats the packets can be decoded to, the richest first.
    public var formatList: [StreamFormat] = []
    /// English names of the speakers; nil when the layout is unknown.
    public var channelLayout: String?
    /// Distinct chunk identifiers, in file order.
    public var chunks: [FourCC] = []
    /// Whether System Sound Services accepts the file.
    public var systemSound: SystemSoundVerdict
    /// Metadata in file order; keys can repeat.
    public var tags: [(key: String, value: String)] = []
    /// The pictures, without their bytes, and their sizes.
    public var pictures: [(picture: AttachedPicture, byteCount: Int)] = []
    /// The chapters, by their start.
    public var chapters: [AudioChapter] = []
    /// What the later parts of a chained Ogg file say.
    public var laterParts: [LaterPart] = []
    /// Names of parts without a metadata key: of ID3 frames, MPEG-4 items and chunks.
    public var otherParts: [String] = []
    /// English message why the file cannot be described further or played; nil when it can.
    public var limitation: String?
    /// English message when the file name extension does not fit the content.
    public var nameMismatch: String?

    /// Short name of the container: `caf`, `wav`, `mp3` and so on.
    public var type: String { kind.rawValue }
    /// The container's MIME type.
    public var mimeType: String { kind.mimeType }

    /// Inspects a file on disk. Its name extension is the hint when its first bytes do not identify
    /// the format. Files that are only recognised are described too.
    ///
    /// - Throws: The first defect found in the file.
    public init(
        path: String, limits: SystemSoundLimits = .documented
    ) throws(FormatError) {
        let bytes = try FileBytes(path: path)
        do throws(FormatError) {
            try self.init(
                try AudioFileReader(
                    bytes, hint: .hint(fromName: path), recoversUnfinished: true),
                path: path, limits: limits)
            if isRecovered {
                // System Sound Services find no sound in it.
                systemSound = try systemSoundVerdict(
                    of: AudioFileReader(bytes), named: path, limits: limits)
            }
        } catch {
            guard case .containerNotRead(let kind) = error.reason else { throw error }
            self.init(recognised: kind, path: path, limits: limits)
            limitation = error.description
        }
    }

    private init(recognised kind: ContainerKind, path: String, limits: SystemSoundLimits) {
        self.kind = kind
        self.path = path
        systemSound = systemSoundVerdict(of: kind, limits: limits)
        nameMismatch = extensionMismatch(path: path, kind: kind)
    }

    /// Inspects an open file.
    ///
    /// - Parameter path: The file's path, used only for its extension.
    /// - Throws: Read errors.
    public init(
        _ file: AudioFileReader, path: String, limits: SystemSoundLimits = .documented
    ) throws(FormatError) {
        self.path = path
        kind = file.containerKind
        format = file.format
        let count = try file.frameCount()
        let isCounted = file.hasCountedPackets || count > 0
        duration = isCounted ? try file.duration() : nil
        frameCount = isCounted ? count : nil
        packetCount = file.hasCountedPackets ? try file.packetCount() : nil
        packetSizeUpperBound = try file.packetSizeUpperBound()
        maximumPacketSize = try file.maximumPacketSize()
        dataOffset = file.dataOffset
        audioDataByteCount = try file.dataByteCount()
        magicCookieBytes = file.magicCookie?.count
        variableBitRate = file.format.isVariableBitRate
        bitRate = isCounted ? try file.bitRate() : nil
        packetTable = try file.packetTable()
        missingAudio = try file.missingAudio()
        if missingAudio == nil, let found = packetTable?.validFrames, found < count {
            missingAudio = .frames(found: found, stated: count)
        }
        isRecovered = file.contents.isRecovered
        formatList = file.formatList
        channelLayout = file.channelLayout?.plainName
        chunks = file.chunkIDs
        systemSound = try systemSoundVerdict(of: file, named: path, limits: limits)
        try takeTags(of: file)
        do throws(FormatError) {
            _ = try FrameReader(file)
        } catch {
            if error.isReadError { throw error }
            limitation = error.description
        }
        nameMismatch = extensionMismatch(path: path, kind: kind)
    }

    private mutating func takeTags(of file: AudioFileReader) throws(FormatError) {
        let found = try file.fileTags()
        tags = found.texts
        pictures = found.pictures.map { picture in
            var head = picture
            head.bytes = []
            return (head, picture.bytes.count)
        }
        chapters = found.chapters
        laterParts = found.laterParts
        otherParts = found.others.map(\.name)
        for name in chapters.flatMap(\.otherFrameNames) where !otherParts.contains(name) {
            otherParts.append(name)
        }
    }
}

/// A message for a file name extension that does not fit the content.
///
/// - Returns: nil when it fits, and when there is none.
public func extensionMismatch(path: String, kind: ContainerKind) -> String? {
    guard let ending = nameEnding(path), !kind.extensions.contains(ending) else { return nil }
    return "the name ends in .\(ending), but the content is \(kind.name)"
}

extension ContainerKind {
    /// The kind to assume from the file name extension when the content does not identify one: MP3
    /// or ADTS.
    public static func hint(fromName path: String) -> ContainerKind? {
        guard let ending = nameEnding(path) else { return nil }
        return allCases.first { $0.isSelfFramed && $0.extensions.contains(ending) }
    }
}

/// The file name extension without the dot, in lower case; nil without one.
func nameEnding(_ path: String) -> String? {
    guard let name = path.split(separator: "/").last,
        let dot = name.lastIndex(of: "."), dot != name.startIndex
    else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return ending.isEmpty ? nil : ending
}
