import AudioModel

/// Everything there is to say about a file, for `sori info`.
///
/// What does not apply, or is not known because the kind is only recognised, is nil.
public struct FileInspection: Sendable {
    public var path: String
    public var kind: ContainerKind
    public var format: StreamFormat?
    /// Seconds to be heard.
    public var duration: Double?
    public var packetCount: Int64?
    /// Frames to be heard.
    public var frameCount: Int64?
    public var packetSizeUpperBound: UInt32?
    public var maximumPacketSize: UInt32?
    public var dataOffset: Int64?
    public var audioDataByteCount: Int64?
    /// nil when there is no cookie.
    public var magicCookieBytes: Int?
    public var variableBitRate: Bool?
    /// Whether the file ends before the audio that its header states.
    public var isCutShort = false
    /// Bits a second, by size and duration.
    public var bitRate: Double?
    /// Frames that are decoded but not heard; nil where the container has no such thing.
    public var packetTable: PacketTable?
    /// What the packets can be decoded to, the richest first; one where there is no choice.
    public var formatList: [StreamFormat] = []
    /// In plain words; nil where the container does not say.
    public var channelLayout: String?
    /// The parts of the file by name, in its order; each once.
    public var chunks: [FourCC] = []
    public var systemSound: SystemSoundVerdict
    /// In the order of the file; keys can repeat.
    public var tags: [(key: String, value: String)] = []
    /// In plain words, why the file says no more or cannot be heard; nil when it can.
    public var limitation: String?
    /// In plain words, when the name's ending does not fit the content.
    public var nameMismatch: String?

    /// `caf`, `wav`, `mp3` …
    public var type: String { kind.rawValue }
    public var mimeType: String { kind.mimeType }

    /// Looks at a file on disk, whose name says what to look for where its bytes do not; files of a
    /// kind that is only recognised are described as well.
    ///
    /// - Throws: What is wrong with the file.
    public init(
        path: String, limits: SystemSoundLimits = .documented
    ) throws(FormatError) {
        let bytes = try FileBytes(path: path)
        do throws(FormatError) {
            self.init(
                try AudioFileReader(bytes, hint: .hint(fromName: path)), path: path, limits: limits)
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

    /// - Parameter path: Where the file is; only looked at for its ending.
    public init(
        _ file: AudioFileReader, path: String, limits: SystemSoundLimits = .documented
    ) {
        self.path = path
        kind = file.containerKind
        format = file.format
        let isCounted = file.hasCountedPackets || file.frameCount > 0
        duration = isCounted ? file.duration : nil
        frameCount = isCounted ? file.frameCount : nil
        packetCount = file.hasCountedPackets ? file.packetCount : nil
        packetSizeUpperBound = file.packetSizeUpperBound
        maximumPacketSize = file.maximumPacketSize
        dataOffset = file.dataOffset
        audioDataByteCount = file.dataByteCount
        magicCookieBytes = file.magicCookie?.count
        variableBitRate = file.format.isVariableBitRate
        bitRate = isCounted ? file.bitRate : nil
        packetTable = file.packetTable
        isCutShort =
            file.isCutShort || packetTable.map { $0.validFrames < file.frameCount } == true
        formatList = file.formatList
        channelLayout = file.channelLayout?.plainName
        chunks = file.chunkIDs
        systemSound = systemSoundVerdict(of: file, limits: limits)
        tags = file.tags
        do throws(FormatError) {
            _ = try FrameReader(file)
        } catch {
            limitation = error.description
        }
        nameMismatch = extensionMismatch(path: path, kind: kind)
    }
}

/// Says in plain words when a file's name promises something else than it holds.
///
/// - Returns: nil when the ending fits, and when there is none.
public func extensionMismatch(path: String, kind: ContainerKind) -> String? {
    guard let ending = nameEnding(path), !kind.extensions.contains(ending) else { return nil }
    return "the name ends in .\(ending), but the content is \(kind.name)"
}

extension ContainerKind {
    /// What a name says of a file whose first bytes say nothing: MP3 or ADTS, by the ending.
    public static func hint(fromName path: String) -> ContainerKind? {
        guard let ending = nameEnding(path) else { return nil }
        return [.mp3, .adts].first { $0.extensions.contains(ending) }
    }
}

/// Without the dot, in small letters; nil when there is none.
private func nameEnding(_ path: String) -> String? {
    guard let name = path.split(separator: "/").last,
        let dot = name.lastIndex(of: "."), dot != name.startIndex
    else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return ending.isEmpty ? nil : ending
}
