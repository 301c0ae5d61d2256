import AudioModel

// The repeated vibration of a call, an alarm or a timer until the user answers.

extension PolicyMachine {
    /// Vibrates at once, and then in each period, because a call, an alarm or a timer begins to
    /// ring.
    mutating func beginRingVibration() {
        guard isRinging else { return }
        vibrateForRing()
    }

    /// Stops the vibration when nothing rings any more.
    mutating func endRingVibration() {
        if !isRinging { vibratesAgainAt = nil }
    }

    /// Performs the next vibration when it is due.
    mutating func continueRingVibration() {
        guard let due = vibratesAgainAt, due <= now else { return }
        vibrateForRing()
    }

    /// Whether an alert vibrates at present, by the switch and the settings.
    var alertsVibrate: Bool {
        alertVibrates(ringSwitch: device.ringSwitch, isOn: device.isOn, rules: rules)
    }

    /// Whether a call, an alarm or a timer vibrates. A call silenced with a button keeps ringing
    /// without vibration.
    private var isRinging: Bool {
        if device.call == .ringing, !device.isRingSilenced { return true }
        return rules.hold(.alarmsVibrate) && (device.isAlarmSounding || device.isTimerSounding)
    }

    /// Vibrates once and schedules the next vibration. The switch and the settings are read each
    /// time, because they may change meanwhile.
    private mutating func vibrateForRing() {
        if alertsVibrate {
            changeEffects.append(.vibrate(nil))
        }
        let period = configuration.ringVibrationPeriod
        let repeats = rules.hold(.ringVibrationRepeats) && period > .zero
        vibratesAgainAt = repeats ? now + period : nil
    }
}
