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
        /// A system exclusive message, without its first byte 0xF0.
        case systemExclusive([UInt8])
        /// Bytes of MIDI that are no channel message and no system exclusive one.
        case escape([UInt8])
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
        /// Values of the note's own controls, without effect.
        package var controls: [Control]

        /// A value of a note's control.
        package struct Control: Equatable, Sendable {
            package var identifier: UInt32
            package var value: Float

            package init(identifier: UInt32, value: Float) {
                (self.identifier, self.value) = (identifier, value)
            }
        }

        package init(
            key: Float, velocity: Float, instrument: UInt32, group: UInt32, duration: Double,
            controls: [Control] = []
        ) {
            (self.key, self.velocity, self.duration) = (key, velocity, duration)
            (self.instrument, self.group, self.controls) = (instrument, group, controls)
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
    package struct Parameter: BitwiseCopyable, Equatable, Sendable {
        package var identifier: UInt32
        package var scope: UInt32
        package var element: UInt32
        package var value: Float

        package init(identifier: UInt32, scope: UInt32, element: UInt32, value: Float) {
            (self.identifier, self.scope) = (identifier, scope)
            (self.element, self.value) = (element, value)
        }
    }

    /// A preset of an audio unit.
    package struct Preset: Equatable, Sendable {
        package var scope: UInt32
        package var element: UInt32
        package var propertyList: [UInt8]
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

extension MIDISequence.Track {
    /// Whether the track has notes or other messages.
    var hasMessages: Bool {
        events.contains { event in
            switch event.body {
            case .note, .message, .systemExclusive, .escape, .extendedNote: true
            default: false
            }
        }
    }
}

extension MIDIMessage {
    /// The channel and the key as one number.
    var noteNumber: Int { Int(channel) << 7 | Int(data1) }
}
