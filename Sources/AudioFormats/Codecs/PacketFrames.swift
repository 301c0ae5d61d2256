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

    /// Decodes the packet that holds a frame, if it is not at hand.
    ///
    /// - Parameter frame: Counted with priming.
    /// - Returns: Where in `samples` the frame is, in frames, and how many follow from there; nil
    ///   beyond the last packet.
    func frames(from frame: Int64) throws(FormatError) -> (offset: Int, count: Int)? {
        if frame < firstFrame || frame >= firstFrame + Int64(frameCount) {
            guard let position = try file.packet(ofFrame: frame) else { return nil }
            frameCount = 0
            if nextPacket != position.packet {
                nextPacket = max(position.packet - decoder.rollPacketCount, 0)
                decoder.reset()
            }
            while nextPacket <= position.packet {
                guard try decodeNext() else { return nil }
            }
            firstFrame = frame - position.offset
        }
        let offset = Int(frame - firstFrame)
        return (offset, frameCount - offset)
    }

    /// - Parameter offset: What `frames(from:)` gave, or a frame after that.
    func copy(from offset: Int, frameCount: Int, to output: UnsafeMutablePointer<Float>) {
        samples.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            output.update(from: start + offset * channelCount, count: frameCount * channelCount)
        }
    }

    /// - Returns: Whether there was one.
    private func decodeNext() throws(FormatError) -> Bool {
        guard let index = try fetch(nextPacket) else { return false }
        let description = descriptions[index]
        let count =
            file.format.framesPerPacket > 0
            ? Int64(file.format.framesPerPacket) : Int64(description.variableFrameCount)
        try Self.check(count, file.format)
        let sampleCount = Int(count) * channelCount
        if samples.count < sampleCount { samples = Array(repeating: 0, count: sampleCount) }
        let start = Int(description.startOffset)
        bytes.withUnsafeBytes { bytes in
            samples.withUnsafeMutableBufferPointer { samples in
                guard let output = samples.baseAddress else { return }
                // What a broken packet leaves out is silent.
                output.update(repeating: 0, count: sampleCount)
                decoder.decode(
                    UnsafeRawBufferPointer(
                        rebasing: bytes[start..<start + Int(description.byteCount)]),
                    into: output, frameCount: Int(count))
            }
        }
        frameCount = Int(count)
        nextPacket += 1
        return true
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
