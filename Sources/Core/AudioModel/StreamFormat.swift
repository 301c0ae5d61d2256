/// The format of an audio stream's bytes.
///
/// The fields and their rules are those of Apple's `AudioStreamBasicDescription`; a field that does
/// not apply is zero.
public struct StreamFormat: Hashable, Sendable {
    /// The sample rate in frames a second.
    public var sampleRate: Double
    /// The coding of the stream.
    public var id: FormatID
    /// The details of the coding.
    public var flags: FormatFlags
    /// The number of bytes of a packet; zero when packets differ in size.
    public var bytesPerPacket: UInt32
    /// The number of frames of a packet; zero when packets differ.
    public var framesPerPacket: UInt32
    /// The number of bytes of a frame; zero for compressed formats.
    public var bytesPerFrame: UInt32
    /// The number of channels.
    public var channelCount: UInt32
    /// The number of bits of a sample; zero for compressed formats.
    public var bitsPerChannel: UInt32

    public init(
        sampleRate: Double,
        id: FormatID,
        flags: FormatFlags = [],
        bytesPerPacket: UInt32,
        framesPerPacket: UInt32,
        bytesPerFrame: UInt32,
        channelCount: UInt32,
        bitsPerChannel: UInt32
    ) {
        self.sampleRate = sampleRate
        self.id = id
        self.flags = flags
        self.bytesPerPacket = bytesPerPacket
        self.framesPerPacket = framesPerPacket
        self.bytesPerFrame = bytesPerFrame
        self.channelCount = channelCount
        self.bitsPerChannel = bitsPerChannel
    }
}

/// The coding of a stream. Values are Apple's format identifiers.
public struct FormatID: RawRepresentable, Hashable, Sendable {
    public var rawValue: FourCC

    public init(rawValue: FourCC) {
        self.rawValue = rawValue
    }

    public static let linearPCM = FormatID(rawValue: "lpcm")
    public static let appleIMA4 = FormatID(rawValue: "ima4")
    public static let uLaw = FormatID(rawValue: "ulaw")
    public static let aLaw = FormatID(rawValue: "alaw")
    public static let mpeg4AAC = FormatID(rawValue: "aac ")
    public static let appleLossless = FormatID(rawValue: "alac")
    public static let mpegLayer3 = FormatID(rawValue: ".mp3")
    public static let flac = FormatID(rawValue: "flac")
    public static let opus = FormatID(rawValue: "opus")
}

/// Details of a linear PCM format. Values are Apple's format flags.
public struct FormatFlags: OptionSet, Hashable, Sendable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Samples are floating-point numbers.
    public static let float = FormatFlags(rawValue: 1 << 0)
    /// Samples are big-endian.
    public static let bigEndian = FormatFlags(rawValue: 1 << 1)
    /// Samples are signed integers.
    public static let signedInteger = FormatFlags(rawValue: 1 << 2)
    /// The bits of a sample fill its bytes completely.
    public static let packed = FormatFlags(rawValue: 1 << 3)
    /// The bits of a sample are aligned to the high end of its bytes.
    public static let alignedHigh = FormatFlags(rawValue: 1 << 4)
    /// Each channel has a buffer of its own.
    public static let nonInterleaved = FormatFlags(rawValue: 1 << 5)
}

extension StreamFormat {
    /// The sample rates of sounds that can be played, in frames a second.
    package static let playableSampleRates = 100.0...384_000.0
}
