/// Information about the music from the metadata of a sequence.
package struct SequenceInformation {
    private let sequence: MIDISequence

    package init(_ sequence: MIDISequence) {
        self.sequence = sequence
    }

    /// The name of the first track is the name of the sequence.
    package var title: String? { text(0x03) }

    package var copyright: String? { text(0x02) }

    /// The first tempo, in beats a minute.
    package var tempo: String? {
        for event in sequence.tempoTrack.events {
            if case .tempo(let tempo) = event.body { return String(tempo.rounded()) }
        }
        return nil
    }

    /// The duration at a rate of 1; `nil` for an empty sequence.
    package var seconds: Double? {
        let seconds = sequence.tempoMap.seconds(atBeat: sequence.length)
        return seconds > 0 ? seconds : nil
    }

    /// The first metadata of a type, in the tempo track or the first track.
    private func meta(_ type: UInt8) -> [UInt8]? {
        for track in [sequence.tempoTrack] + sequence.tracks.prefix(1) {
            for event in track.events {
                if case .meta(type, let bytes) = event.body { return bytes }
            }
        }
        return nil
    }

    private func text(_ type: UInt8) -> String? {
        meta(type).flatMap { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            return text.isEmpty ? nil : text
        }
    }

    /// The time signature, `3/4` for example.
    package var timeSignature: String? {
        guard let bytes = meta(0x58), bytes.count >= 2, bytes[1] < 8 else { return nil }
        return "\(bytes[0])/\(1 << Int(bytes[1]))"
    }

    /// The key signature, `Eb` or `C minor` for example.
    package var keySignature: String? {
        guard let bytes = meta(0x59), bytes.count >= 2 else { return nil }
        let isMinor = bytes[1] == 1
        let names = [
            "Fb", "Cb", "Gb", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E", "B", "F#",
            "C#", "G#", "D#", "A#",
        ]
        // The place in the circle of fifths, −7 … 7; a minor key lies three fifths above its major.
        let fifths = Int(Int8(bitPattern: bytes[0]))
        guard (-7...7).contains(fifths) else { return nil }
        return names[fifths + 8 + (isMinor ? 3 : 0)] + (isMinor ? " minor" : "")
    }
}
