import AudioModel

/// What becomes of an interruption when its interrupter ends.
enum InterruptionOutcome: Equatable {
    case ends
    /// Another interrupter, which is still present, keeps the session interrupted.
    case isHandedTo(Interrupter)
    case lasts
}

/// Returns what becomes of a session's interruption when its interrupter ends.
///
/// - Parameters:
///   - shouldResume: Whether the session is to resume; one that is not ends its interruption even
///     while something else would interrupt it.
///   - other: The system interrupter that is still present and applies to the session.
///   - wakes: Whether the end of this interrupter ends interruptions at all.
///
/// Source: Audio Session Programming Guide, "Responding to Interruptions".
func outcome(
    shouldResume: Bool, besides other: Interrupter?, wakes: Bool, rules: RuleSet
) -> InterruptionOutcome {
    if rules.hold(.interruptionsNest), shouldResume, let other { return .isHandedTo(other) }
    return wakes ? .ends : .lasts
}

/// Returns the sessions, of those that a session has interrupted, that resume when it deactivates:
/// the last one, or all.
///
/// Source: the choice among several is ours (`docs/facts.md`).
func sessionsToWake(_ waiting: [AppID], wakesAll: Bool) -> [AppID] {
    wakesAll ? waiting : Array(waiting.suffix(1))
}

/// Whether a ringing banner leaves a session alone until the call is answered.
///
/// Source: the public AVAudioSession header, `setPrefersNoInterruptionsFromSystemAlerts`.
func mayWait(
    _ session: Session, for interrupter: Interrupter, _ device: DeviceState, rules: RuleSet
) -> Bool {
    interrupter == .call && device.call == .ringing && device.isCallBanner
        && rules.hold(.bannersCanWait) && session.prefersNoInterruptions
}
