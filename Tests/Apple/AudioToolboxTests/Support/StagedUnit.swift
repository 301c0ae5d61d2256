import AudioModel
import AudioToolbox
import Foundation
import Simulation
import SoundClient
import SoundPolicy
import Testing

/// An app's callback of an audio unit, as a closure.
///
/// Ownership: the test's thread, which runs the simulated phone and its callbacks.
final class UnitCallback: @unchecked Sendable {
    typealias Body = (
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
        _ time: UnsafePointer<AudioTimeStamp>, _ bus: UInt32, _ frameCount: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>?
    ) -> OSStatus

    private(set) var frameCounts: [UInt32] = []
    private(set) var times: [Double] = []
    private(set) var threads: [SimulatedThread?] = []
    private(set) var flags: [AudioUnitRenderActionFlags] = []
    private let body: Body

    private init(body: @escaping Body) { self.body = body }

    /// A callback that does nothing.
    convenience init() { self.init(body: { _, _, _, _, _ in noErr }) }

    static func rendering(_ body: @escaping Body) -> UnitCallback { UnitCallback(body: body) }

    /// Writes floats to all channels, each by its frame's number and its channel.
    convenience init(samples: @escaping (_ frame: Int, _ channel: Int) -> Float) {
        self.init(body: { _, time, _, frameCount, list in
            guard let list else { return noErr }
            let first = Int(time.pointee.mSampleTime)
            for (index, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
                let memory = buffer.mData?.assumingMemoryBound(to: Float.self)
                let channels = Int(buffer.mNumberChannels)
                for frame in 0..<Int(frameCount) {
                    for channel in 0..<channels {
                        memory?[frame * channels + channel] = samples(
                            first + frame, index + channel)
                    }
                }
            }
            return noErr
        })
    }

    var structure: AURenderCallbackStruct {
        AURenderCallbackStruct(
            inputProc: unitCallback,
            inputProcRefCon: Unmanaged.passUnretained(self).toOpaque())
    }

    fileprivate func call(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
        _ time: UnsafePointer<AudioTimeStamp>, _ bus: UInt32, _ frameCount: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>?
    ) -> OSStatus {
        frameCounts.append(frameCount)
        times.append(time.pointee.mSampleTime)
        threads.append(SimulatedThread.current)
        self.flags.append(flags.pointee)
        return body(flags, time, bus, frameCount, list)
    }
}

let unitCallback: AURenderCallback = { context, flags, time, bus, frameCount, list in
    Unmanaged<UnitCallback>.fromOpaque(context).takeUnretainedValue()
        .call(flags, time, bus, frameCount, list)
}

/// The handle of an audio unit, with its calls in short; disposes of it in the end.
///
/// Ownership: the test's thread.
final class TestUnit: @unchecked Sendable {
    let unit: AudioUnit
    /// The callbacks that the unit may call.
    private var callbacks: [UnitCallback] = []
    private(set) var told: [AudioUnitPropertyID] = []

    /// - Returns: `nil` for a component that does not exist.
    init?(_ type: UInt32, _ subType: UInt32) {
        var description = AudioComponentDescription(
            componentType: type, componentSubType: subType,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
            componentFlagsMask: 0)
        var instance: AudioUnit?
        guard let component = AudioComponentFindNext(nil, &description),
            AudioComponentInstanceNew(component, &instance) == noErr, let instance
        else { return nil }
        unit = instance
    }

    deinit { AudioComponentInstanceDispose(unit) }

    @discardableResult
    func set<Value: BitwiseCopyable>(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = kAudioUnitScope_Global,
        _ element: AudioUnitElement = 0, _ value: Value
    ) -> OSStatus {
        withUnsafeBytes(of: value) {
            AudioUnitSetProperty(unit, id, scope, element, $0.baseAddress, UInt32($0.count))
        }
    }

    /// The value; `nil` where the call fails.
    func value<Value: BitwiseCopyable>(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = kAudioUnitScope_Global,
        _ element: AudioUnitElement = 0, _ initial: Value
    ) -> Value? {
        var value = initial
        var size = UInt32(MemoryLayout<Value>.size)
        let status = withUnsafeMutableBytes(of: &value) {
            AudioUnitGetProperty(unit, id, scope, element, $0.baseAddress!, &size)
        }
        return status == noErr ? value : nil
    }

    @discardableResult
    func setCallback(_ callback: UnitCallback, input: UInt32 = 0) -> OSStatus {
        callbacks.append(callback)
        return set(
            kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, input, callback.structure)
    }

