import AudioModel
import SoundPolicy

/// Random actions of the user and the environment.
enum UserActs {
    /// Ports that can be plugged in or come within reach.
    static let plugs: [Port] = [
        .headphones, .headphones, .headset, .headset, Port(.lineout), Port(.bluetoothA2DP),
        Port(.bluetoothHFP), Port(.bluetoothLE), Port(.usb), Port(.hdmi), Port(.car),
        Port(.airplay, name: "Kitchen"),
    ]
    /// Ports that an app or the route picker could name.
    static let ports = PortKind.allCases.map { Port($0) } + [Port(.airplay, name: "Kitchen")]

    /// A random action, more often than not one that makes sense in the current state.
    static func next(_ phone: DeviceSnapshot, _ dice: inout RandomSource) -> DeviceEvent {
        // Interrupters must also end, for other events to have a chance.
        if !phone.interrupters.isEmpty, dice.chance(2, of: 5) {
            return onward(dice.pick(phone.interrupters), phone, &dice)
        }
        switch dice.number(0...32) {
        case 0...3:
            return .ringSwitchMoved(
                dice.chance(4, of: 5)
                    ? (phone.ringSwitch == .ring ? .silent : .ring) : dice.pick(RingSwitch.allCases)
            )
        case 4...8: return .volumePressed(dice.pick(VolumeButton.allCases))
        case 9: return .volumeSet(dice.pick(VolumeKind.allCases), volume(&dice))
        case 10:
            return .settingChanged(dice.pick(DeviceSetting.allCases), isOn: dice.chance(1, of: 2))
        case 11...14: return .portPlugged(dice.pick(plugs))
        case 15...18:
            return .portUnplugged(
                phone.accessories.isEmpty || dice.chance(1, of: 5)
                    ? dice.pick(ports) : phone.accessories[phone.accessories.count - 1])
        case 19:
            return .routePicked(
                phone.accessories.isEmpty || dice.chance(1, of: 3)
                    ? dice.pick(ports) : dice.pick(phone.accessories))
        case 20...21: return phone.isLocked || dice.chance(1, of: 3) ? .unlocked : .locked
        case 25: return dice.chance(1, of: 3) ? .memoryLow : .volumePressed(.down)
        case 22:
            return phone.areMediaServicesLost
                ? .mediaServicesReset : dice.pick([.mediaServicesLost, .mediaServicesReset])
        case 23: return anything(&dice)
        default: return dice.chance(2, of: 3) ? beginning(&dice) : .volumePressed(.down)
        }
    }

    /// A random life cycle event.
    static func nextOfLife(_ phone: DeviceSnapshot, _ dice: inout RandomSource) -> DeviceEvent {
        if !phone.overlays.isEmpty, dice.chance(1, of: 2) {
            return .overlayClosed(dice.pick(phone.overlays))
        }
        return switch dice.number(0...9) {
        case 0...2: .overlayOpened(dice.pick(Overlay.allCases))
        case 3: .overlayClosed(dice.pick(Overlay.allCases))
        case 4: .bannerShown
        case 5: .memoryNeeded(megabytes: dice.pick([-1, 1, 30, 120, 500]))
        default: .systemChanged(dice.pick(SystemChange.allCases))
        }
    }

    /// A random action with remote controls, locks and messages.
    static func nextOfRemoteControl(_ dice: inout RandomSource) -> DeviceEvent {
        switch dice.number(0...11) {
        case 0...6: .remoteCommand(dice.pick(RemoteCommand.transport))
        case 7...8: .headsetPressed(times: dice.pick([1, 1, 2, 3, 0, 4]))
        case 9: .messageArrived
        default: .keyClicked
        }
    }

    static func someCommands(_ dice: inout RandomSource) -> RemoteCommands {
        if dice.chance(1, of: 4) { return [] }
        if dice.chance(1, of: 2) { return .transport }
        return RemoteCommands(RemoteCommandKind.transport.filter { _ in dice.chance(1, of: 2) })
    }

    private static func beginning(_ dice: inout RandomSource) -> DeviceEvent {
        dice.pick([
            .callArrived, .callArrived, .callArrivedAsBanner, .callArrivedAsBanner, .alarmFired,
            .alarmFired, .timerFired, .assistantBegan, .emergencyBegan,
        ])
    }

    private static func onward(
        _ interrupter: Interrupter, _ phone: DeviceSnapshot, _ dice: inout RandomSource
    ) -> DeviceEvent {
        switch interrupter {
        case .call:
            phone.call == .connected
                ? dice.pick([.callEnded, .callEndedByRemoteParty])
                : dice.pick([.callAnswered, .callAnswered, .callDeclined])
        case .alarm: dice.pick([.alarmDismissed, .alarmSnoozed])
        case .timer: .timerDismissed
        case .assistant: .assistantEnded
        case .emergency: .emergencyEnded
        }
    }

    /// Any action, sensible or not.
    private static func anything(_ dice: inout RandomSource) -> DeviceEvent {
        dice.pick([
            .callAnswered, .callDeclined, .callEnded, .callEndedByRemoteParty,
            .alarmDismissed, .alarmSnoozed, .timerDismissed, .assistantEnded, .emergencyEnded,
            .mediaServicesReset, .unlocked,
            .portPlugged(dice.pick(ports)), .portUnplugged(dice.pick(ports)),
        ])
    }

    private static func volume(_ dice: inout RandomSource) -> Float {
        dice.chance(1, of: 8)
            ? dice.pick([-1, 2, 1e-30, .nan, .infinity, -.infinity]) : dice.volume()
    }
}
