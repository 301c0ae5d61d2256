import AudioModel
import DBus
import HostLinux
import InputDevices
import LiveDevice
import SoundPolicy
import SoundServer

/// The keys, switches, jacks and motors of the machine that belong to a device. Any thread.
final class DevicePeripherals: Sendable {
    private let haptics: SystemHapticOutput
    private let monitor: InputDeviceMonitor

    /// - Parameters:
    ///   - connection: A connection to the session bus, with the feedback daemon's motor.
    ///   - log: Receives messages for the user.
    ///   - handler: Receives the user's actions in order, on a thread of its own.
    init(
        _ options: InputOptions, on connection: DBusConnection?,
        log: @escaping @Sendable (String) -> Void,
        handler: @escaping @Sendable (InputAction) -> Void
    ) {
        let now: @Sendable () -> HostTime = { LinuxClock.now }
        haptics = SystemHapticOutput(
            on: connection, device: ForceFeedbackOutput(now: now), now: now)
        let isDesktop = !options.volumeKeys
        monitor = InputDeviceMonitor(
            options,
            log: { warning in
                // Without the keys of a phone, few devices are needed.
                if isDesktop, case .permissionDenied = warning { return }
                log("\(warning)")
            }, handler: handler)
    }

    /// Vibrates once, as the policy asks for. It repeats the vibration of what rings itself.
    func vibrate() { haptics.play(.alert) }

    func close() {
        monitor.close()
        haptics.close()
    }
}

extension ServicedDevice {
    /// Carries out what the machine's user does; what is impossible now is left out.
    func take(_ action: InputAction) {
        switch action {
        case .perform(.portPlugged), .perform(.portUnplugged):
            guard !hasJacks, case .perform(let event) = action else { return }
            takeJack(event)
        case .perform(let event):
            guard case .impossible(_) = device.perform(event),
                !device.server.inspect({ $0.hasHeadsetButton })
            else { return }
            performWithoutHeadset(event)
        case .toggleRingSwitch:
            let isSilent = device.snapshot.device.ringSwitch == .silent
            device.perform(.ringSwitchMoved(isSilent ? .ring : .silent))
        case .hangUp:
            switch device.snapshot.device.call {
            case .none: break
            case .ringing: device.perform(.callDeclined)
            case .connected: device.perform(.callEnded)
            }
        }
    }

    /// Carries out presses of the button of a headset that the policy does not know of, as one on
    /// USB: they do what the same presses do with one that it knows.
    private func performWithoutHeadset(_ event: DeviceEvent) {
        let call = device.snapshot.device.call
        guard call == .none else {
            guard event == .headsetPressed(times: 1) else { return }
            device.perform(call == .ringing ? .callAnswered : .callEnded)
            return
        }
        if case .headsetPressed(let times) = event,
            let pressed = SoundPolicy.command(forHeadsetPresses: times)
        {
            device.perform(.remoteCommand(pressed))
        }
    }
}
