import AudioModel

/// What the audibility rules look at: one stream, its session and the device.
struct StreamFacts {
    var kind: StreamKind
    var appVolume: Float
    var isHeldByApp: Bool
    var systemHold: SystemHold?

    var session: Session
    var isInBackground: Bool
    var isSuspended: Bool
    var hasAudioMode: Bool

    var ringSwitch: RingSwitch
    var isLocked: Bool
    var interrupter: Interrupter?
    /// Another app whose active session is for recording only.
    var recordingElsewhere: AppID?
    /// Any app, this one too, that keeps system sounds out of its recording.
    var recordingAnywhere: AppID?
    var ducker: AppID?
    var mediaVolume: Float
    var ringerVolume: Float
    var callVolume: Float
    var duckGain: Float
    var microphone: MicrophonePermission
}

/// What one rule says of one stream.
enum Finding {
    case silent(ReasonKind, String, by: Actor? = nil)
    /// Multiplies the stream; zero silences it for the given reason.
    case factor(FactorKind, Float, ReasonKind, String)
    case ducked(Float, by: Actor)
}

struct AudibilityRule: Sendable {
    var rule: Rule
    /// Looks at one stream; is told how to name an actor.
    var finding: @Sendable (StreamFacts, (Actor) -> String) -> Finding?
}

/// The rules that decide whether a stream is heard and how loud, in the order in which their
/// reasons are given. Each looks at the facts alone.
let audibilityRules: [AudibilityRule] = [
    AudibilityRule(rule: .interruptionHolds, finding: interruptionHolds),
    AudibilityRule(rule: .pauseHolds, finding: pauseHolds),
    AudibilityRule(rule: .systemSoundsObeySwitch, finding: systemSoundsObeySwitch),
    AudibilityRule(rule: .ringtoneObeysSwitch, finding: ringtoneObeysSwitch),
    AudibilityRule(rule: .timerObeysSwitch, finding: timerObeysSwitch),
    AudibilityRule(rule: .categoryObeysSwitch, finding: categoryObeysSwitch),
    AudibilityRule(rule: .lockSilences, finding: lockSilences),
    AudibilityRule(rule: .backgroundNeedsCategory, finding: backgroundNeedsCategory),
    AudibilityRule(rule: .backgroundNeedsMode, finding: backgroundNeedsMode),
    AudibilityRule(rule: .sessionMustBeActive, finding: sessionMustBeActive),
    AudibilityRule(rule: .recordHasNoOutput, finding: recordHasNoOutput),
    AudibilityRule(rule: .recordSilencesOthers, finding: recordSilencesOthers),
    AudibilityRule(rule: .microphoneNeedsPermission, finding: microphoneNeedsPermission),
    AudibilityRule(
        rule: .interrupterSilencesSystemSounds, finding: interrupterSilencesSystemSounds),
    AudibilityRule(rule: .appVolumeGoverns, finding: appVolumeGoverns),
    AudibilityRule(rule: .duckingLowers, finding: duckingLowers),
    AudibilityRule(rule: .mediaVolumeGoverns, finding: mediaVolumeGoverns),
    AudibilityRule(rule: .ringerVolumeGoverns, finding: ringerVolumeGoverns),
    AudibilityRule(rule: .callVolumeGoverns, finding: callVolumeGoverns),
]

/// Source: Audio Session Programming Guide, "Responding to Interruptions".
@Sendable private func interruptionHolds(_ facts: StreamFacts, _ name: (Actor) -> String)
    -> Finding?
{
    guard let interruption = facts.session.interruption, facts.kind.isSessionSound else {
        return nil
    }
    guard let by = interruption.by else {
        return .silent(.interrupted, "its output was unplugged, which interrupts the session")
    }
    return .silent(.interrupted, "the session is interrupted by \(name(by))", by: by)
}

