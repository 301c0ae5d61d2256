import AudioModel

// Events that need something to act on: a call, an alarm, a plug.

extension PolicyMachine {
    /// Why an event of the device finds nothing to act on, in words; `nil` where it does.
    ///
    /// Such an event changes nothing.
    public func missingObject(of event: DeviceEvent) -> String? {
        switch event {
        case .callAnswered:
            switch device.call {
            case .none: "there is no call"
            case .ringing: nil
            case .connected: "the call is answered already"
            }
        case .callDeclined, .callEnded: device.call == .none ? "there is no call" : nil
        case .alarmDismissed:
            device.isAlarmSounding || device.snoozedUntil != nil ? nil : "no alarm sounds"
        case .alarmSnoozed: device.isAlarmSounding ? nil : "no alarm sounds"
        case .timerDismissed: device.isTimerSounding ? nil : "no timer sounds"
        case .assistantEnded: device.isAssistantListening ? nil : "no assistant listens"
        case .emergencyEnded: device.isEmergencySounding ? nil : "no emergency alert sounds"
        case .portUnplugged(let port):
            device.accessories.contains(port) ? nil : "\(port) is not plugged in"
        case .locked: device.isLocked ? "the phone is locked already" : nil
        case .unlocked: device.isLocked ? nil : "the phone is not locked"
        case .overlayClosed(let overlay):
            device.overlays.contains(overlay) ? nil : missingWords(for: overlay)
        default: nil
        }
    }

    private func missingWords(for overlay: Overlay) -> String {
        switch overlay {
        case .alert: "there is no alert"
        case .notificationCentre: "the notification centre is not open"
        case .controlCentre: "the control centre is not open"
        case .appSwitcher: "the app switcher is not open"
        }
    }
}
