import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Splitters, converters and changes of pitch")
struct FurtherComponentTests {
    private func unit(_ type: UInt32, _ subType: UInt32) throws -> TestUnit {
        try #require(TestUnit(type, subType))
    }

    private func connect(_ source: TestUnit, output: UInt32, to unit: TestUnit, input: UInt32) {
        let connection = AudioUnitConnection(
            sourceAudioUnit: source.unit, sourceOutputNumber: output, destInputNumber: input)
        #expect(
            unit.set(kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, input, connection)
                == noErr)
    }

    @Test("exist by the names of their components, and others do not")
    func components() {
        let converter = kAudioUnitType_FormatConverter
        for (type, subType) in [
            (converter, kAudioUnitSubType_Splitter), (converter, kAudioUnitSubType_MultiSplitter),
            (converter, kAudioUnitSubType_AUConverter),
            (converter, kAudioUnitSubType_AUiPodTimeOther),
            (converter, kAudioUnitSubType_NewTimePitch),
            (kAudioUnitType_Effect, kAudioUnitSubType_NewTimePitch),
            (kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay),
            (kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer),
            (kAudioUnitType_Mixer, kAudioUnitSubType_SpatialMixer),
        ] as [(UInt32, UInt32)] {
            let unit = TestUnit(type, subType)
            #expect(unit != nil, "\(subType)")
            #expect(unit?.initialize() == noErr, "\(subType)")
        }
        for subType in [
            kAudioUnitSubType_Merger, kAudioUnitSubType_DeferredRenderer,
            kAudioUnitSubType_RoundTripAAC,
        ] as [UInt32] {
            #expect(TestUnit(converter, subType) == nil)
        }
        #expect(TestUnit(kAudioUnitType_Effect, kAudioUnitSubType_AUiPodEQ) == nil)
    }

    @Test("give each output of a splitter the same frames of one slice")
    func splitter() throws {
        let splitter = try unit(kAudioUnitType_FormatConverter, kAudioUnitSubType_Splitter)
        let source = UnitCallback { frame, channel in Float(frame + 1000 * channel) }
        splitter.setCallback(source)
        #expect(
            splitter.setElementCount(3, kAudioUnitScope_Output)
                == kAudioUnitErr_PropertyNotWritable)
        splitter.initialize()
        let expected = (0..<2).map { channel in (0..<64).map { Float($0 + 1000 * channel) } }
        #expect(splitter.render(64).samples == expected)
        #expect(splitter.render(64, bus: 1).samples == expected)
        #expect(source.times == [0])
        #expect(splitter.render(64, at: 64, bus: 1).samples[0][0] == 64)
        #expect(splitter.render(64, at: 64).samples[0][0] == 64)
        #expect(source.times == [0, 64])
        #expect(splitter.render(64, bus: 2).status == kAudioUnitErr_InvalidElement)
    }

    @Test("fan a splitter out to inputs of a mixer, each with its volume")
    func fanOut() throws {
        let splitter = try unit(kAudioUnitType_FormatConverter, kAudioUnitSubType_MultiSplitter)
        let mixer = try unit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        let source = UnitCallback { frame, _ in Float(frame) }
        splitter.setCallback(source)
        #expect(splitter.setElementCount(3, kAudioUnitScope_Output) == noErr)
        for bus in 0..<3 as Range<UInt32> {
            connect(splitter, output: bus, to: mixer, input: bus)
            mixer.setParameter(
                kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, bus, Float(bus) / 4)
        }
        #expect(splitter.initialize() == noErr && mixer.initialize() == noErr)
        for slice in 0..<4 {
            let samples = mixer.render(128, at: Double(slice) * 128).samples[0]
            #expect(samples == (0..<128).map { Float(slice * 128 + $0) * 0.75 })
        }
        #expect(source.times == [0, 128, 256, 384])
        let other = try unit(kAudioUnitType_FormatConverter, kAudioUnitSubType_Splitter)
        other.setFormat(TestUnit.planar(1), kAudioUnitScope_Output, 1)
        #expect(other.initialize() == kAudioUnitErr_FormatNotSupported)
    }

    @Test("convert the rate, with a complexity that is kept")
    func converter() throws {
        let converter = try unit(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter)
        let complexity = kAudioUnitProperty_SampleRateConverterComplexity
        #expect(converter.value(complexity, 0, 0, UInt32()) == 0x6E6F_726D)
        #expect(converter.set(complexity, 0, 0, UInt32(0x6261_7473)) == noErr)
        #expect(converter.value(complexity, 0, 0, UInt32()) == 0x6261_7473)
        converter.setFormat(TestUnit.planar(1, rate: 24_000), kAudioUnitScope_Input)
        converter.setFormat(TestUnit.planar(1), kAudioUnitScope_Output)
        converter.setCallback(
            UnitCallback { frame, _ in Float(sin(Double(frame) * 1000 / 24_000 * 2 * .pi)) })
        converter.initialize()
        let frames = (0..<48).flatMap {
            converter.render(1000, at: Double($0) * 1000, channels: 1).samples[0]
        }
        let rises = zip(frames, frames.dropFirst()).count { $0 <= 0 && $1 > 0 }
        #expect(abs(rises - 1000) <= 2)
        let mixer = try unit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        #expect(mixer.set(complexity, 0, 0, UInt32(1)) == kAudioUnitErr_InvalidProperty)
    }

    @Test(
        "change the pitch as an effect, at the same speed", .enabled(if: BuildTraits.hasSoundTouch))
    func pitch() throws {
        let unit = try unit(kAudioUnitType_Effect, kAudioUnitSubType_NewTimePitch)
        #expect(unit.parameter(kNewTimePitchParam_Pitch) == 1)
        #expect(unit.parameter(kNewTimePitchParam_Rate) == nil)
        #expect(unit.setParameter(kNewTimePitchParam_Pitch, 0, 0, 1200) == noErr)
        let source = UnitCallback { frame, _ in
            Float(0.5 * sin(Double(frame) * 441 / 48_000 * 2 * .pi))
        }
        unit.setCallback(source)
        unit.initialize()
        let frames = (0..<96).flatMap {
            unit.render(1000, at: Double($0) * 1000).samples[0]
        }
        // The effect takes as many frames as it makes.
        #expect(source.frameCounts.reduce(0, +) == 96_000)
        let second = Array(frames[40_000..<88_000])
        let rises = zip(second, second.dropFirst()).count { $0 <= 0 && $1 > 0 }
        #expect(abs(rises - 882) <= 4)
        #expect(abs((second.map(abs).max() ?? 0) - 0.5) < 0.1)
        let latency = try #require(unit.value(kAudioUnitProperty_Latency, 0, 0, Float64()))
        #expect(latency > 0.05 && latency < 0.5)
    }
}
