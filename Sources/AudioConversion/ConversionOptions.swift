import AudioFormats

/// What a converter can be told besides the two formats.
public struct ConversionOptions: Hashable, Sendable {
    public var quality = RateConversionQuality()
    public var primeMethod = PrimeMethod.normal
    public var channelMapping = ChannelMapping.mixed
    public var inputLayout: ChannelLayout?
    public var outputLayout: ChannelLayout?
    /// Whether noise takes the place of distortion where bits are lost.
    public var isDithered = false
    /// The same seed gives the same bytes.
    public var ditherSeed: UInt64 = 1
    /// Of the coding that comes in, as Apple has it.
    public var inputMagicCookie: [UInt8]?
    /// Decoded frames to leave out at the start of a coding that comes in, and at its end.
    public var inputPriming = 0
    public var inputRemainder = 0
    /// Bits a second, of a coding that lets itself be told.
    public var outputBitRate: Int?

    public init() {}
}

/// How carefully a sample rate is converted.
public struct RateConversionQuality: Hashable, Sendable {
    public enum Level: Int, Hashable, Sendable, CaseIterable {
        case minimum
        case low
        case medium
        case high
        case maximum
    }

    public enum Kind: Hashable, Sendable {
        /// A straight line from frame to frame: fast, dull and full of images.
        case linear
        case normal
        /// Filters of twice the length.
        case mastering
    }

    public var level: Level
    public var kind: Kind

    public init(_ level: Level = .medium, kind: Kind = .normal) {
        self.level = level
        self.kind = kind
    }
}

/// What a rate conversion takes to stand before the first frame and behind the last one.
public enum PrimeMethod: UInt32, Hashable, Sendable {
    /// The first frames that come in are the ones before the first wanted one.
    case pre = 0
    /// Silence stands before; frames behind are asked for ahead, so that nothing is late.
    case normal = 1
    /// Nothing is asked for ahead: what comes out is late by the frames that would be.
    case none = 2
}

/// Which channels go where.
public enum ChannelMapping: Hashable, Sendable {
    /// Mixes by what each channel is for, with the gains of `Downmix`.
    case mixed
    /// The first channels to the first ones, unless both layouts are named. One channel goes to both
    /// of two; else there is silence where none is left.
    case firstChannels
    /// For each channel that comes out, the index of the one it is, or −1 for silence.
    case map([Int])
    /// For each channel that comes out the gains of all that come in: `output × input` of them.
    case matrix([Float])
}
