import AudioModel

/// The inputs of the audibility rules: one stream, its app and the device.
struct StreamFacts: Equatable, Sendable {
    var kind: StreamKind
    var appVolume: Float
    var isHeldByApp: Bool
    var systemHold: SystemHold?
    /// The volume that governs the stream; `nil` for none.
    var governor: VolumeKind?
    /// The gain of that volume; 1 without one.
    var governorGain: Float = 1
    var app: AppFacts
    var device: DeviceConditions
}

/// The facts about one app that the audibility of its streams depends on.
struct AppFacts: Equatable, Sendable {
    var category: SessionCategory
    var isActive: Bool
    var isInterrupted = false
    /// The interrupter of the session, if any.
    var interruptedBy: Actor?
    /// Whether the interrupter is an app that runs.
    var isInterrupterRunning = false
    var isInBackground = false
    var hasAudioMode = true
    /// Whether the call volume governs its sound.
    var isUnderCallVolume = false
    /// Whether its streams are reported as paused while its session is interrupted.
    var isPausedByInterruption = false
    /// Whether its session takes input although its category was never set.
    var recordsUntouched = false
    /// Another app with an active record-only session.
    var recordingElsewhere: AppID?
    /// Another app that ducks this one.
    var ducker: AppID?
}

/// The conditions of the device that the audibility of every stream depends on.
struct DeviceConditions: Equatable, Sendable {
    var ringSwitch: RingSwitch
    /// Whether silent mode applies to what sounds from the present output.
    var isOutputSilent: Bool
    var isLocked: Bool
    var interrupter: Interrupter?
    /// The first app that records and excludes system sounds.
    var recordingAnywhere: AppID?
    /// Whether a call ducks alarms.
    var lowersAlarms: Bool
    // These come from the configuration.
    var duckGain: Float
    var microphone: MicrophonePermission
}

/// The finding of one rule about one stream.
enum AudibilityFinding {
    case silent(SilencingFact)
    /// A gain; zero silences the stream because of the fact.
    case factor(FactorKind, Float, SilencingFact)
    case ducked(Float, by: Actor)
}

/// Returns the finding of one rule; `nil` when it does not apply. Each rule depends on the facts
/// alone.
func finding(of rule: AudibilityRule, _ facts: StreamFacts) -> AudibilityFinding? {
    switch rule {
    case .interruptionHolds: interruptionHolds(facts)
    case .pauseHolds: pauseHolds(facts)
    case .systemSoundsObeySwitch: systemSoundsObeySwitch(facts)
    case .ringtoneObeysSwitch: ringtoneObeysSwitch(facts)
    case .timerObeysSwitch: timerObeysSwitch(facts)
    case .categoryObeysSwitch: categoryObeysSwitch(facts)
    case .lockSilences: lockSilences(facts)
    case .backgroundNeedsCategory: backgroundNeedsCategory(facts)
    case .backgroundNeedsMode: backgroundNeedsMode(facts)
    case .sessionMustBeActive: sessionMustBeActive(facts)
    case .recordHasNoOutput: recordHasNoOutput(facts)
    case .recordSilencesOthers: recordSilencesOthers(facts)
    case .microphoneNeedsPermission: microphoneNeedsPermission(facts)
    case .interrupterSilencesSystemSounds: interrupterSilencesSystemSounds(facts)
    case .appVolumeGoverns: appVolumeGoverns(facts)
    case .duckingLowers: duckingLowers(facts)
    case .mediaVolumeGoverns: mediaVolumeGoverns(facts)
    case .ringerVolumeGoverns: ringerVolumeGoverns(facts)
    case .callVolumeGoverns: callVolumeGoverns(facts)
    }
}

/// Source: Audio Session Programming Guide, "Responding to Interruptions".
private func interruptionHolds(_ facts: StreamFacts) -> AudibilityFinding? {
    guard facts.app.isInterrupted, facts.kind.isSessionSound else { return nil }
    return .silent(facts.app.interruptedBy.map { .interrupted(by: $0) } ?? .outputUnplugged)
}

