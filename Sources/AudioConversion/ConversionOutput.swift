import AudioFormats

/// Memory to be filled.
public struct ConversionOutput {
    /// One; of PCM that is not interleaved, one a channel.
    public var buffers: [UnsafeMutableRawBufferPointer]
    /// Where packets differ, room for as many as are asked for; nil when nobody wants to know.
    public var descriptions: UnsafeMutableBufferPointer<PacketDescription>?

    public init(
        buffers: [UnsafeMutableRawBufferPointer],
        descriptions: UnsafeMutableBufferPointer<PacketDescription>? = nil
    ) {
        self.buffers = buffers
        self.descriptions = descriptions
    }
}
