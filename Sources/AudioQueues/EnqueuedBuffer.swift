import AudioFormats
import AudioModel

/// One buffer in a queue's line, with what its packets are as they were when it was enqueued.
final class EnqueuedBuffer {
    let buffer: QueueBuffer
    let packets: PacketList
    /// Frames of it that are played, trimming done.
    let frameCount: Int
    /// Frames that are left out at its start.
    let trimStart: Int
    let changes: [ParameterChange]
    /// When it is to start, in frames of the queue's time line.
    let startTime: Int?
    /// Whether the decoder begins anew after it.
    var isFlushedAfter = false
    /// Frames of the feed up to and with its last; known when all of it has been written.
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

/// How a buffer is to be played; what an app may add to enqueueing it.
public struct EnqueueOptions: Sendable {
    /// Frames to leave out; not negative.
    public var trimStart = 0
    public var trimEnd = 0
    /// Take effect with the buffer's first frame.
    public var changes: [ParameterChange] = []
    /// When its first frame (after trimming) is to be played, in frames of the queue's time line;
    /// `nil` plays it right after the one before.
    public var startTime: Int?

    public init() {}
}

/// A parameter's new value.
public struct ParameterChange: Hashable, Sendable {
    public var parameter: QueueParameter
    public var value: Float

    public init(_ parameter: QueueParameter, _ value: Float) {
        self.parameter = parameter
        self.value = value
    }
}

/// What one buffer's bytes are made of.
struct PacketList {
    /// Where each packet is; empty when they lie one after the other and are alike.
    let descriptions: [PacketDescription]
    /// Of all packets, where they are alike.
    let bytesPerPacket: Int
    let framesPerPacket: Int
    let packetCount: Int
    let frameCount: Int

    /// Frames that a packet may have at most, as in files.
    static let framesPerPacketMax = 1 << 16

    /// - Parameter byteCount: Of the buffer's audio.
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
            let end = description.startOffset.addingReportingOverflow(
                Int64(description.byteCount))
            guard description.startOffset >= 0, !end.overflow,
                end.partialValue <= Int64(byteCount),
                description.variableFrameCount <= UInt32(Self.framesPerPacketMax)
            else { throw .wrongArgument }
            frames +=
                framesPerPacket > 0 ? framesPerPacket : Int(description.variableFrameCount)
        }
        self.descriptions = Array(descriptions)
        packetCount = descriptions.count
        frameCount = frames
    }

    /// Frames of a packet.
    func frameCount(ofPacket index: Int) -> Int {
        framesPerPacket > 0 ? framesPerPacket : Int(descriptions[index].variableFrameCount)
    }

    /// Bytes of a packet, from the buffer's start.
    func bytes(ofPacket index: Int) -> Range<Int> {
        guard !descriptions.isEmpty else {
            return index * bytesPerPacket..<(index + 1) * bytesPerPacket
        }
        let start = Int(descriptions[index].startOffset)
        return start..<start + Int(descriptions[index].byteCount)
    }
}
