import AudioModel
import SoundPolicy

extension PolicyChoice {
    static let ofSwitch = PolicyChoice.choices(
        in: "The switch",
        [
            PolicyChoice(
                "Silent mode with headphones attached", .observed,
                insteadOf: "the switch silences headphones and other accessories, too"
            ) { $0.switchCountsEverywhere.toggle() },
            PolicyChoice(
                "Vibration period of a ringing sound", .ours,
                insteadOf: "a ringing call vibrates at other times"
            ) { $0.ringVibrationPeriod = .seconds(3) },
            PolicyChoice(
                "An alarm or a timer's end, vibrating", .observed, without: .alarmsVibrate,
                "an alarm and a timer's end do not vibrate"),
            PolicyChoice(
                "A timer's sound in silent mode", .observed, without: .timerObeysSwitch,
                "a timer's end sounds in silent mode"),
        ])

    static let ofVolumes = PolicyChoice.choices(
        in: "Volumes",
        [
            PolicyChoice(
                "Size of one press", .observed,
                insteadOf: "a press moves the volume by another step"
            ) { $0.volumeStep = 0.05 },
            PolicyChoice(
                "From volume to amplitude", .ours,
                insteadOf: "the amplitude follows the volume by another curve"
            ) { $0.volumeCurve = .quadratic },
            PolicyChoice(
                "What the buttons move when nothing sounds", .disputed,
                insteadOf: "an idle press moves the media volume while the app in front is active"
            ) { $0.idleButtonsFollowActiveSession.toggle() },
            PolicyChoice(
                "Initial value of *Change with Buttons*", .disputed,
                insteadOf: "Change with Buttons is off at first"
            ) { $0.settingsOff.append(.changeWithButtons) },
            PolicyChoice(
                "An idle press in silent mode", .ours,
                insteadOf: "an idle press in silent mode moves no volume"
            ) { $0.idleButtonsWorkInSilentMode.toggle() },
            PolicyChoice(
                "The buttons during an emergency alert", .disputed,
                insteadOf: "the ringer volume governs an emergency alert"
            ) { $0.buttonsLowerEmergencies.toggle() },
            PolicyChoice(
                "A press while an alarm sounds", .observed,
                insteadOf: "a press moves the ringer volume"
            ) { $0.buttonsSnoozeAlarm.toggle() },
            PolicyChoice(
                "Media volume across routes", .observed, without: .volumeBelongsToRoute,
                "all routes share one media volume"),
            PolicyChoice(
                "Initial volume of a call", .ours, insteadOf: "a call begins at another volume"
            ) { $0.callVolume = 0.5 },
        ])

    static let ofDucking = PolicyChoice.choices(
        in: "Ducking",
        [
            PolicyChoice(
                "How much", .ours, insteadOf: "ducking lowers by another amount"
            ) { $0.duckGain = 0.5 },
            PolicyChoice(
                "How fast", .ours, insteadOf: "ducking takes another time"
            ) { $0.duckRamp = .seconds(1) },
            PolicyChoice(
                "Two sessions that duck", .ours, insteadOf: "a session that ducks is not ducked"
            ) { $0.duckersDuckEachOther.toggle() },
        ])
}