/// Source: the meaning of pause; for the system's own pauses Audio Session Programming Guide,
/// "Responding to Route Changes".
@Sendable private func pauseHolds(_ facts: StreamFacts, _: (Actor) -> String) -> Finding? {
    switch facts.systemHold {
    case .routeLost:
        return .silent(.routeLost, "its output was unplugged and the system paused it")
    case .deactivation:
        return .silent(.paused, "its session was deactivated while it ran")
    case .mediaReset:
        return .silent(.paused, "the media services were reset, which ends every player")
    case .suspension:
        return .silent(.paused, "its app was suspended")
    case .interruption where facts.session.interruption == nil:
        return .silent(.paused, "its interruption has ended and nobody has resumed it")
    case .interruption, nil:
        return facts.isHeldByApp ? .silent(.paused, "its app paused it") : nil
    }
}

/// Source: iPhone Human Interface Guidelines, "Using Sound"; System Sound Services Reference.
@Sendable private func systemSoundsObeySwitch(_ facts: StreamFacts, _: (Actor) -> String)
    -> Finding?
{
    guard facts.kind.isSystemSound, facts.ringSwitch == .silent else { return nil }
    return .silent(.ringSwitch, "the ring switch is silent and system sounds obey it")
}

/// Source: iPhone Human Interface Guidelines, "Using Sound".
@Sendable private func ringtoneObeysSwitch(_ facts: StreamFacts, _: (Actor) -> String) -> Finding? {
    guard facts.kind == .ringtone, facts.ringSwitch == .silent else { return nil }
    return .silent(.ringSwitch, "the ring switch is silent and the ringtone obeys it")
}

/// Source: third-party reports: an alarm breaks through, a timer's end does not.
@Sendable private func timerObeysSwitch(_ facts: StreamFacts, _: (Actor) -> String) -> Finding? {
    guard facts.kind == .timer, facts.ringSwitch == .silent else { return nil }
    return .silent(.ringSwitch, "the ring switch is silent and the timer obeys it")
}

/// Source: Audio Session Programming Guide, appendix B, "Silenced by the Ring/Silent switch".
@Sendable private func categoryObeysSwitch(_ facts: StreamFacts, _: (Actor) -> String) -> Finding? {
    guard facts.kind.isSessionSound, facts.ringSwitch == .silent,
        obeysSwitch(facts.session.category)
    else { return nil }
    return .silent(
        .ringSwitch,
        "the ring switch is silent and category \(facts.session.category.rawValue) obeys it")
}

/// Source: Audio Session Programming Guide, appendix B, "Silenced by screen locking".
@Sendable private func lockSilences(_ facts: StreamFacts, _: (Actor) -> String) -> Finding? {
    guard facts.kind.isSessionSound, facts.isLocked, isSilencedByLock(facts.session.category)
    else { return nil }
    return .silent(
        .locked, "the phone is locked and category \(facts.session.category.rawValue) obeys that")
}

/// Source: Audio Session Programming Guide, appendix B, note on background use.
@Sendable private func backgroundNeedsCategory(_ facts: StreamFacts, _: (Actor) -> String)
    -> Finding?
{
    guard facts.kind.isSessionSound, facts.isInBackground, facts.hasAudioMode,
        !worksInBackground(facts.session.category)
    else { return nil }
    return .silent(
        .background,
        "the app is in the background, where category \(facts.session.category.rawValue) is silent")
}

/// Source: App Programming Guide for iOS, "Background Execution".
@Sendable private func backgroundNeedsMode(_ facts: StreamFacts, _: (Actor) -> String) -> Finding? {
    guard facts.kind.isSessionSound, facts.isInBackground, !facts.hasAudioMode else { return nil }
    return .silent(
        .background, "the app is in the background and does not have the audio background mode")
}

/// Source: Audio Session Programming Guide, "Activating and Deactivating Your Audio Session".
@Sendable private func sessionMustBeActive(_ facts: StreamFacts, _: (Actor) -> String) -> Finding? {
    guard facts.kind.isSessionSound, !facts.session.isActive else { return nil }
    return .silent(.notActive, "the app's session is not active")
}