    @discardableResult
    func setInputCallback(_ callback: UnitCallback) -> OSStatus {
        callbacks.append(callback)
        return set(
            kAudioOutputUnitProperty_SetInputCallback, kAudioUnitScope_Global, 0,
            callback.structure)
    }

    @discardableResult
    func connect(_ source: TestUnit, input: UInt32 = 0) -> OSStatus {
        set(
            kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, input,
            AudioUnitConnection(
                sourceAudioUnit: source.unit, sourceOutputNumber: 0, destInputNumber: input))
    }

    @discardableResult
    func setFormat(
        _ format: AudioStreamBasicDescription, _ scope: AudioUnitScope,
        _ element: AudioUnitElement = 0
    ) -> OSStatus { set(kAudioUnitProperty_StreamFormat, scope, element, format) }

    func format(
        _ scope: AudioUnitScope, _ element: AudioUnitElement = 0
    ) -> AudioStreamBasicDescription? {
        value(kAudioUnitProperty_StreamFormat, scope, element, AudioStreamBasicDescription())
    }

    @discardableResult
    func initialize() -> OSStatus { AudioUnitInitialize(unit) }

    @discardableResult
    func start() -> OSStatus { AudioOutputUnitStart(unit) }

    @discardableResult
    func stop() -> OSStatus { AudioOutputUnitStop(unit) }

    var isRunning: UInt32? { value(kAudioOutputUnitProperty_IsRunning, 0, 0, UInt32(9)) }

    /// Notes changes of a property in `told`.
    func listen(_ id: AudioUnitPropertyID) {
        AudioUnitAddPropertyListener(
            unit, id,
            { context, _, id, _, _ in
                Unmanaged<TestUnit>.fromOpaque(context).takeUnretainedValue().told.append(id)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Renders a slice of planar floats.
    @discardableResult
    func render(
        _ frameCount: Int, at sampleTime: Double = 0, channels: Int = 2, bus: UInt32 = 0
    ) -> (status: OSStatus, samples: [[Float]]) {
        let list = AudioBufferList.allocate(maximumBuffers: channels)
        defer { free(list.unsafeMutablePointer) }
        var memory = [[Float]](
            repeating: [Float](repeating: -9, count: frameCount), count: channels)
        var flags = AudioUnitRenderActionFlags()
        var time = AudioTimeStamp()
        time.mSampleTime = sampleTime
        time.mFlags = .sampleTimeValid
        for channel in 0..<channels {
            list[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(4 * frameCount),
                mData: UnsafeMutableRawPointer.allocate(
                    byteCount: max(4 * frameCount, 1), alignment: 16))
            list[channel].mData!.initializeMemory(
                as: Float.self, repeating: -9, count: frameCount)
        }
        let status = AudioUnitRender(
            unit, &flags, &time, bus, UInt32(frameCount), list.unsafeMutablePointer)
        for channel in 0..<channels {
            let samples = list[channel].mData!.assumingMemoryBound(to: Float.self)
            memory[channel] = Array(UnsafeBufferPointer(start: samples, count: frameCount))
            list[channel].mData!.deallocate()
        }
        return (status, memory)
    }
}

/// A phone at full volume with an app that has a RemoteIO.
final class UnitStage {
    let stage: SimulatedStage
    let app: StagedApp
    let unit: TestUnit

    init(microphone: VirtualMicrophone? = nil, category: SessionCategory? = nil) throws {
        stage = StagedQueue.stage()
        app = stage.open("Game", backgroundModes: ["audio"], microphone: microphone)
        if let category {
            try app.sound.request(.setCategory(category, .default, [], .default))
        }
        let made = app.run { TestUnit(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO) }
        unit = try #require(made)
    }

    deinit {
        let unit = unit
        app.run { unit.stop() }
    }

    /// Initialises and starts the unit.
    @discardableResult
    func start() -> OSStatus {
        app.run {
            let status = unit.initialize()
            return status == noErr ? unit.start() : status
        }
    }

    func pass(_ milliseconds: Int64) { stage.advance(by: .milliseconds(milliseconds)) }

    /// The left side's samples from a time on, in milliseconds.
    func heard(from start: Int, to end: Int, side: Int = 0) -> [Float] {
        app.channel(side, start * 48..<end * 48)
    }

    func isSilent(from start: Int, to end: Int) -> Bool {
        heard(from: start, to: end).allSatisfy { $0 == 0 }
    }
}
