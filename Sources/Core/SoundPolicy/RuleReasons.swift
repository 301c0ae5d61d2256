package import AudioModel

// The words under which stories and reports know what a rule does.

extension Rule {
    /// The kinds of reasons that the rule gives for silence, which stories name with `because`;
    /// empty for rules that silence nothing.
    package var reasonKinds: [ReasonKind] {
        switch self {
        case .categoryObeysSwitch, .systemSoundsObeySwitch, .silencedSystemSoundsEnd,
            .ringtoneObeysSwitch, .timerObeysSwitch:
            [.ringSwitch]
        case .lockSilences: [.locked]
        case .backgroundNeedsMode, .backgroundNeedsCategory: [.background]
        case .sessionMustBeActive: [.notActive]
        case .interruptionHolds, .interrupterSilencesSystemSounds: [.interrupted]
        case .mediaVolumeGoverns, .ringerVolumeGoverns, .callVolumeGoverns: [.volumeZero]
        case .appVolumeGoverns: [.appVolumeZero]
        case .recordHasNoOutput: [.recordOnlyCategory]
        case .recordSilencesOthers: [.recordingElsewhere]
        case .microphoneNeedsPermission: [.microphoneDenied]
        case .pauseHolds: [.paused, .routeLost]
        case .processOwnsItsSounds: [.processGone]
        case .soundsEnd, .mediaResetEndsSessions: [.stopped]
        default: []
        }
    }

    /// The errors with which the rule refuses requests; empty for rules that refuse nothing.
    package var refusals: [SessionError] {
        switch self {
        case .optionsMustFit, .modeMustFit, .policyMustFit: [.badParam]
        case .inputNeedsCategory: [.cannotStartRecording, .badParam]
        case .interrupterBlocksActivation, .appCallNeedsInput: [.insufficientPriority]
        case .assistantBlocksRecording: [.siriIsRecording]
        case .backgroundMayNotInterrupt: [.cannotInterruptOthers]
        case .backgroundMayNotStart, .idleAppsAreSuspended: [.cannotStartPlaying]
        case .deactivationStopsRunningSound, .runningSoundMakesBusy: [.isBusy]
        case .backgroundTasksExpire: [.resourceNotAvailable]
        default: []
        }
    }
}