/// Source: the meaning of pause; for the system's own pauses Audio Session Programming Guide,
/// "Responding to Route Changes".
private func pauseHolds(_ facts: StreamFacts) -> AudibilityFinding? {
    switch facts.systemHold {
    case .routeLost: .silent(.routeLost)
    case .deactivation: .silent(.deactivated)
    case .mediaReset: .silent(.mediaReset)
    case .suspension: .silent(.suspended)
    case .inputLost: .silent(.inputLost)
    case .interruption where !facts.app.isInterrupted: .silent(.notResumed)
    case .interruption, nil: facts.isHeldByApp ? .silent(.pausedByApp) : nil
    }
}

/// Whether silent mode applies to what sounds from these outputs: to the device's own, and not to
/// headphones and other accessories.
///
/// Source: reports from devices of 2014 to 2025 for headphones and Bluetooth; the same for other
/// accessories is our choice (`docs/facts.md`).
func switchGoverns(_ outputs: [Port], everywhere: Bool) -> Bool {
    everywhere || outputs.allSatisfy(\.kind.isBuiltIn)
}

/// Source: iPhone Human Interface Guidelines, "Using Sound"; System Sound Services Reference.
private func systemSoundsObeySwitch(_ facts: StreamFacts) -> AudibilityFinding? {
    guard facts.kind.isSystemSound, facts.device.isOutputSilent else { return nil }
    return .silent(.ringSwitchSilencesSystemSounds)
}

/// Obeys the switch with accessories too, because the ringtone sounds from the speaker as well; so
/// does the end of a timer.
///
/// Source: iPhone Human Interface Guidelines, "Using Sound".
private func ringtoneObeysSwitch(_ facts: StreamFacts) -> AudibilityFinding? {
    guard facts.kind == .ringtone, facts.device.ringSwitch == .silent else { return nil }
    return .silent(.ringSwitchSilencesRingtone)
}

/// Source: third-party reports: an alarm breaks through, a timer's end does not.
private func timerObeysSwitch(_ facts: StreamFacts) -> AudibilityFinding? {
    guard facts.kind == .timer, facts.device.ringSwitch == .silent else { return nil }
    return .silent(.ringSwitchSilencesTimer)
}

/// Source: Audio Session Programming Guide, appendix B, "Silenced by the Ring/Silent switch"; that
/// it leaves the input of an untouched session alone is ours (`docs/facts.md`).
private func categoryObeysSwitch(_ facts: StreamFacts) -> AudibilityFinding? {
    guard facts.kind.isSessionSound, facts.device.isOutputSilent,
        obeysSwitch(facts.app.category), facts.kind != .recorder || !facts.app.recordsUntouched
    else { return nil }
    return .silent(.ringSwitch(facts.app.category))
}

/// Source: Audio Session Programming Guide, appendix B, "Silenced by screen locking".
private func lockSilences(_ facts: StreamFacts) -> AudibilityFinding? {
    guard facts.kind.isSessionSound, facts.device.isLocked, isSilencedByLock(facts.app.category)
    else { return nil }
    return .silent(.locked(facts.app.category))
}

/// Source: Audio Session Programming Guide, appendix B, note on background use.
private func backgroundNeedsCategory(_ facts: StreamFacts) -> AudibilityFinding? {
    guard facts.kind.isSessionSound, facts.app.isInBackground, facts.app.hasAudioMode,
        !worksInBackground(facts.app.category)
    else { return nil }
    return .silent(.backgroundCategory(facts.app.category))
}

/// Source: App Programming Guide for iOS, "Background Execution".
private func backgroundNeedsMode(_ facts: StreamFacts) -> AudibilityFinding? {
    guard facts.kind.isSessionSound, facts.app.isInBackground, !facts.app.hasAudioMode
    else { return nil }
    return .silent(.noBackgroundMode)
}

