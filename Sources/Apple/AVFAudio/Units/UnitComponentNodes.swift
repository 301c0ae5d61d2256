import AudioGraph
import AudioUnits

extension UnitComponent {
    /// Makes the node of the most specific class.
    func makeUnit() -> AVAudioUnit {
        switch self {
        case .lowPass, .highPass, .bandPass, .highShelf, .lowShelf, .parametricEqualizer,
            .peakLimiter, .dynamicsProcessor, .sampleDelay, .pitch:
            AVAudioUnitEffect(audioComponentDescription: description)
        case .equalizer: AVAudioUnitEQ(numberOfBands: Self.bandCount)
        case .delay: AVAudioUnitDelay()
        case .reverb: AVAudioUnitReverb()
        case .distortion: AVAudioUnitDistortion()
        case .varispeed: AVAudioUnitVarispeed()
        case .timePitch: AVAudioUnitTimePitch()
        case .timePitchOther: AVAudioUnitTimeEffect(audioComponentDescription: description)
        case .sampler: AVAudioUnitSampler()
        case .remoteIO, .voiceProcessingIO, .genericOutput:
            AVAudioUnit(.output, component: description)
        case .converter, .multichannelMixer, .splitter, .multiSplitter:
            AVAudioUnit(.mixer, component: description)
        case .matrixMixer: AVAudioUnit(.matrixMixer(MatrixMixer()), component: description)
        case .spatialMixer:
            AVAudioUnit(.spatialMixer(EnvironmentMixer()), component: description)
        case .scheduledSoundPlayer, .audioFilePlayer:
            AVAudioUnitGenerator(audioComponentDescription: description)
        case .midiSynth: AVAudioUnitMIDIInstrument(audioComponentDescription: description)
        }
    }
}
