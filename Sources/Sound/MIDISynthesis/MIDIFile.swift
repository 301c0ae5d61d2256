/// A Standard MIDI File: tracks of events at their ticks.
package struct MIDIFile: Equatable, Sendable {
    /// 0: one track; 1: tracks that play together; 2: independent tracks.
    package var format: Int
    package var division: Division
    package var tracks: [[Event]]

    /// The meaning of a tick.
    package enum Division: Equatable, Sendable {
        /// Ticks in a quarter note, 1…32,767.
        case ticksPerBeat(Int)
        /// Frames a second of the SMPTE time code (24, 25, 29 for 29.97, 30) and ticks in a frame.
        case smpte(framesPerSecond: Int, ticksPerFrame: Int)

        /// Ticks in a second of time code; `nil` where the tempo decides.
        package var ticksPerSecond: Double? {
            guard case .smpte(let frames, let ticks) = self else { return nil }
            return (frames == 29 ? 30_000.0 / 1001 : Double(frames)) * Double(ticks)
        }
    }

    /// What happens at a tick.
    package struct Event: Equatable, Sendable {
        /// Ticks since the start of the track.
        package var tick: Int
        package var body: Body

        package init(tick: Int, _ body: Body) {
            self.tick = tick
            self.body = body
        }
    }

    package enum Body: Equatable, Sendable {
        case message(MIDIMessage)
        /// A system exclusive message, without its first byte 0xF0.
        case systemExclusive([UInt8])
        /// Bytes to be sent as they are.
        case escape([UInt8])
        case meta(type: UInt8, [UInt8])

        /// A tempo in microseconds a quarter note.
        package static func tempo(_ microseconds: Int) -> Body {
            let value = min(max(microseconds, 1), 0xFF_FFFF)
            return .meta(
                type: 0x51,
                [UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)])
        }

        /// Microseconds a quarter note, if this is a tempo.
        package var tempo: Int? {
            guard case .meta(type: 0x51, let bytes) = self, bytes.count >= 3 else { return nil }
            return max(Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2]), 1)
        }
    }

    package init(format: Int, division: Division, tracks: [[Event]]) {
        self.format = format
        self.division = division
        self.tracks = tracks
    }
}

/// An error in a Standard MIDI File.
package enum MIDIFileError: Error, Equatable {
    /// The bytes do not begin with a header.
    case noHeader
    /// The header's division has no ticks.
    case invalidDivision
    /// No track was found.
    case noTrack
}
