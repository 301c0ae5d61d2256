/// Faults that a programmer could make in the policy, to prove that the checkers find them.
///
/// They are injected around the machine (`FaultInjector`), into its events and its answers, so that
/// the policy has no code for them.
package enum Mutation: String, CaseIterable, Sendable {
    // Calls and other interrupters.
    case callDoesNotRingBehindAlarm = "call-does-not-ring-behind-alarm"
    case callCannotConnectBehindAlarm = "call-cannot-connect-behind-alarm"
    case ringtoneGoesOnAfterAnswer = "ringtone-goes-on-after-answer"
    case callSparesMixingSession = "call-spares-mixing-session"
    case alarmEndsWithoutGivingBack = "alarm-ends-without-giving-back"
    case giveBackIsLostBetweenInterrupters = "give-back-is-lost-between-interrupters"
    case endedIsToldDuringTheCall = "ended-is-told-during-the-call"
    case deactivationTellsNobody = "deactivation-tells-nobody"
    case endedIsToldTwice = "ended-is-told-twice"
    case endedWithoutBegan = "ended-without-began"
    case endResumesTheSound = "end-resumes-the-sound"
    case snoozeIsForgotten = "snooze-is-forgotten"
    case cutAlarmsRingAgain = "cut-alarms-ring-again"
    case lateEndIsLost = "late-end-is-lost"

    // The ring/silent switch and the volumes.
    case headphonesObeyTheSwitch = "headphones-obey-the-switch"
    case silencedSystemSoundsGoOn = "silenced-system-sounds-go-on"
    case switchMutesPlayback = "switch-mutes-playback"
    case switchPausesTheGame = "switch-pauses-the-game"
    case volumeMovesOnTheWrongRoute = "volume-moves-on-the-wrong-route"
    case bothVolumesMove = "both-volumes-move"
    case buttonMovesTwoSteps = "button-moves-two-steps"
    case buttonIsDeafInSilentMode = "button-is-deaf-in-silent-mode"
    case volumeCountsTwice = "volume-counts-twice"
    case plugForgetsAVolume = "plug-forgets-a-volume"

    // Mixing.
    case playbackAlwaysMixes = "playback-always-mixes"
    case optionsAreSticky = "options-are-sticky"
    case duckOutlivesDeadDucker = "duck-outlives-dead-ducker"
    case duckOutlivesDeactivation = "duck-outlives-deactivation"
    case duckOutlivesReset = "duck-outlives-reset"
    case recorderLetsOthersSound = "recorder-lets-others-sound"

    // Plugging and unplugging.
    case replugResumes = "replug-resumes"
    case plugPausesQueues = "plug-pauses-queues"
    case unplugSparesMusicPlayer = "unplug-spares-music-player"
    case unplugIsNotTold = "unplug-is-not-told"
    case hiddenLossIsNotTold = "hidden-loss-is-not-told"
    case hiddenLossLetsResume = "hidden-loss-lets-resume"

    // The life cycle of apps.
    case deadAppsStreamIsKept = "dead-apps-stream-is-kept"
    case deadAppIsTold = "dead-app-is-told"
    case hintReachesBackground = "hint-reaches-background"
    case everyAppHasTheAudioMode = "every-app-has-the-audio-mode"
    case lockForgetsAmbient = "lock-forgets-ambient"
    case suspensionIsForgotten = "suspension-is-forgotten"
    case resetKeepsTheCategory = "reset-keeps-the-category"
    case sleeperPlaysOn = "sleeper-plays-on"
    case tasksNeverExpire = "tasks-never-expire"
    case workNeverEnds = "work-never-ends"
    case hangIsForgiven = "hang-is-forgiven"
    case sleeperIsTerminated = "sleeper-is-terminated"
    case missedChangesAreToldTwice = "missed-changes-are-told-twice"
    case missedChangesComeLate = "missed-changes-come-late"
    case missedChangesAreForgotten = "missed-changes-are-forgotten"

    // Audible sounds and vibrations.
    case startDoesNotActivate = "start-does-not-activate"
    case backgroundSilencesQueues = "background-silences-queues"
    case lockSilencesPlayback = "lock-silences-playback"
    case deniedMicrophoneRecords = "denied-microphone-records"
    case backgroundSilencesRecorders = "background-silences-recorders"
    case soundKeepsNothingAwake = "sound-keeps-nothing-awake"
    case vibrationIgnoresSettings = "vibration-ignores-settings"
    case recordingIsShaken = "recording-is-shaken"
    case callIsNotFelt = "call-is-not-felt"
    case alarmIsNotFelt = "alarm-is-not-felt"

    // Callbacks, and the app in front.
    case endIsNotTold = "end-is-not-told"
    case resignIsLost = "resign-is-lost"
    case foregroundIsEnteredLate = "foreground-is-entered-late"
    case alertLeavesTheAppActive = "alert-leaves-the-app-active"
    case overlayLeavesTheAppActive = "overlay-leaves-the-app-active"
    case answerLeavesTheAppInFront = "answer-leaves-the-app-in-front"

    // The route.
    case pickOutlivesTheCall = "pick-outlives-the-call"
    case promptTakesTheRoute = "prompt-takes-the-route"
    case overrideOutlivesPlug = "override-outlives-plug"
    case chatIsWithoutBluetooth = "chat-is-without-bluetooth"

    // Notifications and answers to apps.
    case beganIsLost = "began-is-lost"
    case beganIsToldTwice = "began-is-told-twice"
    case disconnectHasNoReason = "disconnect-has-no-reason"
    case musicPlayerLetsResume = "music-player-lets-resume"
    case deathOfRivalLetsNobodyResume = "death-of-rival-lets-nobody-resume"
    case givingBackWakesAll = "giving-back-wakes-all"
    case routeIsToldWithTheNewOne = "route-is-told-with-the-new-one"
    case categoryChangeIsNotTold = "category-change-is-not-told"
    case volumeIsNotTold = "volume-is-not-told"
    case volumeOfTheOldRouteIsTold = "volume-of-the-old-route-is-told"
    case hintIsNotTold = "hint-is-not-told"
    case hintsEndIsLost = "hints-end-is-lost"
    case backgroundMayInterrupt = "background-may-interrupt"
    case inputNeedsNoCategory = "input-needs-no-category"
    case refusalHasTheWrongCode = "refusal-has-the-wrong-code"
    case refusedActivationEndsTheWait = "refused-activation-ends-the-wait"

    // Remote control.
    case commandReachesTheAppInFront = "command-reaches-the-app-in-front"
    case commandIsToldTwice = "command-is-told-twice"
    case toggleIsNotTranslated = "toggle-is-not-translated"

    // Explanations, and the machine's consistency.
    case reasonIsLost = "reason-is-lost"
    case causeIsLost = "cause-is-lost"
    case verdictIsNotSent = "verdict-is-not-sent"
    case answersDependOnTheRun = "answers-depend-on-the-run"
}
