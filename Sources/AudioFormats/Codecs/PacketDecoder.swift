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
    ///   - frameCount: What the container says the packet holds; what it gives beyond is dropped.
    /// - Returns: Whole frames that it gave; what is behind them has not been set. Zero for a
    ///   broken packet.
    func decode(
        _ packet: UnsafeRawBufferPointer, into samples: UnsafeMutablePointer<Float>,
        frameCount: Int
    ) -> Int
}

extension PacketDecoder {
    /// Decodes a packet, with silence for what a broken one leaves out.
    ///
    /// - Parameters:
    ///   - packet: As for `decode`.
    ///   - samples: Room for `frameCount` interleaved frames; all of them are set.
    public func decodeWhole(
        _ packet: UnsafeRawBufferPointer, into samples: UnsafeMutablePointer<Float>,
        frameCount: Int, channelCount: Int
    ) {
        let given = decode(packet, into: samples, frameCount: frameCount)
        guard given < frameCount else { return }
        (samples + given * channelCount).update(
            repeating: 0, count: (frameCount - given) * channelCount)
    }
}

extension PacketDecoder {
    /// None: every packet of the right size means something.
    public var brokenPacketCount: Int { 0 }
}
