import AudioToolbox
import Foundation
import MIDISynthesis
import TestSupport
import Testing

@Suite("Instruments as audio units", .enabled(if: BuildTraits.hasMIDI))
struct InstrumentUnitTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A sound font of a tone that begins with its first sample.
    private func soundFont() throws -> URL {
        let tone = (0..<4800).map { $0 % 100 < 50 ? Float(0.5) : -0.5 }
        var zone = SoundFontWriter.Zone(channels: [tone], sampleRate: 48_000, rootKey: 60)
        zone.loop = 0..<4800
        let url = URL(fileURLWithPath: folder.file("tone.sf2"))
        try Data(SoundFontWriter([zone]).bytes).write(to: url)
        return url
    }

    private func unit(_ subType: UInt32, _ app: VirtualApp) throws -> AudioUnit {
        var description = UnitsOfAGraph.description(kAudioUnitType_MusicDevice, subType)
        let unit = try app.run {
            var unit: AudioUnit?
            let component = try #require(AudioComponentFindNext(nil, &description))
            try #require(AudioComponentInstanceNew(component, &unit) == noErr)
            return try #require(unit)
        }
        #expect(AudioUnitInitialize(unit) == noErr)
        return unit
    }

    private func load(
        _ url: URL, type: Int = kInstrumentType_SF2Preset, program: UInt8 = 0, into unit: AudioUnit
    ) -> OSStatus {
        let object = url as NSURL
        var data = AUSamplerInstrumentData(
            fileURL: .passUnretained(object), instrumentType: UInt8(type),
            bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB), bankLSB: 0, presetID: program)
        return withExtendedLifetime(object) {
            AudioUnitSetProperty(
                unit, kAUSamplerProperty_LoadInstrument, kAudioUnitScope_Global, 0, &data,
                UInt32(MemoryLayout<AUSamplerInstrumentData>.size))
        }
    }

    /// The first frame that is not silence.
    private func onset(_ frames: [Float]) -> Int? { frames.firstIndex { abs($0) > 1e-4 } }

    @Test("sound from the frame of a slice that a message names", arguments: [0, 1, 300, 700])
    func offset(frame: Int) throws {
        let app = VirtualPhone().open("Sampler")
        let unit = try unit(kAudioUnitSubType_Sampler, app)
        #expect(load(try soundFont(), into: unit) == noErr)
        let pull = UnitPull(unit)
        #expect(onset(try pull.render(512)) == nil)
        #expect(MusicDeviceMIDIEvent(unit, 0x90, 60, 100, UInt32(frame)) == noErr)
        let frames = try pull.render(512) + pull.render(512)
        let first = try #require(onset(frames))
        // FluidSynth's interpolation of the first samples is no louder than silence for 3 frames.
        #expect(first == frame + 3)
        #expect(MusicDeviceMIDIEvent(unit, 0x80, 60, 0, 100) == noErr)
        for _ in 0..<100 { _ = try pull.render(512) }
        #expect(onset(try pull.render(512)) == nil)
    }

    /// The number of rises through zero in a second.
    private func frequency(_ pull: UnitPull) throws -> Int {
        let frames = try (0..<100).flatMap { _ in try pull.render(480) }
        return zip(frames, frames.dropFirst()).count { $0 <= 0 && $1 > 0 }
    }

    @Test("play notes with a fraction of a key, and end them by their numbers")
    func notes() throws {
        let app = VirtualPhone().open("Sampler")
        let unit = try unit(kAudioUnitSubType_Sampler, app)
        #expect(load(try soundFont(), into: unit) == noErr)
        let pull = UnitPull(unit)
        var note: NoteInstanceID = 0
        var parameters = MusicDeviceNoteParams()
        parameters.argCount = 2
        parameters.mPitch = 60
        parameters.mVelocity = 100
        #expect(MusicDeviceStartNote(unit, .max, 0, &note, 0, &parameters) == noErr)
        #expect(abs(try frequency(pull) - 480) <= 1)
        #expect(MusicDeviceStopNote(unit, 0, note, 0) == noErr)
        for _ in 0..<50 { _ = try pull.render(512) }
        #expect(onset(try pull.render(512)) == nil)
        parameters.mPitch = 60.25
        #expect(MusicDeviceStartNote(unit, .max, 0, &note, 0, &parameters) == noErr)
        // 480 Hz higher by a quarter of a semitone.
        #expect(abs(try frequency(pull) - 487) <= 1)
        parameters.mPitch = 200
        #expect(MusicDeviceStartNote(unit, .max, 0, &note, 0, &parameters) == kAudio_ParamError)
        #expect(MusicDevicePrepareInstrument(unit, 0) == noErr)
        #expect(MusicDeviceReleaseInstrument(unit, 0) == noErr)
    }

    @Test("refuse what they cannot load, and other units all messages")
    func refusals() throws {
        let app = VirtualPhone().open("Sampler")
        let sampler = try unit(kAudioUnitSubType_Sampler, app)
        let url = try soundFont()
        #expect(load(URL(fileURLWithPath: folder.file("none.sf2")), into: sampler) == -43)
        #expect(load(url, program: 5, into: sampler) == kAudioUnitErr_InstrumentTypeNotFound)
        #expect(
            load(url, type: kInstrumentType_AUPreset, into: sampler) == kAudioUnitErr_InvalidFile)
        #expect(
            load(url, type: kInstrumentType_EXS24, into: sampler) == kAudioUnitErr_UnknownFileType)
        let synthesizer = try unit(kAudioUnitSubType_MIDISynth, app)
        #expect(load(url, into: synthesizer) == kAudioUnitErr_InvalidProperty)
        let bytes: [UInt8] = [0xF0, 0x7E, 0x7F, 0x09, 0x01, 0xF7]
        #expect(MusicDeviceSysEx(sampler, bytes, UInt32(bytes.count)) == noErr)
    }

    @Test("play the programs of a sound bank")
    func soundBank() throws {
        let app = VirtualPhone().open("Synthesiser")
        let unit = try unit(kAudioUnitSubType_MIDISynth, app)
        var bank = Unmanaged.passRetained(try soundFont() as NSURL)
        defer { bank.release() }
        #expect(
            AudioUnitSetProperty(
                unit, kMusicDeviceProperty_SoundBankURL, kAudioUnitScope_Global, 0, &bank,
                UInt32(MemoryLayout<UnsafeRawPointer>.size)) == noErr)
        let pull = UnitPull(unit)
        #expect(MusicDeviceMIDIEvent(unit, 0xC3, 0, 0, 0) == noErr)
        #expect(MusicDeviceMIDIEvent(unit, 0x93, 60, 100, 10) == noErr)
        #expect(onset(try pull.render(512)) != nil)
        var value: AudioUnitParameterValue = 0
        #expect(
            AudioUnitGetParameter(unit, kAUSamplerParam_Gain, kAudioUnitScope_Global, 0, &value)
                == kAudioUnitErr_InvalidParameter)
    }

    @Test("follow the gain of a sampler")
    func gain() throws {
        let app = VirtualPhone().open("Sampler")
        let unit = try unit(kAudioUnitSubType_Sampler, app)
        #expect(load(try soundFont(), into: unit) == noErr)
        let scope = kAudioUnitScope_Global
        #expect(AudioUnitSetParameter(unit, kAUSamplerParam_Gain, scope, 0, -90, 0) == noErr)
        let pull = UnitPull(unit)
        _ = try pull.render(512)
        #expect(MusicDeviceMIDIEvent(unit, 0x90, 60, 100, 0) == noErr)
        #expect(onset(try pull.render(512)) == nil)
        var value: AudioUnitParameterValue = 0
        #expect(AudioUnitGetParameter(unit, kAUSamplerParam_Gain, scope, 0, &value) == noErr)
        #expect(value == -90)
    }
}
