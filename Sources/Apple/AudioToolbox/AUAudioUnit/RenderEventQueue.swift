import CAudioToolbox
import Synchronization

/// The events that wait for their slices.
///
/// Ownership: a lock guards the events; a taken list belongs to its slice.
final class RenderEventQueue: Sendable {
    /// An event in memory of its own, longer than `AURenderEvent` for a long message.
    ///
    /// Ownership: the memory belongs to the queue until a slice takes the entry.
    private struct Entry: @unchecked Sendable {
        let pointer: UnsafeMutablePointer<AURenderEvent>
        /// Whether its time counts from the next slice.
        var isRelative: Bool
        var time: AUEventSampleTime
    }

    private let entries = Mutex<[Entry]>([])

    /// The largest number of events that wait; further ones are dropped.
    private static let countMax = 1 << 14
    static let immediateOffsetMax: AUEventSampleTime = 4096
    private static let messageBytesMax = 1 << 16

    deinit { clear() }

    /// - Parameter rampFrames: 0 for a change at once.
    func addParameter(
        _ time: AUEventSampleTime, rampFrames: AUAudioFrameCount, _ address: AUParameterAddress,
        _ value: AUValue
    ) {
        add(time, extraBytes: 0) { event in
            event.pointee.parameter.eventType = rampFrames > 0 ? .parameterRamp : .parameter
            event.pointee.parameter.rampDurationSampleFrames = rampFrames
            event.pointee.parameter.parameterAddress = address
            event.pointee.parameter.value = value
        }
    }

    func addMIDI(
        _ time: AUEventSampleTime, cable: UInt8, length: Int, _ bytes: UnsafePointer<UInt8>
    ) {
        guard (1...Self.messageBytesMax - 1).contains(length) else { return }
        add(time, extraBytes: length) { event in
            event.pointee.MIDI.eventType = bytes[0] == 0xF0 ? .midiSysEx : .MIDI
            event.pointee.MIDI.length = UInt16(length)
            event.pointee.MIDI.cable = cable
            let offset = MemoryLayout<AUMIDIEvent>.offset(of: \.data) ?? 0
            (UnsafeMutableRawPointer(event) + offset).copyMemory(from: bytes, byteCount: length)
        }
    }

    private func add(
        _ time: AUEventSampleTime, extraBytes: Int,
        _ fill: (UnsafeMutablePointer<AURenderEvent>) -> Void
    ) {
        let size = MemoryLayout<AURenderEvent>.size + extraBytes
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let event = memory.assumingMemoryBound(to: AURenderEvent.self)
        fill(event)
        let offset = time &- AUEventSampleTimeImmediate
        let isRelative = (0..<Self.immediateOffsetMax).contains(offset)
        let entry = Entry(pointer: event, isRelative: isRelative, time: isRelative ? offset : time)
        let isAdded = entries.withLock { entries in
            guard entries.count < Self.countMax else { return false }
            entries.append(entry)
            return true
        }
        if !isAdded { memory.deallocate() }
    }

    /// Takes the events of a slice as a list, sorted by time; late ones are due with its first frame.
    ///
    /// The caller gives the list back to `free`.
    func take(
        from first: AUEventSampleTime, frameCount: Int
    ) -> UnsafeMutablePointer<AURenderEvent>? {
        let end = first + Int64(frameCount)
        let due = entries.withLock { entries -> [Entry] in
            guard !entries.isEmpty else { return [] }
            for index in entries.indices where entries[index].isRelative {
                entries[index].isRelative = false
                entries[index].time += first
            }
            let due = entries.filter { $0.time < end }
            entries.removeAll { $0.time < end }
            return due
        }
        let sorted = due.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
        for (index, entry) in sorted.enumerated() {
            entry.pointer.pointee.head.eventSampleTime = max(entry.time, first)
            entry.pointer.pointee.head.next =
                index + 1 < sorted.count ? sorted[index + 1].pointer : nil
        }
        return sorted.first?.pointer
    }

    static func free(_ list: UnsafeMutablePointer<AURenderEvent>?) {
        var next = list
        while let event = next {
            next = event.pointee.head.next
            event.deallocate()
        }
    }

    /// Drops what waits.
    func clear() {
        let dropped = entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
        for entry in dropped { entry.pointer.deallocate() }
    }
}
