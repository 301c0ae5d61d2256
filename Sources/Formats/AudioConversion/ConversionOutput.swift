public import AudioCodecs

/// The buffers that one conversion fills.
public struct ConversionOutput {
    /// One buffer; for non-interleaved PCM, one for each channel.
    public var buffers: [UnsafeMutableRawBufferPointer]
    /// Room for one description per requested packet, for formats with packets of variable size;
    /// `nil` to omit them.
    public var descriptions: UnsafeMutableBufferPointer<PacketDescription>?

    /// Creates an output from the caller's memory, which must outlive the conversion.
    public init(
        buffers: [UnsafeMutableRawBufferPointer],
        descriptions: UnsafeMutableBufferPointer<PacketDescription>? = nil
    ) {
        self.buffers = buffers
        self.descriptions = descriptions
    }
}
