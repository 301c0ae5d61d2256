package import AudioModel

/// The conditions that may prevent a session from becoming active.
package struct ActivationConditions {
    var interrupter: Interrupter?
    var isForeground: Bool
    var hasAudioMode: Bool
    var isWokenToResume: Bool
    var isOtherNonMixableActive: Bool
    /// Whether a call is present; it prevents recording even while a higher interrupter is present,
    /// as the assistant does.
    var isCallOn: Bool
    var isAssistantListening: Bool

    /// - Parameters:
    ///   - isCallOn: Whether a call is present; `nil` to derive it from `interrupter`, likewise for
    ///     `isAssistantListening`.
    package init(
        interrupter: Interrupter?, isForeground: Bool, hasAudioMode: Bool, isWokenToResume: Bool,
        isOtherNonMixableActive: Bool, isCallOn: Bool? = nil, isAssistantListening: Bool? = nil
    ) {
        self.isCallOn = isCallOn ?? (interrupter == .call)
        self.isAssistantListening = isAssistantListening ?? (interrupter == .assistant)
        self.interrupter = interrupter
        self.isForeground = isForeground
        self.hasAudioMode = hasAudioMode
        self.isWokenToResume = isWokenToResume
        self.isOtherNonMixableActive = isOtherNonMixableActive
    }
}

/// Why a session may not become active; `nil` when it may.
///
/// While a call or an alarm is present, only mixable sessions may become active. From the
/// background a session may not interrupt another app, and an app without the background mode may
/// not become active at all.
///
/// Source: the public AVAudioSession header, error codes `insufficientPriority`,
/// `cannotInterruptOthers` and `cannotStartPlaying`; that the mode allows a start when no other app
/// plays is our choice (`docs/facts.md`).
package func activationRefusal(
    _ session: Session, _ circumstances: ActivationConditions, rules: RuleSet
) -> SessionError? {
    let mixes = isMixable(session, rules: rules)
    if rules.hold(.interrupterBlocksActivation), circumstances.interrupter != nil {
        let records = takesInput(session.category)
        if records, circumstances.isCallOn { return .insufficientPriority }
        if records, circumstances.isAssistantListening, rules.hold(.assistantBlocksRecording) {
            return .siriIsRecording
        }
        if !mixes { return .insufficientPriority }
    }
    guard !circumstances.isForeground else { return nil }
    if !mixes, rules.hold(.backgroundMayNotInterrupt), !circumstances.isWokenToResume {
        if circumstances.isOtherNonMixableActive || !circumstances.hasAudioMode {
            return .cannotInterruptOthers
        }
    }
    if mixes, rules.hold(.backgroundMayNotStart), !circumstances.hasAudioMode,
        !circumstances.isWokenToResume
    {
        return .cannotStartPlaying
    }
    return nil
}
