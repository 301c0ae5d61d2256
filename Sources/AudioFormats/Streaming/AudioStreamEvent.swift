/// What happens while a stream arrives. They come in this order, the last as often as needed.
public enum AudioStreamEvent: Sendable {
    case kind(ContainerKind)
    /// The header is whole; packets follow.
    case ready(AudioFileReader)
    case packets(StreamedPackets)
}

/// Why a stream is not cut, or not any more.
public enum AudioStreamError: Error, Hashable, Sendable {
    /// What is needed to cut the packets stands behind them.
    case notOptimized(FormatError)
    /// Bytes are missing, and nothing tells which packet comes next.
    case cannotBridgeGap
    /// The header has not come whole.
    case notReady
    case noSuchPacket
    case format(FormatError)
}

/// Where a packet is found.
public struct AudioStreamPlace: Hashable, Sendable {
    /// Bytes from the first of the audio.
    public var byteOffset: Int64
    /// Whether the packet may be near there instead.
    public var isEstimated: Bool

    public init(byteOffset: Int64, isEstimated: Bool) {
        self.byteOffset = byteOffset
        self.isEstimated = isEstimated
    }
}
