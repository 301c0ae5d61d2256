public import AudioCodecs
import AudioModel

/// Decodes a file to float piecewise, in bounded memory.
///
/// Reads files, so it is not for the render thread. Not thread-safe: used by one thread at a time.
public final class FrameReader {
    /// Bytes of the file that are buffered.
    private static let windowByteCount = 1 << 16
    /// Number of packets before a seek target at which the IMA4 decoder starts, to recover the
    /// predictor's low bits, which packets do not store: 95 seconds at 44.1 kHz.
    private static let rollPacketsMax: Int64 = 1 << 16

    /// Number of channels, as in the file: 1…64.
    public let channelCount: Int

    private let file: AudioFileReader
    private let codec: Codec
    private let primingFrames: Int64
    private let validFrameCount: Int64
    /// Position in valid frames.
    private var frameIndex: Int64 = 0
    private let window: UnsafeMutableRawBufferPointer
    private var windowPacket: Int64 = 0
    private var windowPacketCount = 0

    private var ima4: IMA4Decoder
    /// The packet that the IMA4 decoder expects next.
    private var nextPacket: Int64 = 0
    /// Frames of one IMA4 packet, for reads that start or end within it.
    private let scratch: UnsafeMutablePointer<Float>
    private var scratchPacket: Int64?

    private enum Codec {
        case linearPCM(PCMDecoder)
        case appleIMA4
        case packets(PacketFrames)
    }

    /// Opens a decoder for the file's valid frames.
    ///
    /// - Throws: `unsupportedCoding`, with the coding's name.
    public convenience init(_ file: AudioFileReader) throws(FormatError) {
        try self.init(file, primingFrames: file.primingFrames, frameCount: try file.frameCount())
    }

    /// Opens a decoder for other frames than the file's valid ones.
    ///
    /// - Parameters:
    ///   - primingFrames: Number of decoded frames to skip; not negative.
    ///   - frameCount: Number of frames from there; not negative, and within the decoded frames.
    /// - Throws: `unsupportedCoding`, with the coding's name.
    public init(
        _ file: AudioFileReader, primingFrames: Int64, frameCount: Int64
    ) throws(FormatError) {
        self.file = file
        self.primingFrames = primingFrames
        validFrameCount = frameCount
        channelCount = Int(file.format.channelCount)
        if file.contents.packets.source != nil {
            let decoder = try makePacketDecoder(
                interleaved: file.format, configuration: file.contents.codec.configuration)
            codec = .packets(try PacketFrames(file, decoder))
        } else if file.format.id == .appleIMA4 {
            codec = .appleIMA4
        } else if let decoder = PCMDecoder(file.format) {
            codec = .linearPCM(decoder)
        } else {
            guard file.hasCountedPackets else {
                throw FormatError(.unsupportedCoding(file.format.codingName))
            }
            let decoder = try makePacketDecoder(
                file.format, configuration: file.contents.codec.configuration)
            codec = .packets(try PacketFrames(file, decoder))
        }
        ima4 = IMA4Decoder(channelCount: channelCount)
        window = .allocate(byteCount: Self.windowByteCount, alignment: 16)
        scratch = .allocate(capacity: Int(IMA4.framesPerPacket) * channelCount)
        scratch.initialize(repeating: 0, count: Int(IMA4.framesPerPacket) * channelCount)
    }

    deinit {
        window.deallocate()
        scratch.deallocate()
    }

    /// Moves to another frame.
    ///
    /// - Parameter frame: Position in valid frames; clamped to the file.
    public func seek(toFrame frame: Int64) {
        frameIndex = min(max(frame, 0), validFrameCount)
    }

