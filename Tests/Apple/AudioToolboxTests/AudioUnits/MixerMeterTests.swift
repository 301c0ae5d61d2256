import AudioToolbox
import Foundation
import Testing

@Suite("The meters of mixers")
struct MixerMeterTests {
    private func unit(_ subType: UInt32) throws -> TestUnit {
        try #require(TestUnit(kAudioUnitType_Mixer, subType))
    }

    private static let halfLevel: Float = -6.0206

    private func clipping(
        _ unit: TestUnit, _ scope: AudioUnitScope, _ element: UInt32 = 0
    ) throws -> AudioUnitMeterClipping {
        try #require(
            unit.value(
                kAudioUnitProperty_MeterClipping, scope, element, AudioUnitMeterClipping()))
    }

    @Test("measure an input before and after its volume, once they are on (case 25)")
    func levels() throws {
        let mixer = try unit(kAudioUnitSubType_MultiChannelMixer)
        let (first, second) = (UnitCallback { _, _ in 0.5 }, UnitCallback { _, _ in 0.25 })
        mixer.setCallback(first)
        mixer.setCallback(second, input: 1)
        mixer.setParameter(kMultiChannelMixerParam_Enable, kAudioUnitScope_Input, 1, 0)
        mixer.setParameter(kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, 0, 0.5)
        mixer.setParameter(kMultiChannelMixerParam_Pan, kAudioUnitScope_Input, 0, -1)
        mixer.initialize()
        mixer.render(256)
        let input = kAudioUnitScope_Input
        #expect(mixer.parameter(kMultiChannelMixerParam_PreAveragePower, input, 0) == -120)
        #expect(mixer.value(kAudioUnitProperty_MeteringMode, input, 0, UInt32(9)) == 0)
        #expect(mixer.set(kAudioUnitProperty_MeteringMode, input, 0, UInt32(1)) == noErr)
        #expect(mixer.value(kAudioUnitProperty_MeteringMode, input, 0, UInt32(9)) == 1)
        #expect(mixer.value(kAudioUnitProperty_MeteringMode, input, 1, UInt32(9)) == 0)
        mixer.render(256, at: 256)
        func level(_ id: UInt32, _ element: UInt32 = 0) -> Float {
            mixer.parameter(id, input, element) ?? .nan
        }
        for id in [1000, 1001, 2000, 2001] as [UInt32] {
            #expect(abs(level(id) - Self.halfLevel) < 1e-3, "\(id)")
        }
        #expect(abs(level(3000) - 2 * Self.halfLevel) < 1e-3)
        #expect(abs(level(4000) - 2 * Self.halfLevel) < 1e-3)
        #expect(level(3001) == -120 && level(4001) == -120)
        #expect(level(1000, 1) == -120)
        #expect(second.frameCounts.isEmpty)
        #expect(mixer.parameter(1002, input, 0) == nil)
        // A meter is only read.
        #expect(mixer.setParameter(1000, input, 0, 0) == noErr)
        #expect(abs(level(1000) - Self.halfLevel) < 1e-3)
        mixer.set(kAudioUnitProperty_MeteringMode, input, 0, UInt32(0))
        #expect(level(1000) == -120)
    }

    @Test("measure the output, and all elements at once for the global scope")
    func output() throws {
        let mixer = try unit(kAudioUnitSubType_MultiChannelMixer)
        // A sine of full scale: its average is 3 dB below its peak.
        let sine = UnitCallback { frame, _ in Float(sin(Double(frame) * .pi / 24)) }
        mixer.setCallback(sine)
        mixer.setParameter(kMultiChannelMixerParam_Volume, kAudioUnitScope_Output, 0, 0.5)
        mixer.set(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Global, 0, UInt32(1))
        mixer.initialize()
        mixer.render(480)
        func level(_ id: UInt32, _ scope: UInt32) -> Float { mixer.parameter(id, scope) ?? .nan }
        #expect(abs(level(1000, kAudioUnitScope_Input) + 3.0103) < 1e-3)
        #expect(abs(level(2000, kAudioUnitScope_Input)) < 1e-3)
        #expect(abs(level(3000, kAudioUnitScope_Output) + 9.0309) < 1e-3)
        #expect(abs(level(4000, kAudioUnitScope_Output) - Self.halfLevel) < 1e-3)
    }

    @Test("hold samples beyond full scale, NaN and infinity, until they are read")
    func clips() throws {
        let mixer = try unit(kAudioUnitSubType_MultiChannelMixer)
        let values: [Float] = [0.5, 1.5, .infinity, .nan]
        mixer.setCallback(UnitCallback { frame, _ in frame < 4 ? values[frame] : 0.25 })
        mixer.set(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Input, 0, UInt32(1))
        mixer.initialize()
        mixer.render(64)
        mixer.render(64, at: 64)
        var size: UInt32 = 0
        #expect(
            AudioUnitGetPropertyInfo(
                mixer.unit, kAudioUnitProperty_MeterClipping, kAudioUnitScope_Input, 0, &size, nil)
                == noErr)
        #expect(size == 8)
        let seen = try clipping(mixer, kAudioUnitScope_Input)
        #expect(seen.peakValueSinceLastCall == 1.5)
        #expect(seen.sawInfinity.boolValue && seen.sawNotANumber.boolValue)
        mixer.render(64, at: 128)
        let next = try clipping(mixer, kAudioUnitScope_Input)
        #expect(next.peakValueSinceLastCall == 0.25)
        #expect(!next.sawInfinity.boolValue && !next.sawNotANumber.boolValue)
        #expect(
            mixer.set(kAudioUnitProperty_MeterClipping, kAudioUnitScope_Input, 0, next)
                == kAudioUnitErr_PropertyNotWritable)
        #expect(
            mixer.set(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Input, 99, UInt32(1))
                == kAudioUnitErr_InvalidElement)
        let delay = try #require(TestUnit(kAudioUnitType_Effect, kAudioUnitSubType_Delay))
        #expect(
            delay.set(kAudioUnitProperty_MeteringMode, 0, 0, UInt32(1))
                == kAudioUnitErr_InvalidProperty)
    }

    @Test("of the matrix are linear as well")
    func matrix() throws {
        let mixer = try unit(kAudioUnitSubType_MatrixMixer)
        mixer.setCallback(UnitCallback { _, channel in channel == 0 ? 0.5 : 0.125 })
        let volume = kMatrixMixerParam_Volume
        for element in [0, 0xFFFF, 0xFFFF_0000, 0xFFFF_FFFF] as [UInt32] {
            mixer.setParameter(volume, 0, element, 1)
        }
        mixer.setParameter(volume, 0, 0xFFFF_0000, 0.5)
        mixer.set(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Input, 0, UInt32(1))
        mixer.set(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Output, 0, UInt32(1))
        mixer.initialize()
        mixer.render(64)
        let (input, output) = (kAudioUnitScope_Input, kAudioUnitScope_Output)
        #expect(mixer.parameter(5000, input) == 0.5 && mixer.parameter(5001, input) == 0.125)
        // The volume of channel 1 is 0.
        #expect(mixer.parameter(7000, input) == 0.5 && mixer.parameter(7001, input) == 0)
        #expect(mixer.parameter(6000, output) == 0.5 && mixer.parameter(8000, output) == 0.25)
        #expect(abs((mixer.parameter(3000, output) ?? 0) - 2 * Self.halfLevel) < 1e-3)
        #expect(mixer.parameter(8001, output) == 0)
    }
}
