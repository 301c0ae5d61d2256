import AudioModel
import SoundPolicy

extension PolicyChoice {
    static let ofSessions = PolicyChoice.choices(
        in: "Sessions and interruptions",
        [
            PolicyChoice(
                "Does Ambient mix?", .disputed, \.ambientMixes,
                on: "a session of category ambient mixes",
                off: "a session of category ambient does not mix"),
            PolicyChoice(
                "Recording while the category was never set", .disputed,
                \.untouchedSessionRecords,
                on: "an input starts in a session whose category was never set",
                off: "no input starts in a session whose category was never set"),
            PolicyChoice(
                "`allowAirPlay` with categories that only play", .disputed,
                \.outputCategoriesTakeAirPlayOption,
                on: "categories that only play take allowAirPlay",
                off: "categories that only play refuse allowAirPlay with −50"),
            PolicyChoice(
                "A mode that the category does not support", .disputed, \.acceptsUnsupportedModes,
                on: "a mode that the category does not support is accepted",
                off: "a mode that the category does not support is refused with −50"),
            PolicyChoice(
                "An interrupter deactivates without notifying", .disputed,
                \.endIsToldWithoutNotifying,
                on: "the interrupted app is notified of the end, without shouldResume",
                off: "the interrupted app is not notified of the end"),
            PolicyChoice(
                "An interrupter's process ends", .ours, \.endOfRivalNotifies,
                on: "the interrupted app is notified that the other process has ended",
                off: "the interrupted app is not notified that the other process has ended"),
            PolicyChoice(
                "Several interrupted sessions wait when a session ends", .ours,
                \.givingBackWakesAll,
                on: "all of them are resumed",
                off: "only the one that was interrupted last is resumed"),
            PolicyChoice(
                "Activation from the background, not mixable", .observed,
                isOn: { $0.backgroundMayBeginAlone },
                on: "an app with the audio mode begins while no such session is active",
                off: "an app with the audio mode is refused although no such session is active"
            ) { $0.backgroundMayBeginAloneOverride = $1 },
            PolicyChoice(
                "Activation from the background, not mixable", .observed,
                without: .backgroundMayNotInterrupt, "it becomes active"),
            PolicyChoice(
                "Activation from the background, mixable, without the `audio` mode", .observed,
                without: .backgroundMayNotStart, "it becomes active"),
            PolicyChoice(
                "Time in which an app that was notified to resume may activate in the background, "
                    + "mixing or not", .ours, insteadOf: "that time is shorter"
            ) { $0.resumeWindow = .seconds(2) },
            PolicyChoice(
                "Time in which an app that was notified to resume may activate in the background, "
                    + "mixing or not", .ours, insteadOf: "that time is longer"
            ) { $0.resumeWindow = .seconds(20) },
            PolicyChoice(
                "What the system's music player is while another app interrupts it", .ours,
                \.interruptedMusicPlayerIsPaused,
                on: "it is paused",
                off: "it is interrupted, as any player"),
            PolicyChoice(
                "An alarm during a call", .ours, \.alarmsAreSoftInCalls,
                on: "an alarm during a call is lowered",
                off: "an alarm during a call sounds as usual"),
            PolicyChoice(
                "A snoozed alarm", .observed, insteadOf: "it comes back after another time"
            ) { $0.snooze = .seconds(300) },
            PolicyChoice(
                "Notifications to a mixable session when another app records", .ours,
                \.recordingInterruptsMixing,
                on: "a session that only records interrupts it",
                off: "a session that only records does not interrupt it"),
            PolicyChoice(
                "`mixingSpokenAudioIsInterrupted`", .ours, \.mixingSpokenAudioIsInterrupted,
                on: "spoken audio that mixes is interrupted, too",
                off: "spoken audio that mixes is left alone"),
            PolicyChoice(
                "Order of an emergency alert and a call", .documented, \.callsOutrankEmergencies,
                on: "a call comes before an emergency alert",
                off: "an emergency alert comes before a call"),
            PolicyChoice(
                "A call while an alarm or a timer rings", .observed, \.callsCutAlarms,
                on: "the call ends the sound of the alarm",
                off: "the alarm rings on after the call"),
            PolicyChoice(
                "An app returns to the front while another app has interrupted it", .observed,
                isOn: { $0.lateEndOnReturn },
                on: "it is notified of the end of the interruption when it returns",
                off: "it is not notified of the end of the interruption when it returns"
            ) { $0.lateEndOnReturnOverride = $1 },
            PolicyChoice(
                "Ends of interruptions that never come", .documented, \.losesInterruptionEnds,
                on: "no app is notified of the end of an interruption",
                off: "every end of an interruption is notified"),
        ])

    static let ofRoutes = PolicyChoice.choices(
        in: "Routes",
        [
            PolicyChoice(
                "A player object when the plug is pulled", .disputed, \.unplugHoldsEverything,
                on: "the system pauses every player",
                off: "it plays on from the speaker")
        ])

    static let ofCalls = PolicyChoice.choices(
        in: "VoIP calls",
        [
            PolicyChoice(
                "An answered call on an unlocked phone", .remembered,
                without: .answeringOpensCallingApp, "the app of the call stays where it is"),
            PolicyChoice(
                "A call of the telephone beside it", .documented, \.remoteEndKeepsHold,
                on: "it stays on hold when the remote party ends the telephone call",
                off: "it comes back whoever ends the telephone call"),
            PolicyChoice(
                "A call of the telephone beside it", .documented, without: .callHoldsAppCall,
                "the telephone call does not put it on hold"),
            PolicyChoice(
                "Volume", .observed, without: .appCallUsesCallVolume,
                "the media volume governs what the app of a VoIP call plays"),
        ])
}
