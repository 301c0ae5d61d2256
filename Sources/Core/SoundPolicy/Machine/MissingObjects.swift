public import AudioModel

// Events that change nothing: they need something to act on, a call, an alarm, a plug, or something
// that is not there already.

extension PolicyMachine {
    /// Why an event of the device finds nothing to act on, or what it would bring there already, in
    /// words; `nil` where it does something.
    ///
    /// Such an event changes nothing.
    public func missingObject(of event: DeviceEvent) -> String? {
        missingObject(ofEnd: event) ?? presentObject(ofBeginning: event) ?? missingPlayer(of: event)
    }

    private func missingObject(ofEnd event: DeviceEvent) -> String? {
        switch event {
        case .callAnswered:
            switch device.shownCall {
            case .none: "there is no call"
            case .ringing: nil
            case .connected: "the call is answered already"
            }
        case .callDeclined, .callEnded: device.hasCallToEnd ? nil : "there is no call"
        case .callEndedByRemoteParty: missingObjectOfRemoteEnd
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

    private var missingObjectOfRemoteEnd: String? {
        guard device.call == .none else { return nil }
        guard let call = device.appCall else { return "there is no call" }
        return call.isProvided
            ? "\(name(of: call.app)) reports by itself when the other party ends its call" : nil
    }

    /// A second call, alarm or plug of the same kind is taken for the first.
    private func presentObject(ofBeginning event: DeviceEvent) -> String? {
        switch event {
        case .callArrived, .callArrivedAsBanner:
            device.call == .none && !device.isCallRinging ? nil : "there is a call already"
        case .alarmFired: device.isAlarmSounding ? "the alarm sounds already" : nil
        case .timerFired: device.isTimerSounding ? "the timer sounds already" : nil
        case .assistantBegan:
            device.isAssistantListening ? "the assistant listens already" : nil
        case .emergencyBegan:
            device.isEmergencySounding ? "an emergency alert sounds already" : nil
        case .portPlugged(let port):
            if port.kind.isBuiltIn {
                "\(port) is part of the phone"
            } else if device.accessories.contains(port) {
                "\(port) is plugged in already"
            } else {
                device.accessories.count < accessoriesMax
                    ? nil : "\(accessoriesMax) things are plugged in already"
            }
        case .overlayOpened(let overlay):
            device.overlays.contains(overlay) ? "the \(overlay.words) is there already" : nil
        default: nil
        }
    }

    /// A remote command with no app to be for, and a headset that is not there.
    ///
    /// An app that does not take the command is not missing.
    private func missingPlayer(of event: DeviceEvent) -> String? {
        let ignored: IgnoredCommand? =
            switch event {
            case .remoteCommand: nowPlayingApp == nil ? .noNowPlayingApp : nil
            case .headsetPressed(let times):
                if !hasHeadsetButton {
                    .noHeadsetButton
                } else if device.hasCall && rules.hold(.headsetAnswersCalls) {
                    nil
                } else {
                    command(forHeadsetPresses: times) != nil && nowPlayingApp == nil
                        ? .noNowPlayingApp : nil
                }
            case .headsetHeld(let presses): missingObject(ofHold: presses)
            case .headsetReleased: device.headsetSeek == nil ? .nothingHeld : nil
            default: nil
            }
        return ignored?.sentence { name(of: $0) }
    }

    private func missingObject(ofHold presses: Int) -> IgnoredCommand? {
        guard hasHeadsetButton else { return .noHeadsetButton }
        guard !device.hasCall || !rules.hold(.headsetAnswersCalls) else {
            return device.isCallRinging && presses == 1 ? nil : .heldInCall
        }
        return switch SoundPolicy.hold(forHeadsetPresses: presses) {
        case .assistant: device.isAssistantListening ? .assistantListens : nil
        case .seek: nowPlayingApp == nil ? .noNowPlayingApp : nil
        case nil: nil
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
