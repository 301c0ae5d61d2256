import AudioUnits

extension UnitComponent {
    /// Makes the node of the most specific class; `nil` for a unit that is no node of an engine that
    /// an app can make.
    func makeUnit() -> AVAudioUnit? {
        switch self {
        case .equalizer: AVAudioUnitEQ(numberOfBands: Self.bandCount)
        case .delay: AVAudioUnitDelay()
        case .reverb: AVAudioUnitReverb()
        case .distortion: AVAudioUnitDistortion()
        case .varispeed: AVAudioUnitVarispeed()
        case .timePitch, .timePitchOther: AVAudioUnitTimePitch()
        case .sampler: AVAudioUnitSampler()
        case .remoteIO, .voiceProcessingIO, .genericOutput, .converter, .multichannelMixer,
            .scheduledSoundPlayer, .audioFilePlayer, .midiSynth:
            nil
        }
    }
}
