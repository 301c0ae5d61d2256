package import AudioModel
package import SoundPolicy

extension Rule {
    /// The row or the source that tells that Apple's system follows the rule, and how sure it is.
    ///
    /// A rule that a row of `docs/facts.md` is about has the row's confidence. Any other is
    /// documented only where a document's name stands here.
    package var evidence: (FactEvidence, FactConfidence) {
        switch self {
        // The columns of the category table.
        case .categoryObeysSwitch: document(Self.categories)
        case .categoryMixes: row("Sessions and interruptions: Does Ambient mix?", .disputed)
        case .optionMakesMixable, .activationInterrupts:
            document("Audio Session Programming Guide, \"Fine-Tuning the Category\"")
        case .lockSilences, .backgroundNeedsCategory, .recordHasNoOutput:
            document(Self.categories)
        case .backgroundNeedsMode: document(Self.background)
        case .inputNeedsCategory:
            row(
                "Sessions and interruptions: A recorder whose session changes to a category "
                    + "without input", .observed)
        case .receiverIsDefault:
            document("Audio Session Programming Guide, \"Working with Categories\"")

        // Requests of a session.
        case .sessionStartsSoloAmbient:
            document("Audio Session Programming Guide, \"Working with Categories\"")
        case .optionsMustFit:
            row(
                "Sessions and interruptions: Error for an option that the category does not take",
                .observed)
        case .modeMustFit:
            document("the public AVAudioSession header, availability of the modes")
        case .policyMustFit, .longFormSharesOutput:
            document("the public AVAudioSession header, comments of the route-sharing policies")
        case .optionsAreNotSticky:
            row("Sessions and interruptions: Options that a change of the mode drops", .documented)
        case .duckingImpliesMixing, .duckingLowers:
            document("the public AVAudioSession header, duckOthers")
        case .startActivates, .sessionMustBeActive:
            document(
                "Audio Session Programming Guide, \"Activating and Deactivating Your Audio "
                    + "Session\"")
        case .interrupterBlocksActivation:
            row(
                "Sessions and interruptions: Playback of another app during a call", .documented)
        case .backgroundMayNotInterrupt:
            row(
                "Sessions and interruptions: Activation from the background, not mixable",
                .observed)
        case .backgroundMayNotStart:
            row(
                "Sessions and interruptions: Activation from the background, mixable, without "
                    + "the `audio` mode", .observed)
        case .deactivationStopsRunningSound, .runningSoundMakesBusy, .notifyingGivesBack:
            document("the public AVAudioSession header, setActive")
        case .assistantBlocksRecording, .assistantInterrupts:
            row(
                "Sessions and interruptions: An assistant that listens, for others", .documented)

        // Interruptions and their end.
        case .callInterrupts, .alarmInterrupts, .interrupterGivesBack, .interruptionsNest,
            .interruptionHolds:
            document(Self.interruptions)
        case .timerInterrupts: (.source("common knowledge: as an alarm does"), .remembered)
        case .emergencyInterrupts:
            (.source("common knowledge: whatever else sounds"), .remembered)
        case .bannersCanWait:
            row("Sessions and interruptions: A call that rings as a banner", .documented)
        case .spokenAudioIsInterrupted:
            document(
                "the public AVAudioSession header, interruptSpokenAudioAndMixWithOthers")
        case .deathGivesBack:
            row("Sessions and interruptions: An interrupter's process ends", .ours)
        case .musicPlayerGivesBackWithoutResume:
            row(
                "Sessions and interruptions: The user's music player stops after it interrupted",
                .documented)
        case .answeringSendsToBackground:
            row("The life of an app: An answered call", .documented)
        case .callReturnsToApp: row("The life of an app: After an answered call", .remembered)
        case .mediaResetEndsSessions:
            row(
                "Sessions and interruptions: Category after the media services were reset",
                .documented)

        // VoIP calls of apps.
        case .appCallActivatesSession:
            row("VoIP calls: The session of an answered or started call", .documented)
        case .appCallHasPriority: row("VoIP calls: Priority", .documented)
        case .appCallKeepsRunning: row("VoIP calls: In the background", .documented)
        case .appCallUsesCallVolume: row("VoIP calls: Volume", .observed)
        case .answeringOpensCallingApp:
            row("VoIP calls: An answered call on an unlocked phone", .remembered)
        case .callHoldsAppCall, .remoteEndKeepsHold:
            row("VoIP calls: A call of the telephone beside it", .documented)
        case .appCallNeedsInput:
            row("VoIP calls: Playback during the app's own call", .observed)

        // Silencing and lowering of streams.
        case .soundsEnd: document("Apple's pages of the players: stop, and the end of a sound")
        case .processOwnsItsSounds:
            (.source("common knowledge: a process that has ended makes no sound"), .remembered)
        case .pauseHolds:
            document(
                "the meaning of pause; Audio Session Programming Guide, \"Responding to Route "
                    + "Changes\"")
        case .systemSoundsObeySwitch, .ringtoneObeysSwitch, .mediaVolumeGoverns,
            .buttonsMoveMedia, .buttonsMoveRinger, .buttonsMoveCall:
            document(Self.guidelines)
        case .silencedSystemSoundsEnd:
            row("The switch: A system sound that the switch silences", .observed)
        case .timerObeysSwitch: row("The switch: A timer's sound in silent mode", .observed)
        case .interrupterSilencesSystemSounds:
            document("Audio Session Programming Guide, table 3-2")
        case .recordSilencesOthers, .recordingForbidsVibration:
            row(
                "Sessions and interruptions: What suppresses system sounds and haptics",
                .documented)
        case .appVolumeGoverns: document("Apple's pages of the players: volume")
        case .ringerVolumeGoverns:
            row("Volumes: Which volume governs system sounds", .disputed)
        case .callVolumeGoverns:
            (.source("reports from devices: calls have a volume of their own"), .observed)
        case .microphoneNeedsPermission:
            document("the public AVAudioSession header, requestRecordPermission")

        // The volumes.
        case .buttonSilencesRing: row("Volumes: A press while the phone rings", .documented)
        case .changeWithButtonsCanBeOff:
            row("Volumes: Change with Buttons off, nothing sounds", .observed)
        case .buttonMovesOneStep: row("Volumes: Size of one press", .observed)
        case .sliderMovesMedia: document("Apple's page of MPVolumeView")
        case .volumeIsToldToApps: document("Apple's page of AVAudioSession.outputVolume")
        case .volumeBelongsToRoute: row("Volumes: Media volume across routes", .observed)

        // The route.
        case .lastPluggedWins, .routeChangeIsTold:
            document("Audio Session Programming Guide, \"Responding to Route Changes\"")
        case .unplugPausesMusicPlayer:
            row("Routes: The music player when the plug is pulled", .documented)
        case .unplugInterruptsNowPlaying:
            row(
                "Routes: The Now-Playing app when the plug is pulled (from release 17)",
                .documented)
        case .disconnectInterruptionCanBeRefused:
            document(
                "the public AVAudioSession header, setPrefersInterruptionOnRouteDisconnect")
        case .handsFreeWins:
            row(
                "Routes: One Bluetooth device for music and for talking, both allowed",
                .documented)
        case .pickedOutputWins: row("Routes: A picked output", .documented)
        case .overrideGoesToSpeaker:
            document("the public AVAudioSession header, overrideOutputAudioPort")
        case .routeChangeEndsOverride: document("Apple technical Q&A 1754")
        case .chatTakesBluetooth:
            document("the public AVAudioSession header, comments of the modes")
        case .callPickEndsWithCall: row("Routes: An output picked during a call", .documented)
        case .recordingKeepsRoute:
            row("Routes: Which session the route serves while one records", .ours)

        // Hints and vibration.
        case .hintIsTold: document("Apple technical Q&A 1882")
        case .alertVibratesOnRing, .alertVibratesOnSilent:
            document("System Sound Services Reference, AudioServicesPlayAlertSound")
        case .vibrateSettingsGovern:
            document("the phone's Settings, Sounds; of a vibration without a sound it is ours")
        case .alarmsVibrate:
            row("The switch: An alarm or a timer's end, vibrating", .observed)
        case .ringVibrationRepeats:
            row("The switch: Vibration period of a ringing sound", .ours)

        // The life cycle of apps.
        case .oneAppInForeground, .alertsResignActive, .lockSendsToBackground:
            document(
                "App Programming Guide for iOS, \"Strategies for Handling App State "
                    + "Transitions\"")
        case .idleAppsAreSuspended, .backgroundAudioKeepsRunning: document(Self.background)
        case .suspensionDeactivates:
            document("the public AVAudioSession header, InterruptionWasSuspendedKey")
        case .suspendedAppsHearLater:
            row(
                "Sessions and interruptions: Interruption of a suspended app", .documented)
        case .memoryPressureEndsSuspended, .largestFootprintFirst, .memoryReachesRunningApps:
            row("The life of an app: Kill order under memory pressure", .documented)
        case .overlaysResignActive:
            row(
                "The life of an app: Notification centre, control centre and app switcher",
                .documented)
        case .lockKeepsInactive:
            row("The life of an app: `applicationState` behind the lock", .disputed)
        case .callBarIsTold:
            row("The life of an app: The call's bar at the top of the screen", .documented)
        case .exitsOnSuspend:
            document("Information Property List Key Reference, UIApplicationExitsOnSuspend")
        case .musicPlayerStaysRunning:
            row("The life of an app: The system's music player on iPhone OS 3", .documented)
        case .endIsTold: document("Apple's page of applicationWillTerminate(_:)")
        case .watchdogKills: row("The life of an app: Limits of callbacks", .documented)
        case .backgroundTasksKeepRunning:
            document("App Programming Guide for iOS, \"Executing Finite-Length Tasks\"")
        case .backgroundTasksExpire, .openTasksEndApp:
            row("The life of an app: Expiration of background tasks", .observed)
        case .backgroundWorkLetsRun:
            row(
                "The life of an app: Time for accessories, Bluetooth, location and audio data",
                .documented)
        case .interruptionEndLetsRun:
            row(
                "The life of an app: After the end of an interruption, in the background", .ours)
        case .changesAreCoalesced:
            row("The life of an app: Connect and disconnect while suspended", .ours)
        case .passcodeProtectsData:
            row(
                Self.remote + "When a locked phone with a passcode protects files", .documented)

        // Remote control, and the device's own tones.
        case .remoteCommandsReachNowPlaying:
            row(Self.remote + "Which app receives remote commands", .documented)
        case .remoteCommandLetsRun:
            row(Self.remote + "Commands for a suspended app", .observed)
        case .remoteCommandMayInterrupt:
            row(
                Self.remote
                    + "A session that does not mix begun in the background for a command",
                .observed)
        case .foregroundStartsPlayer:
            row("The music player: A player in the background that begins to play", .ours)
        case .headsetAnswersCalls:
            row(Self.remote + "Presses of a headset's button", .documented)
        case .longPressBeginsAssistant, .headsetHoldSeeks:
            row(Self.remote + "A headset's button that is held", .documented)
        case .keyboardClicksCanBeOff: row(Self.remote + "Keyboard clicks", .documented)
        }
    }

    private static let categories = "Audio Session Programming Guide, appendix B"
    private static let interruptions =
        "Audio Session Programming Guide, \"Responding to Interruptions\""
    private static let guidelines = "iPhone Human Interface Guidelines, \"Using Sound\""
    private static let background = "App Programming Guide for iOS, \"Background Execution\""
    private static let remote = "Remote control, and what the phone says by itself: "
}

private func row(
    _ words: String, _ confidence: FactConfidence
) -> (FactEvidence, FactConfidence) { (.row(words), confidence) }

private func document(_ words: String) -> (FactEvidence, FactConfidence) {
    (.source(words), .documented)
}
