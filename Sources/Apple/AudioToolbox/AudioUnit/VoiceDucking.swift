import AudioUnits
import CAudioToolbox

// How a voice unit lowers other sound (`kAUVoiceIOProperty_OtherAudioDuckingConfiguration`).

extension AUVoiceIOOtherAudioDuckingConfiguration {
    init(_ settings: OtherAudioDuckingSettings) {
        self.init()
        withUnsafeMutableBytes(of: &self) { bytes in
            bytes.storeBytes(of: settings.isAdvanced ? 1 : 0, as: UInt8.self)
            bytes.storeBytes(
                of: settings.level.rawValue, toByteOffset: MemoryLayout<UInt32>.stride,
                as: UInt32.self)
        }
    }
}

extension OtherAudioDucking {
    /// - Throws: `invalidPropertyValue` for a level that there is not.
    func set(_ configuration: AUVoiceIOOtherAudioDuckingConfiguration) throws(UnitError) {
        let (isAdvanced, number) = withUnsafeBytes(of: configuration) { bytes in
            (
                bytes.load(as: UInt8.self) != 0,
                bytes.load(fromByteOffset: MemoryLayout<UInt32>.stride, as: UInt32.self)
            )
        }
        guard let level = OtherAudioDuckingSettings.Level(rawValue: number) else {
            throw .invalidPropertyValue
        }
        (settings.isAdvanced, settings.level) = (isAdvanced, level)
    }
}
