public import AudioModel

/// Callbacks about the progress of a stream's feed.
public struct StreamWatcher: Sendable {
    /// Called when the feed has reached its refill threshold (`VoiceFeedWriter.setRefillThreshold`), on a
    /// control thread; must return quickly.
    var progressed: @Sendable () -> Void
    /// Called when the policy pauses or resumes the stream, while the server decides: must return
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
