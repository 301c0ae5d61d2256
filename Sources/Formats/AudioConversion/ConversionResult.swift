/// The result of one call of `convert`.
public struct ConversionResult: Hashable, Sendable {
    /// Number of output packets; a packet of linear PCM or G.711 is one frame.
    public var packetCount = 0
    /// Number of bytes in each buffer.
    public var byteCount = 0
    /// Why fewer packets than requested were output; `nil` when all were, or the buffers are full.
    public var halt: ConversionHalt?

    public init(packetCount: Int = 0, byteCount: Int = 0, halt: ConversionHalt? = nil) {
        self.packetCount = packetCount
        self.byteCount = byteCount
        self.halt = halt
    }
}

/// Why a converter stopped before it had output all requested packets.
public enum ConversionHalt: Hashable, Sendable {
    /// The input has ended, and all of it has been output.
    case ended
    /// The input returned `ConversionInput.failed` with this status. The next call continues where
    /// this one stopped.
    case inputFailed(status: Int32)
    /// The conversion itself failed.
    case failed(ConversionError)
}
