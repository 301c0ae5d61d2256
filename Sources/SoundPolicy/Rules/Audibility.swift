import AudioModel

/// The inputs of the audibility rules: one stream, its session and the device.
struct StreamFacts {
    var kind: StreamKind
    var appVolume: Float
    var isHeldByApp: Bool
    var systemHold: SystemHold?

    var category: SessionCategory
    var isActive: Bool
    var isInterrupted: Bool
    /// The interrupter of the session, if any, and its name.
    var interruptedBy: Actor?
    var interrupterName: String
    var isInBackground: Bool
    var isSuspended: Bool
    var hasAudioMode: Bool

    var ringSwitch: RingSwitch
    var isLocked: Bool
    var interrupter: Interrupter?
    /// Another app with an active record-only session.
    var recordingElsewhere: AppID?
    /// Any app, including this one, that records and excludes system sounds.
    var recordingAnywhere: AppID?
    /// The name of the app that records, for this stream.
    var recorderName: String
    var ducker: AppID?
    /// Whether the stream is an alarm that a call ducks.
    var isLoweredByCall: Bool
    /// Whether the stream is reported as paused while its session is interrupted.
    var isPausedByInterruption: Bool
    /// Whether the ringer volume governs emergency alerts.
    var emergencyObeysVolume: Bool
    var mediaVolume: Float
    var ringerVolume: Float
    var callVolume: Float
    var duckGain: Float
    var microphone: MicrophonePermission
}

/// The finding of one rule about one stream.
enum Finding {
    case silent(ReasonKind, String, by: Actor? = nil)
    /// A gain; zero silences the stream for the given reason.
    case factor(FactorKind, Float, ReasonKind, String)
    case ducked(Float, by: Actor)
}

/// The rules that decide whether a stream is audible and how loud, in the order of their reasons.
let audibilityRules: [Rule] = [
    .interruptionHolds,
    .pauseHolds,
    .systemSoundsObeySwitch,
    .ringtoneObeysSwitch,
    .timerObeysSwitch,
    .categoryObeysSwitch,
    .lockSilences,
    .backgroundNeedsCategory,
    .backgroundNeedsMode,
    .sessionMustBeActive,
    .recordHasNoOutput,
    .recordSilencesOthers,
    .microphoneNeedsPermission,
    .interrupterSilencesSystemSounds,
    .appVolumeGoverns,
    .duckingLowers,
    .mediaVolumeGoverns,
    .ringerVolumeGoverns,
    .callVolumeGoverns,
]

/// The audibility rules that can apply to an app's sound.
let sessionSoundRules: [Rule] = audibilityRules.filter {
    switch $0 {
    case .systemSoundsObeySwitch, .ringtoneObeysSwitch, .timerObeysSwitch,
        .interrupterSilencesSystemSounds, .ringerVolumeGoverns, .callVolumeGoverns:
        false
    default: true
    }
}

/// Returns the finding of one rule; `nil` when it does not apply. Each rule depends on the facts
/// alone.
func finding(of rule: Rule, _ facts: StreamFacts) -> Finding? {
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
    default: nil
    }
}

/// Source: Audio Session Programming Guide, "Responding to Interruptions".
private func interruptionHolds(_ facts: StreamFacts) -> Finding? {
    guard facts.isInterrupted, facts.kind.isSessionSound else { return nil }
    guard let by = facts.interruptedBy else {
        return .silent(.interrupted, "its output was unplugged, which interrupts the session")
    }
    return .silent(.interrupted, "the session is interrupted by \(facts.interrupterName)", by: by)
}

