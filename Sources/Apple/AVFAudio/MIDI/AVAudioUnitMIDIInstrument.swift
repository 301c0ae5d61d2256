import AudioGraph
import AudioToolbox
import AudioUnits
public import CAudioToolbox
public import Foundation
import MIDISynthesis
import Synchronization

/// A node that plays MIDI messages with a sound bank.
///
/// Messages take effect with the next block that the engine renders. Any thread.
///
/// Ownership: the instrument and the destination synchronise themselves.
open class AVAudioUnitMIDIInstrument: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
    /// The kernel; for one of the app's own units, one that nothing renders.
    let source: InstrumentSource
    /// The instrument as sequencers see it.
    let destination: any EngineDestination
    /// The number of the instrument in the order of making.
    let serial: Int

    private static let made = Atomic(0)

    /// Makes an instrument by the name of its component.
    ///
    /// Ends the program for a component that does not exist or is no instrument.
    ///
    /// - Parameter description: The name of the component: the sampler's, or one that the app has
    ///   registered.
    public init(audioComponentDescription description: AudioComponentDescription) {
        if let own = AppUnitNode(description, types: AppUnitNode.instrumentTypes) {
            source = InstrumentSource()
            destination = AppUnitDestination(own.kernel)
            serial = Self.made.wrappingAdd(1, ordering: .relaxed).newValue
            super.init(own)
            return
        }
        let component = UnitComponent(description)
        if component != .sampler, component != .midiSynth {
            programmerError(
                "AVAudioUnitMIDIInstrument.init(audioComponentDescription:)", "component")
        }
        let source = InstrumentSource()
        self.source = source
        destination = InstrumentDestination(source.instrument)
        serial = Self.made.wrappingAdd(1, ordering: .relaxed).newValue
        super.init(.source(source), component: component?.description ?? description)
    }

    /// Makes the node of one of the app's own units.
    override init(_ appUnit: AppUnitNode) {
        source = InstrumentSource()
        destination = AppUnitDestination(appUnit.kernel)
        serial = Self.made.wrappingAdd(1, ordering: .relaxed).newValue
        super.init(appUnit)
    }

    var instrument: Instrument { source.instrument }

    override var unitCalls: AUNodeCalls {
        var calls = super.unitCalls
        let instrument = instrument
        calls.send = { bytes in
            guard let status = bytes.first else { return }
            guard status < 0xF0 else {
                return instrument.send(
                    systemExclusive: Array(bytes.prefix(Self.systemExclusiveBytesMax)))
            }
            let data = (bytes.count > 1 ? bytes[1] : 0, bytes.count > 2 ? bytes[2] : 0)
            if let message = MIDIMessage(status: status, data1: data.0, data2: data.1) {
                instrument.send(message)
            }
        }
        return calls
    }

    /// Sends a message to one of the app's own units.
    ///
    /// - Returns: Whether the node is one.
    private func sendToAppUnit(_ bytes: [UInt8]) -> Bool {
        guard let unit = appUnit?.unit else { return false }
        bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            unit.scheduleMIDIEventBlock?(AUEventSampleTimeImmediate, 0, bytes.count, start)
        }
        return true
    }

    // MARK: Messages

    /// Starts a note.
    ///
    /// - Parameters:
    ///   - note: The key, 0…127; 60 is the middle C.
    ///   - velocity: 1…127; 0 ends the note.
    ///   - channel: 0…15.
    open func startNote(_ note: UInt8, withVelocity velocity: UInt8, onChannel channel: UInt8) {
        send(.noteOn, channel, note, velocity)
    }

    /// Ends a note.
    open func stopNote(_ note: UInt8, onChannel channel: UInt8) {
        send(.noteOff, channel, note, 0)
    }

    /// Sets a controller, 0…127, to a value of 0…127.
    open func sendController(_ controller: UInt8, withValue value: UInt8, onChannel channel: UInt8)
    {
        send(.controller, channel, controller, value)
    }

    /// Bends the pitch.
    ///
    /// - Parameter pitchbend: 0…16,383; 8192 is no bend, the ends are two semitones at first.
    open func sendPitchBend(_ pitchbend: UInt16, onChannel channel: UInt8) {
        let bend = min(pitchbend, 0x3FFF)
        send(.pitchBend, channel, UInt8(bend & 0x7F), UInt8(bend >> 7))
    }

    /// Sets the pressure on all keys, 0…127.
    open func sendPressure(_ pressure: UInt8, onChannel channel: UInt8) {
        send(.channelPressure, channel, pressure, 0)
    }

    /// Sets the pressure on one key, 0…127.
    open func sendPressure(
        forKey key: UInt8, withValue value: UInt8, onChannel channel: UInt8
    ) {
        send(.keyPressure, channel, key, value)
    }

    /// Chooses a program of the present bank, 0…127. Without effect on a sampler, which has one.
    open func sendProgramChange(_ program: UInt8, onChannel channel: UInt8) {
        send(.program, channel, program, 0)
    }

    /// Chooses a program of a bank. Without effect on a sampler, which has one program.
    ///
    /// - Parameters:
    ///   - bankMSB: 0x79 for melodic banks, 0x78 for drums.
    ///   - bankLSB: The bank, 0…127.
    open func sendProgramChange(
        _ program: UInt8, bankMSB: UInt8, bankLSB: UInt8, onChannel channel: UInt8
    ) {
        send(.controller, channel, 0, bankMSB)
        send(.controller, channel, 32, bankLSB)
        send(.program, channel, program, 0)
    }

    /// Sends a message of two bytes. What is no channel message is ignored.
    open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8) {
        if sendToAppUnit([midiStatus, data1]) { return }
        if let message = MIDIMessage(status: midiStatus, data1: data1) { instrument.send(message) }
    }

    /// Sends a message of three bytes. What is no channel message is ignored.
    open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8, data2: UInt8) {
        if sendToAppUnit([midiStatus, data1, data2]) { return }
        if let message = MIDIMessage(status: midiStatus, data1: data1, data2: data2) {
            instrument.send(message)
        }
    }

    /// Sends a system exclusive message: a reset of General MIDI, GS or XG, a master volume or a
    /// master tuning. Others have no effect.
    open func sendMIDISysExEvent(_ midiData: Data) {
        if sendToAppUnit(Array(midiData)) { return }
        instrument.send(systemExclusive: Array(midiData.prefix(Self.systemExclusiveBytesMax)))
    }

    /// The largest system exclusive message that is read, in bytes.
    private static let systemExclusiveBytesMax = 64

    package override func renderCycleDidEnd() {
        super.renderCycleDidEnd()
        destination.renderCycleDidEnd()
    }

    private func send(
        _ kind: MIDIMessage.Kind, _ channel: UInt8, _ data1: UInt8, _ data2: UInt8
    ) {
        let message = MIDIMessage(kind, channel: channel, min(data1, 127), min(data2, 127))
        let bytes = [message.status, message.data1, message.data2]
        if sendToAppUnit(Array(bytes.prefix(1 + kind.dataByteCount))) { return }
        instrument.send(message)
    }
}
