import AudioModel

/// The session of a running app.
struct ModelSession: Sendable {
    let app: AppID
    var isActive = false
    /// Order of activation; larger is later.
    var activation = 0
    var interruption: ModelInterruption?
    /// Time until which it may become active in the background, after an end with `shouldResume`.
    var mayResumeUntil: HostTime?
}

/// An interruption that has begun and not ended.
struct ModelInterruption: Sendable {
    /// The interrupter; `nil` for a lost route.
    var by: Actor?
    /// Order of interruption; larger is later.
    var order: Int
    /// Whether the session's output was unplugged meanwhile, so that the system keeps it paused.
    var hasLostRoute = false
}

/// A stream that has not ended.
struct ModelStream: Sendable {
    let id: StreamID
    let kind: StreamKind
    /// Whether its app has paused it.
    var isPaused: Bool
    /// Whether the system has paused it until its app resumes it.
    var isHeld = false

    var runs: Bool { !isPaused && !isHeld }
}
