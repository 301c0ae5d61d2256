import AudioModel
import SoundPolicy

extension PolicyChoice {
    static let ofSessions = PolicyChoice.choices(
        in: "Sessions and interruptions",
        [
            PolicyChoice(
                "`allowAirPlay` with categories that only play", .disputed,
                insteadOf: "categories that only play take allowAirPlay"
            ) { $0.outputCategoriesTakeAirPlayOption.toggle() },
            PolicyChoice(
                "A mode that the category does not support", .disputed,
                insteadOf: "a mode that the category does not support is refused with −50"
            ) { $0.acceptsUnsupportedModes.toggle() },
            PolicyChoice(
                "An interrupter deactivates without notifying", .disputed,
                insteadOf: "the interrupted app is told of the end, without shouldResume"
            ) { $0.endIsToldWithoutNotifying.toggle() },
            PolicyChoice(
                "An interrupter's process ends", .ours,
                insteadOf:
                    "the interrupted app is not told that its interrupter's process has ended"
            ) { $0.endOfRivalNotifies.toggle() },
            PolicyChoice(
                "Several interrupted sessions wait when a session ends", .ours,
                insteadOf: "all of them are resumed"
            ) { $0.givingBackWakesAll.toggle() },
            PolicyChoice(
                "Activation from the background, not mixable", .observed,
                insteadOf: "a session that nothing else is active beside may begin, or may not"
            ) { $0.backgroundMayBeginAloneOverride = !$0.backgroundMayBeginAlone },
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
                insteadOf: "it is paused"
            ) { $0.interruptedMusicPlayerIsPaused.toggle() },
            PolicyChoice(
                "An alarm during a call", .ours, insteadOf: "an alarm during a call is lowered"
            ) { $0.alarmsAreSoftInCalls.toggle() },
            PolicyChoice(
                "A snoozed alarm", .observed, insteadOf: "it comes back after another time"
            ) { $0.snooze = .seconds(300) },
            PolicyChoice(
                "Notifications to a mixable session when another app records", .ours,
                insteadOf: "a session that only records interrupts it"
            ) { $0.recordingInterruptsMixing.toggle() },
            PolicyChoice(
                "Order of an emergency alert and a call", .documented,
                insteadOf: "an emergency alert comes before a call"
            ) { $0.callsOutrankEmergencies.toggle() },
            PolicyChoice(
                "A call while an alarm or a timer rings", .observed,
                insteadOf: "the alarm rings on after the call"
            ) { $0.callsCutAlarms.toggle() },
            PolicyChoice(
                "An app returns to the front while another app has interrupted it", .observed,
                insteadOf: "the end of the interruption does not come then, or does"
            ) { $0.lateEndOnReturnOverride = !$0.lateEndOnReturn },
            PolicyChoice(
                "Ends of interruptions that never come", .documented,
                insteadOf: "no end of an interruption comes"
            ) { $0.losesInterruptionEnds.toggle() },
        ])

    static let ofRoutes = PolicyChoice.choices(
        in: "Routes",
        [
            PolicyChoice(
                "A player object when the plug is pulled", .disputed,
                insteadOf: "the system pauses every player"
            ) { $0.unplugHoldsEverything.toggle() }
        ])

    static let ofCalls = PolicyChoice.choices(
        in: "VoIP calls",
        [
            PolicyChoice(
                "An answered call on an unlocked phone", .remembered,
                without: .answeringOpensCallingApp, "the app of the call stays where it is"),
            PolicyChoice(
                "Volume", .observed, without: .appCallUsesCallVolume,
                "the media volume governs what the app of a VoIP call plays"),
        ])
}
