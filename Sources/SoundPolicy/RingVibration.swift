import AudioModel

// The vibration of what rings until its user answers: a call, an alarm, a timer.

extension PolicyMachine {
    /// Something begins to ring: vibrates at once, and again each period for as long as it rings.
    mutating func beginRingVibration() {
        ringVibrationObstacle = nil
        guard isRinging else { return sayWhatNeverVibrates() }
        vibrateForRing()
    }

    /// An alarm and a timer without the rule by which they vibrate.
    private mutating func sayWhatNeverVibrates() {
        guard device.isAlarmSounding || device.isTimerSounding else { return }
        vibrate(
            for: nil, unless: VibrationObstacle(obstacle: .ruleIsDisabled, rule: .alarmsVibrate))
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

    /// A call that a button has silenced rings on, and does not vibrate.
    private var isRinging: Bool {
        if device.call == .ringing, !device.isRingSilenced { return true }
        return rules.hold(.alarmsVibrate) && (device.isAlarmSounding || device.isTimerSounding)
    }

    /// The switch and the settings count at each vibration: they may change on the way. Why it
    /// does not vibrate is said once, and again when that has changed.
    private mutating func vibrateForRing() {
        let obstacle = alertVibrationObstacle
        if obstacle == nil || obstacle != ringVibrationObstacle {
            vibrate(for: nil, unless: obstacle)
        }
        ringVibrationObstacle = obstacle
        let period = configuration.ringVibrationPeriod
        let repeats = rules.hold(.ringVibrationRepeats) && period > .zero
        vibratesAgainAt = repeats ? now + period : nil
    }
}
