package import AudioModel

/// What a rule does to streams and to requests.
enum RuleEffect {
    /// Silences or lowers streams for as long as it applies.
    case audibility(AudibilityRule)
    /// Ends streams, with a reason, because of a state of the device or none.
    case ending(ReasonKind, SilencingState?)
    /// Refuses requests, with one of the errors.
    case refusal([SessionError])
    /// Decides anything else: what an app is told, where sound goes, what runs.
    case neither
}

extension Rule {
    /// What the rule does. All rules are listed, so that a new one does not compile before it has
    /// its place here; an audibility rule then needs its body, reasons and state.
    var effect: RuleEffect {
        switch self {
        // The rules about what is audible.
        case .interruptionHolds: .audibility(.interruptionHolds)
        case .pauseHolds: .audibility(.pauseHolds)
        case .systemSoundsObeySwitch: .audibility(.systemSoundsObeySwitch)
        case .ringtoneObeysSwitch: .audibility(.ringtoneObeysSwitch)
        case .timerObeysSwitch: .audibility(.timerObeysSwitch)
        case .categoryObeysSwitch: .audibility(.categoryObeysSwitch)
        case .lockSilences: .audibility(.lockSilences)
        case .backgroundNeedsCategory: .audibility(.backgroundNeedsCategory)
        case .backgroundNeedsMode: .audibility(.backgroundNeedsMode)
        case .sessionMustBeActive: .audibility(.sessionMustBeActive)
        case .recordHasNoOutput: .audibility(.recordHasNoOutput)
        case .recordSilencesOthers: .audibility(.recordSilencesOthers)
        case .microphoneNeedsPermission: .audibility(.microphoneNeedsPermission)
        case .interrupterSilencesSystemSounds: .audibility(.interrupterSilencesSystemSounds)
        case .appVolumeGoverns: .audibility(.appVolumeGoverns)
        case .duckingLowers: .audibility(.duckingLowers)
        case .mediaVolumeGoverns: .audibility(.mediaVolumeGoverns)
        case .ringerVolumeGoverns: .audibility(.ringerVolumeGoverns)
        case .callVolumeGoverns: .audibility(.callVolumeGoverns)

        // The rules that end streams.
        case .silencedSystemSoundsEnd: .ending(.ringSwitch, .ringSwitch)
        case .processOwnsItsSounds: .ending(.processGone, nil)
        case .soundsEnd, .mediaResetEndsSessions: .ending(.stopped, nil)

        // The rules that refuse requests.
        case .optionsMustFit, .modeMustFit, .policyMustFit: .refusal([.badParam])
        case .inputNeedsCategory: .refusal([.cannotStartRecording, .badParam])
        case .interrupterBlocksActivation, .appCallNeedsInput: .refusal([.insufficientPriority])
        case .assistantBlocksRecording: .refusal([.siriIsRecording])
        case .backgroundMayNotInterrupt: .refusal([.cannotInterruptOthers])
        case .backgroundMayNotStart, .idleAppsAreSuspended: .refusal([.cannotStartPlaying])
        case .deactivationStopsRunningSound, .runningSoundMakesBusy: .refusal([.isBusy])
        case .backgroundTasksExpire: .refusal([.resourceNotAvailable])

        // The columns of the category table.
        case .categoryMixes, .optionMakesMixable, .activationInterrupts, .receiverIsDefault:
            .neither
        // Requests of a session.
        case .sessionStartsSoloAmbient, .optionsAreNotSticky, .duckingImpliesMixing,
            .startActivates:
            .neither
        // Interruptions and their end.
        case .callInterrupts, .alarmInterrupts, .timerInterrupts, .assistantInterrupts,
            .emergencyInterrupts, .bannersCanWait, .spokenAudioIsInterrupted,
            .interrupterGivesBack, .notifyingGivesBack, .deathGivesBack,
            .musicPlayerGivesBackWithoutResume, .interruptionsNest, .answeringSendsToBackground,
            .callReturnsToApp:
            .neither
        // VoIP calls of apps.
        case .appCallActivatesSession, .appCallHasPriority, .appCallKeepsRunning,
            .appCallUsesCallVolume, .answeringOpensCallingApp, .callHoldsAppCall,
            .remoteEndKeepsHold:
            .neither
        // The volumes.
        case .buttonsMoveMedia, .buttonsMoveRinger, .buttonsMoveCall, .buttonSilencesRing,
            .changeWithButtonsCanBeOff, .buttonMovesOneStep, .sliderMovesMedia,
            .volumeIsToldToApps, .volumeBelongsToRoute:
            .neither
        // The route.
        case .lastPluggedWins, .routeChangeIsTold, .unplugPausesMusicPlayer,
            .unplugInterruptsNowPlaying, .disconnectInterruptionCanBeRefused, .handsFreeWins,
            .pickedOutputWins, .longFormSharesOutput, .overrideGoesToSpeaker,
            .routeChangeEndsOverride, .chatTakesBluetooth, .callPickEndsWithCall,
            .recordingKeepsRoute:
            .neither
        // Hints and vibration.
        case .hintIsTold, .alertVibratesOnRing, .alertVibratesOnSilent, .vibrateSettingsGovern,
            .recordingForbidsVibration, .alarmsVibrate, .ringVibrationRepeats:
            .neither
        // The life cycle of apps.
        case .oneAppInForeground, .alertsResignActive, .lockSendsToBackground,
            .backgroundAudioKeepsRunning, .suspensionDeactivates, .suspendedAppsHearLater,
            .memoryPressureEndsSuspended, .largestFootprintFirst, .memoryReachesRunningApps,
            .overlaysResignActive, .lockKeepsInactive, .callBarIsTold, .exitsOnSuspend,
            .musicPlayerStaysRunning, .endIsTold, .watchdogKills, .backgroundTasksKeepRunning,
            .openTasksEndApp, .backgroundWorkLetsRun, .interruptionEndLetsRun,
            .changesAreCoalesced, .passcodeProtectsData:
            .neither
        // Remote control, and the device's own tones.
        case .remoteCommandsReachNowPlaying, .remoteCommandLetsRun, .remoteCommandMayInterrupt,
            .foregroundStartsPlayer, .headsetAnswersCalls, .longPressBeginsAssistant,
            .headsetHoldSeeks, .keyboardClicksCanBeOff:
            .neither
        }
    }

    /// The kinds of reasons that the rule gives for silence, which stories name with `because`;
    /// empty for rules that silence nothing.
    package var reasonKinds: [ReasonKind] {
        switch effect {
        case .audibility(let rule): rule.reasonKinds
        case .ending(let kind, _): [kind]
        case .refusal, .neither: []
        }
    }

    /// The errors with which the rule refuses requests; empty for rules that refuse nothing.
    package var refusals: [SessionError] {
        switch effect {
        case .refusal(let errors): errors
        case .audibility, .ending, .neither: []
        }
    }

    /// The state of the device because of which the rule ends streams, or silences them; `nil` for
    /// rules about one app or stream, and for all others.
    var silencingState: SilencingState? {
        switch effect {
        case .audibility(let rule): rule.silencingState
        case .ending(_, let state): state
        case .refusal, .neither: nil
        }
    }
}
