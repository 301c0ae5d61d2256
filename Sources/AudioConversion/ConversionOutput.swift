import AudioFormats

/// The memory that a conversion fills.
public struct ConversionOutput {
    /// One buffer; for non-interleaved PCM, one for each channel.
    public var buffers: [UnsafeMutableRawBufferPointer]
    /// Room for a description of each requested packet, for codings with packets of variable size;
    /// `nil` to omit them.
    public var descriptions: UnsafeMutableBufferPointer<PacketDescription>?

    public init(
        buffers: [UnsafeMutableRawBufferPointer],
        descriptions: UnsafeMutableBufferPointer<PacketDescription>? = nil
    ) {
        self.buffers = buffers
        self.descriptions = descriptions
    }
}
