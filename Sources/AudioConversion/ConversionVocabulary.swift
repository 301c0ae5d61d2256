import AudioFormats
import AudioModel

/// Why sound cannot be converted.
public enum ConversionError: Error, Hashable, Sendable {
    /// The format cannot be read: with the coding's name, or what is wrong with it.
    case unsupportedInput(String)
    /// The format cannot be written.
    case unsupportedOutput(String)
    /// Not a rate, or too far from the other one.
    case inputSampleRate
    case outputSampleRate
    /// The buffers that came in are not those of the format, or too short for their packets.
    case inputSize
    /// The buffers to be filled are not those of the format, or too short for one packet.
    case outputSize
    /// Packets that differ in size came without descriptions.
    case missingDescriptions
    /// The channel map or the matrix does not fit the formats.
    case channelMapping
    /// Another conversion with this converter is under way.
    case busy
    /// The coder gave up.
    case codingFailed(String)
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

/// What there is to be converted next.
public enum ConversionInput {
    case packets(PacketBatch)
    /// Nothing follows.
    case end
    /// Nothing can be had for now. The number is handed on.
    case failed(status: Int32)
}

/// Packets in memory that stay there until the next ones are asked for.
public struct PacketBatch {
    /// Of linear PCM and the laws, frames.
    public var packetCount: Int
    /// One; of PCM that is not interleaved, one a channel.
    public var buffers: [UnsafeRawBufferPointer]
    /// One a packet, where packets differ.
    public var descriptions: UnsafeBufferPointer<PacketDescription>?

    public init(
        packetCount: Int, buffers: [UnsafeRawBufferPointer],
        descriptions: UnsafeBufferPointer<PacketDescription>? = nil
    ) {
        self.packetCount = packetCount
        self.buffers = buffers
        self.descriptions = descriptions
    }
}

/// Memory to be filled.
public struct ConversionOutput {
    /// One; of PCM that is not interleaved, one a channel.
    public var buffers: [UnsafeMutableRawBufferPointer]
    /// Where packets differ, room for as many as are asked for; nil when nobody wants to know.
    public var descriptions: UnsafeMutableBufferPointer<PacketDescription>?

    public init(
        buffers: [UnsafeMutableRawBufferPointer],
        descriptions: UnsafeMutableBufferPointer<PacketDescription>? = nil
    ) {
        self.buffers = buffers
        self.descriptions = descriptions
    }
}

/// What one call of a converter gave.
public struct ConversionResult: Hashable, Sendable {
    /// Of linear PCM and the laws, frames.
    public var packetCount = 0
    /// In each of the buffers.
    public var byteCount = 0
    /// Why there are fewer than asked for; nil when there are not, or the buffers are full.
    public var halt: ConversionHalt?

    public init(packetCount: Int = 0, byteCount: Int = 0, halt: ConversionHalt? = nil) {
        self.packetCount = packetCount
        self.byteCount = byteCount
        self.halt = halt
    }
}

/// Why a converter stopped before it had given all that was asked for.
public enum ConversionHalt: Hashable, Sendable {
    /// All that came in has gone out.
    case ended
    /// What `ConversionInput.failed` said. The next call goes on where this one stopped.
    case inputFailed(status: Int32)
    case failed(ConversionError)
}
