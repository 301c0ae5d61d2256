import AudioToolbox
import class CoreFoundation.CFArray
import func CoreFoundation.CFArrayGetCount
import func CoreFoundation.CFArrayGetValueAtIndex
import Foundation
import Testing

@Suite("Factory presets of audio units")
struct FactoryPresetTests {
    private func unit(_ subType: UInt32) throws -> TestUnit {
        try #require(TestUnit(kAudioUnitType_Effect, subType))
    }

    /// The presets of a unit as C has them: an array of pointers to structures.
    private func presets(_ unit: TestUnit) throws -> [(number: Int32, name: String)] {
        var array: Unmanaged<CoreFoundation.CFArray>?
        var size = UInt32(MemoryLayout<UnsafeRawPointer>.size)
        try #require(
            AudioUnitGetProperty(
                unit.unit, kAudioUnitProperty_FactoryPresets, kAudioUnitScope_Global, 0, &array,
                &size) == noErr)
        let list = try #require(array?.takeRetainedValue())
        return (0..<CFArrayGetCount(list)).compactMap { index in
            CFArrayGetValueAtIndex(list, index).map { pointer in
                let preset = pointer.assumingMemoryBound(to: AUPreset.self).pointee
                let name = preset.presetName.takeUnretainedValue()
                return (preset.presetNumber, "\(name)")
            }
        }
    }

    private func choose(_ number: Int32, _ unit: TestUnit, name: String = "") -> OSStatus {
        let text = name as NSString
        return withExtendedLifetime(text) {
            var preset = AUPreset()
            preset.presetNumber = number
            preset.presetName = name.isEmpty ? nil : .passUnretained(text as CFString)
            return unit.set(kAudioUnitProperty_PresentPreset, 0, 0, preset)
        }
    }

    private func present(_ unit: TestUnit) throws -> (number: Int32, name: String) {
        let preset = try #require(
            unit.value(kAudioUnitProperty_PresentPreset, 0, 0, AUPreset()))
        return (preset.presetNumber, "\(preset.presetName.takeRetainedValue())")
    }

    @Test("are listed with their numbers and names")
    func lists() throws {
        let reverb = try presets(unit(kAudioUnitSubType_Reverb2))
        #expect(reverb.map(\.number) == Array(0...12))
        #expect(reverb[8].name == "Cathedral" && reverb[0].name == "Small Room")
        let distortion = try presets(unit(kAudioUnitSubType_Distortion))
        #expect(distortion.map(\.number) == Array(0...21))
        #expect(Set(distortion.map(\.name)).count == 22)
        let delay = try unit(kAudioUnitSubType_Delay)
        #expect(
            delay.value(kAudioUnitProperty_FactoryPresets, 0, 0, UInt(0)) == nil)
        #expect(choose(0, delay) == kAudioUnitErr_InvalidPropertyValue)
        let version3 = try AUAudioUnit(
            componentDescription: AudioComponentDescription(
                componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_Reverb2,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
                componentFlagsMask: 0))
        #expect(version3.factoryPresets?.map(\.name) == reverb.map(\.name))
        #expect(version3.currentPreset == nil)
        version3.currentPreset = version3.factoryPresets?[8]
        #expect(version3.currentPreset?.name == "Cathedral")
        #expect(abs((version3.parameterTree?.parameter(withAddress: 4)?.value ?? 0) - 5) < 1e-4)
        let missing = AUAudioUnitPreset()
        missing.number = 99
        version3.currentPreset = missing
        #expect(version3.currentPreset?.number == 8)
    }

    @Test("are loaded by their numbers, and listeners hear of it")
    func loading() throws {
        let reverb = try unit(kAudioUnitSubType_Reverb2)
        reverb.listen(kAudioUnitProperty_PresentPreset)
        #expect(try present(reverb) == (-1, "Untitled"))
        reverb.setParameter(kReverb2Param_Gain, 0, 0, 7)
        #expect(choose(8, reverb) == noErr)
        #expect(reverb.told == [kAudioUnitProperty_PresentPreset])
        #expect(try present(reverb) == (8, "Cathedral"))
        #expect(abs((reverb.parameter(kReverb2Param_DecayTimeAt0Hz) ?? 0) - 5) < 1e-4)
        #expect(reverb.parameter(kReverb2Param_Gain) == 0)
        #expect(choose(13, reverb) == kAudioUnitErr_InvalidPropertyValue)
        #expect(try present(reverb) == (8, "Cathedral") && reverb.told.count == 1)
        // A preset of the user's keeps the parameters.
        #expect(choose(-1, reverb, name: "Mine") == noErr)
        #expect(try present(reverb) == (-1, "Mine") && reverb.told.count == 2)
        #expect(abs((reverb.parameter(kReverb2Param_DecayTimeAt0Hz) ?? 0) - 5) < 1e-4)
        #expect(
            reverb.set(kAudioUnitProperty_FactoryPresets, 0, 0, UInt(0))
                == kAudioUnitErr_PropertyNotWritable)
    }

    @Test("change the sound")
    func sound() throws {
        func tail(_ preset: Int32) throws -> Float {
            let reverb = try unit(kAudioUnitSubType_Reverb2)
            #expect(choose(preset, reverb) == noErr)
            reverb.setCallback(UnitCallback { frame, _ in frame == 0 ? 1 : 0 })
            reverb.initialize()
            return (0..<48).reduce(0) { sum, slice in
                let samples = reverb.render(1024, at: Double(slice) * 1024).samples[0]
                return sum + (slice < 24 ? 0 : samples.reduce(0) { $0 + $1 * $1 })
            }
        }
        let (small, cathedral) = (try tail(0), try tail(8))
        #expect(cathedral > 100 * small && cathedral > 1e-5)
    }
}
