import AudioCodecs
import AudioModel
import ChannelLayouts

/// Encodes frames to packets, which are queued until they are taken.
final class EncodingStage {
    private let wanted: StreamFormat
    private let bitRate: Int?
    private let layout: ChannelLayout?
    private var encoder: any PacketEncoder
    private var packets: [[UInt8]] = []
    /// The index of the first packet that has not been taken.
    private var first = 0
    private(set) var isFinished = false
    private var frameCount: Int64 = 0
    private var packetCount: Int64 = 0

    var format: StreamFormat { encoder.format }
    var magicCookie: [UInt8]? { encoder.magicCookie }
    var primingFrames: Int { encoder.primingFrames }
    var readyCount: Int { packets.count - first }

    /// The number of silent frames that pad the last packet; zero before the end of the input.
    var remainderFrames: Int {
        guard isFinished else { return 0 }
        let all = packetCount * Int64(format.framesPerPacket)
        return Int(max(all - frameCount - Int64(primingFrames), 0))
    }

    /// Creates the encoder.
    ///
    /// - Parameter layout: The channels to encode.
    /// - Throws: `unsupportedOutput`.
    init(
        _ format: StreamFormat, bitRate: Int?, layout: ChannelLayout?
    ) throws(ConversionError) {
        wanted = format
        self.bitRate = bitRate
        self.layout = layout
        encoder = try Self.encoder(format, bitRate, layout)
    }

    private static func encoder(
        _ format: StreamFormat, _ bitRate: Int?, _ layout: ChannelLayout?
    ) throws(ConversionError) -> any PacketEncoder {
        do throws(FormatError) {
            return try makePacketEncoder(format, bitRate: bitRate, layout: layout)
        } catch {
            throw .unsupportedOutput(format.codingName)
        }
    }

    func reset() {
        // Cannot fail: an encoder of this format was created before.
        if let fresh = try? Self.encoder(wanted, bitRate, layout) { encoder = fresh }
        packets = []
        first = 0
        isFinished = false
        frameCount = 0
        packetCount = 0
    }

    func add(_ samples: UnsafePointer<Float>, frameCount: Int) -> ConversionError? {
        self.frameCount += Int64(frameCount)
        return collect { () throws(FormatError) in
            try encoder.encode(samples, frameCount: frameCount)
        }
    }

    func finish() -> ConversionError? {
        guard !isFinished else { return nil }
        isFinished = true
        // An empty input gives no packets, not even a packet of silence.
        guard frameCount > 0 else { return nil }
        return collect { () throws(FormatError) in try encoder.finish() }
    }

    private func collect(_ code: () throws(FormatError) -> [[UInt8]]) -> ConversionError? {
        do throws(FormatError) {
            let fresh = try code()
            packetCount += Int64(fresh.count)
            packets.removeFirst(first)
            first = 0
            packets += fresh
            return nil
        } catch {
            return .codingFailed(format.codingName)
        }
    }

    /// Moves packets to the output.
    ///
    /// - Parameter limit: The largest number of packets.
    func take(
        into buffer: UnsafeMutableRawBufferPointer, limit: Int,
        descriptions: UnsafeMutableBufferPointer<PacketDescription>?
    ) -> (packetCount: Int, byteCount: Int) {
        var taken = 0
        var offset = 0
        let limit = descriptions.map { min(limit, $0.count) } ?? limit
        while taken < limit, first < packets.count {
            let packet = packets[first]
            guard packet.count <= buffer.count - offset else { break }
            UnsafeMutableRawBufferPointer(rebasing: buffer[offset..<offset + packet.count])
                .copyBytes(from: packet)
            descriptions?[taken] = PacketDescription(
                startOffset: Int64(offset), byteCount: UInt32(packet.count))
            offset += packet.count
            taken += 1
            first += 1
        }
        return (taken, offset)
    }
}
