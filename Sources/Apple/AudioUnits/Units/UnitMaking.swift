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
        case .equalizer, .delay, .distortion, .reverb:
            guard let kernel = component.makeEffect() else { throw .invalidComponent }
            return EffectUnit(component, app, kernel)
        case .varispeed, .timePitch, .timePitchOther:
            guard let kernel = component.makeTimeEffect() else { throw .invalidComponent }
            return EffectUnit(component, app, kernel)
        case .scheduledSoundPlayer: return SlicePlayerUnit(app)
        case .audioFilePlayer: return FilePlayerUnit(app)
        case .sampler, .midiSynth: return InstrumentUnit(component, app)
        }
    }
}
