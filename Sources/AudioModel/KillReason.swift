/// Why an app's process was ended without a word to it.
public enum KillReason: Hashable, Sendable {
    /// It did not return in time.
    case hung(WatchedCallback)
    /// A background task was still open when its time was out.
    case backgroundTimeIsOut
    /// Its memory was needed.
    case memory
}
