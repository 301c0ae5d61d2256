import AudioModel
import SoundPolicy

/// Where sound goes and comes from, by the specification's table of ports.
///
/// Source: the specification, "Routing".
enum RouteModel {
    /// The microphones that a session may choose from, in the order of plugging.
    static func inputs(
        of asked: Ledger.Asked, _ device: DeviceSight, _ configuration: PolicyConfiguration
    ) -> [Port] {
        guard CategoryFacts.of(asked.category).hasInput else { return [] }
        var inputs = configuration.hasBuiltInMicrophone ? [Port.builtInMicrophone] : []
        for port in device.accessories {
            switch port.kind {
            case .headset: inputs.append(.headsetMicrophone)
            case .usb, .car: inputs.append(port)
            case .bluetoothHFP: if takesHandsFree(asked) { inputs.append(port) }
            default: break
            }
        }
        return inputs
    }

    /// Source: the specification, "Modes": chats allow Bluetooth by themselves.
    static func takesHandsFree(_ asked: Ledger.Asked) -> Bool {
        guard CategoryFacts.of(asked.category).hasInput else { return false }
        return asked.options.contains(.allowBluetooth)
            || [.voiceChat, .videoChat, .gameChat].contains(asked.mode)
    }
}
