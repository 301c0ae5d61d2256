package import AudioModel

/// One stream that has not ended.
package struct StreamRecord: Sendable {
    package let kind: StreamKind
    /// The app's own volume of the stream, linear, 0…1.
    package internal(set) var appVolume: Float
    var isHeldByApp = false
    var systemHold: SystemHold?
    /// Whether a system sound plays to its end whatever happens to the app.
    package internal(set) var outlivesApp = false
    package internal(set) var verdict: Verdict?
    /// The facts that the verdict follows from.
    var facts: StreamFacts?

    init(kind: StreamKind, appVolume: Float, isHeldByApp: Bool) {
        self.kind = kind
        self.appVolume = appVolume
        self.isHeldByApp = isHeldByApp
    }

    /// The volume that governs the stream; `nil` for none.
    var governor: VolumeKind? { facts?.governor }

    var isHeld: Bool { isHeldByApp || systemHold != nil }

    /// Whether the stream records, unless the policy denies it the input.
    var isRecording: Bool { kind == .recorder && !isHeld }

    /// Whether the stream keeps an app with the background mode from being suspended.
    var keepsAppRunning: Bool { kind.isSessionSound && !isHeld && appVolume > 0 }

    /// Whether an app's playback is not paused, nor stopped by the background or the lock; a muted
    /// stream plays.
    var isPlaying: Bool {
        guard kind.isSessionSound, kind != .recorder, !isHeld, let verdict else { return false }
        return !verdict.reasons.contains { $0.kind == .background || $0.kind == .locked }
    }

    var isAudible: Bool { verdict?.reasons.isEmpty == true }

    /// Whether the stream is audible, or would be if its volume were not zero.
    var isAudibleWithVolume: Bool { verdict?.reasons.allSatisfy { $0.kind == .volumeZero } == true }
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
