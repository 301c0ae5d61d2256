import AudioModel
import AudioToolbox
import Foundation
import Simulation
import SoundPolicy
import Testing

@Suite("Element 1 of RemoteIO as the source of a connection")
struct RecordedConnectionTests {
    /// A stage with a microphone that hears a rising line of 3 seconds.
    private func stage() throws -> UnitStage {
        let sound = SoundBuffer(frameCount: 144_000, channelCount: 1, sampleRate: 48_000) {
            for frame in $0.indices { $0[frame] = Float(frame) / 288_000 }
        }
        let stage = try UnitStage(
            microphone: VirtualMicrophone(hearing: sound), category: .playAndRecord)
        stage.app.run {
            stage.unit.set(
                kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, UInt32(1))
        }
        return stage
    }

    /// Whether frames rise as the microphone's line times a gain.
    private func rises(_ frames: [Float], gain: Float = 1) -> Bool {
        let step = gain / 288_000
        return frames[0] > 0
            && zip(frames, frames.dropFirst()).allSatisfy { abs($1 - $0 - step) < step / 2 }
    }

    private func connect(_ io: TestUnit, to unit: TestUnit, output: UInt32 = 1) -> OSStatus {
        unit.set(
            kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0,
            AudioUnitConnection(
                sourceAudioUnit: io.unit, sourceOutputNumber: output, destInputNumber: 0))
    }

    @Test("sounds through an effect with a constant delay")
    func effect() throws {
        let stage = try stage()
        let made = stage.app.run {
            TestUnit(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        }
        let effect = try #require(made)
        stage.app.run {
            #expect(connect(stage.unit, to: effect) == noErr)
            #expect(stage.unit.connect(effect) == noErr)
            // Its element 0 would be a circle.
            #expect(
                connect(stage.unit, to: effect, output: 0) == kAudioUnitErr_InvalidPropertyValue)
            #expect(effect.initialize() == noErr)
        }
        #expect(stage.start() == noErr)
        stage.pass(2000)
        let heard = stage.heard(from: 1000, to: 1900)
        #expect(rises(heard))
        #expect(stage.heard(from: 1000, to: 1900, side: 1) == heard)
        stage.app.run { effect.setParameter(kSampleDelayParam_DelayFrames, 0, 0, 4800) }
        stage.pass(900)
        let later = stage.heard(from: 2400, to: 2800)
        #expect(rises(later))
        // The delay in frames is what lies between the two lines.
        let expected = heard[0] + Float(1400 * 48 - 4800) / 288_000
        #expect(abs(later[0] - expected) < 2e-5, "\(later[0]) \(expected)")
    }

    @Test("sounds through a mixer of a graph")
    func graph() throws {
        let sound = SoundBuffer(frameCount: 144_000, channelCount: 1, sampleRate: 48_000) {
            for frame in $0.indices { $0[frame] = Float(frame) / 288_000 }
        }
        let stage = try UnitStage(
            microphone: VirtualMicrophone(hearing: sound), category: .playAndRecord)
        var graph: AUGraph?
        try stage.app.run {
            #expect(NewAUGraph(&graph) == noErr)
            let graph = try #require(graph)
            var (io, mixer) = (AUNode(0), AUNode(0))
            var output = UnitsOfAGraph.description(
                kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
            var mix = UnitsOfAGraph.description(
                kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
            #expect(AUGraphAddNode(graph, &output, &io) == noErr)
            #expect(AUGraphAddNode(graph, &mix, &mixer) == noErr)
            #expect(AUGraphOpen(graph) == noErr)
            var unit: AudioUnit?
            #expect(AUGraphNodeInfo(graph, io, nil, &unit) == noErr)
            var isEnabled: UInt32 = 1
            #expect(
                AudioUnitSetProperty(
                    unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, &isEnabled,
                    4) == noErr)
            #expect(AUGraphNodeInfo(graph, mixer, nil, &unit) == noErr)
            AudioUnitSetParameter(
                unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, 0, 0.5, 0)
            #expect(AUGraphConnectNodeInput(graph, io, 1, mixer, 0) == noErr)
            #expect(AUGraphConnectNodeInput(graph, mixer, 0, io, 0) == noErr)
            #expect(
                AUGraphConnectNodeInput(graph, io, 0, mixer, 1)
                    == OSStatus(kAUGraphErr_InvalidConnection))
            #expect(AUGraphInitialize(graph) == noErr && AUGraphStart(graph) == noErr)
        }
        stage.pass(2000)
        #expect(rises(stage.heard(from: 1000, to: 1900), gain: 0.5))
        stage.app.run {
            #expect(AUGraphStop(graph) == noErr && DisposeAUGraph(graph) == noErr)
        }
    }