/// Source: Audio Session Programming Guide, "Activating and Deactivating Your Audio Session".
private func sessionMustBeActive(_ facts: StreamFacts) -> AudibilityFinding? {
    facts.kind.isSessionSound && !facts.app.isActive ? .silent(.notActive) : nil
}

/// Source: Audio Session Programming Guide, appendix B, "Allows audio output".
private func recordHasNoOutput(_ facts: StreamFacts) -> AudibilityFinding? {
    guard facts.kind.isSessionSound, facts.kind != .recorder, !givesOutput(facts.app.category)
    else { return nil }
    return .silent(.noOutput(facts.app.category))
}

/// Source: Audio Session Programming Guide, appendix B, the Record category; for system sounds the
/// public AVAudioSession header, `setAllowHapticsAndSystemSoundsDuringRecording`, and an Apple
/// engineer in developer forum thread 672371: any running input excludes them.
private func recordSilencesOthers(_ facts: StreamFacts) -> AudibilityFinding? {
    guard !facts.kind.isDeviceSound, facts.kind != .recorder else { return nil }
    if facts.kind.isSystemSound {
        return facts.device.recordingAnywhere.map {
            .silent(.recordingWithoutSystemSounds(by: $0))
        }
    }
    return facts.app.recordingElsewhere.map { .silent(.recording(by: $0)) }
}

/// Source: the public AVAudioSession header, `requestRecordPermission`: until it is granted, what
/// is recorded is silence.
private func microphoneNeedsPermission(_ facts: StreamFacts) -> AudibilityFinding? {
    guard facts.kind == .recorder else { return nil }
    return switch facts.device.microphone {
    case .granted: nil
    case .denied: .silent(.microphoneDenied)
    case .undetermined: .silent(.microphoneUndetermined)
    }
}

/// Source: Audio Session Programming Guide, table 3-2.
private func interrupterSilencesSystemSounds(_ facts: StreamFacts) -> AudibilityFinding? {
    guard facts.kind.isSystemSound else { return nil }
    return facts.device.interrupter.map { .silent(.systemInterrupter($0)) }
}

/// Source: the volume property of every player class.
private func appVolumeGoverns(_ facts: StreamFacts) -> AudibilityFinding? {
    guard facts.kind.isSessionSound else { return nil }
    return .factor(.appVolume, facts.appVolume, .appVolumeZero)
}

/// Recordings are not governed by the media volume.
///
/// Source: iPhone Human Interface Guidelines, "Using Sound".
private func mediaVolumeGoverns(_ facts: StreamFacts) -> AudibilityFinding? {
    guard facts.governor == .media else { return nil }
    return .factor(.mediaVolume, facts.governorGain, .volumeZero(.media))
}

/// Source: iPhone Human Interface Guidelines, "Using Sound": ringer, alerts, system sounds, alarm;
/// that an emergency alert is louder than that is what phones do (`docs/facts.md`).
private func ringerVolumeGoverns(_ facts: StreamFacts) -> AudibilityFinding? {
    guard facts.governor == .ringer else { return nil }
    return .factor(.ringerVolume, facts.governorGain, .volumeZero(.ringer))
}

/// Source: third-party reports: calls have a volume of their own.
private func callVolumeGoverns(_ facts: StreamFacts) -> AudibilityFinding? {
    guard facts.governor == .call else { return nil }
    return .factor(.callVolume, facts.governorGain, .volumeZero(.call))
}

/// Returns the volume that governs a stream; `nil` for recordings, and for emergency alerts unless
/// the ringer volume governs them.
///
/// Source: as for the rules above.
func governor(
    of kind: StreamKind, isOfAppCall: Bool, emergencyObeysVolume: Bool
) -> VolumeKind? {
    switch kind {
    case .player, .queue, .unit: isOfAppCall ? .call : .media
    case .systemSound, .alertSound, .messageTone, .keyClick, .ringtone, .alarm, .timer: .ringer
    case .callAudio: .call
    case .emergencyAlert: emergencyObeysVolume ? .ringer : nil
    case .recorder: nil
    }
}
