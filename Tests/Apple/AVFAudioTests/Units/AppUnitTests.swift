import AVFAudio
import AudioToolbox
import CoreAudioTypes
import Foundation
import Synchronization
import Testing

@Suite("Audio units of the app's own")
struct AppUnitTests {
    private func register(_ type: UInt32, _ subType: UInt32, _ unitClass: AnyClass)
        -> AudioComponentDescription
    {
        let description = appUnit(type, subType)
        AUAudioUnit.registerSubclass(
            unitClass, as: description, name: "House: Gain", version: 0x0002_0301)
        return description
    }

    @Test("are made by their component and play in an engine (case 42)")
    func plays() async throws {
        let description = register(kAudioUnitType_Effect, 1, GainUnit.self)
        let node = try await AVAudioUnit.instantiate(with: description)
        #expect(type(of: node) == AVAudioUnitEffect.self)
        let unit = try #require(node.auAudioUnit as? GainUnit)
        #expect(node.name == "Gain" && node.manufacturerName == "House")
        #expect(node.version == 0x0002_0301 && unit.componentName == "House: Gain")
        let stage = try OfflineEngine()
        stage.engine.attach(node)
        stage.engine.connect(node, to: stage.engine.mainMixerNode, format: OfflineEngine.format)
        stage.play(to: node) { channel, _ in channel == 0 ? 1 : -0.5 }
        try stage.engine.start()
        #expect(unit.isRenderingOffline && unit.renderResourcesAllocated)
        let output = try stage.render(1000)
        #expect(output[0] == [Float](repeating: 0.5, count: 1000))
        #expect(output[1] == [Float](repeating: -0.25, count: 1000))
        unit.gain.value = 2
        #expect(try stage.render(100)[0] == [Float](repeating: 2, count: 100))
        #expect(unit.allocations.load(ordering: .relaxed) == 1)
        #expect(node.latency == 0.25)
    }

    @Test(
        "get the classes of their types",
        arguments: [
            (kAudioUnitType_Effect, "AVAudioUnitEffect"),
            (kAudioUnitType_MusicEffect, "AVAudioUnitEffect"),
            (kAudioUnitType_FormatConverter, "AVAudioUnitTimeEffect"),
            (kAudioUnitType_Generator, "AVAudioUnitGenerator"),
            (kAudioUnitType_MusicDevice, "AVAudioUnitMIDIInstrument"),
            (kAudioUnitType_Panner, "AVAudioUnit"),
        ])
    func classes(type: UInt32, name: String) async throws {
        let description = register(type, 2, GainUnit.self)
        let node = try await AVAudioUnit.instantiate(with: description)
        #expect("\(Swift.type(of: node))" == name)
        #expect(node.auAudioUnit is GainUnit)
        // A class that overrides nothing is made as well.
        let plain = register(type, 3, PlainUnit.self)
        #expect(try await AUAudioUnit.instantiate(with: plain) is PlainUnit)
    }

