import AudioModel

/// Who is told how a stream's feed gets on.
public struct StreamWatcher: Sendable {
    /// The feed's mark has been reached (`VoiceFeed.askForAttention`). On a control thread, which
    /// must not be kept.
    var progressed: @Sendable () -> Void
    /// The policy holds the stream or lets it go on. Called while the server decides: must return
    /// at once, and must not call the server.
    var transportChanged: @Sendable (StreamDirective.Transport) -> Void

    public init(
        progressed: @escaping @Sendable () -> Void,
        transportChanged: @escaping @Sendable (StreamDirective.Transport) -> Void
    ) {
        self.progressed = progressed
        self.transportChanged = transportChanged
    }
}
