import AudioModel
import AudioUnits
import CAudioToolbox
import Foundation
import MIDISynthesis

/// A unit of a graph as what plays tracks: it gets the events of a slice before that is rendered,
/// each with its frame. Without a unit, time and user events pass.
///
/// Ownership: the lock, which is that of all destinations of a player, guards the part and the
/// events.
final class GraphDestination: MusicEventDestination, @unchecked Sendable {
    /// The address of the unit's handle; 0 for none.
    private let handle: UInt
    private let lock: NSRecursiveLock
    private var part: SequencePart?
    private var events: [Event] = []

    private struct Event {
        var delivery: SequencePart.Delivery
        /// The frame in the slice.
        var offset: Int
    }

    init(_ unit: AudioUnit?, _ lock: NSRecursiveLock) {
        handle = UInt(bitPattern: unit)
        self.lock = lock
    }

    private var unit: AudioUnit? { AudioUnit(bitPattern: handle) }

    func setPart(_ part: SequencePart?, of sequencer: Sequencer, keepsNotes: Bool) {
        lock.lock()
        defer { lock.unlock() }
        let former = self.part
        if keepsNotes, let part, let former { part.cursor.adoptNotes(of: former.cursor) }
        self.part = part
        guard !keepsNotes || part == nil else { return }
        for message in former?.cursor.soundingNoteEnds ?? [] { send(message, after: 0) }
    }

    /// Delivers the events of a slice that is about to be rendered.
    func deliver(_ slice: UnitSlice) {
        lock.lock()
        defer { lock.unlock() }
        guard let part else { return }
        var due = events
        events = []
        due.removeAll(keepingCapacity: true)
        part.render(
            atFrame: slice.frame, frameCount: slice.frameCount, sampleRate: slice.sampleRate,
            hostTime: slice.hostTime?.nanoseconds
        ) { due.append(Event(delivery: $0, offset: $1)) }
        if handle != 0, !due.isEmpty { deliver(due, of: part, in: slice) }
        events = due
    }

    private func deliver(_ events: [Event], of part: SequencePart, in slice: UnitSlice) {
        let core = audioUnits[unit]
        let isRendered = slice.units.contains { $0 === core }
        let rate = (try? core?.format(.output, 0).sampleRate) ?? slice.sampleRate
        for event in events {
            // The app may have stopped the player, when it was told of a property.
            guard self.part != nil else { return }
            let offset = Int(Double(event.offset) * rate / slice.sampleRate)
            switch event.delivery {
            case .message(let message):
                // A note that begins while nothing of the unit is heard is not heard later.
                if isRendered || message.kind != .noteOn { send(message, after: offset) }
            case .parameter(let parameter):
                set(parameter, after: isRendered ? offset : nil)
            case .preset(let track, let index):
                if let preset = part.cursor.preset(ofEvent: index, inTrack: track) { set(preset) }
            }
        }
    }

    private func send(_ message: MIDIMessage, after offset: Int) {
        guard let unit else { return }
        _ = MusicDeviceMIDIEvent(
            unit, UInt32(message.status), UInt32(message.data1), UInt32(message.data2),
            UInt32(offset))
    }

    /// - Parameter offset: The frame of the slice, where the parameter can change within one; `nil`
    ///   for a unit that is not rendered.
    private func set(_ parameter: MIDISequence.Parameter, after offset: Int?) {
        guard let unit else { return }
        if let offset, offset > 0 {
            var event = AudioUnitParameterEvent()
            event.scope = parameter.scope
            event.element = parameter.element
            event.parameter = parameter.identifier
            event.eventType = .parameterEvent_Immediate
            event.eventValues.immediate.bufferOffset = UInt32(offset)
            event.eventValues.immediate.value = parameter.value
            if AudioUnitScheduleParameters(unit, &event, 1) == 0 { return }
        }
        _ = AudioUnitSetParameter(
            unit, parameter.identifier, parameter.scope, parameter.element, parameter.value, 0)
    }

    private func set(_ preset: MIDISequence.Preset) {
        guard let unit, let list = cfPropertyList(preset.propertyList) else { return }
        var address: UnsafeMutableRawPointer? = Unmanaged.passUnretained(list).toOpaque()
        withExtendedLifetime(list) {
            _ = AudioUnitSetProperty(
                unit, AudioUnitPropertyID(kAudioUnitProperty_ClassInfo), preset.scope,
                preset.element, &address, UInt32(MemoryLayout<UnsafeRawPointer>.size))
        }
    }
}
