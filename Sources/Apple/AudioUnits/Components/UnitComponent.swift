package import AudioEffects
import AudioGraph
package import CAudioToolbox

extension AudioComponentDescription {
    /// The type, the kind and the manufacturer, which name a component.
    package var codes: [UInt32] { [componentType, componentSubType, componentManufacturer] }

    /// Whether both name the same component.
    package func names(_ component: AudioComponentDescription) -> Bool {
        codes == component.codes
    }

    /// Whether a component is among those described: codes that are 0 fit every one, and of the
    /// flags those of the mask have to be the same.
    package func fits(_ component: AudioComponentDescription) -> Bool {
        zip(codes, component.codes).allSatisfy { $0 == 0 || $0 == $1 }
            && componentFlags & componentFlagsMask == component.componentFlags & componentFlagsMask
    }
}

/// Apple's audio units that exist here, in the order in which components are found.
package enum UnitComponent: CaseIterable, Sendable {
    case remoteIO, voiceProcessingIO, genericOutput
    case lowPass, highPass, bandPass, highShelf, lowShelf, parametricEqualizer
    case equalizer, peakLimiter, dynamicsProcessor, delay, distortion, reverb, sampleDelay
    case pitch
    case varispeed, timePitch, timePitchOther, converter, splitter, multiSplitter
    case multichannelMixer, matrixMixer, spatialMixer
    case scheduledSoundPlayer, audioFilePlayer
    case sampler, midiSynth

    /// The version of every unit: 1.0.0 as a hexadecimal number.
    package static let version = 0x10000
    /// The number of bands of an equaliser that is made by its component's name.
    package static let bandCount = 16

    /// - Parameter description: Its type and its kind; a manufacturer of 0 stands for any.
    /// - Returns: `nil` for a component that does not exist.
    package init?(_ description: AudioComponentDescription) {
        var wanted = description
        if wanted.componentManufacturer == 0 {
            wanted.componentManufacturer = UInt32(kAudioUnitManufacturer_Apple)
        }
        guard let found = Self.allCases.first(where: { $0.description.names(wanted) }) else {
            return nil
        }
        self = found
    }

    /// The name of the component.
    package var description: AudioComponentDescription {
        let (type, subType) = codes
        return AudioComponentDescription(
            componentType: type, componentSubType: subType,
            componentManufacturer: UInt32(kAudioUnitManufacturer_Apple), componentFlags: 0,
            componentFlagsMask: 0)
    }

    private var codes: (type: UInt32, subType: UInt32) {
        let output = UInt32(kAudioUnitType_Output)
        let effect = UInt32(kAudioUnitType_Effect)
        let converter = UInt32(kAudioUnitType_FormatConverter)
        let mixer = UInt32(kAudioUnitType_Mixer)
        return switch self {
        case .remoteIO: (output, UInt32(kAudioUnitSubType_RemoteIO))
        case .voiceProcessingIO: (output, UInt32(kAudioUnitSubType_VoiceProcessingIO))
        case .genericOutput: (output, UInt32(kAudioUnitSubType_GenericOutput))
        case .lowPass: (effect, UInt32(kAudioUnitSubType_LowPassFilter))
        case .highPass: (effect, UInt32(kAudioUnitSubType_HighPassFilter))
        case .bandPass: (effect, UInt32(kAudioUnitSubType_BandPassFilter))
        case .highShelf: (effect, UInt32(kAudioUnitSubType_HighShelfFilter))
        case .lowShelf: (effect, UInt32(kAudioUnitSubType_LowShelfFilter))
        case .parametricEqualizer: (effect, UInt32(kAudioUnitSubType_ParametricEQ))
        case .peakLimiter: (effect, UInt32(kAudioUnitSubType_PeakLimiter))
        case .dynamicsProcessor: (effect, UInt32(kAudioUnitSubType_DynamicsProcessor))
        case .sampleDelay: (effect, UInt32(kAudioUnitSubType_SampleDelay))
        case .equalizer: (effect, UInt32(kAudioUnitSubType_NBandEQ))
        case .delay: (effect, UInt32(kAudioUnitSubType_Delay))
        case .reverb: (effect, UInt32(kAudioUnitSubType_Reverb2))
        case .distortion: (effect, UInt32(kAudioUnitSubType_Distortion))
        case .pitch: (effect, UInt32(kAudioUnitSubType_NewTimePitch))
        case .varispeed: (converter, UInt32(kAudioUnitSubType_Varispeed))
        case .timePitch: (converter, UInt32(kAudioUnitSubType_NewTimePitch))
        case .timePitchOther: (converter, UInt32(kAudioUnitSubType_AUiPodTimeOther))
        case .converter: (converter, UInt32(kAudioUnitSubType_AUConverter))
        case .splitter: (converter, UInt32(kAudioUnitSubType_Splitter))
        case .multiSplitter: (converter, UInt32(kAudioUnitSubType_MultiSplitter))
        case .multichannelMixer: (mixer, UInt32(kAudioUnitSubType_MultiChannelMixer))
        case .matrixMixer: (mixer, UInt32(kAudioUnitSubType_MatrixMixer))
        case .spatialMixer: (mixer, UInt32(kAudioUnitSubType_SpatialMixer))
        case .scheduledSoundPlayer:
            (
                UInt32(kAudioUnitType_Generator), UInt32(kAudioUnitSubType_ScheduledSoundPlayer)
            )
        case .audioFilePlayer:
            (UInt32(kAudioUnitType_Generator), UInt32(kAudioUnitSubType_AudioFilePlayer))
        case .sampler: (UInt32(kAudioUnitType_MusicDevice), UInt32(kAudioUnitSubType_Sampler))
        case .midiSynth: (UInt32(kAudioUnitType_MusicDevice), UInt32(kAudioUnitSubType_MIDISynth))
        }
    }

    /// The name for people.
    package var name: String {
        switch self {
        case .remoteIO: "AURemoteIO"
        case .voiceProcessingIO: "AUVoiceProcessor"
        case .genericOutput: "GenericOutput"
        case .lowPass: "AULowpass"
        case .highPass: "AUHipass"
        case .bandPass: "AUBandpass"
        case .highShelf: "AUHighShelfFilter"
        case .lowShelf: "AULowShelfFilter"
        case .parametricEqualizer: "AUParametricEQ"
        case .peakLimiter: "AUPeakLimiter"
        case .dynamicsProcessor: "AUDynamicsProcessor"
        case .sampleDelay: "AUSampleDelay"
        case .equalizer: "AUNBandEQ"
        case .delay: "AUDelay"
        case .reverb: "AUReverb2"
        case .distortion: "AUDistortion"
        case .varispeed: "AUVarispeed"
        case .timePitch, .pitch: "AUNewTimePitch"
        case .timePitchOther: "AUiPodTimeOther"
        case .converter: "AUConverter"
        case .splitter: "AUSplitter"
        case .multiSplitter: "AUMultiSplitter"
        case .multichannelMixer: "AUMultiChannelMixer"
        case .matrixMixer: "AUMatrixMixer"
        case .spatialMixer: "AUSpatialMixer"
        case .scheduledSoundPlayer: "AUScheduledSoundPlayer"
        case .audioFilePlayer: "AUAudioFilePlayer"
        case .sampler: "AUSampler"
        case .midiSynth: "AUMIDISynth"
        }
    }

    /// Whether the unit plays what its app gives it, without an input.
    package var isPlayer: Bool { self == .scheduledSoundPlayer || self == .audioFilePlayer }

    /// Whether each output of the unit is its input.
    package var isSplitter: Bool { self == .splitter || self == .multiSplitter }

    /// Makes the kernel of an effect; `nil` for other units.
    package func makeEffect() -> (any Effect & Bypassable)? {
        switch self {
        case .lowPass: FilterEffect(.lowPass)
        case .highPass: FilterEffect(.highPass)
        case .bandPass: FilterEffect(.bandPass)
        case .highShelf: FilterEffect(.highShelf)
        case .lowShelf: FilterEffect(.lowShelf)
        case .parametricEqualizer: FilterEffect(.parametric)
        case .peakLimiter: PeakLimiter()
        case .dynamicsProcessor: DynamicsProcessor()
        case .sampleDelay: SampleDelay()
        case .equalizer: Equalizer(bandCount: Self.bandCount)
        case .delay: DelayEffect()
        case .reverb: Reverb()
        case .distortion: Distortion()
        case .pitch: PitchEffect()
        case .remoteIO, .voiceProcessingIO, .genericOutput, .varispeed, .timePitch,
            .timePitchOther, .converter, .splitter, .multiSplitter, .multichannelMixer,
            .matrixMixer, .spatialMixer, .scheduledSoundPlayer, .audioFilePlayer, .sampler,
            .midiSynth:
            nil
        }
    }

    /// Makes the kernel of a change of speed; `nil` for other units.
    package func makeTimeEffect() -> (any TimeEffect & Bypassable)? {
        switch self {
        case .varispeed: Varispeed()
        case .timePitch, .timePitchOther: TimePitchEffect()
        default: nil
        }
    }
}
