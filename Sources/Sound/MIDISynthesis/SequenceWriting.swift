// Files of sequences.

extension MIDISequence {
    /// The sequence as a file of format 1: a track of tempos, then the tracks, without loops,
    /// offsets and mutes.
    package func file(ticksPerBeat: Int? = nil) -> MIDIFile {
        let ticks = min(max(ticksPerBeat ?? self.ticksPerBeat, 1), 0x7FFF)
        let all = [tempoTrack] + tracks
        return MIDIFile(
            format: 1, division: .ticksPerBeat(ticks),
            tracks: all.map { Self.fileEvents($0, Double(ticks)) })
    }

    /// The sequence as a file with SMPTE time code, where its beats are seconds. Tempos are left
    /// out.
    ///
    /// - Parameters:
    ///   - framesPerSecond: 24, 25, 29 for 29.97, or 30; any other number becomes 25.
    ///   - ticksPerFrame: 1…255.
    package func file(framesPerSecond: Int, ticksPerFrame: Int) -> MIDIFile {
        let frames = [24, 25, 29, 30].contains(framesPerSecond) ? framesPerSecond : 25
        let division = MIDIFile.Division.smpte(
            framesPerSecond: frames, ticksPerFrame: min(max(ticksPerFrame, 1), 255))
        var tempo = tempoTrack
        tempo.events.removeAll { if case .tempo = $0.body { true } else { false } }
        return MIDIFile(
            format: 1, division: division,
            tracks: ([tempo] + tracks).map {
                Self.fileEvents($0, division.ticksPerSecond ?? 1)
            })
    }

    /// The largest beat that is written: ticks beyond do not fit.
    private static let beatMax = 1e9

    private static func fileEvents(_ track: Track, _ ticks: Double) -> [MIDIFile.Event] {
        func tick(_ beat: Double) -> Int {
            beat.isFinite ? Int((min(max(beat, 0), beatMax) * ticks).rounded()) : 0
        }
        var events: [(tick: Int, order: Int, body: MIDIFile.Body)] = []
        for event in track.events {
            let start = tick(event.beat)
            switch event.body {
            case .note(let message, let duration, let velocity):
                events.append((start, 1, .message(message)))
                let end = MIDIMessage(
                    .noteOff, channel: message.channel, message.data1, velocity)
                // A note's end comes before another's start of the same tick, never before its own.
                let last = tick(event.beat + max(duration, 0))
                events.append((last, last > start ? 0 : 2, .message(end)))
            case .message(let message): events.append((start, 1, .message(message)))
            case .systemExclusive(let bytes): events.append((start, 1, .systemExclusive(bytes)))
            case .escape(let bytes): events.append((start, 1, .escape(bytes)))
            case .meta(let type, let bytes): events.append((start, 1, .meta(type: type, bytes)))
            case .tempo(let tempo):
                let microseconds = 60_000_000 / max(tempo, TempoMap.tempos.lowerBound)
                events.append((start, 1, .tempo(Int(min(microseconds.rounded(), 0xFF_FFFF)))))
            // The app's own event (meta type 0x7F): the sequencer's.
            case .user(let bytes): events.append((start, 1, .meta(type: 0x7F, bytes)))
            case .extendedNote(let note):
                guard let message = note.start else { continue }
                let last = max(tick(event.beat + max(note.duration, 0)), start)
                events.append((start, 1, .message(message)))
                let end = MIDIMessage(.noteOff, channel: message.channel, message.data1, 0)
                events.append((last, last > start ? 0 : 2, .message(end)))
            // Files have no form for these.
            case .parameter, .preset: continue
            }
        }
        var result = events.enumerated().sorted {
            ($0.element.tick, $0.element.order, $0.offset)
                < ($1.element.tick, $1.element.order, $1.offset)
        }.map { MIDIFile.Event(tick: $0.element.tick, $0.element.body) }
        let end = max(tick(track.length), result.last?.tick ?? 0)
        result.append(MIDIFile.Event(tick: end, .meta(type: 0x2F, [])))
        return result
    }
}
