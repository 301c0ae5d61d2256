import AudioModel
import SoundPolicy

/// Source: System Sound Services Reference, `AudioServicesPlayAlertSound`; the specification's
/// table of sounds and vibrations, and its amendments: alarms and timers vibrate until they are
/// stopped, and vibrations do not disturb a recording.
final class VibrationsComeAsSet: PremiseCounter, Checker {
    static let sentence =
        "The phone vibrates when its settings and its state call for it, and only then"
    /// Time of the next vibration of a ringing call, alarm or timer.
    private var next: HostTime?

    func check(_ step: Step) -> Finding? {
        let expected = expected(step)
        premiseCount += expected.count
        var count = 0
        for case .vibrate(let stream) in step.effects {
            count += 1
            if !expected.contains(stream) { return Finding("the phone vibrates for nothing") }
        }
        if count == expected.count { return nil }
        return Finding(count == 0 ? "the phone does not vibrate" : "the phone vibrates twice")
    }

    /// The streams that vibrate at this event; `nil` stands for a vibration without a stream.
    private func expected(_ step: Step) -> [StreamID?] {
        let ring: [StreamID?] = ringVibrates(step) ? [nil] : []
        switch step.event {
        case .device(.emergencyBegan):
            return step.before.device.interrupters.contains(.emergency) ? [] : [nil]
        case .app(let app, .startStream(let number, .alertSound, _)):
            let vibrates = step.refusal == nil && alertVibrates(step) && !isDisturbing(app, step)
            return vibrates ? [StreamID(app: app, number: number)] : []
        case .device(.messageArrived):
            return alertVibrates(step) && !step.isSystemSoundKeptOut ? [nil] : []
        case .app(let app, .vibrate):
            let device = step.after.device
            let isOff =
                device.ringSwitch == .silent && device.settingsOff.contains(.vibrateOnSilent)
            return step.refusal == nil && !isOff && !isDisturbing(app, step) ? [nil] : []
        default: return ring
        }
    }

    private func alertVibrates(_ step: Step) -> Bool {
        let device = step.after.device
        let setting: DeviceSetting = device.ringSwitch == .ring ? .vibrateOnRing : .vibrateOnSilent
        return !device.settingsOff.contains(setting)
    }

    /// Whether a recording would pick it up: any running recorder, or the app's own session if it
    /// may record.
    private func isDisturbing(_ app: AppID, _ step: Step) -> Bool {
        if step.isSystemSoundKeptOut { return true }
        let asked = step.ledger.asked(by: app)
        return asked.category == .playAndRecord && !asked.letsSystemSoundsThrough
            && step.model.session(of: app)?.isActive == true
    }

    // MARK: Ringing

    private func isRinging(_ step: Step) -> Bool {
        let device = step.after.device
        return device.call == .ringing && !device.isRingSilenced
            || step.rings(.alarm) || step.rings(.timer)
    }

    /// Whether a ringing sound vibrates now: at its beginning and then once each period.
    private func ringVibrates(_ step: Step) -> Bool {
        let before = step.before.device
        let after = step.after.device
        guard isRinging(step) else {
            next = nil
            return false
        }
        let ringing: [Interrupter] = [.call, .alarm, .timer]
        let isBegun = ringing.contains {
            after.interrupters.contains($0) && !before.interrupters.contains($0)
        }
        let isDue = step.event == .deadlineReached && next.map { $0 <= step.now } ?? false
        guard isBegun || isDue else { return false }
        let period = step.configuration.ringVibrationPeriod
        next = period > .zero ? step.now + period : nil
        return alertVibrates(step)
    }
}
