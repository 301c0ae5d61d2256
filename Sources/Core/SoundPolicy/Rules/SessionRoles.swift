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

/// What the roles of an app's session depend on.
struct RoleFacts: Sendable {
    var category: SessionCategory
    /// The mode that the app has set.
    var mode: SessionMode
    var options: SessionOptions
    var isActive: Bool
    /// Whether the app lets system sounds through while it records.
    var allowsSystemSounds: Bool
    var appState: AppState
    /// Whether the app may play in the background, or is kept running for its VoIP call.
    var mayPlayInBackground: Bool
    var isRecording: Bool
    /// Whether the session lets an input run.
    var takesInput: Bool

    /// Whether an input of the app may run.
    var mayRunInput: Bool {
        appState == .active || appState == .inactive || mayPlayInBackground
    }
}

/// Returns the effects of an app's session on other sessions; none while it is inactive.
///
/// Source: as for the rules that ask for a role; that recordings and chats keep the route is ours
/// (`docs/facts.md`).
func sessionRoles(_ facts: RoleFacts, recordingTakesAll: Bool, rules: RuleSet) -> SessionRoles {
    guard facts.isActive else { return [] }
    let category = facts.category
    let mode = isSupported(facts.mode, by: category) ? facts.mode : .default
    let runsInput = facts.isRecording && facts.mayRunInput && facts.takesInput
    let mayChat = facts.mayRunInput && facts.appState != .suspended
    let chats = mayChat && category == .playAndRecord && isChat(mode)
    var roles: SessionRoles = runsInput || chats ? .keepsRoute : []
    if category == .record { roles.insert(.records) }
    if ducksOthers(category, facts.options) { roles.insert(.ducks) }
    if recordingTakesAll || mode == .spokenAudio
        || !isMixable(category, facts.options, rules: rules)
    {
        roles.insert(.isInterruptible)
    }
    guard !facts.allowsSystemSounds else { return roles }
    if runsInput || category == .record { roles.insert(.recordsAlone) }
    if category == .record || category == .playAndRecord {
        roles.insert(.forbidsVibration)
    }
    return roles
}
