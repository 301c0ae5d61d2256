import AudioFormats
import AudioModel

/// What decides about which properties of a file can be set.
public struct WritingState: Sendable {
    public var kind: ContainerKind
    public var format: StreamFormat
    /// Whether it was made, and not there before.
    public var isNew: Bool
    /// Whether what stands before the audio cannot be changed any more.
    public var isSettled: Bool
    public var defersSizes: Bool
    public var hasPacketTable: Bool
    public var packetCount: Int64
}
