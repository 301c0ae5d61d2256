import AudioCodecs
import AudioModel

/// One enqueued buffer with a copy of its packet descriptions at the time of the call.
final class EnqueuedBuffer {
    let buffer: QueueBuffer
    let packets: PacketList
    /// Frames that are played, after trimming.
    let frameCount: Int
    /// Frames that are trimmed from its start.
    let trimStart: Int
    /// Parameter changes that take effect with its first frame.
    let changes: [ParameterChange]
    /// When it is to start, in frames of the queue's time; `nil` for right after the one before.
    let startTime: Int?
    /// Whether the decoder is reset after it.
    var isFlushedAfter = false
    /// Frames of the feed up to its end; known when all of it has been written.
    var endFrame = 0

    init(
        _ buffer: QueueBuffer, _ packets: PacketList, _ options: EnqueueOptions
    ) {
        self.buffer = buffer
        self.packets = packets
        trimStart = min(options.trimStart, packets.frameCount)
        frameCount = max(packets.frameCount - trimStart - options.trimEnd, 0)
        changes = options.changes
        startTime = options.startTime
    }
}

/// Options of one enqueued buffer.
public struct EnqueueOptions: Sendable {
    /// Frames to trim from its start; not negative.
    public var trimStart = 0
    /// Frames to trim from its end; not negative.
    public var trimEnd = 0
    /// Parameter changes that take effect with its first frame.
    public var changes: [ParameterChange] = []
    /// When its first frame (after trimming) is played, in frames of the queue's time; `nil` plays
    /// it right after the buffer before.
    public var startTime: Int?

    public init() {}
}

/// A parameter's new value.
public struct ParameterChange: Hashable, Sendable {
    /// The parameter that changes.
    public var parameter: QueueParameter
    /// The new value, within the parameter's range.
    public var value: Float

    /// Makes a change.
    public init(_ parameter: QueueParameter, _ value: Float) {
        self.parameter = parameter
        self.value = value
    }
}

/// The packets in one buffer.
struct PacketList {
    /// Byte range and frame count of each packet; empty for packets of one size, back to back.
    let descriptions: [PacketDescription]
    /// Size of each packet in bytes; zero where sizes differ.
    let bytesPerPacket: Int
    /// Frames in each packet; zero where the counts differ.
    let framesPerPacket: Int
    let packetCount: Int
    let frameCount: Int

    /// Most frames that one packet may have, as in files.
    static let framesPerPacketMax = 1 << 16

    /// - Parameters:
    ///   - byteCount: Bytes of audio in the buffer.
    ///   - descriptions: One per packet of a format with a variable bit rate; otherwise ignored.
    /// - Throws: `wrongArgument` for missing descriptions and for a byte range outside the buffer.
    init(
        _ format: StreamFormat, byteCount: Int,
        descriptions: UnsafeBufferPointer<PacketDescription>
    ) throws(AudioQueueError) {
        bytesPerPacket = Int(format.bytesPerPacket)
        framesPerPacket = Int(format.framesPerPacket)
        guard format.isVariableBitRate else {
            self.descriptions = []
            packetCount = byteCount / bytesPerPacket
            let (frames, overflow) = packetCount.multipliedReportingOverflow(by: framesPerPacket)
            guard !overflow else { throw .wrongArgument }
            frameCount = frames
            return
        }
        guard !descriptions.isEmpty else { throw .wrongArgument }
        var frames = 0
        for description in descriptions {
            let end = description.startOffset.addingReportingOverflow(Int64(description.byteCount))
            guard description.startOffset >= 0, !end.overflow,
                end.partialValue <= Int64(byteCount),
                description.variableFrameCount <= UInt32(Self.framesPerPacketMax)
            else { throw .wrongArgument }
            frames += framesPerPacket > 0 ? framesPerPacket : Int(description.variableFrameCount)
        }
        self.descriptions = Array(descriptions)
        packetCount = descriptions.count
        frameCount = frames
    }

    /// Frames in one packet.
    func frameCount(ofPacket index: Int) -> Int {
        framesPerPacket > 0 ? framesPerPacket : Int(descriptions[index].variableFrameCount)
    }

    /// Byte range of one packet, from the buffer's start.
    func bytes(ofPacket index: Int) -> Range<Int> {
        guard !descriptions.isEmpty else {
            return index * bytesPerPacket..<(index + 1) * bytesPerPacket
        }
        let start = Int(descriptions[index].startOffset)
        return start..<start + Int(descriptions[index].byteCount)
    }
}
