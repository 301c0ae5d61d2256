import AudioModel

/// What a device keeps when it is switched off: the settings, and how loud each output was.
///
/// A value to write down (`Codable`) and to give back (`PolicyConfiguration.memory`).
public struct DeviceMemory: Hashable, Codable, Sendable {
    /// In the order in which the outputs were first used.
    public var mediaVolumes: [RouteVolume]
    public var callVolumes: [RouteVolume]
    /// 0…1.
    public var ringerVolume: Float
    public var settingsOff: [DeviceSetting]
}

extension PolicyMachine {
    /// To be kept while the device is off.
    public var memory: DeviceMemory {
        DeviceMemory(
            mediaVolumes: device.mediaVolumes, callVolumes: device.callVolumes,
            ringerVolume: device.ringerVolume, settingsOff: device.settingsOff)
    }

    /// Volumes are taken as the device can have them; an output named twice has the first.
    mutating func restore(_ memory: DeviceMemory) {
        device.mediaVolumes = restored(memory.mediaVolumes)
        device.callVolumes = restored(memory.callVolumes)
        device.ringerVolume = clamped(memory.ringerVolume)
        device.settingsOff = memory.settingsOff
    }

    private func restored(_ volumes: [RouteVolume]) -> [RouteVolume] {
        volumes.reduce(into: []) { known, entry in
            guard known.count < rememberedOutputsMax,
                !known.contains(where: { $0.output == entry.output })
            else { return }
            known.append(RouteVolume(output: entry.output, volume: clamped(entry.volume)))
        }
    }
}
