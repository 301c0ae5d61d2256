/// A channel voice message of MIDI 1.0.
package struct MIDIMessage: BitwiseCopyable, Hashable, Sendable {
    /// The kind in the upper four bits, the channel, 0…15, in the lower ones.
    package var status: UInt8
    /// The first data byte, 0…127.
    package var data1: UInt8
    /// The second data byte, 0…127; 0 for kinds that have one byte.
    package var data2: UInt8

    /// - Returns: `nil` for a status that is no channel voice message's, or data above 127.
    package init?(status: UInt8, data1: UInt8, data2: UInt8 = 0) {
        guard (0x80...0xEF).contains(status), data1 < 0x80, data2 < 0x80 else { return nil }
        self.status = status
        self.data1 = data1
        self.data2 = Kind(status).map { $0.dataByteCount } == 1 ? 0 : data2
    }

    /// Makes a message of a kind; the channel and the data are reduced to their bits.
    package init(_ kind: Kind, channel: UInt8, _ data1: UInt8, _ data2: UInt8 = 0) {
        status = kind.rawValue | channel & 0x0F
        self.data1 = data1 & 0x7F
        self.data2 = kind.dataByteCount == 1 ? 0 : data2 & 0x7F
    }

    /// The kinds of channel voice messages, and the master volume.
    package enum Kind: UInt8, Sendable {
        case noteOff = 0x80
        case noteOn = 0x90
        case keyPressure = 0xA0
        case controller = 0xB0
        case program = 0xC0
        case channelPressure = 0xD0
        case pitchBend = 0xE0
        /// The master volume, the lower seven bits first; it comes of system exclusive messages.
        case system = 0xF0

        init?(_ status: UInt8) { self.init(rawValue: status & 0xF0) }

        /// The number of data bytes.
        package var dataByteCount: Int { self == .program || self == .channelPressure ? 1 : 2 }
    }

    /// The message as MIDI sends it.
    package var bytes: [UInt8] {
        kind.dataByteCount == 1 ? [status, data1] : [status, data1, data2]
    }

    package var kind: Kind { Kind(rawValue: status & 0xF0) ?? .noteOff }
    package var channel: UInt8 { status & 0x0F }

    /// Whether the message starts a note: a velocity of 0 ends one.
    package var isNoteStart: Bool { kind == .noteOn && data2 > 0 }
    /// Whether the message ends a note.
    package var isNoteEnd: Bool { kind == .noteOff || kind == .noteOn && data2 == 0 }
}
