import AudioToolbox
import CoreAudioTypes
import Foundation
import Synchronization
import Testing

/// What the methods of the component have been called with.
private let calls = Mutex<[String]>([])

private func note(_ call: String) { calls.withLock { $0.append(call) } }

private let initialize: AudioUnitInitializeProc = { _ in
    note("initialize")
    return 0
}

private let setParameter: AudioUnitSetParameterProc = { _, id, scope, element, value, offset in
    note("parameter \(id) \(scope) \(element) \(value) \(offset)")
    return 0
}

private let render: AudioUnitRenderProc = { _, _, time, bus, frameCount, list in
    note("render \(time.pointee.mSampleTime) \(bus) \(frameCount)")
    for buffer in UnsafeMutableAudioBufferListPointer(list) {
        let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
        for frame in 0..<Int(frameCount) { samples?[frame] = 0.75 }
    }
    return 0
}

private let midiEvent: MusicDeviceMIDIEventProc = { _, status, data1, data2, offset in
    note("midi \(status) \(data1) \(data2) \(offset)")
    return 0
}

private let lookup: @Sendable @convention(c) (Int16) -> AudioComponentMethod? = { selector in
    switch Int(selector) {
    case Int(kAudioUnitInitializeSelect):
        unsafeBitCast(initialize, to: AudioComponentMethod.self)
    case Int(kAudioUnitSetParameterSelect):
        unsafeBitCast(setParameter, to: AudioComponentMethod.self)
    case Int(kAudioUnitRenderSelect): unsafeBitCast(render, to: AudioComponentMethod.self)
    case Int(kMusicDeviceMIDIEventSelect):
        unsafeBitCast(midiEvent, to: AudioComponentMethod.self)
    default: nil
    }
}

private let factory: AudioComponentFactoryFunction = { _ in
    let made = UnsafeMutablePointer<AudioComponentPlugInInterface>.allocate(capacity: 1)
    made.initialize(
        to: AudioComponentPlugInInterface(
            Open: { _, _ in
                note("open")
                return 0
            },
            Close: { object in
                note("close")
                object.deallocate()
                return 0
            }, Lookup: lookup, reserved: nil))
    return made
}

@Suite("Components that an app registers with functions")
struct FactoryUnitTests {
    @Test("are found, and their methods are called (case 3)")
    func plays() throws {
        var description = appUnit(kAudioUnitType_Effect, 30)
        let name = "House: Steady" as NSString
        let component = try #require(AudioComponentRegister(&description, name, 0x10203, factory))
        // The description is taken.
        #expect(AudioComponentRegister(&description, name, 1, factory) == nil)
        #expect(AudioComponentFindNext(nil, &description) == component)
        var instance: AudioComponentInstance?
        #expect(AudioComponentInstanceNew(component, &instance) == 0)
        let unit = try #require(instance)
        #expect(AudioUnitSetParameter(unit, 5, 1, 2, 0.5, 64) == 0)
        #expect(AudioUnitInitialize(unit) == 0)
        #expect(MusicDeviceMIDIEvent(unit, 0x90, 60, 100, 32) == 0)
        #expect(MusicDeviceSysEx(unit, [0xF0, 0xF7], 2) == -4)
        // A method that is missing.
        var value: Float = 0
        #expect(AudioUnitGetParameter(unit, 5, 1, 2, &value) == -4)
        #expect(render(unit) == [Float](repeating: 0.75, count: 8))

        // Its sound goes through one of Apple's units as well.
        var output = AudioComponentDescription(
            componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_GenericOutput,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
            componentFlagsMask: 0)
        var other: AudioComponentInstance?
        #expect(AudioComponentInstanceNew(AudioComponentFindNext(nil, &output), &other) == 0)
        let generic = try #require(other)
        var connection = AudioUnitConnection(
            sourceAudioUnit: unit, sourceOutputNumber: 0, destInputNumber: 0)
        #expect(
            AudioUnitSetProperty(
                generic, kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, &connection,
                UInt32(MemoryLayout<AudioUnitConnection>.size)) == 0)
        #expect(AudioUnitInitialize(generic) == 0)
        #expect(render(generic) == [Float](repeating: 0.75, count: 8))
        #expect(AudioComponentInstanceDispose(generic) == 0)
        #expect(AudioComponentInstanceDispose(unit) == 0)
        #expect(
            calls.withLock { $0 } == [
                "open", "parameter 5 1 2 0.5 64", "initialize",
                "midi 144 60 100 32", "render 0.0 0 4", "render 0.0 0 4",
                "close",
            ])
    }

    /// Renders four frames of two channels.
    private func render(_ unit: AudioUnit) -> [Float] {
        var samples = [Float](repeating: 0, count: 8)
        samples.withUnsafeMutableBytes { memory in
            let list = AudioBufferList.allocate(maximumBuffers: 2)
            defer { list.unsafeMutablePointer.deallocate() }
            for channel in 0..<2 {
                list[channel] = AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: 16,
                    mData: memory.baseAddress.map { $0 + channel * 16 })
            }
            var time = AudioTimeStamp()
            time.mFlags = .sampleTimeValid
            #expect(AudioUnitRender(unit, nil, &time, 0, 4, list.unsafeMutablePointer) == 0)
        }
        return samples
    }
}
