/// Decodes packets one by one, in order, to float of full scale ±1.
///
/// One thread at a time.
public protocol PacketDecoder: AnyObject {
    /// Packets to decode before the wanted one, after a jump, until the samples are those that
    /// decoding from the start gives.
    var rollPacketCount: Int64 { get }
    /// Packets so far that could not be decoded.
    var brokenPacketCount: Int { get }

    /// Forgets the packets before.
    func reset()

    /// - Parameters:
    ///   - packet: One whole packet. Of codings with one frame a packet, and of IMA4, any number of
    ///     packets one after the other.
    ///   - samples: Room for `frameCount` interleaved frames.
    ///   - frameCount: What the container says the packet holds. Frames the packet does not give,
    ///     and all of a broken packet, are left as they are; what it gives beyond is dropped.
    func decode(
        _ packet: UnsafeRawBufferPointer, into samples: UnsafeMutablePointer<Float>,
        frameCount: Int
    )
}

extension PacketDecoder {
    /// None: every packet of the right size means something.
    public var brokenPacketCount: Int { 0 }
}
