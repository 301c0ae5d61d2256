public import AudioCodecs

/// The answer to a request for input.
public enum ConversionInput {
    case packets(PacketBatch)
    /// The end of the input.
    case end
    /// No input is available now; `status` is passed to the caller.
    case failed(status: Int32)
}

/// A batch of packets in memory, which must stay valid until the next request.
public struct PacketBatch {
    /// The number of packets; for linear PCM and G.711, of frames.
    public var packetCount: Int
    /// One buffer; for non-interleaved PCM, one for each channel.
    public var buffers: [UnsafeRawBufferPointer]
    /// A description of each packet, for codings with packets of variable size.
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
