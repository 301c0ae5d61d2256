import AudioToolbox
import Foundation
import MIDISynthesis
import TestSupport
import Testing

@Suite("The state of an audio unit (ClassInfo)")
struct ClassInfoTests {
    private let app = VirtualPhone().open("Presets")
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func state(_ unit: AudioUnit) throws -> NSDictionary {
        var list: Unmanaged<AnyObject>?
        var size = UInt32(MemoryLayout.size(ofValue: list))
        try #require(
            AudioUnitGetProperty(
                unit, kAudioUnitProperty_ClassInfo, kAudioUnitScope_Global, 0, &list, &size)
                == noErr)
        return try #require(list?.takeRetainedValue() as? NSDictionary)
    }

    /// Gives a unit a state that has been in a file.
    private func restore(_ state: NSDictionary, in unit: AudioUnit) throws -> OSStatus {
        let data = try PropertyListSerialization.data(
            fromPropertyList: state, format: .xml, options: 0)
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        let object = NSDictionary(dictionary: try #require(list as? [String: Any]))
        var address: UnsafeMutableRawPointer? = Unmanaged.passUnretained(object).toOpaque()
        return withExtendedLifetime(object) {
            AudioUnitSetProperty(
                unit, kAudioUnitProperty_ClassInfo, kAudioUnitScope_Global, 0, &address,
                UInt32(MemoryLayout<UnsafeRawPointer>.size))
        }
    }

    @Test("has the inputs and the output of a mixer")
    func mixer() throws {
        try app.run {
            func make() throws -> TestUnit {
                try #require(
                    TestUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer))
            }
            let (mixer, other) = (try make(), try make())
            let volume = UInt32(kMultiChannelMixerParam_Volume)
            let pan = UInt32(kMultiChannelMixerParam_Pan)
            mixer.setParameter(volume, kAudioUnitScope_Input, 3, 0.25)
            mixer.setParameter(pan, kAudioUnitScope_Input, 7, -0.5)
            mixer.setParameter(volume, kAudioUnitScope_Output, 0, 0.75)
            #expect(try restore(state(mixer.unit), in: other.unit) == noErr)
            #expect(other.parameter(volume, kAudioUnitScope_Input, 3) == 0.25)
            #expect(other.parameter(pan, kAudioUnitScope_Input, 7) == -0.5)
            #expect(other.parameter(volume, kAudioUnitScope_Input, 0) == 1)
            #expect(other.parameter(volume, kAudioUnitScope_Output, 0) == 0.75)
            // A mixer of fewer inputs takes those that it has.
            let small = try make()
            small.setElementCount(4, kAudioUnitScope_Input)
            #expect(try restore(state(mixer.unit), in: small.unit) == noErr)
            #expect(small.parameter(volume, kAudioUnitScope_Input, 3) == 0.25)
        }
    }

    @Test("has the cross points of a matrix mixer")
    func matrix() throws {
        try app.run {
            func make() throws -> TestUnit {
                let unit = try #require(
                    TestUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer))
                unit.setElementCount(2, kAudioUnitScope_Input)
                return unit
            }
            let (mixer, other) = (try make(), try make())
            let elements: [UInt32] = [0, 1, 0x3_0001, 0x2_FFFF, 0xFFFF_0001, 0xFFFF_FFFF]
            for (index, element) in elements.enumerated() {
                mixer.setParameter(kMatrixMixerParam_Volume, 0, element, Float(index + 1) / 8)
            }
            #expect(try restore(state(mixer.unit), in: other.unit) == noErr)
            for (index, element) in elements.enumerated() {
                #expect(
                    other.parameter(kMatrixMixerParam_Volume, 0, element) == Float(index + 1) / 8)
            }
            #expect(other.parameter(kMatrixMixerParam_Volume, 0, 0x1_0001) == 0)
        }
    }

    /// A wave file or a sound font of a square wave.
    private func sound(_ name: String, period: Int) throws -> URL {
        let tone = (0..<9600).map { $0 % period < period / 2 ? Float(0.5) : -0.5 }
        let url = URL(fileURLWithPath: folder.file(name))
        if name.hasSuffix("sf2") {
            var zone = SoundFontWriter.Zone(channels: [tone], sampleRate: 48_000, rootKey: 60)
            zone.loop = 0..<9600
            try Data(SoundFontWriter([zone]).bytes).write(to: url)
        } else {
            let format: [UInt16] = [1, 1, 48_000, 0, 30_464, 1, 2, 16]
            let samples = tone.map { UInt16(bitPattern: Int16($0 * 32_767)) }
            func bytes(_ words: [UInt16]) -> [UInt8] {
                words.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            }
            func chunk(_ tag: String, _ content: [UInt8]) -> [UInt8] {
                let size = UInt32(content.count)
                return Array(tag.utf8)
                    + bytes([UInt16(size & 0xFFFF), UInt16(size >> 16)]) + content
            }
            let body =
                Array("WAVE".utf8) + chunk("fmt ", bytes(format)) + chunk("data", bytes(samples))
            try Data(chunk("RIFF", body)).write(to: url)
        }
        return url
    }

    private func make(_ subType: UInt32) throws -> TestUnit {
        let unit = try #require(TestUnit(kAudioUnitType_MusicDevice, subType))
        #expect(unit.initialize() == noErr)
        return unit
    }

    private func set(_ property: AudioUnitPropertyID, _ object: AnyObject, _ unit: TestUnit)
        -> OSStatus
    {
        var address: UnsafeMutableRawPointer? = Unmanaged.passUnretained(object).toOpaque()
        return withExtendedLifetime(object) {
            AudioUnitSetProperty(
                unit.unit, property, kAudioUnitScope_Global, 0, &address,
                UInt32(MemoryLayout<UnsafeRawPointer>.size))
        }
    }

    private func load(_ url: URL, _ type: Int, into unit: TestUnit) -> OSStatus {
        let object = url as NSURL
        var data = AUSamplerInstrumentData(
            fileURL: .passUnretained(object), instrumentType: UInt8(type),
            bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB), bankLSB: 0, presetID: 0)
        return withExtendedLifetime(object) {
            AudioUnitSetProperty(
                unit.unit, kAUSamplerProperty_LoadInstrument, kAudioUnitScope_Global, 0, &data,
                UInt32(MemoryLayout<AUSamplerInstrumentData>.size))
        }
    }

    /// What a key sounds as.
    private func sound(_ unit: TestUnit, key: UInt32) throws -> [Float] {
        #expect(MusicDeviceMIDIEvent(unit.unit, 0x90, key, 127, 0) == noErr)
        let pull = UnitPull(unit.unit)
        var frames: [Float] = []
        for _ in 0..<8 { frames += try pull.render(1024) }
        #expect(MusicDeviceMIDIEvent(unit.unit, 0xB0, 120, 0, 0) == noErr)
        return frames
    }

    @Test("has the zones of a sampler", .enabled(if: BuildTraits.hasMIDI))
    func zones() throws {
        try app.run {
            let files = [
                try sound("low C3.wav", period: 200) as NSURL,
                try sound("high C5.wav", period: 50) as NSURL,
            ]
            let (sampler, other) = (
                try make(kAudioUnitSubType_Sampler), try make(kAudioUnitSubType_Sampler)
            )
            #expect(set(kAUSamplerProperty_LoadAudioFiles, files as NSArray, sampler) == noErr)
            sampler.setParameter(kAUSamplerParam_Gain, 0, 0, -6)
            let list = try state(sampler.unit)
            #expect(try restore(list, in: other.unit) == noErr)
            #expect(other.parameter(kAUSamplerParam_Gain, 0, 0) == -6)
            var expected: [[Float]] = []
            for key: UInt32 in [48, 72] {
                let frames = try sound(sampler, key: key)
                #expect(frames.contains { abs($0) > 0.05 })
                #expect(try sound(other, key: key) == frames)
                expected.append(frames)
            }
            // The file of a preset has it as well.
            let url = URL(fileURLWithPath: folder.file("two.aupreset"))
            try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
                .write(to: url)
            let third = try make(kAudioUnitSubType_Sampler)
            #expect(load(url, kInstrumentType_AUPreset, into: third) == noErr)
            third.setParameter(kAUSamplerParam_Gain, 0, 0, -6)
            // In the same order, since a voice that has sounded attacks faster.
            #expect(try sound(third, key: 48) == expected[0])
            #expect(try sound(third, key: 72) == expected[1])
            // Without its files it changes no sound.
            try FileManager.default.removeItem(at: files[0] as URL)
            #expect(try restore(list, in: third.unit) == -43)
            #expect(try sound(third, key: 72).contains { abs($0) > 0.05 })
        }
    }

    @Test(
        "has the sound font of an instrument", .enabled(if: BuildTraits.hasMIDI),
        arguments: [kAudioUnitSubType_Sampler, kAudioUnitSubType_MIDISynth])
    func bank(subType: UInt32) throws {
        try app.run {
            let url = try sound("tone.sf2", period: 100)
            let (unit, other) = (try make(subType), try make(subType))
            if subType == kAudioUnitSubType_Sampler {
                #expect(load(url, kInstrumentType_SF2Preset, into: unit) == noErr)
            } else {
                #expect(set(kMusicDeviceProperty_SoundBankURL, url as NSURL, unit) == noErr)
            }
            #expect(try sound(other, key: 60).allSatisfy { $0 == 0 })
            #expect(try restore(state(unit.unit), in: other.unit) == noErr)
            let expected = try sound(unit, key: 60)
            #expect(expected.contains { abs($0) > 0.05 })
            #expect(try sound(other, key: 60) == expected)
        }
    }
}