/// Source: Audio Session Programming Guide, appendix B, "Allows audio output".
@Sendable private func recordHasNoOutput(_ facts: StreamFacts, _: (Actor) -> String) -> Finding? {
    guard facts.kind.isSessionSound, facts.kind != .recorder,
        !givesOutput(facts.session.category)
    else { return nil }
    return .silent(
        .recordOnlyCategory, "category \(facts.session.category.rawValue) has no output")
}

/// Source: Audio Session Programming Guide, appendix B, the Record category; the public
/// AVAudioSession header, `setAllowHapticsAndSystemSoundsDuringRecording`.
@Sendable private func recordSilencesOthers(_ facts: StreamFacts, _ name: (Actor) -> String)
    -> Finding?
{
    let recorder = facts.kind.isSystemSound ? facts.recordingAnywhere : facts.recordingElsewhere
    guard let recorder, !facts.kind.isDeviceSound, facts.kind != .recorder else { return nil }
    let by = Actor.app(recorder)
    return .silent(
        .recordingElsewhere, "\(name(by)) records, which silences all other output", by: by)
}

/// Source: the public AVAudioSession header, `requestRecordPermission`: until it is granted, what
/// is recorded is silence.
@Sendable private func microphoneNeedsPermission(_ facts: StreamFacts, _: (Actor) -> String)
    -> Finding?
{
    guard facts.kind == .recorder else { return nil }
    switch facts.microphone {
    case .granted: return nil
    case .denied: return .silent(.microphoneDenied, "the microphone is denied to the app")
    case .undetermined:
        return .silent(
            .microphoneDenied, "nobody has been asked whether the app may use the microphone")
    }
}

/// Source: Audio Session Programming Guide, table 3-2.
@Sendable private func interrupterSilencesSystemSounds(
    _ facts: StreamFacts, _ name: (Actor) -> String
) -> Finding? {
    guard facts.kind.isSystemSound, let interrupter = facts.interrupter else { return nil }
    let by = Actor.system(interrupter)
    return .silent(.interrupted, "system sounds are silent during \(name(by))", by: by)
}

/// Source: the volume property of every player class.
@Sendable private func appVolumeGoverns(_ facts: StreamFacts, _: (Actor) -> String) -> Finding? {
    guard facts.kind.isSessionSound else { return nil }
    return .factor(.appVolume, facts.appVolume, .appVolumeZero, "its app set its volume to zero")
}

/// Source: the public AVAudioSession header, `duckOthers`; the amount is ours (`docs/facts.md`).
@Sendable private func duckingLowers(_ facts: StreamFacts, _: (Actor) -> String) -> Finding? {
    guard facts.kind.isSessionSound, facts.kind != .recorder, let ducker = facts.ducker else {
        return nil
    }
    return .ducked(facts.duckGain, by: .app(ducker))
}

/// What is recorded has no volume but its own.
///
/// Source: iPhone Human Interface Guidelines, "Using Sound".
@Sendable private func mediaVolumeGoverns(_ facts: StreamFacts, _: (Actor) -> String) -> Finding? {
    guard facts.kind.isSessionSound, facts.kind != .recorder else { return nil }
    return .factor(.mediaVolume, facts.mediaVolume, .volumeZero, "the media volume is zero")
}

/// Source: iPhone Human Interface Guidelines, "Using Sound": ringer, alerts, system sounds, alarm.
@Sendable private func ringerVolumeGoverns(_ facts: StreamFacts, _: (Actor) -> String) -> Finding? {
    switch facts.kind {
    case .systemSound, .alertSound, .ringtone, .alarm, .timer:
        .factor(.ringerVolume, facts.ringerVolume, .volumeZero, "the ringer volume is zero")
    case .player, .queue, .unit, .recorder, .callAudio, .emergencyAlert: nil
    }
}

/// Source: third-party reports: calls have a volume of their own.
@Sendable private func callVolumeGoverns(_ facts: StreamFacts, _: (Actor) -> String) -> Finding? {
    guard facts.kind == .callAudio else { return nil }
    return .factor(.callVolume, facts.callVolume, .volumeZero, "the call volume is zero")
}
