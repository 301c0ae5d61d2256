/// Where an app is in its life.
public enum AppState: String, CaseIterable, Hashable, Sendable {
    case notRunning
    case suspended
    case background
    /// In the foreground without receiving touches: under an alert or a ringing call.
    case inactive
    case active
}

/// How an app's process came to its end.
public enum Termination: String, CaseIterable, Hashable, Sendable {
    case quit
    case killed
    case crashed
}
