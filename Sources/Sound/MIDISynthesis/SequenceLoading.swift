// Sequences of files.

extension MIDISequence {
    /// Takes the events of a file. Tempos, time signatures and SMPTE offsets of all tracks become
    /// those of the tempo track; a first track without notes becomes part of it. The beats of a file
    /// with SMPTE time code are seconds, with one tempo of 60.
    ///
    /// Source: Apple's documentation of `kMusicSequenceType_Seconds`.
    ///
    /// - Parameter splitsChannels: Whether each channel of a file with one track becomes a track,
    ///   before one with the events that have no channel.
    package init(_ file: MIDIFile, splitsChannels: Bool = false) {
        switch file.division {
        case .ticksPerBeat(let ticks): ticksPerBeat = ticks
        case .smpte: tempoTrack.events.append(Event(0, .tempo(60)))
        }
        for (index, events) in file.tracks.enumerated() {
            var track = Track(
                events: Self.events(events, file.division, tempos: &tempoTrack.events))
            if let end = events.last?.tick {
                track.setLength = Self.beat(ofTick: end, file.division)
            }
            let isTempoTrack = index == 0 && file.tracks.count > 1 && !track.hasMessages
            if isTempoTrack {
                tempoTrack.events += track.events
            } else {
                tracks.append(track)
            }
        }
        tempoTrack.events = Self.sorted(tempoTrack.events)
        if splitsChannels, tracks.count == 1 { tracks = Self.split(tracks[0]) }
    }

    private static func beat(ofTick tick: Int, _ division: MIDIFile.Division) -> Double {
        switch division {
        case .ticksPerBeat(let ticks): Double(tick) / Double(ticks)
        case .smpte: Double(tick) / (division.ticksPerSecond ?? 1)
        }
    }

    private static func events(
        _ events: [MIDIFile.Event], _ division: MIDIFile.Division, tempos: inout [Event]
    ) -> [Event] {
        var result: [Event] = []
        /// The indices of notes that have no end yet, by channel and key.
        var open: [Int: [Int]] = [:]
        for event in events {
            let beat = beat(ofTick: event.tick, division)
            switch event.body {
            case .message(let message) where message.isNoteStart:
                open[message.noteNumber, default: []].append(result.count)
                result.append(Event(beat, .note(message, duration: 0, releaseVelocity: 0)))
            case .message(let message) where message.isNoteEnd:
                guard let index = open[message.noteNumber]?.first,
                    case .note(let start, _, _) = result[index].body
                else { continue }
                open[message.noteNumber]?.removeFirst()
                result[index].body = .note(
                    start, duration: beat - result[index].beat,
                    releaseVelocity: message.kind == .noteOff ? message.data2 : 0)
            case .message(let message): result.append(Event(beat, .message(message)))
            case .systemExclusive(let bytes):
                result.append(Event(beat, .systemExclusive(bytes)))
            case .escape(let bytes): result.append(Event(beat, .escape(bytes)))
            case .meta(type: 0x2F, _): break
            case .meta(let type, let bytes):
                if let tempo = event.body.tempo {
                    if division.ticksPerSecond == nil {
                        tempos.append(Event(beat, .tempo(60_000_000 / Double(tempo))))
                    }
                } else if Track.isTempoMeta(type) {
                    tempos.append(Event(beat, .meta(type: type, bytes)))
                } else {
                    result.append(Event(beat, .meta(type: type, bytes)))
                }
            }
        }
        // A note without an end lasts to the end of the track.
        let end = beat(ofTick: events.last?.tick ?? 0, division)
        for index in open.values.joined() {
            guard case .note(let start, _, _) = result[index].body else { continue }
            result[index].body = .note(
                start, duration: end - result[index].beat, releaseVelocity: 0)
        }
        return result
    }

    /// The events in the order of beats; those of the same beat stay in theirs.
    package static func sorted(_ events: [Event]) -> [Event] {
        events.enumerated().sorted {
            ($0.element.beat, $0.offset) < ($1.element.beat, $1.offset)
        }.map(\.element)
    }

    private static func split(_ track: Track) -> [Track] {
        var common = Track()
        var channels: [UInt8: Track] = [:]
        for event in track.events {
            switch event.body {
            case .note(let message, _, _), .message(let message):
                channels[message.channel, default: Track()].events.append(event)
            default: common.events.append(event)
            }
        }
        return channels.sorted { $0.key < $1.key }.map(\.value) + [common]
    }
}
