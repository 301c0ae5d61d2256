/// What one call of a converter gave.
public struct ConversionResult: Hashable, Sendable {
    /// Of linear PCM and the laws, frames.
    public var packetCount = 0
    /// In each of the buffers.
    public var byteCount = 0
    /// Why there are fewer than asked for; nil when there are not, or the buffers are full.
    public var halt: ConversionHalt?

    public init(packetCount: Int = 0, byteCount: Int = 0, halt: ConversionHalt? = nil) {
        self.packetCount = packetCount
        self.byteCount = byteCount
        self.halt = halt
    }
}

/// Why a converter stopped before it had given all that was asked for.
public enum ConversionHalt: Hashable, Sendable {
    /// All that came in has gone out.
    case ended
    /// What `ConversionInput.failed` said. The next call goes on where this one stopped.
    case inputFailed(status: Int32)
    case failed(ConversionError)
}
