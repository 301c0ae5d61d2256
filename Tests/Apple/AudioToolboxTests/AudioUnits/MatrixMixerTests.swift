import AudioToolbox
import Testing

@Suite("The matrix mixer")
struct MatrixMixerTests {
    private static let volume = kMatrixMixerParam_Volume
    private static let masterElement: UInt32 = 0xFFFF_FFFF

    private func mixer(inputs: [UInt32], outputs: [UInt32]) throws -> TestUnit {
        let unit = try #require(TestUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer))
        for (scope, counts) in [
            (kAudioUnitScope_Input, inputs), (kAudioUnitScope_Output, outputs),
        ] {
            try #require(unit.setElementCount(UInt32(counts.count), scope) == noErr)
            for (bus, count) in counts.enumerated() {
                try #require(unit.setFormat(TestUnit.planar(count), scope, UInt32(bus)) == noErr)
            }
        }
        return unit
    }

    /// Opens the volumes of all inputs and outputs, and the master volume.
    private func open(_ unit: TestUnit, inputs: UInt32, outputs: UInt32) {
        for input in 0..<inputs { unit.setParameter(Self.volume, 0, input << 16 | 0xFFFF, 1) }
        for output in 0..<outputs { unit.setParameter(Self.volume, 0, 0xFFFF_0000 | output, 1) }
        unit.setParameter(Self.volume, 0, Self.masterElement, 1)
    }

    /// The last samples of the channels when all ramps are complete.
    private func levels(
        _ unit: TestUnit, _ time: inout Double, channels: Int = 2, bus: UInt32 = 0
    ) throws -> [Float] {
        var samples: [[Float]] = []
        for _ in 0..<2 {
            let rendered = unit.render(256, at: time, channels: channels, bus: bus)
            try #require(rendered.status == noErr)
            time += 256
            samples = rendered.samples
        }
        return samples.map { $0[255] }
    }

