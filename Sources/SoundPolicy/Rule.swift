/// Every rule of the policy, by name.
///
/// A rule can be switched off (`PolicyConfiguration.rulesOff`), which is how the tests prove that
/// each one matters, and its name stands in the reasons that it gives.
public enum Rule: String, CaseIterable, Hashable, Sendable {
    // The columns of the category table.
    case categoryObeysSwitch = "category-obeys-switch"
    case categoryMixes = "category-mixes"
    case optionMakesMixable = "option-makes-mixable"
    case activationInterrupts = "activation-interrupts"
    case lockSilences = "lock-silences"
    case backgroundNeedsMode = "background-needs-mode"
    case backgroundNeedsCategory = "background-needs-category"
    case inputNeedsCategory = "input-needs-category"
    case recordHasNoOutput = "record-has-no-output"
    case receiverIsDefault = "receiver-is-default"

    // What a session may ask for.
    case sessionStartsSoloAmbient = "session-starts-solo-ambient"
    case optionsMustFit = "options-must-fit"
    case modeMustFit = "mode-must-fit"
    case policyMustFit = "policy-must-fit"
    case optionsAreNotSticky = "options-are-not-sticky"
    case duckingImpliesMixing = "ducking-implies-mixing"
    case startActivates = "start-activates"
    case interrupterBlocksActivation = "interrupter-blocks-activation"
    case backgroundMayNotInterrupt = "background-may-not-interrupt"
    case backgroundMayNotStart = "background-may-not-start"
    case deactivationStopsRunningSound = "deactivation-stops-running-sound"
    case runningSoundMakesBusy = "running-sound-makes-busy"
    case assistantBlocksRecording = "assistant-blocks-recording"

    // Who interrupts whom, and who is woken.
    case callInterrupts = "call-interrupts"
    case alarmInterrupts = "alarm-interrupts"
    case timerInterrupts = "timer-interrupts"
    case assistantInterrupts = "assistant-interrupts"
    case emergencyInterrupts = "emergency-interrupts"
    case bannersCanWait = "banners-can-wait"
    case spokenAudioIsInterrupted = "spoken-audio-is-interrupted"
    case interrupterGivesBack = "interrupter-gives-back"
    case notifyingGivesBack = "notifying-gives-back"
    case deathGivesBack = "death-gives-back"
    case musicPlayerGivesBackWithoutResume = "music-player-gives-back-without-resume"
    case interruptionsNest = "interruptions-nest"
    case answeringSendsToBackground = "answering-sends-to-background"
    case mediaResetEndsSessions = "media-reset-ends-sessions"

    // What keeps a running sound from being heard, or lowers it.
    case soundsEnd = "sounds-end"
    case processOwnsItsSounds = "process-owns-its-sounds"
    case interruptionHolds = "interruption-holds"
    case pauseHolds = "pause-holds"
    case sessionMustBeActive = "session-must-be-active"
    case systemSoundsObeySwitch = "system-sounds-obey-switch"
    case ringtoneObeysSwitch = "ringtone-obeys-switch"
    case timerObeysSwitch = "timer-obeys-switch"
    case interrupterSilencesSystemSounds = "interrupter-silences-system-sounds"
    case recordSilencesOthers = "record-silences-others"
    case appVolumeGoverns = "app-volume-governs"
    case mediaVolumeGoverns = "media-volume-governs"
    case ringerVolumeGoverns = "ringer-volume-governs"
    case callVolumeGoverns = "call-volume-governs"
    case microphoneNeedsPermission = "microphone-needs-permission"
    case duckingLowers = "ducking-lowers"

    // The volumes.
    case buttonsMoveMedia = "buttons-move-media"
    case buttonsMoveRinger = "buttons-move-ringer"
    case buttonsMoveCall = "buttons-move-call"
    case buttonSilencesRing = "button-silences-ring"
    case changeWithButtonsCanBeOff = "change-with-buttons-can-be-off"
    case buttonMovesOneStep = "button-moves-one-step"
    case sliderMovesMedia = "slider-moves-media"
    case volumeIsToldToApps = "volume-is-told-to-apps"
    case volumeBelongsToRoute = "volume-belongs-to-route"

    // The route.
    case lastPluggedWins = "last-plugged-wins"
    case routeChangeIsTold = "route-change-is-told"
    case unplugPausesMusicPlayer = "unplug-pauses-music-player"
    case unplugInterruptsNowPlaying = "unplug-interrupts-now-playing"
    case disconnectInterruptionCanBeRefused = "disconnect-interruption-can-be-refused"
    case handsFreeWins = "hands-free-wins"
    case pickedOutputWins = "picked-output-wins"
    case longFormSharesOutput = "long-form-shares-output"
    case overrideGoesToSpeaker = "override-goes-to-speaker"
    case routeChangeEndsOverride = "route-change-ends-override"
    case chatTakesBluetooth = "chat-takes-bluetooth"

    // Hints and vibration.
    case hintIsTold = "hint-is-told"
    case alertVibratesOnRing = "alert-vibrates-on-ring"
    case alertVibratesOnSilent = "alert-vibrates-on-silent"
    case vibrateSettingsGovern = "vibrate-settings-govern"
    case recordingForbidsVibration = "recording-forbids-vibration"

    // The life of apps.
    case oneAppInForeground = "one-app-in-foreground"
    case alertsResignActive = "alerts-resign-active"
    case lockSendsToBackground = "lock-sends-to-background"
    case idleAppsAreSuspended = "idle-apps-are-suspended"
    case backgroundAudioKeepsRunning = "background-audio-keeps-running"
    case suspensionDeactivates = "suspension-deactivates"
    case suspendedAppsHearLater = "suspended-apps-hear-later"
    case memoryPressureEndsSuspended = "memory-pressure-ends-suspended"
}
