import AudioModel

/// The decoded frames of one packet at a time, found by frame.
///
/// One thread at a time.
final class PacketFrames {
    /// Frames of a packet; more than any coding here has.
    static let framesPerPacketMax: Int64 = 1 << 19
    /// Samples of a packet, of all channels.
    private static let samplesPerPacketMax: Int64 = 1 << 22
    /// A packet of eight channels of 32 bits that could not be made smaller fits several times.
    private static let packetBytesMax = 1 << 24
    /// Packets fetched at a time.
    private static let fetchedMax = 32

    private let file: AudioFileReader
    private let decoder: any PacketDecoder
    private let channelCount: Int

    private var bytes: [UInt8]
    private var descriptions: [PacketDescription]
    private var fetchedStart: Int64 = 0
    private var fetchedCount = 0

    /// The packet the decoder is ready for.
    private var nextPacket: Int64 = 0
    private var samples: [Float] = []
    /// Where `samples` start and how many frames they are.
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
        else { throw FormatError(.tooLarge("number of frames a packet")) }
    }

    /// Gives decoded frames of one packet: from `frame` to its end, or as many as there is room for.
    ///
    /// - Parameters:
    ///   - frame: Counted with priming.
    ///   - output: Room for `frameCount` interleaved frames: one at least.
    /// - Returns: Frames given; zero beyond the last packet.
    func read(
        from frame: Int64, into output: UnsafeMutablePointer<Float>, frameCount roomCount: Int
    ) throws(FormatError) -> Int {
        if frame < firstFrame || frame >= firstFrame + Int64(frameCount) {
            guard let position = try file.packet(ofFrame: frame) else { return 0 }
            frameCount = 0
            // A little way ahead it is cheaper to decode what lies between than to start anew.
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
    /// - Parameter output: Where it goes when it has no more frames than `frameCount`; otherwise it
    ///   goes to `samples`.
    /// - Returns: The frames it has; nil when there is none.
    private func decodeNext(
        into output: UnsafeMutablePointer<Float>? = nil, frameCount: Int = 0
    ) throws(FormatError) -> Int? {
        guard let index = try fetch(nextPacket) else { return nil }
        let description = descriptions[index]
        let count =
            file.format.framesPerPacket > 0
            ? Int64(file.format.framesPerPacket) : Int64(description.variableFrameCount)
        try Self.check(count, file.format)
        let edge = file.contents.packets?.edge(at: nextPacket)
        if edge?.startsAnew == true { decoder.reset() }
        nextPacket += 1
        if let hidden = edge?.hiddenFrames, hidden > 0 {
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

    /// Decodes a packet whose first frames are not to be heard.
    ///
    /// - Returns: The frames that are.
    private func decode(
        _ packet: PacketDescription, frames: Int, hiding hidden: Int,
        _ output: UnsafeMutablePointer<Float>?, _ roomCount: Int
    ) -> Int {
        var decoded = [Float](repeating: 0, count: frames * channelCount)
        decoded.withUnsafeMutableBufferPointer { decoded in
            guard let start = decoded.baseAddress else { return }
            decode(packet, into: start, frameCount: frames)
        }
        let heard = Array(decoded.dropFirst(hidden * channelCount))
        let count = max(frames - hidden, 0)
        if let output, count <= roomCount {
            output.update(from: heard, count: heard.count)
        } else if samples.count < heard.count {
            samples = heard
        } else {
            samples.replaceSubrange(..<heard.count, with: heard)
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

    /// - Returns: Which of the fetched packets it is; nil when the file has no such packet.
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
        var failure: FormatError?
        let count = bytes.withUnsafeMutableBytes { bytes in
            descriptions.withUnsafeMutableBufferPointer { descriptions in
                do throws(FormatError) {
                    return try file.readPackets(
                        startingAt: packet, count: descriptions.count, into: bytes,
                        descriptions: descriptions
                    ).packetCount
                } catch {
                    failure = error
                    return 0
                }
            }
        }
        if let failure { throw failure }
        return count
    }
}
