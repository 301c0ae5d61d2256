/// Decodes packets one by one, in order, to float of full scale ±1.
///
/// Not thread-safe: used by one thread at a time.
public protocol PacketDecoder: AnyObject {
    /// Number of packets to decode before the target of a seek, so that the samples equal those of
    /// decoding from the start.
    var rollPacketCount: Int64 { get }
    /// Number of packets that could not be decoded so far.
    var brokenPacketCount: Int { get }

    /// Discards the state of earlier packets.
    func reset()

    /// Decodes a packet.
    ///
    /// - Parameters:
    ///   - packet: One whole packet; for IMA4 and codings with one frame per packet, any number of
    ///     consecutive packets.
    ///   - samples: Room for `frameCount` interleaved frames.
    ///   - frameCount: The packet's number of frames according to the container; further frames are
    ///     dropped.
    /// - Returns: Number of frames decoded, zero for a damaged packet; the rest of `samples` is not
    ///   written.
    func decode(
        _ packet: UnsafeRawBufferPointer, into samples: UnsafeMutablePointer<Float>,
        frameCount: Int
    ) -> Int
}

extension PacketDecoder {
    /// Decodes a packet, with silence for the frames that a damaged one lacks.
    ///
    /// - Parameters:
    ///   - packet: The packet, as in `decode`.
    ///   - samples: Room for `frameCount` interleaved frames; all of them are written.
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
    /// Zero: codings of fixed-size packets accept any bytes.
    public var brokenPacketCount: Int { 0 }
}