    @Test("sounds in each graph that it is connected to")
    func twoGraphs() throws {
        let stage = try stage()
        let pulls = stage.app.run {
            (0..<2).compactMap { _ in
                TestUnit(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
            }
        }
        try #require(pulls.count == 2)
        stage.app.run {
            for pull in pulls {
                #expect(connect(stage.unit, to: pull) == noErr && pull.initialize() == noErr)
            }
        }
        #expect(stage.start() == noErr)
        var heard = [[Float]](repeating: [], count: 2)
        for slice in 0..<100 {
            stage.pass(10)
            stage.app.run {
                for (index, pull) in pulls.enumerated() {
                    let (status, samples) = pull.render(480, at: Double(480 * slice))
                    #expect(status == noErr)
                    heard[index] += samples[0]
                }
            }
        }
        for frames in heard { #expect(rises(Array(frames[24_000...]))) }
    }

    @Test("sounds in slices of any length")
    func longSlices() throws {
        let stage = try stage()
        let made = stage.app.run {
            TestUnit(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        }
        let pull = try #require(made)
        stage.app.run {
            #expect(
                pull.set(kAudioUnitProperty_MaximumFramesPerSlice, 0, 0, UInt32(24_000)) == noErr)
            #expect(connect(stage.unit, to: pull) == noErr && pull.initialize() == noErr)
        }
        #expect(stage.start() == noErr)
        var heard: [Float] = []
        for slice in 0..<5 {
            stage.pass(500)
            stage.app.run { heard += pull.render(24_000, at: Double(24_000 * slice)).samples[0] }
        }
        #expect(rises(Array(heard[48_000...])))
    }

    @Test("lets a graph that shares a unit with another one end its changes")
    func sharedUnit() throws {
        let units = try UnitsOfAGraph()
        let io = try units.add(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
        let mixer = try units.add(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        let source = ConstantSource(0.5)
        try units.app.run {
            var callback = source.callback
            #expect(AUGraphConnectNodeInput(units.graph, mixer, 0, io, 0) == noErr)
            #expect(AUGraphSetNodeInputCallback(units.graph, mixer, 0, &callback) == noErr)
            #expect(AUGraphInitialize(units.graph) == noErr)
            // The app renders the mixer by itself, which then has no part in the graph.
            let alone = UnitPull(try units.unit(mixer))
            #expect(try alone.render(64).allSatisfy { $0 == 0.5 })
            #expect(AUGraphStart(units.graph) == noErr)
        }
        units.phone.pass(.milliseconds(200))
        #expect(units.app.peak(0...0.2) == 0)
        units.app.run {
            var callback = source.callback
            #expect(AUGraphSetNodeInputCallback(units.graph, mixer, 1, &callback) == noErr)
            var isDone: DarwinBoolean = false
            #expect(AUGraphUpdate(units.graph, &isDone) == noErr)
        }
        units.phone.pass(.milliseconds(200))
        units.app.run {
            var isDone: DarwinBoolean = false
            #expect(AUGraphUpdate(units.graph, &isDone) == noErr && isDone.boolValue)
            #expect(AUGraphStop(units.graph) == noErr)
        }
        withExtendedLifetime(source) {}
    }

    @Test("is silence while nothing is recorded")
    func silence() throws {
        let stage = try stage()
        stage.app.run {
            let pull = TestUnit(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
            guard let pull else { return }
            #expect(connect(stage.unit, to: pull) == noErr)
            #expect(pull.initialize() == noErr)
            #expect(pull.render(64).status == kAudioUnitErr_Uninitialized)
            #expect(stage.unit.initialize() == noErr)
            let (status, samples) = pull.render(64)
            #expect(status == noErr && samples.allSatisfy { $0.allSatisfy { $0 == 0 } })
        }
    }
}
