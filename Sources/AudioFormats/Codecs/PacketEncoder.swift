import AudioModel

/// Codes float of full scale ±1 into packets.
///
/// One thread at a time.
public protocol PacketEncoder: AnyObject {
    /// What comes out.
    var format: StreamFormat { get }
    /// As Apple has it; nil for codings without one.
    var magicCookie: [UInt8]? { get }
    /// Decoded frames that come before the first that went in.
    var primingFrames: Int { get }

    /// Codes what goes in, in order. What does not fill a packet is kept for the next call.
    ///
    /// - Parameter samples: `frameCount` interleaved frames.
    /// - Returns: The packets that are ready, of which there may be none yet.
    /// - Throws: `unsupportedCoding` when the coder gives up.
    func encode(
        _ samples: UnsafePointer<Float>, frameCount: Int
    ) throws(FormatError) -> [[UInt8]]

    /// Codes what is left, filled up with silence. Nothing may follow.
    func finish() throws(FormatError) -> [[UInt8]]
}

/// An encoder for IMA4, and with the trait `FFmpeg` for AAC LC and Apple Lossless.
///
/// - Parameters:
///   - format: Its coding, rate and channels count; of Apple Lossless also the flags, which say of
///     how many bits the samples are: 1 for 16, 3 for 24.
///   - bitRate: Bits a second for AAC; nil for the coder's own choice.
/// - Throws: `unsupportedCoding`, with the coding's name.
public func makePacketEncoder(
    _ format: StreamFormat, bitRate: Int? = nil
) throws(FormatError) -> any PacketEncoder {
    if format.id == .appleIMA4, ContainerLimits.channels.contains(format.channelCount) {
        return IMA4PacketEncoder(format)
    }
    #if FFmpeg
        if let encoder = FFmpegEncoder(format, bitRate: bitRate) { return encoder }
    #endif
    throw FormatError(.unsupportedCoding(format.codingName))
}

/// Collects frames until they fill a packet.
struct FrameCollector {
    let framesPerPacket: Int
    let channelCount: Int
    private var held: [Float] = []

    init(framesPerPacket: Int, channelCount: Int) {
        self.framesPerPacket = framesPerPacket
        self.channelCount = channelCount
        held.reserveCapacity(framesPerPacket * channelCount)
    }

    mutating func add(
        _ samples: UnsafePointer<Float>, frameCount: Int,
        _ code: (UnsafePointer<Float>) throws(FormatError) -> Void
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

    /// Fills up with silence what is left.
    mutating func finish(
        _ code: (UnsafePointer<Float>) throws(FormatError) -> Void
    ) throws(FormatError) {
        guard !held.isEmpty else { return }
        let missing = framesPerPacket * channelCount - held.count
        held.append(contentsOf: repeatElement(0, count: missing))
        try codeHeld(code)
    }

    private mutating func codeHeld(
        _ code: (UnsafePointer<Float>) throws(FormatError) -> Void
    ) throws(FormatError) {
        var failure: FormatError?
        held.withUnsafeBufferPointer { held in
            guard let start = held.baseAddress else { return }
            do throws(FormatError) { try code(start) } catch { failure = error }
        }
        held.removeAll(keepingCapacity: true)
        if let failure { throw failure }
    }
}

/// Apple IMA4, 64 frames a packet.
private final class IMA4PacketEncoder: PacketEncoder {
    let format: StreamFormat
    let magicCookie: [UInt8]? = nil
    let primingFrames = 0

    private var coder: IMA4Encoder
    private var frames: FrameCollector

    init(_ format: StreamFormat) {
        self.format = StreamFormat(
            appleIMA4: format.sampleRate, channelCount: format.channelCount)
        coder = IMA4Encoder(channelCount: Int(format.channelCount))
        frames = FrameCollector(
            framesPerPacket: Int(IMA4.framesPerPacket), channelCount: Int(format.channelCount))
    }

    func encode(
        _ samples: UnsafePointer<Float>, frameCount: Int
    ) throws(FormatError) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        try frames.add(samples, frameCount: frameCount) { packets.append(coder.encode($0)) }
        return packets
    }

    func finish() throws(FormatError) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        try frames.finish { packets.append(coder.encode($0)) }
        return packets
    }
}
