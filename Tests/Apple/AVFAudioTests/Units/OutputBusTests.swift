import AVFAudio
import AudioToolbox
import Foundation
import Testing

@Suite("Nodes with several output buses")
struct OutputBusTests {
    private func description(_ type: UInt32, _ subType: UInt32) -> AudioComponentDescription {
        AudioComponentDescription(
            componentType: type, componentSubType: subType,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
            componentFlagsMask: 0)
    }

    private func setCount(_ count: UInt32, _ scope: AudioUnitScope, of node: AVAudioUnit) {
        var count = count
        #expect(
            AudioUnitSetProperty(
                node.audioUnit, kAudioUnitProperty_ElementCount, scope, 0, &count, 4) == noErr)
    }

    private func setVolume(_ volume: Float, _ element: UInt32, of node: AVAudioUnit) {
        #expect(
            AudioUnitSetParameter(
                node.audioUnit, kMatrixMixerParam_Volume, kAudioUnitScope_Global, element, volume,
                0) == noErr)
    }

    /// An engine in which two mixers follow a node, each at an output bus of it.
    private func stage(
        _ node: AVAudioUnit, _ second: AVAudioFormat?
    ) throws -> (stage: OfflineEngine, mixers: [AVAudioMixerNode]) {
        let stage = try OfflineEngine()
        let engine = stage.engine
        let mixers = [AVAudioMixerNode(), AVAudioMixerNode()]
        for attached in [node] + mixers { engine.attach(attached) }
        stage.play(to: node) { channel, _ in channel == 0 ? 1 : 0.5 }
        engine.connect(node, to: mixers[0], fromBus: 0, toBus: 0, format: OfflineEngine.format)
        engine.connect(node, to: mixers[1], fromBus: 1, toBus: 0, format: second)
        for mixer in mixers {
            engine.connect(mixer, to: engine.mainMixerNode, format: OfflineEngine.format)
        }
        return (stage, mixers)
    }

    @Test("send the channels of a matrix mixer's buses to several nodes")
    func matrix() async throws {
        let matrix = try await AVAudioUnit.instantiate(
            with: description(kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer))
        setCount(2, kAudioUnitScope_Output, of: matrix)
        #expect(matrix.numberOfOutputs == 2)
        let mono = OfflineEngine.makeFormat(rate: 44_100, channels: 1)
        let (stage, mixers) = try stage(matrix, mono)
        let engine = stage.engine
        #expect(matrix.outputFormat(forBus: 0) == OfflineEngine.format)
        #expect(matrix.outputFormat(forBus: 1) == mono)
        for element: UInt32 in [0xFFFF_FFFF, 0xFFFF, 0x1_FFFF, 0xFFFF_0000, 0xFFFF_0001] {
            setVolume(1, element, of: matrix)
        }
        setVolume(1, 0xFFFF_0002, of: matrix)
        // The left to the left, and the right to the second bus, which has one channel.
        setVolume(1, 0x0_0000, of: matrix)
        setVolume(0.5, 0x1_0002, of: matrix)
        mixers[1].outputVolume = 0.5
        try engine.start()
        _ = try stage.render(1000)
        let output = try stage.render(100)
        #expect(output[0].allSatisfy { abs($0 - 1.125) < 1e-6 }, "\(output[0][0])")
        #expect(output[1].allSatisfy { abs($0 - 0.125) < 1e-6 }, "\(output[1][0])")
        // What is connected to which bus.
        let point = engine.inputConnectionPoint(for: mixers[1], inputBus: 0)
        #expect(point?.node === matrix && point?.bus == 1)
        #expect(
            engine.outputConnectionPoints(for: matrix, outputBus: 1).map(\.node) == [mixers[1]])
        engine.disconnectNodeOutput(matrix, bus: 1)
        _ = try stage.render(1000)
        #expect(try stage.render(100)[1].allSatisfy { $0 == 0 })
        #expect(try stage.render(100)[0].allSatisfy { $0 == 1 })
        engine.disconnectNodeOutput(matrix)
        _ = try stage.render(1000)
        #expect(try stage.render(100)[0].allSatisfy { $0 == 0 })
    }

    @Test("send what a splitter gets to several nodes")
    func splitter() async throws {
        let splitter = try await AVAudioUnit.instantiate(
            with: description(kAudioUnitType_FormatConverter, kAudioUnitSubType_Splitter))
        #expect(splitter.numberOfOutputs == 2)
        let (stage, mixers) = try stage(splitter, OfflineEngine.format)
        mixers[0].outputVolume = 0.5
        mixers[1].outputVolume = 0.25
        try stage.engine.start()
        _ = try stage.render(1000)
        #expect(try stage.render(100).map { $0[99] } == [0.75, 0.375])
        stage.engine.detach(mixers[0])
        _ = try stage.render(1000)
        #expect(try stage.render(100).map { $0[99] } == [0.25, 0.125])
    }

    @Test("keep what was connected while there was one")
    func laterBuses() async throws {
        let matrix = try await AVAudioUnit.instantiate(
            with: description(kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer))
        let stage = try OfflineEngine()
        let engine = stage.engine
        let mixer = AVAudioMixerNode()
        for node in [matrix, mixer] { engine.attach(node) }
        stage.play(to: matrix) { _, _ in 1 }
        engine.connect(matrix, to: engine.mainMixerNode, format: OfflineEngine.format)
        setCount(2, kAudioUnitScope_Output, of: matrix)
        engine.connect(matrix, to: mixer, fromBus: 1, toBus: 0, format: OfflineEngine.format)
        engine.connect(mixer, to: engine.mainMixerNode, format: OfflineEngine.format)
        for element: UInt32 in [0xFFFF_FFFF, 0xFFFF, 0xFFFF_0000, 0xFFFF_0003, 0] {
            setVolume(1, element, of: matrix)
        }
        setVolume(0.25, 3, of: matrix)
        try engine.start()
        _ = try stage.render(1000)
        #expect(try stage.render(100).map { $0[99] } == [1, 0.25])
    }
}
