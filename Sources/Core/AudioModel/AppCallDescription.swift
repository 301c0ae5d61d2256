/// How an app's provider of calls describes the other end of its VoIP call, for the system's screen
/// and for other programs.
public struct AppCallDescription: Hashable, Sendable {
    /// The name of the other party; empty when it is not known.
    public var name: String
    /// The number, the address or the like of the other party; empty when it is not known.
    public var handle: String
    public var isOutgoing: Bool
    public var hasVideo: Bool

    public init(
        name: String = "", handle: String = "", isOutgoing: Bool = false, hasVideo: Bool = false
    ) {
        self.name = name
        self.handle = handle
        self.isOutgoing = isOutgoing
        self.hasVideo = hasVideo
    }

    /// Bytes of a text that are kept.
    package static let textBytesMax = 256

    /// The description with texts of at most `textBytesMax` bytes.
    package var bounded: AppCallDescription {
        var bounded = self
        bounded.name = name.bounded(toBytes: Self.textBytesMax)
        bounded.handle = handle.bounded(toBytes: Self.textBytesMax)
        return bounded
    }
}
