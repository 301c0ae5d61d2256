import AudioModel

/// What a container says about its audio, checked: the meeting point of containers and codecs.
struct ContainerContents: Sendable {
    var kind: ContainerKind
    var format: StreamFormat
    /// nil when the container does not say and the packets would have to be looked at one by one.
    var packetCount: Int64?
    /// Frames to be heard, without priming and remainder.
    var frameCount: Int64
    /// Decoded frames before the first that is to be heard.
    var primingFrames: Int64 = 0
    /// Decoded frames after the last that is to be heard.
    var remainderFrames: Int64 = 0
    var dataOffset: Int64
    /// What the file really holds of it.
    var dataByteCount: Int64
    var magicCookie: [UInt8]?
    var tags: [Tag] = []
    /// Where the sizes of packets are listed, for packets of differing sizes.
    var packetTable: PacketTable?

    struct Tag: Sendable {
        var key: String
        var value: String
    }

    /// The place of a CAF packet table's entries.
    struct PacketTable: Sendable {
        var offset: Int64
        var byteCount: Int64
    }
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