    @Test("sums the input channels of all buses by their cross points (cases 26, 27)")
    func crossPoints() throws {
        let unit = try mixer(inputs: [2, 2], outputs: [2])
        let (first, second) = (UnitCallback { _, _ in 1 }, UnitCallback { _, _ in 2 })
        unit.setCallback(first)
        unit.setCallback(second, input: 1)
        #expect(unit.initialize() == noErr)
        var time = 0.0
        #expect(try levels(unit, &time) == [0, 0])
        open(unit, inputs: 4, outputs: 2)
        #expect(try levels(unit, &time) == [0, 0])
        func set(_ input: UInt32, _ output: UInt32, _ value: Float) {
            #expect(unit.setParameter(Self.volume, 0, input << 16 | output, value) == noErr)
        }
        set(0, 0, 1)
        #expect(try levels(unit, &time) == [1, 0])
        set(0, 0, 0)
        set(0, 1, 1)
        #expect(try levels(unit, &time) == [0, 1])
        set(0, 1, 0)
        set(2, 0, 1)
        #expect(try levels(unit, &time) == [2, 0])
        set(0, 0, 1)
        #expect(try levels(unit, &time) == [3, 0])
        unit.setParameter(Self.volume, 0, Self.masterElement, 0)
        #expect(try levels(unit, &time) == [0, 0])
        // Case 27.
        let size = 15 * MemoryLayout<Float>.size
        var matrix = [Float](repeating: -1, count: 15)
        var byteCount = UInt32(size)
        #expect(
            AudioUnitGetProperty(
                unit.unit, kAudioUnitProperty_MatrixLevels, kAudioUnitScope_Global, 0, &matrix,
                &byteCount) == noErr)
        #expect(byteCount == size)
        #expect(matrix == [1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 1, 0])
        let dimensions = unit.value(kAudioUnitProperty_MatrixDimensions, 0, 0, SIMD2<UInt32>())
        #expect(dimensions == SIMD2(4, 2))
        #expect(
            unit.set(kAudioUnitProperty_MatrixDimensions, 0, 0, SIMD2<UInt32>(1, 1))
                == kAudioUnitErr_PropertyNotWritable)
    }

    @Test("has the channels' volumes on the scopes of inputs and outputs as well")
    func scopes() throws {
        let unit = try mixer(inputs: [1, 2], outputs: [2])
        unit.setParameter(Self.volume, kAudioUnitScope_Input, 2, 0.25)
        #expect(unit.parameter(Self.volume, 0, 2 << 16 | 0xFFFF) == 0.25)
        unit.setParameter(Self.volume, 0, 0xFFFF_0001, 0.5)
        #expect(unit.parameter(Self.volume, kAudioUnitScope_Output, 1) == 0.5)
        #expect(unit.parameter(Self.volume, 0, Self.masterElement) == 0)
        #expect(unit.setParameter(Self.volume, 0, 0, 7) == noErr)
        #expect(unit.parameter(Self.volume, 0, 0) == 1)
        #expect(unit.setParameter(Self.volume, 0, 0, .nan) == noErr)
        #expect(unit.parameter(Self.volume, 0, 0) == 1)
        #expect(unit.setParameter(Self.volume, 0, 200 << 16, 1) == kAudioUnitErr_InvalidElement)
        #expect(unit.setParameter(99, 0, 0, 1) == kAudioUnitErr_InvalidParameter)
        #expect(
            unit.setParameter(Self.volume, kAudioUnitScope_Input, 1 << 20, 1)
                == kAudioUnitErr_InvalidElement)
        #expect(unit.setParameter(Self.volume, 5, 0, 1) == kAudioUnitErr_InvalidScope)
    }

    @Test("renders the parts of its output buses from one slice")
    func severalOutputs() throws {
        let unit = try mixer(inputs: [1, 2], outputs: [2, 1])
        let mono = UnitCallback { frame, _ in Float(frame) }
        let stereo = UnitCallback { _, channel in Float(10 + channel) }
        unit.setCallback(mono)
        unit.setCallback(stereo, input: 1)
        open(unit, inputs: 3, outputs: 3)
        // Channel 0 of the mono bus to output 2, the stereo channels to outputs 0 and 1.
        for (input, output) in [(0, 2), (1, 0), (2, 1)] as [(UInt32, UInt32)] {
            unit.setParameter(Self.volume, 0, input << 16 | output, 1)
        }
        #expect(unit.initialize() == noErr)
        #expect(unit.render(64, channels: 2).samples.map { $0[9] } == [10, 11])
        #expect(unit.render(64, channels: 1, bus: 1).samples[0] == (0..<64).map { Float($0) })
        #expect(mono.times == [0] && stereo.times == [0])
        #expect(
            unit.render(64, at: 64, channels: 1, bus: 1).samples[0]
                == (64..<128).map { Float($0) })
        #expect(unit.render(64, at: 64, channels: 2).samples.map { $0[9] } == [10, 11])
        #expect(mono.times == [0, 64])
        #expect(unit.render(64, bus: 2).status == kAudioUnitErr_InvalidElement)
        // The outputs as inputs of another mixer.
        let sum = try #require(TestUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer))
        for bus in [0, 1] as [UInt32] {
            let connection = AudioUnitConnection(
                sourceAudioUnit: unit.unit, sourceOutputNumber: bus, destInputNumber: bus)
            #expect(
                sum.set(kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, bus, connection)
                    == noErr)
        }
        sum.setFormat(TestUnit.planar(2), kAudioUnitScope_Output)
        #expect(AudioUnitUninitialize(unit.unit) == noErr && unit.initialize() == noErr)
        #expect(sum.initialize() == noErr)
        let samples = sum.render(64, at: 0).samples
        #expect(samples[0] == (0..<64).map { Float(10 + $0) })
        #expect(samples[1] == (0..<64).map { Float(11 + $0) })
    }

    @Test("does not render a disabled input, and silences a disabled output")
    func enable() throws {
        let unit = try mixer(inputs: [1, 1], outputs: [1])
        let (first, second) = (UnitCallback { _, _ in 1 }, UnitCallback { _, _ in 2 })
        unit.setCallback(first)
        unit.setCallback(second, input: 1)
        open(unit, inputs: 2, outputs: 1)
        unit.setParameter(Self.volume, 0, 0, 1)
        unit.setParameter(Self.volume, 0, 1 << 16, 1)
        let enable = kMatrixMixerParam_Enable
        #expect(unit.parameter(enable, kAudioUnitScope_Input, 1) == 1)
        unit.setParameter(enable, kAudioUnitScope_Input, 1, 0)
        #expect(unit.initialize() == noErr)
        var time = 0.0
        #expect(try levels(unit, &time, channels: 1) == [1])
        #expect(first.frameCounts.count == 2 && second.frameCounts.isEmpty)
        unit.setParameter(enable, kAudioUnitScope_Input, 1, 1)
        #expect(try levels(unit, &time, channels: 1) == [3])
        unit.setParameter(enable, kAudioUnitScope_Output, 0, 0)
        #expect(try levels(unit, &time, channels: 1) == [0])
    }

    @Test("converts no sample rate")
    func rates() throws {
        let unit = try mixer(inputs: [2, 2], outputs: [2])
        unit.setCallback(UnitCallback { _, _ in 1 }, input: 1)
        #expect(
            unit.setFormat(TestUnit.planar(2, rate: 44_100), kAudioUnitScope_Input, 1) == noErr)
        #expect(unit.initialize() == kAudioUnitErr_FormatNotSupported)
        #expect(unit.setFormat(TestUnit.planar(2), kAudioUnitScope_Input, 1) == noErr)
        #expect(unit.initialize() == noErr)
        #expect(
            unit.setElementCount(3, kAudioUnitScope_Input) == kAudioUnitErr_Initialized)
        let other = try #require(TestUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer))
        other.setFormat(TestUnit.planar(2, rate: 44_100), kAudioUnitScope_Output)
        #expect(unit.connect(other) == kAudioUnitErr_FormatNotSupported)
    }

    @Test("refuses more channels than it has")
    func tooManyChannels() throws {
        let unit = try mixer(inputs: [2], outputs: [2])
        #expect(
            unit.setElementCount(0, kAudioUnitScope_Input) == kAudioUnitErr_InvalidPropertyValue)
        #expect(unit.setElementCount(40, kAudioUnitScope_Output) == noErr)
        #expect(unit.initialize() == kAudioUnitErr_FormatNotSupported)
        #expect(unit.setElementCount(32, kAudioUnitScope_Output) == noErr)
        #expect(unit.initialize() == noErr)
        #expect(
            unit.value(kAudioUnitProperty_MatrixDimensions, 0, 0, SIMD2<UInt32>())
                == SIMD2(2, 64))
    }

    @Test("changes a volume at a frame")
    func ramp() throws {
        let unit = try mixer(inputs: [1], outputs: [1])
        unit.setCallback(UnitCallback { _, _ in 1 })
        open(unit, inputs: 1, outputs: 1)
        #expect(unit.initialize() == noErr)
        var event = AudioUnitParameterEvent()
        event.scope = kAudioUnitScope_Global
        event.element = 0
        event.parameter = Self.volume
        event.eventType = .parameterEvent_Ramped
        event.eventValues.ramp.startBufferOffset = 64
        event.eventValues.ramp.durationInFrames = 128
        event.eventValues.ramp.startValue = 0
        event.eventValues.ramp.endValue = 1
        #expect(AudioUnitScheduleParameters(unit.unit, &event, 1) == noErr)
        let samples = unit.render(256, channels: 1).samples[0]
        for frame in 0..<256 {
            let expected = Float(min(max(frame - 64, 0), 128)) / 128
            #expect(abs(samples[frame] - expected) < 1e-4, "\(frame)")
        }
    }
}
