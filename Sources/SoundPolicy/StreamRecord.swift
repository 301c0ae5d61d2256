import AudioModel

/// One stream that has not ended.
package struct StreamRecord: Hashable, Sendable {
    var kind: StreamKind
    /// The app's own volume of the stream, linear, 0…1.
    package internal(set) var appVolume: Float
    var isHeldByApp = false
    var systemHold: SystemHold?
    /// Whether a system sound plays to its end whatever happens to the app.
    package internal(set) var outlivesApp = false
    package internal(set) var verdict: Verdict?
    /// The traits as last counted.
    var traits: StreamTraits = []

    var isHeld: Bool { isHeldByApp || systemHold != nil }
}

/// Why the system pauses a stream until its app resumes it.
enum SystemHold: Hashable, Sendable {
    case interruption
    case routeLost
    case deactivation
    case suspension
    case mediaReset
    /// The session's category has changed to one without input.
    case inputLost
}
