public import AudioCodecs

/// An event while a stream arrives. They occur in this order, the last repeatedly.
public enum AudioStreamEvent: Sendable {
    /// The container was recognised.
    case kind(ContainerKind)
    /// The header is complete; packets follow.
    case ready(AudioFileReader)
    /// Packets are complete.
    case packets(StreamedPackets)
}

/// The reason why a stream cannot be parsed, or no further.
public enum AudioStreamError: Error, Hashable, Sendable {
    /// The header or packet table follows the packets in the file.
    case notOptimized(FormatError)
    /// Bytes were skipped, and the next packet cannot be determined.
    case cannotBridgeGap
    /// The header is incomplete.
    case notReady
    /// The packet does not exist.
    case noSuchPacket
    /// The stream is invalid or unsupported.
    case format(FormatError)
}

/// A packet's position in a stream.
public struct AudioStreamPosition: Hashable, Sendable {
    /// Offset from the first byte of the audio data.
    public var byteOffset: Int64
    /// Whether the position is an estimate.
    public var isEstimated: Bool

    /// Creates a position.
    public init(byteOffset: Int64, isEstimated: Bool) {
        self.byteOffset = byteOffset
        self.isEstimated = isEstimated
    }
}
