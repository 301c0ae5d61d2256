import AVFAudio
import AudioToolbox
import Foundation
import Testing

@Suite("A node, its unit of C and its unit of version 3")
struct UnitBridgeTests {
    private func value(_ unit: AudioUnit, _ id: AudioUnitParameterID) -> Float? {
        var value: Float = 0
        return AudioUnitGetParameter(unit, id, 0, 0, &value) == 0 ? value : nil
    }

    @Test("have one value of each parameter")
    func oneValue() throws {
        let delay = AVAudioUnitDelay()
        let tree = try #require(delay.auAudioUnit.parameterTree)
        let mix = try #require(tree.parameter(withAddress: 0))
        delay.wetDryMix = 25
        #expect(value(delay.audioUnit, 0) == 25 && mix.value == 25)
        mix.value = 75
        #expect(value(delay.audioUnit, 0) == 75 && delay.wetDryMix == 75)
        #expect(AudioUnitSetParameter(delay.audioUnit, 1, 0, 0, 0.5, 0) == 0)
        #expect(delay.delayTime == 0.5)
        delay.auAudioUnit.scheduleParameterBlock(AUEventSampleTimeImmediate, 0, 2, -50)
        #expect(delay.feedback == -50)
        var bypass: UInt32 = 1
        #expect(
            AudioUnitSetProperty(delay.audioUnit, kAudioUnitProperty_BypassEffect, 0, 0, &bypass, 4)
                == 0)
        #expect(delay.bypass && delay.auAudioUnit.shouldBypassEffect)
    }

    @Test("take a tree of the app's, which replaces the old (case 40)")
    func newTree() throws {
        let delay = AVAudioUnitDelay()
        let old = try #require(delay.auAudioUnit.parameterTree)
        let time = AUParameterTree.createParameter(
            withIdentifier: "time", name: "Time", address: 1, min: 0, max: 2, unit: .seconds,
            unitName: nil, flags: [], valueStrings: nil, dependentParameters: nil)
        delay.auAudioUnit.parameterTree = AUParameterTree.createTree(withChildren: [time])
        #expect(delay.auAudioUnit.parameterTree?.allParameters == [time])
        time.value = 1.25
        #expect(value(delay.audioUnit, 1) == 1.25 && delay.delayTime == 1.25)
        #expect(AudioUnitSetParameter(delay.audioUnit, 1, 0, 0, 0.75, 0) == 0)
        #expect(time.value == 0.75)
        #expect(old.parameter(withAddress: 1)?.value == 0.75)
    }

    @Test("have the formats of the node's connections, and end with it")
    func life() throws {
        let stage = try OfflineEngine()
        var node: AVAudioUnitReverb? = AVAudioUnitReverb()
        let handle = try #require(node?.audioUnit)
        if let node {
            stage.engine.attach(node)
            let mono = OfflineEngine.makeFormat(rate: 22_050, channels: 1)
            stage.engine.connect(node, to: stage.engine.mainMixerNode, format: mono)
            var format = AudioStreamBasicDescription()
            var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            #expect(
                AudioUnitGetProperty(
                    handle, kAudioUnitProperty_StreamFormat, UInt32(kAudioUnitScope_Output), 0,
                    &format, &size) == 0)
            #expect(format.mSampleRate == 22_050 && format.mChannelsPerFrame == 1)
            #expect(node.audioUnit == handle)
            stage.engine.detach(node)
        }
        #expect(value(handle, 0) != nil)
        node = nil
        #expect(value(handle, 0) == nil)
    }

    @Test("render by themselves where they are no node")
    func alone() throws {
        let description = AVAudioUnitDelay().audioComponentDescription
        let unit = try AUAudioUnit(componentDescription: description)
        unit.parameterTree?.parameter(withAddress: 0)?.value = 0
        #expect(unit.inputBusses.count == 1 && unit.outputBusses.count == 1)
        let format = try #require(
            AVAudioFormat(standardFormatWithSampleRate: 32_000, channels: 1))
        try unit.inputBusses[0].setFormat(format)
        try unit.outputBusses[0].setFormat(format)
        try unit.allocateRenderResources()
        #expect(unit.renderResourcesAllocated && unit.outputBusses[0].format == format)
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil))
        var flags = AudioUnitRenderActionFlags()
        var time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        let status = unit.renderBlock(&flags, &time, 16, 0, &list) { _, _, frameCount, _, list in
            let samples = list.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self)
            for frame in 0..<Int(frameCount) { samples?[frame] = Float(frame) }
            return 0
        }
        #expect(status == 0)
        let samples = try #require(list.mBuffers.mData?.assumingMemoryBound(to: Float.self))
        #expect((0..<16).map { samples[$0] } == (0..<16).map { Float($0) })
        #expect(unit.renderBlock(&flags, &time, 16, 0, &list, nil) == -10876)
    }

    @Test("refuse a component that does not exist")
    func missing() throws {
        let error = #expect(throws: NSError.self) {
            try AUAudioUnit(componentDescription: appUnit(1, 1))
        }
        #expect(error?.code == -3000)
    }
}
