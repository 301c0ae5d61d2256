public import AudioModel
public import ChannelLayouts

/// Encodes float of full scale ±1 into packets.
///
/// Not thread-safe: used by one thread at a time.
public protocol PacketEncoder: AnyObject {
    /// The format of the packets.
    var format: StreamFormat { get }
    /// Apple's magic cookie; nil for codings without one. That of FLAC is complete only after
    /// `finish()`.
    var magicCookie: [UInt8]? { get }
    /// Number of decoded frames before the first input frame.
    var primingFrames: Int { get }

    /// Encodes frames, in order. Frames that do not fill a packet are kept for the next call.
    ///
    /// - Parameter samples: `frameCount` interleaved frames.
    /// - Returns: The finished packets; may be empty.
    /// - Throws: `unsupportedCoding` when the encoder fails.
    func encode(_ samples: UnsafePointer<Float>, frameCount: Int) throws(FormatError) -> [[UInt8]]

    /// Encodes the remaining frames, padded with silence. No other call may follow.
    ///
    /// - Throws: `unsupportedCoding` when the encoder fails.
    func finish() throws(FormatError) -> [[UInt8]]
}

/// Creates an encoder for IMA4 and, with the trait `FFmpeg`, AAC LC, Apple Lossless, FLAC, Opus,
/// AC-3, MP3 and MPEG layer 2.
///
/// - Parameters:
///   - format: Coding, sample rate and channel count are used; for Apple Lossless and FLAC also the
///     flags, which give the bit depth: 1 for 16 bits, 3 for 24.
///   - bitRate: Bits per second for the lossy codings; nil for the default.
///   - layout: The channels of the input, which are in the order of `StandardLayout.encoded`; nil for
///     those that the number of channels has.
/// - Throws: `unsupportedCoding`, with the coding's name; `missingLibrary`.
public func makePacketEncoder(
    _ format: StreamFormat, bitRate: Int? = nil, layout: ChannelLayout? = nil
) throws(FormatError) -> any PacketEncoder {
    if format.id == .appleIMA4, CodingLimits.channels.contains(format.channelCount) {
        return IMA4PacketEncoder(format)
    }
    #if FFmpeg
        if let coding = FFmpegEncoding.with(format.id) {
            try coding.load()
            if let encoder = FFmpegEncoder(coding, format, bitRate: bitRate, layout: layout) {
                return encoder
            }
        }
    #endif
    throw FormatError(.unsupportedCoding(format.codingName))
}

/// Collects frames into whole packets.
struct FrameCollector {
    let framesPerPacket: Int
    let channelCount: Int
    /// Whether the last packet is padded with silence; otherwise it is short.
    let padsLast: Bool
    private var held: [Float] = []

    init(framesPerPacket: Int, channelCount: Int, padsLast: Bool = true) {
        self.framesPerPacket = framesPerPacket
        self.channelCount = channelCount
        self.padsLast = padsLast
        held.reserveCapacity(framesPerPacket * channelCount)
    }

    /// Collects frames, and calls `code` with each whole packet's samples and number of frames.
    mutating func add(
        _ samples: UnsafePointer<Float>, frameCount: Int,
        _ code: (UnsafePointer<Float>, Int) throws(FormatError) -> Void
    ) throws(FormatError) {
        let packetSampleCount = framesPerPacket * channelCount
        var left = UnsafeBufferPointer(start: samples, count: max(frameCount, 0) * channelCount)[
            ...]
        while !left.isEmpty {
            let count = min(packetSampleCount - held.count, left.count)
            held += left.prefix(count)
            left = left.dropFirst(count)
            guard held.count == packetSampleCount else { return }
            try codeHeld(code)
        }
    }

    /// Encodes the remaining frames, padded with silence where the coding requires it.
    mutating func finish(
        _ code: (UnsafePointer<Float>, Int) throws(FormatError) -> Void
    ) throws(FormatError) {
        guard !held.isEmpty else { return }
        let missing = padsLast ? framesPerPacket * channelCount - held.count : 0
        held.append(contentsOf: repeatElement(0, count: missing))
        try codeHeld(code)
    }

    private mutating func codeHeld(
        _ code: (UnsafePointer<Float>, Int) throws(FormatError) -> Void
    ) throws(FormatError) {
        defer { held.removeAll(keepingCapacity: true) }
        try held.withUnsafeBufferPointer { held throws(FormatError) in
            if let start = held.baseAddress { try code(start, held.count / channelCount) }
        }
    }
}

/// Encodes Apple IMA4, 64 frames per packet.
private final class IMA4PacketEncoder: PacketEncoder {
    let format: StreamFormat
    let magicCookie: [UInt8]? = nil
    let primingFrames = 0

    private var coder: IMA4Encoder
    private var frames: FrameCollector

    init(_ format: StreamFormat) {
        self.format = StreamFormat(appleIMA4: format.sampleRate, channelCount: format.channelCount)
        coder = IMA4Encoder(channelCount: Int(format.channelCount))
        frames = FrameCollector(
            framesPerPacket: Int(IMA4.framesPerPacket), channelCount: Int(format.channelCount))
    }

    func encode(
        _ samples: UnsafePointer<Float>, frameCount: Int
    ) throws(FormatError) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        try frames.add(samples, frameCount: frameCount) { samples, _ in
            packets.append(coder.encode(samples))
        }
        return packets
    }

    func finish() throws(FormatError) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        try frames.finish { samples, _ in
            packets.append(coder.encode(samples))
        }
        return packets
    }
}
