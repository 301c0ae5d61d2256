import AppHosting
import AudioModel
import LiveDevice
import SoundServer

/// What the status says of single apps.
extension ServicedDevice {
    /// The last refused requests of apps that use Sori, by their names.
    ///
    /// The requests of other programs are the service's own.
    var refusals: [String: DeviceStatus.Refusal] {
        let apps = device.externalApps.compactMap { $0 as? ServedApp }
        return Dictionary(
            apps.compactMap { app in
                device.server.lastRefusal(of: app.app).map { refusal in
                    let (reason, time) = refusal
                    let age = (time - device.start).seconds
                    return (
                        device.name(of: app.app),
                        DeviceStatus.Refusal(
                            time: (age * 1000).rounded() / 1000, reason: reason.sentence,
                            rule: reason.rule.isEmpty ? nil : reason.rule)
                    )
                }
            }
        ) { $1 }
    }

    var processes: [String: Int32] {
        Dictionary(
            device.externalApps.compactMap { app in
                switch app {
                case let app as ServedApp: (device.name(of: app.app), app.connected.processID)
                case let app as GuardedProgram: (device.name(of: app.app), app.key.processID)
                default: nil
                }
            }
        ) { $1 }
    }
}
