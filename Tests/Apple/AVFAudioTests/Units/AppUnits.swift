import AVFAudio
import AudioToolbox
import Foundation
import Synchronization

/// The name of a component of this app's.
func appUnit(_ type: UInt32, _ subType: UInt32) -> AudioComponentDescription {
    AudioComponentDescription(
        componentType: type, componentSubType: subType, componentManufacturer: 0x7465_7374,
        componentFlags: 0, componentFlagsMask: 0)
}

/// What a unit has seen of an event.
struct SeenEvent: Equatable {
    var type: UInt8
    var time: Int64
    var frames: UInt32 = 0
    var value: Float = 0
    var bytes: [UInt8] = []
}

/// An effect of the app's own that multiplies by its one parameter, and counts its events.
///
/// Declared as apps do: the initializer of `AUAudioUnit` is overridden, not required.
///
/// Ownership: that of `AUAudioUnit`; what it adds is constant after `init`, atomic, or in a mutex.
class GainUnit: AUAudioUnit, @unchecked Sendable {
    let seen = Mutex<[SeenEvent]>([])
    let status = Atomic<Int32>(0)
    let refusesResources = Atomic<Bool>(false)
    let allocations = Atomic<Int>(0)
    let gain: AUParameter
    private var inputs: AUAudioUnitBusArray!
    private var outputs: AUAudioUnitBusArray!

    override init(
        componentDescription: AudioComponentDescription,
        options: AudioComponentInstantiationOptions = []
    ) throws {
        gain = AUParameterTree.createParameter(
            withIdentifier: "gain", name: "Gain", address: 7, min: 0, max: 2, unit: .linearGain,
            unitName: nil, flags: [.flag_IsReadable, .flag_IsWritable, .flag_CanRamp],
            valueStrings: nil, dependentParameters: nil)
        try super.init(componentDescription: componentDescription, options: options)
        let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)!
        inputs = AUAudioUnitBusArray(
            audioUnit: self, busType: .input, busses: [try AUAudioUnitBus(format: format)])
        outputs = AUAudioUnitBusArray(
            audioUnit: self, busType: .output, busses: [try AUAudioUnitBus(format: format)])
        parameterTree = AUParameterTree.createTree(withChildren: [gain])
        gain.value = 0.5
    }

    override var inputBusses: AUAudioUnitBusArray { inputs }
    override var outputBusses: AUAudioUnitBusArray { outputs }
    override var latency: TimeInterval { 0.25 }

    override func allocateRenderResources() throws {
        if refusesResources.load(ordering: .relaxed) { throw CocoaError(.featureUnsupported) }
        try super.allocateRenderResources()
        allocations.add(1, ordering: .relaxed)
    }

    override var internalRenderBlock: AUInternalRenderBlock {
        { [unowned self] flags, time, frameCount, _, list, events, pull in
            note(events)
            let failure = status.load(ordering: .relaxed)
            guard failure == 0, let pull else { return failure }
            let status = pull(flags, time, frameCount, 0, list)
            let factor = gain.value
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(frameCount) { samples?[frame] *= factor }
            }
            return status
        }
    }

    func note(_ events: UnsafePointer<AURenderEvent>?) {
        var next = events
        while let event = next {
            let head = event.pointee.head
            var seen = SeenEvent(type: head.eventType.rawValue, time: head.eventSampleTime)
            switch head.eventType {
            case .parameter, .parameterRamp:
                seen.frames = event.pointee.parameter.rampDurationSampleFrames
                seen.value = event.pointee.parameter.value
            case .MIDI, .midiSysEx, .midiEventList:
                let offset = MemoryLayout<AUMIDIEvent>.offset(of: \.data) ?? 0
                let bytes = UnsafeRawPointer(event) + offset
                let count = Int(event.pointee.MIDI.length)
                seen.bytes = Array(UnsafeRawBufferPointer(start: bytes, count: count))
            @unknown default: break
            }
            self.seen.withLock { $0.append(seen) }
            next = head.next.map { UnsafePointer($0) }
        }
    }
}

/// A source of the app's own: a constant, or with a note its velocity.
///
/// Ownership: that of `GainUnit`, to which it adds nothing.
final class SteadyUnit: GainUnit, @unchecked Sendable {
    override var internalRenderBlock: AUInternalRenderBlock {
        { [unowned self] _, _, frameCount, _, list, events, pull in
            note(events)
            guard pull == nil else { return -1 }
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(frameCount) { samples?[frame] = 0.25 }
            }
            return 0
        }
    }
}

/// A class that takes over the initializer.
///
/// Ownership: that of `AUAudioUnit`, to which it adds nothing.
final class PlainUnit: AUAudioUnit, @unchecked Sendable {}
