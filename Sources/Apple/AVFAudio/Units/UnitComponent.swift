import AudioEffects
import CAudioToolbox
import CoreAudioTypes

/// The audio units that exist here.
enum UnitComponent: CaseIterable {
    case equalizer, delay, reverb, distortion, varispeed, timePitch, sampler

    /// The status of a component that does not exist.
    static let invalidComponent: OSStatus = -3000
    /// The status of a property with a value that cannot be used.
    static let invalidPropertyValue: OSStatus = -10851
    /// The version of every unit: 1.0.0 as a hexadecimal number.
    static let version = 0x10000
    /// The number of bands of an equaliser that is made by its component's name.
    static let bandCount = 16

    /// - Returns: `nil` for a component that does not exist.
    init?(_ description: AudioComponentDescription) {
        let found = Self.allCases.first { component in
            let own = component.description
            return own.componentType == description.componentType
                && own.componentSubType == description.componentSubType
                && own.componentManufacturer == description.componentManufacturer
        }
        guard let found else { return nil }
        self = found
    }

    /// The name of the component.
    var description: AudioComponentDescription {
        let (type, subType) = codes
        return AudioComponentDescription(
            componentType: type, componentSubType: subType,
            componentManufacturer: UInt32(kAudioUnitManufacturer_Apple), componentFlags: 0,
            componentFlagsMask: 0)
    }

    private var codes: (type: UInt32, subType: UInt32) {
        let effect = UInt32(kAudioUnitType_Effect)
        let converter = UInt32(kAudioUnitType_FormatConverter)
        return switch self {
        case .equalizer: (effect, UInt32(kAudioUnitSubType_NBandEQ))
        case .delay: (effect, UInt32(kAudioUnitSubType_Delay))
        case .reverb: (effect, UInt32(kAudioUnitSubType_Reverb2))
        case .distortion: (effect, UInt32(kAudioUnitSubType_Distortion))
        case .varispeed: (converter, UInt32(kAudioUnitSubType_Varispeed))
        case .timePitch: (converter, UInt32(kAudioUnitSubType_NewTimePitch))
        case .sampler: (UInt32(kAudioUnitType_MusicDevice), UInt32(kAudioUnitSubType_Sampler))
        }
    }

    /// The name for people.
    var name: String {
        switch self {
        case .equalizer: "AUNBandEQ"
        case .delay: "AUDelay"
        case .reverb: "AUReverb2"
        case .distortion: "AUDistortion"
        case .varispeed: "AUVarispeed"
        case .timePitch: "AUNewTimePitch"
        case .sampler: "AUSampler"
        }
    }

    /// Makes the unit of the most specific class.
    func makeUnit() -> AVAudioUnit {
        switch self {
        case .equalizer: AVAudioUnitEQ(numberOfBands: Self.bandCount)
        case .delay: AVAudioUnitDelay()
        case .reverb: AVAudioUnitReverb()
        case .distortion: AVAudioUnitDistortion()
        case .varispeed: AVAudioUnitVarispeed()
        case .timePitch: AVAudioUnitTimePitch()
        case .sampler: AVAudioUnitSampler()
        }
    }

    /// Makes the kernel of an effect; `nil` for a change of speed.
    func makeEffect() -> (any Effect & Bypassable)? {
        switch self {
        case .equalizer: Equalizer(bandCount: Self.bandCount)
        case .delay: DelayEffect()
        case .reverb: Reverb()
        case .distortion: Distortion()
        case .varispeed, .timePitch, .sampler: nil
        }
    }

    /// Makes the kernel of a change of speed; `nil` for an effect.
    func makeTimeEffect() -> (any TimeEffect & Bypassable)? {
        switch self {
        case .varispeed: Varispeed()
        case .timePitch: TimePitchEffect()
        case .equalizer, .delay, .reverb, .distortion, .sampler: nil
        }
    }
}
