/// The header of an Apple Lossless packet.
package enum ALACPacket {
    /// Bytes of a packet that `statedFrameCount` needs.
    package static let headerByteCount = 8

    /// The frame count of a short packet; nil when the packet does not state one, because it is full.
    ///
    /// Source: Apple Lossless reference, `ALACEncoder.cpp`: three bits of element type, four of
    /// instance, twelve unused, one flag for the count, three more, and the count.
    package static func statedFrameCount(_ packet: UnsafeRawBufferPointer) -> Int64? {
        var bits = BitReader(Array(packet.prefix(headerByteCount)))
        guard bits.read(19) != nil, bits.read(1) == 1, bits.read(3) != nil else { return nil }
        return bits.read(32).map(Int64.init)
    }
}