/// Source: the meaning of pause; for the system's own pauses Audio Session Programming Guide,
/// "Responding to Route Changes".
private func pauseHolds(_ facts: StreamFacts) -> Finding? {
    switch facts.systemHold {
    case .routeLost:
        return .silent(.routeLost, "its output was unplugged and the system paused it")
    case .deactivation:
        return .silent(.paused, "its session was deactivated while it ran")
    case .mediaReset:
        return .silent(.paused, "the media services were reset, which ends every player")
    case .suspension:
        return .silent(.paused, "its app was suspended")
    case .inputLost:
        return .silent(.paused, "its session changed to a category without input")
    case .interruption where !facts.isInterrupted:
        return .silent(.paused, "its interruption has ended and its app has not resumed it")
    case .interruption, nil:
        return facts.isHeldByApp ? .silent(.paused, "its app paused it") : nil
    }
}

/// Source: iPhone Human Interface Guidelines, "Using Sound"; System Sound Services Reference.
private func systemSoundsObeySwitch(_ facts: StreamFacts) -> Finding? {
    guard facts.kind.isSystemSound, facts.ringSwitch == .silent else { return nil }
    return .silent(.ringSwitch, "the ring switch is silent and system sounds obey it")
}

/// Source: iPhone Human Interface Guidelines, "Using Sound".
private func ringtoneObeysSwitch(_ facts: StreamFacts) -> Finding? {
    guard facts.kind == .ringtone, facts.ringSwitch == .silent else { return nil }
    return .silent(.ringSwitch, "the ring switch is silent and the ringtone obeys it")
}

/// Source: third-party reports: an alarm breaks through, a timer's end does not.
private func timerObeysSwitch(_ facts: StreamFacts) -> Finding? {
    guard facts.kind == .timer, facts.ringSwitch == .silent else { return nil }
    return .silent(.ringSwitch, "the ring switch is silent and the timer obeys it")
}

/// Source: Audio Session Programming Guide, appendix B, "Silenced by the Ring/Silent switch".
private func categoryObeysSwitch(_ facts: StreamFacts) -> Finding? {
    guard facts.kind.isSessionSound, facts.ringSwitch == .silent,
        obeysSwitch(facts.category)
    else { return nil }
    return .silent(
        .ringSwitch,
        "the ring switch is silent and category \(facts.category.rawValue) obeys it")
}

/// Source: Audio Session Programming Guide, appendix B, "Silenced by screen locking".
private func lockSilences(_ facts: StreamFacts) -> Finding? {
    guard facts.kind.isSessionSound, facts.isLocked, isSilencedByLock(facts.category)
    else { return nil }
    return .silent(
        .locked, "the phone is locked and category \(facts.category.rawValue) obeys that")
}

/// Source: Audio Session Programming Guide, appendix B, note on background use.
private func backgroundNeedsCategory(_ facts: StreamFacts) -> Finding? {
    guard facts.kind.isSessionSound, facts.isInBackground, facts.hasAudioMode,
        !worksInBackground(facts.category)
    else { return nil }
    return .silent(
        .background,
        backgroundSentences[facts.category] ?? "")
}

/// Created once, because they are used for every app that enters the background.
private let backgroundSentences = Dictionary(
    uniqueKeysWithValues: SessionCategory.allCases.map {
        ($0, "the app is in the background, where category \($0.rawValue) is silent")
    })

/// Source: App Programming Guide for iOS, "Background Execution".
private func backgroundNeedsMode(_ facts: StreamFacts) -> Finding? {
    guard facts.kind.isSessionSound, facts.isInBackground, !facts.hasAudioMode else { return nil }
    return .silent(
        .background, "the app is in the background and does not have the audio background mode")
}

/// Source: Audio Session Programming Guide, "Activating and Deactivating Your Audio Session".
private func sessionMustBeActive(_ facts: StreamFacts) -> Finding? {
    guard facts.kind.isSessionSound, !facts.isActive else { return nil }
    return .silent(.notActive, "the app's session is not active")
}

/// Source: Audio Session Programming Guide, appendix B, "Allows audio output".
private func recordHasNoOutput(_ facts: StreamFacts) -> Finding? {
    guard facts.kind.isSessionSound, facts.kind != .recorder,
        !givesOutput(facts.category)
    else { return nil }
    return .silent(
        .recordOnlyCategory, "category \(facts.category.rawValue) has no output")
}

