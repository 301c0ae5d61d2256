import AudioEffects
package import SoundClient

extension UnitCore {
    /// Makes a unit of a component.
    ///
    /// - Throws: `invalidComponent` for one that cannot be used by itself.
    package static func make(
        _ component: UnitComponent, for app: AppSound
    ) throws(UnitError) -> UnitCore {
        switch component {
        case .remoteIO, .voiceProcessingIO: return OutputUnit(component, app)
        case .genericOutput: return GenericOutputUnit(app)
        case .multichannelMixer, .converter: return MixerUnit(component, app)
        case .matrixMixer: return MatrixUnit(app)
        case .spatialMixer: return SpatialUnit(app)
        case .splitter, .multiSplitter: return SplitterUnit(component, app)
        case .lowPass, .highPass, .bandPass, .highShelf, .lowShelf, .parametricEqualizer,
            .equalizer, .peakLimiter, .dynamicsProcessor, .delay, .distortion, .reverb,
            .sampleDelay, .pitch:
            guard let kernel = effect(component) else { throw .invalidComponent }
            return EffectUnit(component, app, kernel)
        case .varispeed, .timePitch, .timePitchOther:
            // Source: AUNewTimePitch begins with 1 cent, the class of an engine with none.
            let kernel: (any TimeEffect & Bypassable)? =
                component == .varispeed ? component.makeTimeEffect() : TimePitchEffect(pitch: 1)
            guard let kernel else { throw .invalidComponent }
            return EffectUnit(component, app, kernel)
        case .scheduledSoundPlayer: return SlicePlayerUnit(app)
        case .audioFilePlayer: return FilePlayerUnit(app)
        case .sampler, .midiSynth: return InstrumentUnit(component, app)
        }
    }

    /// The kernel of an effect with the parameters that its unit begins with: those of the classes of
    /// an engine are others.
    private static func effect(_ component: UnitComponent) -> (any Effect & Bypassable)? {
        switch component {
        // Source: AUDelay begins with a mix of 50 %.
        case .delay: return DelayEffect(wetDryMix: 50)
        case .reverb:
            let reverb = Reverb(longestDelay: 1)
            reverb.useDefaultsOfAudioUnit()
            return reverb
        case .distortion:
            let distortion = Distortion()
            distortion.useDefaultsOfAudioUnit()
            return distortion
        case .pitch: return PitchEffect(pitch: 1)
        default: return component.makeEffect()
        }
    }
}
