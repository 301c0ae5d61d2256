/// Why the system killed an app's process without notifying the app.
public enum KillReason: Hashable, Sendable {
    /// The app did not return from the callback in time.
    case hung(WatchedCallback)
    /// A background task was still open when the background time was over.
    case backgroundTimeIsOut
    /// The system reclaimed the app's memory.
    case memory
}
