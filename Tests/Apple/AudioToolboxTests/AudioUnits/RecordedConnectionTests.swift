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
