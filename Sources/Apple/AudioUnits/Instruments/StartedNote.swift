import MIDISynthesis
import Synchronization

/// A note that an app starts by its pitch.
struct StartedNote {
    let channel: UInt8
    /// The nearest key, and the cents to the pitch.
    let key: UInt8
    let cents: Int16
    /// 0…127; 0 ends the note.
    let velocity: UInt8

    /// The number of channels of MIDI.
    private static let channelCount: UInt32 = 16

    /// - Parameters:
    ///   - pitch: The key, 0…127, with a fraction.
    ///   - velocity: 0…127; 0 ends the note.
    /// - Throws: `missingArgument` for numbers out of range, `invalidElement` for a channel.
    init(_ pitch: Float, velocity: Float, channel: UInt32) throws(UnitError) {
        self.channel = try Self.checked(channel)
        guard pitch >= 0, pitch.rounded() <= 127, velocity >= 0, velocity <= 127 else {
            throw .missingArgument
        }
        key = UInt8(pitch.rounded())
        cents = Int16(((pitch - pitch.rounded()) * 100).rounded())
        // A velocity of less than one is no end of a note.
        self.velocity = velocity > 0 ? max(UInt8(velocity.rounded()), 1) : 0
    }

    /// - Throws: `invalidElement`.
    static func checked(_ channel: UInt32) throws(UnitError) -> UInt8 {
        guard channel < channelCount else { throw .invalidElement }
        return UInt8(channel)
    }
}

extension UnitCore {
    /// Starts a note, `delay` frames into the next slice. A unit that is no instrument of Apple's
    /// gets the nearest key.
    ///
    /// - Parameters:
    ///   - pitch: The key, 0…127, with a fraction.
    ///   - velocity: 0…127; 0 ends the note.
    /// - Returns: The note's number.
    /// - Throws: `missingArgument` for numbers out of range, `invalidElement` for a channel,
    ///   `unimplemented` for a unit that takes no MIDI.
    package func startNote(
        _ pitch: Float, velocity: Float, channel: UInt32, after delay: UInt32
    ) throws(UnitError) -> UInt32 {
        let note = try StartedNote(pitch, velocity: velocity, channel: channel)
        if let instrument = self as? InstrumentUnit {
            instrument.start(note, after: delay)
        } else {
            let status = MIDIMessage.Kind.noteOn.rawValue | note.channel
            try send(UInt32(status), UInt32(note.key), UInt32(note.velocity), after: delay)
        }
        let count = startedNoteCount.wrappingAdd(1, ordering: .relaxed).newValue
        return count << 7 | UInt32(note.key)
    }

    /// Ends a note, `delay` frames into the next slice.
    package func stopNote(
        _ note: UInt32, channel: UInt32, after delay: UInt32
    ) throws(UnitError) {
        let status = MIDIMessage.Kind.noteOff.rawValue | (try StartedNote.checked(channel))
        try send(UInt32(status), note & 0x7F, 0, after: delay)
    }
}
