import AudioFormats
import AudioModel

/// Hands out the packets that came in, and asks for more when they are used up.
///
/// Nothing is copied: what was handed in is looked at where it is.
final class PacketSupply {
    /// Asked for at most at a time.
    static let packetsMax = 1 << 16

    private let bytesPerPacket: Int
    private let bufferCount: Int
    private let needsDescriptions: Bool

    private var batch = PacketBatch(packetCount: 0, buffers: [])
    /// The next packet of the batch.
    private var index = 0
    private(set) var isAtEnd = false

    init(_ format: StreamFormat) {
        bytesPerPacket = Int(format.bytesPerPacket)
        bufferCount = format.planeCount
        needsDescriptions = format.isVariableBitRate
    }

    /// Packets at hand.
    var count: Int { batch.packetCount - index }

    func reset() {
        forget()
        isAtEnd = false
    }

    /// Lets go of memory that is not ours any more.
    func forget() {
        batch = PacketBatch(packetCount: 0, buffers: [])
        index = 0
    }

    /// Takes what was handed in when none was left.
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

    /// Where the next packet of packets of one size starts in a buffer.
    func start(ofBuffer buffer: Int) -> UnsafeRawPointer? {
        batch.buffers[buffer].baseAddress.map { $0 + index * bytesPerPacket }
    }

    func skip(_ packetCount: Int) {
        index += packetCount
    }

    /// The next packet of a coding.
    ///
    /// - Returns: nil when it lies outside of its buffer.
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
    /// - Returns: nil when it reaches beyond.
    fileprivate func range(start: Int, count: Int) -> Range<Int>? {
        guard start >= 0, start <= self.count, count <= self.count - start else { return nil }
        return start..<start + count
    }
}

extension StreamFormat {
    /// Buffers that sound in this format is kept in.
    public var planeCount: Int {
        id == .linearPCM && flags.contains(.nonInterleaved) ? Int(channelCount) : 1
    }

    /// Whether each frame stands by itself: linear PCM and the laws.
    var isFrameByFrame: Bool { id == .linearPCM || id == .uLaw || id == .aLaw }
}
