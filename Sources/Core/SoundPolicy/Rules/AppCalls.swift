import AudioModel

/// The VoIP call of an app.
struct AppCall: Hashable, Sendable {
    var app: AppID
    var state = AppCallState.ringing
    /// Whether the app's provider of calls carries out what the user does.
    var isProvided = false
    /// Whether a call of the telephone has put it on hold, rather than the user.
    var isHeldByCall = false
}

/// Whether a VoIP call may begin beside what is there: one call at a time.
///
/// Source: none; calls that wait are not modelled (`docs/facts.md`).
func mayBegin(besides call: CallState, _ appCall: AppCall?) -> Bool {
    call == .none && appCall == nil
}

/// Whether an app's session has the priority of a call: nothing interrupts it or refuses its
/// activation, and no other session ducks it.
///
/// Source: Apple, CallKit, `CXProviderDelegate.provider(_:didActivate:)`: the system activates the
/// call's session with elevated priority.
func hasCallPriority(_ app: AppID, _ call: AppCall?, rules: RuleSet) -> Bool {
    call?.app == app && call?.state == .connected && rules.hold(.appCallHasPriority)
}

/// Whether the end of a telephone call resumes the VoIP call that it has put on hold: a user that
/// hangs up talks on in the other call, and is not to be overheard when the remote party hangs up.
///
/// Source: developer forum threads 715488 and 749202, the latter with an answer of an engineer of
/// Apple's; twilio/twilio-voice-ios#152.
func resumesAppCall(byRemoteParty: Bool, keepsHold: Bool, rules: RuleSet) -> Bool {
    !byRemoteParty || !keepsHold || !rules.hold(.remoteEndKeepsHold)
}

/// Whether the session of a connected VoIP call may have a category.
///
/// Source: developer forum thread 804510: CallKit does not work with `playback`; players that set
/// it sound during their app's call up to iOS 16, and not from iOS 17 on
/// (bluefireteam/audioplayers#1713, ryanheise/just_audio#1074, hiennguyen92/flutter_callkit_incoming
/// #406). That the change is refused, and with which error, is ours (`docs/facts.md`).
func maySpeak(
    with category: SessionCategory, in profile: PhoneProfile, rules: RuleSet
) -> Bool {
    takesInput(category) || !profile.keepsCallsCategory || !rules.hold(.appCallNeedsInput)
}

/// Whether an app with a VoIP call, ringing, connected or held, is not suspended.
///
/// Source: App Programming Guide for iOS, "Implementing a VoIP App"; `voip` of `UIBackgroundModes`.
func isKeptForCall(_ description: AppDescription, rules: RuleSet) -> Bool {
    rules.hold(.appCallKeepsRunning) && description.backgroundModes.contains("voip")
}

/// Whether the call volume governs an app's sound, as that of a telephone call.
///
/// Source: third-party reports: the buttons move the call volume during a call of an app.
func isUnderCallVolume(_ app: AppID, _ call: AppCall?, rules: RuleSet) -> Bool {
    call?.app == app && call?.state == .connected && rules.hold(.appCallUsesCallVolume)
}

/// Whether answering a VoIP call brings its app to the front: on an unlocked phone.
///
/// Source: remembered from phones; on a locked one the system's own screen stays (`docs/facts.md`).
func bringsAppToFront(isLocked: Bool, rules: RuleSet) -> Bool {
    !isLocked && rules.hold(.answeringOpensCallingApp)
}

/// Returns a session as the system activates it for a call: with the app's own category where that
/// takes input, otherwise as `playAndRecord` with `voiceChat`.
///
/// Source: Apple, CallKit's sample "Speakerbox": its app configures `playAndRecord` and
/// `voiceChat`; that the system does so where the app has not is ours (`docs/facts.md`).
func sessionForCall(_ session: Session) -> Session {
    guard !takesInput(session.category) else { return session }
    var session = session
    (session.category, session.mode, session.options) = (.playAndRecord, .voiceChat, [])
    session.routeSharingPolicy = .default
    session.recordsUntouched = false
    return session
}