    @Test("get the events of each slice in order, with their times (case 41)")
    func events() throws {
        let unit = try GainUnit(componentDescription: appUnit(kAudioUnitType_MusicEffect, 4))
        try unit.allocateRenderResources()
        let schedule = unit.scheduleParameterBlock
        schedule(AUEventSampleTimeImmediate + 100, 200, 7, 1)
        schedule(5000 + 20, 0, 7, 0.25)
        schedule(AUEventSampleTimeImmediate + 2000, 0, 7, 0.75)
        schedule(4000, 0, 7, 0.125)
        let midi = try #require(unit.scheduleMIDIEventBlock)
        midi(AUEventSampleTimeImmediate + 50, 0, 3, [0x90, 60, 100])
        midi(AUEventSampleTimeImmediate + 50, 0, 6, [0xF0, 1, 2, 3, 4, 0xF7])
        #expect(render(unit, at: 5000, frameCount: 512) == 0)
        #expect(
            unit.seen.withLock { $0 } == [
                SeenEvent(type: 1, time: 5000, value: 0.125),
                SeenEvent(type: 1, time: 5020, value: 0.25),
                SeenEvent(type: 8, time: 5050, bytes: [0x90, 60, 100]),
                SeenEvent(type: 9, time: 5050, bytes: [0xF0, 1, 2, 3, 4, 0xF7]),
                SeenEvent(type: 2, time: 5100, frames: 200, value: 1),
            ])
        unit.seen.withLock { $0 = [] }
        for slice in 1...3 { _ = render(unit, at: 5000 + 512 * Double(slice), frameCount: 512) }
        #expect(unit.seen.withLock { $0 } == [SeenEvent(type: 1, time: 7000, value: 0.75)])
    }

    @Test("answer the statuses of Apple's header")
    func statuses() throws {
        let unit = try GainUnit(componentDescription: appUnit(kAudioUnitType_Effect, 5))
        #expect(render(unit, at: 0, frameCount: 64) == -10867)
        unit.maximumFramesToRender = 128
        try unit.allocateRenderResources()
        #expect(render(unit, at: 0, frameCount: 129) == -10874)
        #expect(render(unit, at: 0, frameCount: 64, bus: 1) == -10877)
        var slices: [UInt32] = []
        let token = unit.token { flags, _, frameCount, _ in
            slices.append(flags.rawValue)
            slices.append(frameCount)
        }
        #expect(render(unit, at: 0, frameCount: 64) == 0)
        unit.status.store(-1, ordering: .relaxed)
        #expect(render(unit, at: 64, frameCount: 64) == -1)
        unit.removeRenderObserver(token)
        _ = render(unit, at: 128, frameCount: 64)
        #expect(slices == [4, 64, 8, 64, 4, 64, 264, 64])
        let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        #expect(code { try unit.inputBusses[0].setFormat(mono) } == -10849)
        unit.deallocateRenderResources()
        try unit.inputBusses[0].setFormat(mono)
        #expect(unit.inputBusses[0].format == mono && unit.inputBusses[0].ownerAudioUnit === unit)
        unit.outputBusses[0].supportedChannelCounts = [2]
        #expect(code { try unit.outputBusses[0].setFormat(mono) } == -10868)
    }

    @Test("play the tracks of a sequencer")
    func sequencer() throws {
        let description = register(kAudioUnitType_MusicDevice, 9, SteadyUnit.self)
        let node = AVAudioUnitMIDIInstrument(audioComponentDescription: description)
        let unit = try #require(node.auAudioUnit as? SteadyUnit)
        let stage = try OfflineEngine()
        stage.engine.attach(node)
        stage.engine.connect(node, to: stage.engine.mainMixerNode, format: OfflineEngine.format)
        let sequencer = AVAudioSequencer(audioEngine: stage.engine)
        let track = sequencer.createAndAppendTrack()
        track.addEvent(AVMIDINoteEvent(channel: 2, key: 60, velocity: 90, duration: 0.5), at: 1)
        try stage.engine.start()
        try sequencer.start()
        _ = try stage.render(44_100)
        sequencer.stop()
        #expect(
            unit.seen.withLock { $0 } == [
                SeenEvent(type: 8, time: 22_050, bytes: [0x92, 60, 90]),
                SeenEvent(type: 8, time: 33_075, bytes: [0x82, 60, 0]),
            ])
    }

    @Test("that fail are silent, and only they")
    func failing() async throws {
        let description = register(kAudioUnitType_Effect, 6, GainUnit.self)
        let node = AVAudioUnitEffect(audioComponentDescription: description)
        let unit = try #require(node.auAudioUnit as? GainUnit)
        let stage = try OfflineEngine()
        stage.engine.attach(node)
        stage.engine.connect(node, to: stage.engine.mainMixerNode, format: OfflineEngine.format)
        stage.play(to: node) { _, _ in 1 }
        stage.play { _, _ in 0.125 }
        unit.refusesResources.store(true, ordering: .relaxed)
        try stage.engine.start()
        #expect(try stage.render(64)[0] == [Float](repeating: 0.125, count: 64))
        stage.engine.stop()
        unit.refusesResources.store(false, ordering: .relaxed)
        try stage.engine.start()
        #expect(try stage.render(64)[0] == [Float](repeating: 0.625, count: 64))
        unit.status.store(-50, ordering: .relaxed)
        #expect(try stage.render(64)[0] == [Float](repeating: 0.125, count: 64))
        node.bypass = true
        #expect(unit.shouldBypassEffect)
    }

    @Test("are generators and instruments without input")
    func sources() async throws {
        let generator = AVAudioUnitGenerator(
            audioComponentDescription: register(kAudioUnitType_Generator, 7, SteadyUnit.self))
        let instrument = AVAudioUnitMIDIInstrument(
            audioComponentDescription: register(kAudioUnitType_MusicDevice, 7, SteadyUnit.self))
        let stage = try OfflineEngine()
        for node in [generator, instrument] {
            stage.engine.attach(node)
            stage.engine.connect(
                node, to: stage.engine.mainMixerNode, format: OfflineEngine.format)
        }
        try stage.engine.start()
        instrument.startNote(60, withVelocity: 99, onChannel: 1)
        instrument.sendProgramChange(5, onChannel: 0)
        #expect(try stage.render(64)[0] == [Float](repeating: 0.5, count: 64))
        let unit = try #require(instrument.auAudioUnit as? SteadyUnit)
        #expect(unit.seen.withLock { $0 }.map(\.bytes) == [[0x91, 60, 99], [0xC0, 5]])
    }

    @Test("are components of C like any other")
    func components() throws {
        var description = register(kAudioUnitType_Effect, 8, GainUnit.self)
        let component = try #require(AudioComponentFindNext(nil, &description))
        #expect(AudioComponentFindNext(component, &description) == nil)
        var version: UInt32 = 0
        #expect(AudioComponentGetVersion(component, &version) == 0 && version == 0x0002_0301)
        var instance: AudioComponentInstance?
        #expect(AudioComponentInstanceNew(component, &instance) == 0)
        let unit = try #require(instance)
        #expect(AudioComponentInstanceGetComponent(unit) == component)
        var value: Float = 0
        #expect(AudioUnitGetParameter(unit, 7, 0, 0, &value) == 0 && value == 0.5)
        #expect(AudioUnitSetParameter(unit, 7, 0, 0, 0.25, 0) == 0)
        #expect(AudioUnitInitialize(unit) == 0)
        var samples: [Float] = [1, 2, 3, 4]
        samples.withUnsafeMutableBytes { memory in
            let list = AudioBufferList.allocate(maximumBuffers: 2)
            defer { list.unsafeMutablePointer.deallocate() }
            for channel in 0..<2 {
                list[channel] = AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: 8,
                    mData: memory.baseAddress.map { $0 + channel * 8 })
            }
            var time = AudioTimeStamp()
            time.mFlags = .sampleTimeValid
            #expect(AudioUnitProcess(unit, nil, &time, 2, list.unsafeMutablePointer) == 0)
        }
        #expect(samples == [0.25, 0.5, 0.75, 1])
        #expect(AudioComponentInstanceDispose(unit) == 0)
        #expect(
            AVAudioUnitComponentManager.shared().components(matching: description)
                .map(\.manufacturerName) == ["House"])
    }

    // MARK: A host

    private func code(_ body: () throws -> Void) -> Int? {
        do { try body() } catch { return (error as NSError).code }
        return nil
    }

    private func render(
        _ unit: AUAudioUnit, at time: Double, frameCount: UInt32, bus: Int = 0
    ) -> AUAudioUnitStatus {
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * Int(frameCount))
        defer {
            list.unsafeMutablePointer.deallocate()
            memory.deallocate()
        }
        for channel in 0..<2 {
            list[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: frameCount * 4,
                mData: memory + channel * Int(frameCount))
        }
        var flags = AudioUnitRenderActionFlags()
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = time
        stamp.mFlags = .sampleTimeValid
        return unit.renderBlock(&flags, &stamp, frameCount, bus, list.unsafeMutablePointer) {
            _, _, frameCount, _, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                buffer.mData?.initializeMemory(
                    as: UInt8.self, repeating: 0, count: Int(frameCount) * 4)
            }
            return 0
        }
    }
}
