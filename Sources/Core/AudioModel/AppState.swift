/// The state of an app in its life cycle.
public enum AppState: String, CaseIterable, Hashable, Sendable {
    case notRunning
    case suspended
    case background
    /// In the foreground without receiving touches, such as under an alert or a ringing call.
    case inactive
    case active
}

/// How an app's process ended.
public enum Termination: String, CaseIterable, Hashable, Sendable {
    case quit
    case killed
    case crashed
}
