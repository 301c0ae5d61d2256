public import ChannelLayouts

/// The options of a converter besides the two formats.
public struct ConversionOptions: Hashable, Sendable {
    /// The quality of the sample-rate conversion.
    public var quality = RateConversionQuality()
    /// The priming of the sample-rate conversion.
    public var primeMethod = PrimeMethod.normal
    /// The rule that maps input channels to output channels.
    public var channelMapping = ChannelMapping.mixed
    /// The channel layout of the input; `nil` for the default one.
    public var inputLayout: ChannelLayout?
    /// The channel layout of the output; `nil` for the default one.
    public var outputLayout: ChannelLayout?
    /// Whether dither is added where bits are lost.
    public var isDithered = false
    /// The seed of the dither; equal seeds give equal bytes.
    public var ditherSeed: UInt64 = 1
    /// The magic cookie of the input's coding, in Apple's format.
    public var inputMagicCookie: [UInt8]?
    /// The number of priming frames to drop at the start of a coded input.
    public var inputPriming = 0
    /// The number of remainder frames to drop at the end of a coded input.
    public var inputRemainder = 0
    /// The bit rate of a coded output in bits a second, for codings with a selectable one.
    public var outputBitRate: Int?
    /// Whether MP3 can be the output. Apple's converters only decode it.
    public var allowsMP3Output = false

    public init() {}
}

/// The quality of a sample-rate conversion.
public struct RateConversionQuality: Hashable, Sendable {
    /// The length of the filters; higher levels are slower.
    public enum Level: Int, Hashable, Sendable, CaseIterable {
        case minimum
        case low
        case medium
        case high
        case maximum
    }

    /// The kind of interpolation.
    public enum Kind: Hashable, Sendable {
        /// Linear interpolation: fast, with a dull treble and strong images.
        case linear
        case normal
        /// Filters of twice the length of `normal`.
        case mastering
    }

    /// The length of the filters.
    public var level: Level
    /// The kind of interpolation.
    public var kind: Kind

    public init(_ level: Level = .medium, kind: Kind = .normal) {
        self.level = level
        self.kind = kind
    }
}

/// The priming of a sample-rate conversion: what it assumes before the first input frame and after
/// the last. Raw values are Apple's.
public enum PrimeMethod: UInt32, Hashable, Sendable {
    /// The first input frames are leading frames of the filter; the output begins after them.
    case pre = 0
    /// Silence precedes the input; trailing frames are requested in advance, so that the output has
    /// no latency.
    case normal = 1
    /// Silence precedes the input, and no trailing frames are requested: the output is delayed by
    /// them.
    case none = 2
}

/// The rule that maps input channels to output channels.
public enum ChannelMapping: Hashable, Sendable {
    /// Mixes by the channels' labels, with the gains of `Downmix`.
    case mixed
    /// Maps channels by index, unless both layouts are given. Mono is copied to both channels of
    /// stereo; otherwise extra output channels are silent.
    case firstChannels
    /// Maps channels by index, unless both layouts are given. Extra output channels are silent: mono
    /// becomes the left of stereo.
    ///
    /// Source: `AudioConverter.h`, `kAudioConverterChannelMap`.
    case byIndex
    /// A channel map: for each output channel the index of its input channel, or −1 for silence.
    case map([Int])
    /// A mixing matrix: for each output channel the gains of all input channels, `output × input`
    /// in all.
    case matrix([Float])
}
