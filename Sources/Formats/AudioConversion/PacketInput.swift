import AudioCodecs
public import AudioModel

/// Provides the packets of the present input batch.
///
/// Nothing is copied: packets are read in the caller's memory.
final class PacketInput {
    /// The largest number of packets in one request.
    static let packetsMax = 1 << 16

    private let bytesPerPacket: Int
    private let bufferCount: Int
    private let needsDescriptions: Bool

    private var batch = PacketBatch(packetCount: 0, buffers: [])
    /// The index of the next packet of the batch.
    private var index = 0
    private(set) var isAtEnd = false

    init(_ format: StreamFormat) {
        bytesPerPacket = Int(format.bytesPerPacket)
        bufferCount = format.planeCount
        needsDescriptions = format.isVariableBitRate
    }

    /// The number of packets left.
    var count: Int { batch.packetCount - index }

    func reset() {
        forget()
        isAtEnd = false
    }

    /// Drops the references to the caller's memory.
    func forget() {
        batch = PacketBatch(packetCount: 0, buffers: [])
        index = 0
    }

    /// Accepts the answer to a request.
    ///
    /// - Returns: Why there are no packets; `nil` when there are.
    func take(_ input: ConversionInput) -> ConversionHalt? {
        forget()
        switch input {
        case .end:
            isAtEnd = true
            return .ended
        case .failed(let status):
            return .inputFailed(status: status)
        case .packets(let packets):
            guard packets.packetCount > 0 else {
                isAtEnd = true
                return .ended
            }
            guard packets.buffers.count == bufferCount else { return .failed(.inputSize) }
            batch = packets
            if let error = checkBatch() {
                forget()
                return .failed(error)
            }
            return nil
        }
    }

    private func checkBatch() -> ConversionError? {
        let byteCount = batch.buffers.map(\.count).min() ?? 0
        if needsDescriptions {
            guard let descriptions = batch.descriptions else { return .missingDescriptions }
            batch.packetCount = min(batch.packetCount, descriptions.count)
        } else {
            batch.packetCount = min(batch.packetCount, byteCount / max(bytesPerPacket, 1))
        }
        return batch.packetCount > 0 ? nil : .inputSize
    }

    /// Returns the start of the next packet in a buffer, for packets of constant size.
    func start(ofBuffer buffer: Int) -> UnsafeRawPointer? {
        batch.buffers[buffer].baseAddress.map { $0 + index * bytesPerPacket }
    }

    func skip(_ packetCount: Int) {
        index += packetCount
    }

    /// Returns the next packet of a coded input.
    ///
    /// - Returns: `nil` when the packet lies outside its buffer.
    func next() -> (bytes: UnsafeRawBufferPointer, frameCount: UInt32)? {
        let buffer = batch.buffers[0]
        let description =
            needsDescriptions
            ? batch.descriptions?[index]
            : PacketDescription(
                startOffset: Int64(index * bytesPerPacket), byteCount: UInt32(bytesPerPacket))
        index += 1
        guard let description, let start = Int(exactly: description.startOffset),
            let range = buffer.range(start: start, count: Int(description.byteCount))
        else { return nil }
        return (UnsafeRawBufferPointer(rebasing: buffer[range]), description.variableFrameCount)
    }
}

extension UnsafeRawBufferPointer {
    /// Returns a range of the buffer's bytes.
    ///
    /// - Returns: `nil` when it exceeds the buffer.
    fileprivate func range(start: Int, count: Int) -> Range<Int>? {
        guard start >= 0, start <= self.count, count <= self.count - start else { return nil }
        return start..<start + count
    }
}

extension StreamFormat {
    /// The number of buffers for sound in this format: one for each channel of non-interleaved PCM,
    /// otherwise one.
    public var planeCount: Int {
        id == .linearPCM && flags.contains(.nonInterleaved) ? Int(channelCount) : 1
    }

    /// Whether each frame is coded independently: linear PCM and G.711.
    var isFrameByFrame: Bool { id == .linearPCM || id == .uLaw || id == .aLaw }
}
