import AudioModel

/// What stands in the way of a session that wants to become active.
package struct ActivationCircumstances {
    var interrupter: Interrupter?
    var isForeground: Bool
    var hasAudioMode: Bool
    var isWokenToResume: Bool
    var isOtherNonMixableActive: Bool
    /// Those that keep others from recording, even while one of higher priority sounds.
    var isCallOn: Bool
    var isAssistantListening: Bool

    /// - Parameters:
    ///   - isCallOn: `nil` for whether `interrupter` is one; so with the assistant.
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
/// While a call or an alarm sounds, only what mixes may join it. From the background nothing may
/// interrupt another app, and an app without the background mode may not begin at all.
///
/// Source: the public AVAudioSession header, error codes `insufficientPriority`,
/// `cannotInterruptOthers` and `cannotStartPlaying`; that the mode allows a start when nobody
/// else sounds is our choice (`docs/facts.md`).
package func activationRefusal(
    _ session: Session, _ circumstances: ActivationCircumstances, rules: RuleSet
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
