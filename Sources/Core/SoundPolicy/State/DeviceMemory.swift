public import AudioModel

/// The state that a device keeps when it is switched off: the settings, and the volume of each
/// output.
///
/// A value to store (`Codable`) and to restore (`PolicyConfiguration.memory`).
public struct DeviceMemory: Hashable, Codable, Sendable {
    /// The media volume of each output, in the order of first use.
    public var mediaVolumes: [RouteVolume]
    /// The call volume of each output, in the order of first use.
    public var callVolumes: [RouteVolume]
    /// The ringer volume, 0…1.
    public var ringerVolume: Float
    /// The settings that are off.
    public var settingsOff: [DeviceSetting]
}

extension PolicyMachine {
    /// The state to store while the device is off.
    public var memory: DeviceMemory {
        DeviceMemory(
            mediaVolumes: device.mediaVolumes, callVolumes: device.callVolumes,
            ringerVolume: device.ringerVolume, settingsOff: device.settingsOff)
    }

    /// Restores stored state. Volumes are clamped to 0…1; of several entries for one output the
    /// first is used.
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
