import AudioModel

/// A rule that decides whether a stream is audible and how loud. The cases are in the order of
/// their reasons.
package enum AudibilityRule: CaseIterable, Sendable {
    case interruptionHolds
    case pauseHolds
    case systemSoundsObeySwitch
    case ringtoneObeysSwitch
    case timerObeysSwitch
    case categoryObeysSwitch
    case lockSilences
    case backgroundNeedsCategory
    case backgroundNeedsMode
    case sessionMustBeActive
    case recordHasNoOutput
    case recordSilencesOthers
    case microphoneNeedsPermission
    case interrupterSilencesSystemSounds
    case appVolumeGoverns
    case duckingLowers
    case mediaVolumeGoverns
    case ringerVolumeGoverns
    case callVolumeGoverns

    /// The rule as one of all the policy's.
    package var rule: Rule {
        switch self {
        case .interruptionHolds: .interruptionHolds
        case .pauseHolds: .pauseHolds
        case .systemSoundsObeySwitch: .systemSoundsObeySwitch
        case .ringtoneObeysSwitch: .ringtoneObeysSwitch
        case .timerObeysSwitch: .timerObeysSwitch
        case .categoryObeysSwitch: .categoryObeysSwitch
        case .lockSilences: .lockSilences
        case .backgroundNeedsCategory: .backgroundNeedsCategory
        case .backgroundNeedsMode: .backgroundNeedsMode
        case .sessionMustBeActive: .sessionMustBeActive
        case .recordHasNoOutput: .recordHasNoOutput
        case .recordSilencesOthers: .recordSilencesOthers
        case .microphoneNeedsPermission: .microphoneNeedsPermission
        case .interrupterSilencesSystemSounds: .interrupterSilencesSystemSounds
        case .appVolumeGoverns: .appVolumeGoverns
        case .duckingLowers: .duckingLowers
        case .mediaVolumeGoverns: .mediaVolumeGoverns
        case .ringerVolumeGoverns: .ringerVolumeGoverns
        case .callVolumeGoverns: .callVolumeGoverns
        }
    }

    /// The kinds of reasons that the rule gives for silence; empty for the rule that only lowers.
    var reasonKinds: [ReasonKind] {
        switch self {
        case .interruptionHolds, .interrupterSilencesSystemSounds: [.interrupted]
        case .pauseHolds: [.paused, .routeLost]
        case .categoryObeysSwitch, .systemSoundsObeySwitch, .ringtoneObeysSwitch,
            .timerObeysSwitch:
            [.ringSwitch]
        case .lockSilences: [.locked]
        case .backgroundNeedsMode, .backgroundNeedsCategory: [.background]
        case .sessionMustBeActive: [.notActive]
        case .recordHasNoOutput: [.recordOnlyCategory]
        case .recordSilencesOthers: [.recordingElsewhere]
        case .microphoneNeedsPermission: [.microphoneDenied]
        case .appVolumeGoverns: [.appVolumeZero]
        case .duckingLowers: []
        case .mediaVolumeGoverns, .ringerVolumeGoverns, .callVolumeGoverns: [.volumeZero]
        }
    }

    /// The state of the device that the rule depends on; `nil` for rules about one app or stream.
    var silencingState: SilencingState? {
        switch self {
        case .categoryObeysSwitch, .systemSoundsObeySwitch, .ringtoneObeysSwitch,
            .timerObeysSwitch:
            .ringSwitch
        case .lockSilences: .lock
        case .interrupterSilencesSystemSounds: .interrupter
        case .mediaVolumeGoverns: .mediaVolume
        case .ringerVolumeGoverns: .ringerVolume
        case .callVolumeGoverns: .callVolume
        case .interruptionHolds, .pauseHolds, .backgroundNeedsCategory, .backgroundNeedsMode,
            .sessionMustBeActive, .recordHasNoOutput, .recordSilencesOthers,
            .microphoneNeedsPermission, .appVolumeGoverns, .duckingLowers:
            nil
        }
    }

    /// Whether the rule can apply to an app's sound.
    fileprivate var concernsSessionSounds: Bool {
        switch self {
        case .systemSoundsObeySwitch, .ringtoneObeysSwitch, .timerObeysSwitch,
            .interrupterSilencesSystemSounds, .ringerVolumeGoverns:
            false
        case .interruptionHolds, .pauseHolds, .categoryObeysSwitch, .lockSilences,
            .backgroundNeedsCategory, .backgroundNeedsMode, .sessionMustBeActive,
            .recordHasNoOutput, .recordSilencesOthers, .microphoneNeedsPermission,
            .appVolumeGoverns, .duckingLowers, .mediaVolumeGoverns, .callVolumeGoverns:
            true
        }
    }
}

/// All audibility rules, in the order of their reasons.
let audibilityRules = AudibilityRule.allCases

/// The audibility rules that can apply to an app's sound.
let sessionSoundRules = audibilityRules.filter(\.concernsSessionSounds)
