import AudioModel

// The vibration of what rings until its user answers: a call, an alarm, a timer.

extension PolicyMachine {
    /// Something begins to ring: vibrates at once, and again each period for as long as it rings.
    mutating func beginRingVibration() {
        guard isRinging else { return }
        vibrateForRing()
    }

    /// Something has stopped ringing.
    mutating func endRingVibration() {
        if !isRinging { vibratesAgainAt = nil }
    }

    /// The next vibration, if its time has come.
    mutating func continueRingVibration() {
        guard let due = vibratesAgainAt, due <= now else { return }
        vibrateForRing()
    }

    /// Whether whatever alerts the user now vibrates, by the switch and the settings.
    var alertsVibrate: Bool {
        alertVibrates(ringSwitch: device.ringSwitch, isOn: device.isOn, rules: rules)
    }

    /// A call that a button has silenced rings on, and does not vibrate.
    private var isRinging: Bool {
        if device.call == .ringing, !device.isRingSilenced { return true }
        return rules.hold(.alarmsVibrate) && (device.isAlarmSounding || device.isTimerSounding)
    }

    /// The switch and the settings count at each vibration: they may change on the way.
    private mutating func vibrateForRing() {
        if alertsVibrate {
            changeEffects.append(.vibrate(nil))
        }
        let period = configuration.ringVibrationPeriod
        let repeats = rules.hold(.ringVibrationRepeats) && period > .zero
        vibratesAgainAt = repeats ? now + period : nil
    }
}
