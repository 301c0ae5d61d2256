import AudioModel
import SoundPolicy

extension PolicyChoice {
    static let ofSwitch = PolicyChoice.choices(
        in: "The switch",
        [
            PolicyChoice(
                "Silent mode with headphones attached", .observed, \.switchCountsEverywhere,
                on: "the switch silences headphones and other accessories, too",
                off: "the switch silences only what sounds from the device itself"),
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
                \.idleButtonsFollowActiveSession,
                on: "an idle press moves the media volume while the app in front is active",
                off: "an idle press moves the ringer volume, whatever the app in front does"),
            PolicyChoice(
                "Initial value of *Change with Buttons*", .disputed,
                insteadOf: "Change with Buttons is off at first"
            ) { $0.settingsOff.append(.changeWithButtons) },
            PolicyChoice(
                "An idle press in silent mode", .ours, \.idleButtonsWorkInSilentMode,
                on: "an idle press in silent mode moves the ringer volume",
                off: "an idle press in silent mode moves no volume"),
            PolicyChoice(
                "The buttons during an emergency alert", .disputed,
                isOn: { $0.emergencyButtons == .silence },
                on: "the first press of a button ends the sound of an emergency alert",
                off: "the buttons do not end the sound of an emergency alert"
            ) { $0.emergencyButtons = $1 ? .silence : .nothing },
            PolicyChoice(
                "A press while an alarm sounds", .observed, \.buttonsSnoozeAlarm,
                on: "a press snoozes an alarm and moves no volume",
                off: "a press moves the ringer volume and snoozes no alarm"),
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
                "Two sessions that duck", .ours, \.duckersDuckEachOther,
                on: "a session that ducks is ducked by another",
                off: "a session that ducks is not ducked"),
        ])
}
