/// Tracks of notes and other events at their beats, with tempos: what a sequencer plays.
package struct MIDISequence: Equatable, Sendable {
    /// The tracks, without the one that only has tempos.
    package var tracks: [Track] = []
    /// Changes of the tempo and the other events of the tempo track.
    package var tempoTrack = Track()
    /// Ticks in a beat when the sequence is written.
    package var ticksPerBeat = Self.defaultTicksPerBeat

    package static let defaultTicksPerBeat = 480

    package struct Track: Equatable, Sendable {
        /// The events in the order of their beats.
        package var events: [Event] = []
        /// The length in beats that was set; `nil` for that of the events.
        package var setLength: Double?
        /// The part that is repeated, in beats of the track.
        package var loop: Range<Double>?
        /// How often the loop is played; `nil` without end.
        package var loopCount: Int?
        /// Beats by which all events are later.
        package var offset = 0.0
        package var isMuted = false
        package var isSoloed = false

        package init(events: [Event] = []) {
            self.events = events
        }

        /// The end of the last event, in beats.
        package var eventLength: Double {
            events.reduce(0) { max($0, $1.beat + $1.duration) }
        }

        /// The length in beats: the larger of the set one and the events'.
        package var length: Double { max(setLength ?? 0, eventLength) }

    }

    package struct Event: Equatable, Sendable {
        /// Beats since the start of the track.
        package var beat: Double
        package var body: Body

        package init(_ beat: Double, _ body: Body) {
            self.beat = beat
            self.body = body
        }

        /// Beats until the end of a note; 0 for other events.
        package var duration: Double {
            switch body {
            case .note(_, let duration, _): max(duration, 0)
            case .extendedNote(let note): max(note.duration, 0)
            default: 0
            }
        }
    }

    package enum Body: Equatable, Sendable {
        /// A note, with the message that starts it.
        case note(MIDIMessage, duration: Double, releaseVelocity: UInt8)
        /// A message that neither starts nor ends a note.
        case message(MIDIMessage)
        case systemExclusive([UInt8])
        case meta(type: UInt8, [UInt8])
        /// A tempo in beats a minute.
        case tempo(Double)
        /// Data for the app's own callback.
        case user([UInt8])
        /// A note with fractions, of which the nearest one is played.
        case extendedNote(ExtendedNote)
        /// A change of an audio unit's parameter.
        case parameter(Parameter)
        /// A preset of an audio unit, as a property list.
        case preset(scope: UInt32, element: UInt32, propertyList: [UInt8])
    }

    /// A note with a key and a velocity that may be fractions.
    package struct ExtendedNote: Equatable, Sendable {
        package var key: Float
        package var velocity: Float
        package var instrument: UInt32
        /// The channel; of those above 15 nothing is heard.
        package var group: UInt32
        /// In beats.
        package var duration: Double

        package init(
            key: Float, velocity: Float, instrument: UInt32, group: UInt32, duration: Double
        ) {
            (self.key, self.velocity, self.duration) = (key, velocity, duration)
            (self.instrument, self.group) = (instrument, group)
        }

        /// The message of the nearest note; `nil` for groups that are no channels.
        package var start: MIDIMessage? {
            guard group < 16, key.isFinite, velocity.isFinite else { return nil }
            let number = { (value: Float) in UInt8(min(max(value, 0), 127).rounded()) }
            return MIDIMessage(
                .noteOn, channel: UInt8(group), number(key), max(number(velocity), 1))
        }
    }

    /// A value for an audio unit's parameter.
    package struct Parameter: Equatable, Sendable {
        package var identifier: UInt32
        package var scope: UInt32
        package var element: UInt32
        package var value: Float

        package init(identifier: UInt32, scope: UInt32, element: UInt32, value: Float) {
            (self.identifier, self.scope) = (identifier, scope)
            (self.element, self.value) = (element, value)
        }
    }

    package init() {}

    package var tempoMap: TempoMap {
        TempoMap(
            tempoTrack.events.compactMap { event in
                if case .tempo(let tempo) = event.body { (event.beat, tempo) } else { nil }
            })
    }

    /// The end of the longest track, in beats, without its loops.
    package var length: Double { tracks.reduce(0) { max($0, $1.length + $1.offset) } }

    /// The range of loops in beats: shorter ones would never end.
    package static let loopLengthMin = 1.0 / 960
}

// MARK: Files

extension MIDISequence {
    /// Takes the events of a file. Tempos, time signatures and SMPTE offsets of all tracks become
    /// those of the tempo track; a first track without notes becomes part of it. The beats of a file
    /// with SMPTE time code are seconds, with one tempo of 60.
    ///
    /// Source: Apple's documentation of `kMusicSequenceType_Seconds`.
    ///
    /// - Parameter splitsChannels: Whether each channel of a file with one track becomes a track,
    ///   after one with the events that have no channel.
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
            case .escape: break
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
        return [common] + channels.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The sequence as a file of format 1: a track of tempos, then the tracks, without loops,
    /// offsets and mutes.
    package func file(ticksPerBeat: Int? = nil) -> MIDIFile {
        let ticks = min(max(ticksPerBeat ?? self.ticksPerBeat, 1), 0x7FFF)
        let all = [tempoTrack] + tracks
        return MIDIFile(
            format: 1, division: .ticksPerBeat(ticks),
            tracks: all.map { Self.fileEvents($0, ticks) })
    }

    /// The largest beat that is written: ticks beyond do not fit.
    private static let beatMax = 1e9

    private static func fileEvents(_ track: Track, _ ticks: Int) -> [MIDIFile.Event] {
        func tick(_ beat: Double) -> Int {
            beat.isFinite ? Int((min(max(beat, 0), beatMax) * Double(ticks)).rounded()) : 0
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

extension MIDISequence.Track {
    /// Whether the track has notes or other messages.
    var hasMessages: Bool {
        events.contains { event in
            switch event.body {
            case .note, .message, .systemExclusive: true
            default: false
            }
        }
    }
}

extension MIDIMessage {
    /// The channel and the key as one number.
    var noteNumber: Int { Int(channel) << 7 | Int(data1) }
}
