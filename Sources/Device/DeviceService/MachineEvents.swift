import AudioModel
import DeviceEvents
import Dispatch
import HostLinux
import SoundPolicy
import Synchronization

/// The events of the machine, which reach the device as actions of its environment. Any thread.
final class MachineEvents: Sendable {
    private let monitor = Mutex<DeviceEventMonitor?>(nil)

    /// Starts to follow the machine's services, and exports the objects by which programs announce
    /// calls and alarms.
    func start(
        _ options: DeviceEventMonitor.Options, on host: DeviceServiceHost,
        perform: @escaping @Sendable (DeviceEvent) -> Void,
        sleepChanged: @escaping @Sendable (SleepEvent) -> Void
    ) {
        let monitor = DeviceEventMonitor(
            options, sessionBus: host.sessionBus, followingBus: host.followingBus, act: perform,
            sleep: { event in
                sleepChanged(event)
                guard case .sleepBegins = event else { return }
                // The machine waits until all is silent.
                let ramp = GuardedPrograms.sleepRamp.nanoseconds
                _ = DispatchSemaphore(value: 0).wait(
                    timeout: .now() + .nanoseconds(Int(2 * ramp)))
            })
        self.monitor.withLock { $0 = monitor }
    }

    /// Answers and ends the calls of the services, for the device's user; `nil` before the start.
    var callControl: CallControl? { monitor.withLock { $0?.callControl } }

    /// Does with the services' call or alarms what the device's user has done with the device's.
    /// Returns at once.
    func stopped(_ sound: ServicedDevice.StoppedSound) {
        switch sound {
        case .call(.connected): callControl?.answer()
        case .call(.none): callControl?.hangUp()
        case .call(.ringing): break
        case .alarms: monitor.withLock { $0?.alarmControl }?.dismiss()
        }
    }

    /// Stops. Not to be called on the device's queue.
    func close() {
        let monitor = monitor.withLock { monitor in
            defer { monitor = nil }
            return monitor
        }
        monitor?.close()
    }
}