/// Source: Audio Session Programming Guide, appendix B, the Record category; for system sounds the
/// public AVAudioSession header, `setAllowHapticsAndSystemSoundsDuringRecording`, and an Apple
/// engineer in developer forum thread 672371: any running input excludes them.
private func recordSilencesOthers(_ facts: StreamFacts) -> Finding? {
    let recorder = facts.kind.isSystemSound ? facts.recordingAnywhere : facts.recordingElsewhere
    guard let recorder, !facts.kind.isDeviceSound, facts.kind != .recorder else { return nil }
    let output = facts.kind.isSystemSound ? "system sounds" : "all other output"
    return .silent(
        .recordingElsewhere, "\(facts.recorderName) records, which silences \(output)",
        by: .app(recorder))
}

/// Source: the public AVAudioSession header, `requestRecordPermission`: until it is granted, what
/// is recorded is silence.
private func microphoneNeedsPermission(_ facts: StreamFacts) -> Finding? {
    guard facts.kind == .recorder else { return nil }
    switch facts.microphone {
    case .granted: return nil
    case .denied: return .silent(.microphoneDenied, "the microphone is denied to the app")
    case .undetermined:
        return .silent(
            .microphoneDenied, "the user has not been asked for permission to use the microphone")
    }
}

/// Source: Audio Session Programming Guide, table 3-2.
private func interrupterSilencesSystemSounds(_ facts: StreamFacts) -> Finding? {
    guard facts.kind.isSystemSound, let interrupter = facts.interrupter else { return nil }
    let by = Actor.system(interrupter)
    return .silent(
        .interrupted, "system sounds are silent during the \(interrupter.rawValue)", by: by)
}

/// Source: the volume property of every player class.
private func appVolumeGoverns(_ facts: StreamFacts) -> Finding? {
    guard facts.kind.isSessionSound else { return nil }
    return .factor(.appVolume, facts.appVolume, .appVolumeZero, "its app set its volume to zero")
}

/// Source: the public AVAudioSession header, `duckOthers`; the amount is ours (`docs/facts.md`).
private func duckingLowers(_ facts: StreamFacts) -> Finding? {
    if facts.isLoweredByCall { return .ducked(facts.duckGain, by: .system(.call)) }
    guard facts.kind.isSessionSound, facts.kind != .recorder, let ducker = facts.ducker else {
        return nil
    }
    return .ducked(facts.duckGain, by: .app(ducker))
}

/// Recordings are not governed by the media volume.
///
/// Source: iPhone Human Interface Guidelines, "Using Sound".
private func mediaVolumeGoverns(_ facts: StreamFacts) -> Finding? {
    guard facts.kind.isSessionSound, facts.kind != .recorder else { return nil }
    return .factor(.mediaVolume, facts.mediaVolume, .volumeZero, "the media volume is zero")
}

/// Source: iPhone Human Interface Guidelines, "Using Sound": ringer, alerts, system sounds, alarm;
/// that an emergency alert is louder than that is what phones do (`docs/facts.md`).
private func ringerVolumeGoverns(_ facts: StreamFacts) -> Finding? {
    switch facts.kind {
    case .systemSound, .alertSound, .messageTone, .keyClick, .ringtone, .alarm, .timer:
        .factor(.ringerVolume, facts.ringerVolume, .volumeZero, "the ringer volume is zero")
    case .emergencyAlert where facts.emergencyObeysVolume:
        .factor(.ringerVolume, facts.ringerVolume, .volumeZero, "the ringer volume is zero")
    case .player, .queue, .unit, .recorder, .callAudio, .emergencyAlert: nil
    }
}

/// Source: third-party reports: calls have a volume of their own.
private func callVolumeGoverns(_ facts: StreamFacts) -> Finding? {
    guard facts.kind == .callAudio else { return nil }
    return .factor(.callVolume, facts.callVolume, .volumeZero, "the call volume is zero")
}
