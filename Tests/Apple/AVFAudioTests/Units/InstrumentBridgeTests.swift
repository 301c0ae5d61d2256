import AVFAudio
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("An instrument of an engine and its unit", .enabled(if: BuildTraits.hasMIDI))
struct InstrumentBridgeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A file with a second of a square tone.
    private func tone() throws -> URL {
        let url = URL(fileURLWithPath: folder.file("tone C4.wav"))
        let format = try #require(
            AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 44_100))
        buffer.frameLength = 44_100
        let samples = try #require(buffer.floatChannelData?[0])
        for frame in 0..<44_100 { samples[frame] = frame % 100 < 50 ? 0.5 : -0.5 }
        let file = try AVAudioFile(forWriting: url, settings: format.settings)
        try file.write(from: buffer)
        file.close()
        return url
    }

    private func stage(_ node: AVAudioUnitMIDIInstrument) throws -> OfflineEngine {
        let stage = try OfflineEngine()
        stage.engine.attach(node)
        stage.engine.connect(node, to: stage.engine.mainMixerNode, format: OfflineEngine.format)
        try stage.engine.start()
        return stage
    }

    private func parameter(_ unit: AudioUnit, _ id: AudioUnitParameterID) -> Float? {
        var value: Float = .nan
        return AudioUnitGetParameter(unit, id, 0, 0, &value) == 0 ? value : nil
    }

    private func peak(_ frames: [Float]) -> Float { frames.map(abs).max() ?? 0 }

    @Test("are one kernel: what C loads and plays sounds in the engine")
    func oneKernel() throws {
        let sampler = AVAudioUnitSampler()
        let stage = try stage(sampler)
        let unit = sampler.audioUnit
        let files = [try tone() as NSURL] as NSArray
        var object = Unmanaged.passUnretained(files).toOpaque()
        let status = withExtendedLifetime(files) {
            AudioUnitSetProperty(
                unit, kAUSamplerProperty_LoadAudioFiles, 0, 0, &object,
                UInt32(MemoryLayout<UnsafeRawPointer>.size))
        }
        #expect(status == 0)
        #expect(peak(try stage.render(1024)[0]) == 0)
        #expect(MusicDeviceMIDIEvent(unit, 0x90, 60, 100, 300) == 0)
        let frames = try stage.render(4096)[0]
        let onset = try #require(frames.firstIndex { abs($0) > 1e-4 })
        #expect(onset >= 300 && onset < 310)
        #expect(MusicDeviceMIDIEvent(unit, 0x80, 60, 0, 0) == 0)
        _ = try stage.render(88_200)
        #expect(peak(try stage.render(1024)[0]) < 1e-4)
        // The same unit in version 3, at the same offset.
        let schedule = try #require(sampler.auAudioUnit.scheduleMIDIEventBlock)
        schedule(AUEventSampleTimeImmediate, 0, 3, [0x90, 60, 100])
        #expect(peak(try stage.render(4096)[0]) > 0.01)
    }

    @Test("have one gain, pan and tuning")
    func parameters() throws {
        let sampler = AVAudioUnitSampler()
        let unit = sampler.audioUnit
        sampler.overallGain = -6
        #expect(parameter(unit, kAUSamplerParam_Gain) == -6)
        #expect(AudioUnitSetParameter(unit, kAUSamplerParam_Gain, 0, 0, -12, 0) == 0)
        #expect(sampler.overallGain == -12 && sampler.masterGain == -12)
        for pan in [-100, -33, 0, 7, 100] as [Float] {
            sampler.stereoPan = pan
            #expect(sampler.stereoPan == pan)
            #expect(abs((parameter(unit, kAUSamplerParam_Pan) ?? 9) - pan / 100) < 1e-6)
        }
        AudioUnitSetParameter(unit, kAUSamplerParam_Pan, 0, 0, -0.5, 0)
        #expect(sampler.stereoPan == -50)
        sampler.globalTuning = -150.5
        #expect(parameter(unit, kAUSamplerParam_CoarseTuning) == -1)
        #expect(parameter(unit, kAUSamplerParam_FineTuning) == -50.5)
        AudioUnitSetParameter(unit, kAUSamplerParam_CoarseTuning, 0, 0, 2, 0)
        #expect(sampler.globalTuning == 149.5)
        let tree = try #require(sampler.auAudioUnit.parameterTree)
        #expect(tree.parameter(withAddress: 900)?.value == -12)
        tree.parameter(withAddress: 900)?.value = 3
        #expect(sampler.overallGain == 3)
        sampler.overallGain = .nan
        #expect(sampler.overallGain == 0)
    }

    @Test("exist for the synthesiser of sound banks too")
    func synthesizer() throws {
        let description = AudioComponentDescription(
            componentType: UInt32(kAudioUnitType_MusicDevice),
            componentSubType: UInt32(kAudioUnitSubType_MIDISynth),
            componentManufacturer: UInt32(kAudioUnitManufacturer_Apple), componentFlags: 0,
            componentFlagsMask: 0)
        let node = AVAudioUnitMIDIInstrument(audioComponentDescription: description)
        let unit = node.audioUnit
        #expect(MusicDeviceMIDIEvent(unit, 0xC0, 0, 0, 0) == 0)
        var bank: UInt = 0
        var size = UInt32(MemoryLayout<UInt>.size)
        #expect(
            AudioUnitGetProperty(
                unit, kMusicDeviceProperty_SoundBankURL, 0, 0, &bank, &size)
                == kAudioUnitErr_FileNotSpecified)
        #expect(MusicDeviceMIDIEvent(AVAudioUnitDelay().audioUnit, 0x90, 60, 1, 0) != 0)
    }
}