    /// Decodes the next frames.
    ///
    /// - Parameter samples: Room for `frameCount × channelCount` interleaved samples, full scale
    ///   ±1.
    /// - Returns: Number of frames decoded; fewer than requested only at the end, zero there.
    /// - Throws: `cannotRead`, or `endsEarly` when the file was truncated after opening.
    public func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int {
        let wanted = Int(min(Int64(max(frameCount, 0)), validFrameCount - frameIndex))
        var done = 0
        while done < wanted {
            let output = samples + done * channelCount
            let count: Int
            switch codec {
            case .linearPCM(let decoder):
                count = try readLinear(decoder, into: output, frameCount: wanted - done)
            case .appleIMA4:
                count = try readIMA4(into: output, frameCount: wanted - done)
            case .packets(let frames):
                count = try frames.read(
                    from: frameIndex + primingFrames, into: output,
                    frameCount: wanted - done)
            }
            // A stream can hold fewer packets than stated.
            guard count > 0 else { break }
            done += count
            frameIndex += Int64(count)
        }
        return done
    }

    private func readLinear(
        _ decoder: PCMDecoder, into output: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int {
        let packet = frameIndex + primingFrames
        let (bytes, heldCount) = try packets(from: packet)
        let count = min(heldCount, frameCount)
        decoder.decode(bytes, into: output, sampleCount: count * channelCount)
        return count
    }

    private func readIMA4(
        into output: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int {
        let framesPerPacket = Int64(IMA4.framesPerPacket)
        let (packet, start) = (frameIndex + primingFrames)
            .quotientAndRemainder(dividingBy: framesPerPacket)
        let offset = Int(start)
        let wholeCount = frameCount / Int(framesPerPacket)
        if offset == 0, wholeCount > 0, scratchPacket != packet {
            try roll(to: packet)
            let count = try decodeIMA4(packet, countMax: wholeCount, into: output)
            return count * Int(framesPerPacket)
        }
        if scratchPacket != packet {
            try roll(to: packet)
            // Cleared first, because a failed read leaves the previous packet in it.
            scratchPacket = nil
            _ = try decodeIMA4(packet, countMax: 1, into: scratch)
            scratchPacket = packet
        }
        let count = min(Int(framesPerPacket) - offset, frameCount)
        output.update(from: scratch + offset * channelCount, count: count * channelCount)
        return count
    }

    /// Brings the decoder into the state that decoding from the start would give.
    private func roll(to packet: Int64) throws(FormatError) {
        guard nextPacket != packet else { return }
        if nextPacket > packet || packet - nextPacket > Self.rollPacketsMax {
            nextPacket = max(packet - Self.rollPacketsMax, 0)
            ima4.reset()
        }
        scratchPacket = nil
        while nextPacket < packet {
            _ = try decodeIMA4(nextPacket, countMax: 1, into: scratch)
        }
    }

    /// Decodes packets.
    ///
    /// - Returns: Number of packets decoded; at least one.
    private func decodeIMA4(
        _ packet: Int64, countMax: Int, into output: UnsafeMutablePointer<Float>
    ) throws(FormatError) -> Int {
        let (bytes, heldCount) = try packets(from: packet)
        let count = min(heldCount, countMax)
        ima4.decode(bytes, packetCount: count, into: output)
        nextPacket = packet + Int64(count)
        return count
    }

    /// The buffered bytes from a packet on, and their number of packets; at least one.
    private func packets(
        from packet: Int64
    ) throws(FormatError) -> (bytes: UnsafeRawPointer, count: Int) {
        let packetByteCount = Int(file.format.bytesPerPacket)
        if packet < windowPacket || packet >= windowPacket + Int64(windowPacketCount) {
            windowPacketCount = 0
            windowPacketCount = try file.readPackets(into: window, at: packet)
            windowPacket = packet
        }
        guard windowPacketCount > 0, let start = window.baseAddress else {
            throw FormatError(.endsEarly("audio"), offset: file.dataOffset + file.spannedByteCount)
        }
        let skipped = Int(packet - windowPacket)
        return (UnsafeRawPointer(start) + skipped * packetByteCount, windowPacketCount - skipped)
    }
}
