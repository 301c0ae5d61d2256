public import AudioCodecs
public import AudioModel

/// State of a file that decides which properties can be set.
public struct WritingState: Sendable {
    /// The file type.
    public var kind: ContainerKind
    /// The format of the audio.
    public var format: StreamFormat
    /// Whether the file was created rather than opened.
    public var isNew: Bool
    /// Whether the header can no longer change.
    public var isSettled: Bool
    /// Whether sizes in the header are written only when needed.
    public var defersSizes: Bool
    /// Whether the file can store priming and remainder frames.
    public var hasPacketTable: Bool
    /// Packets in the file.
    public var packetCount: Int64
}
