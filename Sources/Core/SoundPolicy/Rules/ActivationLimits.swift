package import AudioModel

/// The conditions that may prevent a session from becoming active.
package struct ActivationConditions {
    var interrupter: Interrupter?
    var isForeground: Bool
    var hasAudioMode: Bool
    var isWokenToResume: Bool
    var isOtherNonMixableActive: Bool
    /// Whether a session that does not mix may become active in the background while no other such
    /// session is.
    var mayBeginAlone: Bool
    /// Whether a call is present; it prevents recording even while a higher interrupter is present,
    /// as the assistant does.
    var isCallOn: Bool
    var isAssistantListening: Bool

    /// - Parameters:
    ///   - isCallOn: Whether a call is present; `nil` to derive it from `interrupter`, likewise for
    ///     `isAssistantListening`.
    package init(
        interrupter: Interrupter?, isForeground: Bool, hasAudioMode: Bool, isWokenToResume: Bool,
        isOtherNonMixableActive: Bool, mayBeginAlone: Bool = true, isCallOn: Bool? = nil,
        isAssistantListening: Bool? = nil
    ) {
        self.mayBeginAlone = mayBeginAlone
        self.isCallOn = isCallOn ?? (interrupter == .call)
        self.isAssistantListening = isAssistantListening ?? (interrupter == .assistant)
        self.interrupter = interrupter
        self.isForeground = isForeground
        self.hasAudioMode = hasAudioMode
        self.isWokenToResume = isWokenToResume
        self.isOtherNonMixableActive = isOtherNonMixableActive
    }
}

/// Why a session may not become active.
package enum ActivationObstacle: Hashable, Sendable {
    case recordsInCall
    case recordsBesideAssistant
    case doesNotMixBeside(Interrupter)
    case wouldInterruptFromBackground
    case beginsInBackground
    case hasNoBackgroundMode(mixes: Bool)

    package var error: SessionError {
        switch self {
        case .recordsInCall, .doesNotMixBeside: .insufficientPriority
        case .recordsBesideAssistant: .siriIsRecording
        case .wouldInterruptFromBackground, .beginsInBackground,
            .hasNoBackgroundMode(mixes: false):
            .cannotInterruptOthers
        case .hasNoBackgroundMode(mixes: true): .cannotStartPlaying
        }
    }

    package var rule: Rule {
        switch self {
        case .recordsInCall, .doesNotMixBeside: .interrupterBlocksActivation
        case .recordsBesideAssistant: .assistantBlocksRecording
        case .wouldInterruptFromBackground, .beginsInBackground,
            .hasNoBackgroundMode(mixes: false):
            .backgroundMayNotInterrupt
        case .hasNoBackgroundMode(mixes: true): .backgroundMayNotStart
        }
    }

    /// The obstacle and what is allowed, as clauses.
    ///
    /// - Parameter interrupted: The name of an app with an active session that does not mix, if any.
    func sentence(_ category: SessionCategory, interrupting interrupted: String?) -> String {
        let name = category.rawValue
        return switch self {
        case .recordsInCall:
            "category \(name) records, which no app may during a call; wait for its end, or take a "
                + "category without input that mixes"
        case .recordsBesideAssistant:
            "category \(name) records, which no app may while the assistant listens; wait for its "
                + "end"
        case .doesNotMixBeside(let interrupter):
            "the \(interrupter.rawValue) lasts, and the session does not mix (category \(name)); "
                + "wait for its end, or mix (category ambient, option mixWithOthers)"
        case .wouldInterruptFromBackground:
            "the app is in the background, and its session (category \(name)) would interrupt "
                + "\(interrupted ?? "other apps"); come to the front first, or mix (option mixWithOthers)"
        case .beginsInBackground:
            "the app is in the background, where a session that does not mix (category \(name)) "
                + "becomes active only to resume after an interruption or for a remote command; "
                + "come to the front first, or mix (option mixWithOthers)"
        case .hasNoBackgroundMode(mixes: false):
            "the app is in the background without the audio background mode; come to the front "
                + "first, or list audio in UIBackgroundModes"
        case .hasNoBackgroundMode(mixes: true):
            "the app is in the background, where its session may mix but not start without the "
                + "audio background mode; come to the front first, or list audio in "
                + "UIBackgroundModes"
        }
    }
}

/// Why a session may not become active; `nil` when it may.
///
/// While a call or an alarm is present, only mixable sessions may become active. From the
/// background a session that does not mix may become active only to resume, and an app without the
/// background mode may not become active at all.
///
/// Source: the public AVAudioSession header, error codes `insufficientPriority`,
/// `cannotInterruptOthers` and `cannotStartPlaying`; developers' reports for sessions that no other
/// one is active beside (`docs/facts.md`).
package func activationObstacle(
    _ session: Session, _ circumstances: ActivationConditions, rules: RuleSet
) -> ActivationObstacle? {
    let mixes = isMixable(session, rules: rules)
    if rules.hold(.interrupterBlocksActivation), let interrupter = circumstances.interrupter {
        let records = takesInput(session.category)
        if records, circumstances.isCallOn { return .recordsInCall }
        if records, circumstances.isAssistantListening, rules.hold(.assistantBlocksRecording) {
            return .recordsBesideAssistant
        }
        if !mixes { return .doesNotMixBeside(interrupter) }
    }
    guard !circumstances.isForeground else { return nil }
    if !mixes, rules.hold(.backgroundMayNotInterrupt), !circumstances.isWokenToResume {
        if !circumstances.hasAudioMode { return .hasNoBackgroundMode(mixes: false) }
        if circumstances.isOtherNonMixableActive { return .wouldInterruptFromBackground }
        if !circumstances.mayBeginAlone { return .beginsInBackground }
    }
    if mixes, rules.hold(.backgroundMayNotStart), !circumstances.hasAudioMode,
        !circumstances.isWokenToResume
    {
        return .hasNoBackgroundMode(mixes: true)
    }
    return nil
}
