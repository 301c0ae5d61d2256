import AudioCodecs
import AudioModel

/// Decodes packets one at a time and finds them by frame.
///
/// Not thread-safe: used by one thread at a time.
final class PacketFrames {
    /// Limit on the frames of a packet, above that of any supported coding.
    static let framesPerPacketMax: Int64 = 1 << 19
    /// Limit on the samples of a packet, over all channels.
    private static let samplesPerPacketMax: Int64 = 1 << 22
    /// Limit on a packet's bytes; several times an uncompressed packet of eight 32-bit channels.
    private static let packetBytesMax = 1 << 24
    /// Number of packets fetched at a time.
    private static let fetchedMax = 32

    private let file: AudioFileReader
    private let decoder: any PacketDecoder
    private let channelCount: Int

    private var bytes: [UInt8]
    private var descriptions: [PacketDescription]
    private var fetchedStart: Int64 = 0
    private var fetchedCount = 0

    /// The packet that the decoder expects next.
    private var nextPacket: Int64 = 0
    private var samples: [Float] = []
    /// First frame and number of frames in `samples`.
    private var firstFrame: Int64 = 0
    private var frameCount = 0

    init(_ file: AudioFileReader, _ decoder: any PacketDecoder) throws(FormatError) {
        try Self.check(Int64(file.format.framesPerPacket), file.format)
        self.file = file
        self.decoder = decoder
        channelCount = Int(file.format.channelCount)
        bytes = Array(repeating: 0, count: 1 << 16)
        descriptions = Array(repeating: PacketDescription(), count: Self.fetchedMax)
    }

    private static func check(
        _ framesPerPacket: Int64, _ format: StreamFormat
    ) throws(FormatError) {
        guard framesPerPacket <= framesPerPacketMax,
            framesPerPacket * Int64(format.channelCount) <= samplesPerPacketMax
        else { throw FormatError(.tooLarge("number of frames per packet")) }
    }

    /// Reads decoded frames of one packet, from `frame` to its end or as many as fit.
    ///
    /// - Parameters:
    ///   - frame: Frame position, counted with priming.
    ///   - output: Room for `frameCount` interleaved frames; at least one.
    /// - Returns: Number of frames; zero beyond the last packet.
    func read(
        from frame: Int64, into output: UnsafeMutablePointer<Float>, frameCount roomCount: Int
    ) throws(FormatError) -> Int {
        if frame < firstFrame || frame >= firstFrame + Int64(frameCount) {
            guard let position = try file.packet(ofFrame: frame) else { return 0 }
            frameCount = 0
            // For a short distance, decoding the packets in between is cheaper than a reset.
            let isNear = (0...decoder.rollPacketCount).contains(position.packet - nextPacket)
            if !isNear {
                nextPacket = max(position.packet - decoder.rollPacketCount, 0)
                decoder.reset()
            }
            while nextPacket < position.packet {
                guard try decodeNext() != nil else { return 0 }
            }
            let isWhole = position.offset == 0
            guard
                let count = try decodeNext(
                    into: isWhole ? output : nil, frameCount: roomCount)
            else { return 0 }
            if isWhole, count <= roomCount { return count }
            firstFrame = frame - position.offset
            frameCount = count
        }
        let offset = Int(frame - firstFrame)
        let count = max(min(frameCount - offset, roomCount), 0)
        samples.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            output.update(from: start + offset * channelCount, count: count * channelCount)
        }
        return count
    }

    /// Decodes the next packet.
    ///
    /// - Parameter output: Receives the frames if there are no more than `frameCount`; otherwise
    ///   they go to `samples`.
    /// - Returns: The packet's number of frames; nil when there is no packet.
    private func decodeNext(
        into output: UnsafeMutablePointer<Float>? = nil, frameCount: Int = 0
    ) throws(FormatError) -> Int? {
        guard let index = try fetch(nextPacket) else { return nil }
        let description = descriptions[index]
        let count =
            file.format.framesPerPacket > 0
            ? Int64(file.format.framesPerPacket) : Int64(description.variableFrameCount)
        try Self.check(count, file.format)
        let edge = file.contents.packets.source?.edge(at: nextPacket)
        if edge?.resetsDecoder == true { decoder.reset() }
        nextPacket += 1
        if let hidden = edge?.trimmedFrames, hidden > 0 {
            return decode(description, frames: Int(count), hiding: Int(hidden), output, frameCount)
        }
        if let output, count <= frameCount {
            decode(description, into: output, frameCount: Int(count))
            return Int(count)
        }
        let sampleCount = Int(count) * channelCount
        if samples.count < sampleCount { samples = Array(repeating: 0, count: sampleCount) }
        samples.withUnsafeMutableBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            decode(description, into: start, frameCount: Int(count))
        }
        return Int(count)
    }

    /// Decodes a packet and skips its first frames.
    ///
    /// - Returns: Number of remaining frames.
    private func decode(
        _ packet: PacketDescription, frames: Int, hiding hidden: Int,
        _ output: UnsafeMutablePointer<Float>?, _ roomCount: Int
    ) -> Int {
        var decoded = [Float](repeating: 0, count: frames * channelCount)
        decoded.withUnsafeMutableBufferPointer { decoded in
            guard let start = decoded.baseAddress else { return }
            decode(packet, into: start, frameCount: frames)
        }
        let kept = Array(decoded.dropFirst(hidden * channelCount))
        let count = max(frames - hidden, 0)
        if let output, count <= roomCount {
            output.update(from: kept, count: kept.count)
        } else if samples.count < kept.count {
            samples = kept
        } else {
            samples.replaceSubrange(..<kept.count, with: kept)
        }
        return count
    }

    private func decode(
        _ packet: PacketDescription, into output: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        let start = Int(packet.startOffset)
        bytes.withUnsafeBytes { bytes in
            decoder.decodeWhole(
                UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(packet.byteCount)]),
                into: output, frameCount: frameCount, channelCount: channelCount)
        }
    }

    /// Ensures that a packet is fetched.
    ///
    /// - Returns: Its index among the fetched packets; nil when the file has no such packet.
    private func fetch(_ packet: Int64) throws(FormatError) -> Int? {
        if packet < fetchedStart || packet >= fetchedStart + Int64(fetchedCount) {
            fetchedCount = 0
            fetchedCount = try readPackets(from: packet)
            fetchedStart = packet
            if fetchedCount == 0, let byteCount = try file.packetByteCount(packet),
                byteCount > bytes.count
            {
                guard byteCount <= Self.packetBytesMax else {
                    throw FormatError(.tooLarge("packet"))
                }
                bytes = Array(repeating: 0, count: Int(byteCount) * 2)
                fetchedCount = try readPackets(from: packet)
            }
        }
        return fetchedCount > 0 ? Int(packet - fetchedStart) : nil
    }

    private func readPackets(from packet: Int64) throws(FormatError) -> Int {
        try bytes.withUnsafeMutableBufferPointer { bytes throws(FormatError) in
            try descriptions.withUnsafeMutableBufferPointer { descriptions throws(FormatError) in
                try file.readPackets(
                    startingAt: packet, count: descriptions.count,
                    into: UnsafeMutableRawBufferPointer(bytes), descriptions: descriptions
                ).packetCount
            }
        }
    }
}
