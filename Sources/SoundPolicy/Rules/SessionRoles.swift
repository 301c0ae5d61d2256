import AudioModel

/// The effects of an active session on other sessions.
struct SessionRoles: OptionSet, Sendable {
    let rawValue: UInt8

    /// A record-only session, which silences all other output.
    static let records = SessionRoles(rawValue: 1)
    /// A session that records only, or has a running input, and excludes system sounds.
    static let recordsAlone = SessionRoles(rawValue: 2)
    static let ducks = SessionRoles(rawValue: 4)
    /// A session that other sessions may interrupt.
    static let isInterruptible = SessionRoles(rawValue: 8)
    /// A session that forbids its app to vibrate, which might disturb the recording.
    static let forbidsVibration = SessionRoles(rawValue: 16)
    /// A session with a running input, or for a chat, which keeps the route even while its
    /// microphone is paused.
    static let keepsRoute = SessionRoles(rawValue: 32)
}

/// Returns the effects of an app's session on other sessions; none while it is inactive.
///
/// Source: as for the rules that ask for a role; that recordings and chats keep the route is ours
/// (`docs/facts.md`).
func sessionRoles(
    of session: Session, mayRunInput: Bool, isSuspended: Bool, isRecording: Bool,
    recordingTakesAll: Bool, rules: RuleSet
) -> SessionRoles {
    guard session.isActive else { return [] }
    let runsInput = isRecording && mayRunInput && takesInput(session.category)
    let mayChat = mayRunInput && !isSuspended
    let chats = mayChat && session.category == .playAndRecord && isChat(session.effectiveMode)
    var roles: SessionRoles = runsInput || chats ? .keepsRoute : []
    if session.category == .record { roles.insert(.records) }
    if ducksOthers(session) { roles.insert(.ducks) }
    if recordingTakesAll || session.effectiveMode == .spokenAudio
        || !isMixable(session, rules: rules)
    {
        roles.insert(.isInterruptible)
    }
    guard !session.allowsSystemSoundsDuringRecording else { return roles }
    if runsInput || session.category == .record { roles.insert(.recordsAlone) }
    if session.category == .record || session.category == .playAndRecord {
        roles.insert(.forbidsVibration)
    }
    return roles
}
