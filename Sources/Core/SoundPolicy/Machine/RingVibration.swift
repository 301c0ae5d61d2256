import AudioModel

// The repeated vibration of a call, an alarm or a timer until the user answers.

extension PolicyMachine {
    /// Vibrates at once, and then in each period, because a call, an alarm or a timer begins to
    /// ring.
    mutating func beginRingVibration() {
        ringVibrationObstacle = nil
        guard isRinging else { return sayWhatNeverVibrates() }
        vibrateForRing()
    }

    /// Reports the vibration of an alarm or a timer while the rule for it is disabled.
    private mutating func sayWhatNeverVibrates() {
        guard device.isAlarmSounding || device.isTimerSounding else { return }
        vibrate(
            for: nil, unless: VibrationObstacle(obstacle: .ruleIsDisabled, rule: .alarmsVibrate))
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

    /// Whether a call, an alarm or a timer vibrates. A call silenced with a button keeps ringing
    /// without vibration.
    private var isRinging: Bool {
        if device.isCallRinging, !device.isRingSilenced { return true }
        return rules.hold(.alarmsVibrate) && (device.isAlarmRinging || device.isTimerRinging)
    }

    /// Vibrates once and schedules the next vibration. The switch and the settings are read each
    /// time, because they may change meanwhile. The reason for no vibration is reported once, and
    /// again when it has changed.
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
