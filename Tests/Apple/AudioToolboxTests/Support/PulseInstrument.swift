import AudioToolbox
import Foundation
import Synchronization

/// An instrument of the app's own: one frame of a note's velocity at the frame of its message.
///
/// Ownership: that of `AUAudioUnit`, to which it adds nothing.
final class PulseInstrument: AUAudioUnit, @unchecked Sendable {
    private lazy var outputs = AUAudioUnitBusArray(
        audioUnit: self, busType: .output,
        busses: [
            try? AUAudioUnitBus(
                format: AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)!)
        ].compactMap { $0 })

    /// The messages that all instruments of this class have got.
    static let messages = Mutex<[[UInt8]]>([])

    override var outputBusses: AUAudioUnitBusArray { outputs }

    override var internalRenderBlock: AUInternalRenderBlock {
        { _, time, frameCount, _, list, events, _ in
            let list = UnsafeMutableAudioBufferListPointer(list)
            for buffer in list {
                buffer.mData?.assumingMemoryBound(to: Float.self)
                    .update(repeating: 0, count: Int(frameCount))
            }
            var next = events
            while let event = next {
                next = event.pointee.head.next.map { UnsafePointer($0) }
                guard [.MIDI, .midiSysEx].contains(event.pointee.head.eventType) else { continue }
                let offset = MemoryLayout<AUMIDIEvent>.offset(of: \.data) ?? 0
                let count = Int(event.pointee.MIDI.length)
                let bytes = [UInt8](
                    UnsafeRawBufferPointer(start: UnsafeRawPointer(event) + offset, count: count))
                Self.messages.withLock { $0.append(bytes) }
                let frame =
                    Int(event.pointee.head.eventSampleTime) - Int(time.pointee.mSampleTime)
                guard bytes[0] & 0xF0 == 0x90, (0..<Int(frameCount)).contains(frame) else {
                    continue
                }
                for buffer in list {
                    buffer.mData?.assumingMemoryBound(to: Float.self)[frame] =
                        Float(bytes[2]) / 127
                }
            }
            return noErr
        }
    }

    /// Registers the class.
    static func register(_ subType: UInt32) -> AudioComponentDescription {
        let description = AudioComponentDescription(
            componentType: kAudioUnitType_MusicDevice, componentSubType: subType,
            componentManufacturer: 0x7465_7374, componentFlags: 0, componentFlagsMask: 0)
        AUAudioUnit.registerSubclass(
            PulseInstrument.self, as: description, name: "House: Pulse", version: 1)
        return description
    }
}
