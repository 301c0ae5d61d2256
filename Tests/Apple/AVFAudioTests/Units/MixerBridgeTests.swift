import AVFAudio
import AudioToolbox
import Foundation
import Testing

@Suite("Mixers of units in an engine")
struct MixerBridgeTests {
    private func description(_ subType: Int) -> AudioComponentDescription {
        AudioComponentDescription(
            componentType: UInt32(kAudioUnitType_Mixer), componentSubType: UInt32(subType),
            componentManufacturer: UInt32(kAudioUnitManufacturer_Apple), componentFlags: 0,
            componentFlagsMask: 0)
    }

    private func node(_ subType: UInt32) async throws -> AVAudioUnit {
        try await AVAudioUnit.instantiate(with: description(Int(subType)))
    }

    private func set(_ unit: AudioUnit, _ element: UInt32, _ value: Float) {
        #expect(AudioUnitSetParameter(unit, kMatrixMixerParam_Volume, 0, element, value, 0) == 0)
    }

    @Test("sum two stereo sources by a matrix, which the app opens after the start (case 26)")
    func matrix() async throws {
        let node = try await node(kAudioUnitSubType_MatrixMixer)
        var count: UInt32 = 2
        #expect(
            AudioUnitSetProperty(
                node.audioUnit, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, &count,
                4) == 0)
        count = 1
        #expect(
            AudioUnitSetProperty(
                node.audioUnit, kAudioUnitProperty_ElementCount, kAudioUnitScope_Output, 0, &count,
                4) == 0)
        let stage = try OfflineEngine()
        let engine = stage.engine
        engine.attach(node)
        let sources = (0..<2).map { index in stage.makeSource { _, _ in Float(index + 1) / 4 } }
        for (bus, source) in sources.enumerated() {
            engine.attach(source)
            engine.connect(
                source, to: node, fromBus: 0, toBus: bus, format: OfflineEngine.format)
        }
        engine.connect(node, to: engine.mainMixerNode, format: OfflineEngine.format)
        try engine.start()
        func levels() throws -> [Float] { try stage.render(8192).map { $0[8191] } }
        #expect(try levels() == [0, 0])
        let unit = node.audioUnit
        for input in 0..<4 as Range<UInt32> { set(unit, input << 16 | 0xFFFF, 1) }
        for output in 0..<2 as Range<UInt32> { set(unit, 0xFFFF_0000 | output, 1) }
        set(unit, 0xFFFF_FFFF, 1)
        set(unit, 0 << 16 | 0, 1)
        #expect(try levels() == [0.25, 0])
        set(unit, 2 << 16 | 0, 1)
        #expect(try levels() == [0.75, 0])
        set(unit, 3 << 16 | 1, 1)
        #expect(try levels() == [0.75, 0.5])
        set(unit, 0xFFFF_FFFF, 0)
        #expect(try levels() == [0, 0])
        #expect(node.auAudioUnit.inputBusses.count == 2)
    }

    @Test("place sources as an environment node does, for the same position")
    func spatial() async throws {
        let format = OfflineEngine.makeFormat(rate: 44_100, channels: 1)
        func heard(_ node: AVAudioNode, place: (AVAudioSourceNode) -> Void) throws -> [[Float]] {
            let stage = try OfflineEngine()
            stage.engine.attach(node)
            let source = stage.makeSource { _, frame in Float(sin(Double(frame) * 0.03)) }
            stage.engine.attach(source)
            stage.engine.connect(source, to: node, format: format)
            stage.engine.connect(
                node, to: stage.engine.mainMixerNode, format: OfflineEngine.format)
            place(source)
            try stage.engine.start()
            return try stage.render(8192).map { Array($0.suffix(4096)) }
        }
        let (azimuth, elevation, distance) = (Float(40), Float(25), Float(3))
        let (angle, height) = (azimuth * .pi / 180, elevation * .pi / 180)
        let wanted = try heard(AVAudioEnvironmentNode()) { source in
            source.position = AVAudio3DPoint(
                x: distance * sin(angle) * cos(height), y: distance * sin(height),
                z: -distance * cos(angle) * cos(height))
        }
        let node = try await node(kAudioUnitSubType_SpatialMixer)
        let unit = node.audioUnit
        // The unit of the node, by which its first input is placed.
        let made = try heard(node) { source in
            source.position = AVAudio3DPoint(
                x: distance * sin(angle) * cos(height), y: distance * sin(height),
                z: -distance * cos(angle) * cos(height))
        }
        #expect(made == wanted && wanted[0].contains { $0 != 0 })
        var value: Float = 9
        #expect(
            AudioUnitGetParameter(
                unit, kSpatialMixerParam_Distance, kAudioUnitScope_Input, 0, &value) == 0)
        #expect(value == 1)
    }

    @Test("tell in C which factory preset a node's class has loaded")
    func presets() throws {
        let reverb = AVAudioUnitReverb()
        reverb.loadFactoryPreset(.cathedral)
        var preset = AUPreset()
        var size = UInt32(MemoryLayout<AUPreset>.size)
        #expect(
            AudioUnitGetProperty(
                reverb.audioUnit, kAudioUnitProperty_PresentPreset, 0, 0, &preset, &size) == 0)
        #expect(preset.presetNumber == 8)
        #expect("\(preset.presetName.takeRetainedValue())" == "Cathedral")
        reverb.loadFactoryPreset(.plate)
        #expect(reverb.auAudioUnit.currentPreset?.number == 5)
        #expect(reverb.auAudioUnit.factoryPresets?.count == 13)
        let distortion = AVAudioUnitDistortion()
        distortion.auAudioUnit.currentPreset = distortion.auAudioUnit.factoryPresets?[19]
        #expect(distortion.auAudioUnit.currentPreset?.name == "Speech Golden Pi")
        let tree = try #require(distortion.auAudioUnit.parameterTree)
        #expect(abs((tree.parameter(withAddress: 10)?.value ?? 0) - 314.16) < 1e-3)
    }

    @Test("make a time pitch by its component's other name")
    func timePitch() {
        let description = AudioComponentDescription(
            componentType: UInt32(kAudioUnitType_FormatConverter),
            componentSubType: UInt32(kAudioUnitSubType_AUiPodTimeOther),
            componentManufacturer: UInt32(kAudioUnitManufacturer_Apple), componentFlags: 0,
            componentFlagsMask: 0)
        let unit = AVAudioUnitTimePitch(audioComponentDescription: description)
        unit.rate = 2
        #expect(unit.rate == 2 && unit.name == "AUiPodTimeOther")
        var delay = description
        delay.componentType = UInt32(kAudioUnitType_Effect)
        let rules = violatedRules { _ = AVAudioUnitTimePitch(audioComponentDescription: delay) }
        #expect(rules == ["component"])
    }
}
