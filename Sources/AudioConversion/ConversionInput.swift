import AudioFormats

/// What there is to be converted next.
public enum ConversionInput {
    case packets(PacketBatch)
    /// Nothing follows.
    case end
    /// Nothing can be had for now. The number is handed on.
    case failed(status: Int32)
}

/// Packets in memory that stay there until the next ones are asked for.
public struct PacketBatch {
    /// Of linear PCM and the laws, frames.
    public var packetCount: Int
    /// One; of PCM that is not interleaved, one a channel.
    public var buffers: [UnsafeRawBufferPointer]
    /// One a packet, where packets differ.
    public var descriptions: UnsafeBufferPointer<PacketDescription>?

    public init(
        packetCount: Int, buffers: [UnsafeRawBufferPointer],
        descriptions: UnsafeBufferPointer<PacketDescription>? = nil
    ) {
        self.packetCount = packetCount
        self.buffers = buffers
        self.descriptions = descriptions
    }
}
