import AudioModel
import SoundPolicy

/// Source: System Sound Services Reference, `AudioServicesPlayAlertSound`; the specification's
/// table of sounds and vibrations.
final class VibrationsComeAsSet: Checker {
    static let sentence = "The phone vibrates for what vibrates, as the settings say, and only then"
    var premiseCount = 0

    func check(_ step: Step) -> Breach? {
        let expected = expected(step)
        premiseCount += expected.count
        var count = 0
        for case .vibrate(let stream) in step.effects {
            count += 1
            if !expected.contains(stream) { return Breach("the phone vibrates for nothing") }
        }
        if count == expected.count { return nil }
        return Breach(count == 0 ? "the phone does not vibrate" : "the phone vibrates twice")
    }

    /// The streams that vibrate by this event, `nil` for vibrations without one.
    private func expected(_ step: Step) -> [StreamID?] {
        switch step.event {
        case .device(.callArrived), .device(.callArrivedAsBanner):
            return step.before.device.call == .none && alertVibrates(step) ? [nil] : []
        case .device(.emergencyBegan):
            return step.before.device.interrupters.contains(.emergency) ? [] : [nil]
        case .app(let app, .startStream(let number, .alertSound, _)):
            let vibrates = step.refusal == nil && alertVibrates(step) && !isDisturbing(app, step)
            return vibrates ? [StreamID(app: app, number: number)] : []
        case .app(let app, .vibrate):
            let device = step.after.device
            let isOff =
                device.ringSwitch == .silent && device.settingsOff.contains(.vibrateOnSilent)
            return step.refusal == nil && !isOff && !isDisturbing(app, step) ? [nil] : []
        default: return []
        }
    }

    private func alertVibrates(_ step: Step) -> Bool {
        let device = step.after.device
        let setting: DeviceSetting =
            device.ringSwitch == .ring ? .vibrateOnRing : .vibrateOnSilent
        return !device.settingsOff.contains(setting)
    }

    /// Whether a recording would hear it: one's own session that may record, another's that does.
    private func isDisturbing(_ app: AppID, _ step: Step) -> Bool {
        step.model.sessions.contains { session in
            guard session.isActive else { return false }
            let asked = step.ledger.asked(by: session.app)
            guard !asked.letsSystemSoundsThrough else { return false }
            switch asked.category {
            case .record: return true
            case .playAndRecord: return session.app == app || step.model.records(session.app)
            default: return false
            }
        }
    }
}

extension SessionModel {
    /// Whether a recorder of the app runs.
    func records(_ app: AppID) -> Bool {
        streams.contains { $0.id.app == app && $0.kind == .recorder && $0.runs }
    }
}
