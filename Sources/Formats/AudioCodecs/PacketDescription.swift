/// Location of a packet in a buffer. Fields and layout are those of Apple's
/// `AudioStreamPacketDescription`.
public struct PacketDescription: Hashable, Sendable {
    /// Bytes from the start of the buffer.
    public var startOffset: Int64
    /// Number of decoded frames when it varies between packets; otherwise zero.
    public var variableFrameCount: UInt32
    /// Size of the packet in bytes.
    public var byteCount: UInt32

    /// Creates a description.
    public init(startOffset: Int64 = 0, variableFrameCount: UInt32 = 0, byteCount: UInt32 = 0) {
        self.startOffset = startOffset
        self.variableFrameCount = variableFrameCount
        self.byteCount = byteCount
    }
}
