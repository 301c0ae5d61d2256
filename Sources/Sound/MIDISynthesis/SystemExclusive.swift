// System exclusive messages that a synthesiser follows.

extension MIDIMessage {
    /// The messages that have the effect of a system exclusive one; empty for one that has none.
    ///
    /// Followed are the resets of General MIDI, of Roland's GS and of Yamaha's XG, and the master
    /// volume and the master tuning of the universal messages.
    ///
    /// - Parameter bytes: With or without the first byte 0xF0 and the last one 0xF7.
    ///
    /// Source: MIDI 1.0, "Universal System Exclusive Messages"; RP-024 (General MIDI 2).
    package static func messages(ofSystemExclusive bytes: [UInt8]) -> [MIDIMessage] {
        var body = bytes[...]
        if body.first == 0xF0 { body = body.dropFirst() }
        if body.last == 0xF7 { body = body.dropLast() }
        guard body.count <= 16, body.allSatisfy({ $0 < 0x80 }) else { return [] }
        // The second byte is the device's number.
        let pattern = Array(body.prefix(1) + body.dropFirst(2))
        let values = Array(pattern.dropFirst(3))
        switch Array(pattern.prefix(3)) {
        case [0x7E, 0x09, 0x01], [0x7E, 0x09, 0x02], [0x7E, 0x09, 0x03]: return resets
        case [0x7F, 0x04, 0x01] where values.count == 2:
            return [MIDIMessage(.system, channel: 0, values[0], values[1])]
        case [0x7F, 0x04, 0x03] where values.count == 2:
            return tuning(parameter: 1, coarse: values[1], fine: values[0])
        case [0x7F, 0x04, 0x04] where values.count == 2:
            return tuning(parameter: 2, coarse: values[1], fine: 0)
        case [0x41, 0x42, 0x12] where values.starts(with: [0x40, 0x00, 0x7F, 0x00]): return resets
        case [0x43, 0x4C, 0x00] where values == [0x00, 0x7E, 0x00]: return resets
        default: return []
        }
    }

    /// All sound ends; controllers, volumes, bends and the master volume have their first values.
    private static var resets: [MIDIMessage] {
        (0..<16).flatMap { channel in
            [
                MIDIMessage(.controller, channel: channel, 120, 0),
                MIDIMessage(.controller, channel: channel, 121, 0),
                MIDIMessage(.controller, channel: channel, 7, 100),
                MIDIMessage(.controller, channel: channel, 10, 64),
                MIDIMessage(.pitchBend, channel: channel, 0, 64),
            ]
        } + [MIDIMessage(.system, channel: 0, 0x7F, 0x7F)]
    }

    /// Sets a registered parameter of all channels, the fine or the coarse tuning.
    private static func tuning(parameter: UInt8, coarse: UInt8, fine: UInt8) -> [MIDIMessage] {
        (0..<16).flatMap { channel in
            [
                (101, 0), (100, parameter), (6, coarse), (38, fine), (101, 0x7F), (100, 0x7F),
            ].map { MIDIMessage(.controller, channel: channel, $0.0, $0.1) }
        }
    }
}
