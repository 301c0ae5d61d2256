/// Walks through a sequence's messages in the order of time, with loops, offsets, mutes and solos.
///
/// Made on the control side; `next` neither allocates nor locks, for render threads. Notes end after
/// their duration whatever happens to their track.
package struct SequenceCursor: Sendable {
    /// A message that is due.
    package struct Due: Sendable {
        /// Beats since the start of the sequence.
        package var beat: Double
        /// The index of the track.
        package var track: Int
        package var message: MIDIMessage
        /// The index of a user event in the track, which has no message; `nil` for others.
        package var userEvent: Int?
        /// A change of a parameter, which has no message; `nil` for others.
        package var parameter: MIDISequence.Parameter?
        /// The index of a preset in the track, which has no message; `nil` for others.
        package var preset: Int?
    }

    private let tracks: [MIDISequence.Track]
    /// For each track whether it is heard.
    private let isAudible: [Bool]
    private var places: [Place]
    private var ends: NoteEnds
    /// Messages that set up the channels after a seek, last first.
    private var setUp: [Due] = []

    /// A track's next event.
    private struct Place: Sendable {
        /// The index of the event in the track.
        var index: Int
        /// How often the loop has been left for its start.
        var pass: Int
        /// Beats from the track's own time to the sequence's.
        var shift: Double
    }

    /// - Parameters:
    ///   - isPlayed: Whether a track's messages are wanted; its solo counts for others in any case.
    ///   - beat: The beat to begin at. What the events before it have set comes first.
    ///   - setsUnits: Whether that is true of parameters and presets of units as well: while a
    ///     sequence plays on, an app may have changed them.
    package init(
        _ sequence: MIDISequence, from beat: Double = 0, setsUnits: Bool = true,
        isPlayed: (Int) -> Bool = { _ in true }
    ) {
        tracks = sequence.tracks.map(Self.playable)
        let hasSolo = tracks.contains { $0.isSoloed }
        isAudible = tracks.indices.map { index in
            let track = sequence.tracks[index]
            return isPlayed(index) && !track.isMuted && (!hasSolo || track.isSoloed)
        }
        places = tracks.map { Place(index: 0, pass: 0, shift: $0.offset) }
        ends = NoteEnds()
        var chase = SequenceChase(takesUnits: setsUnits)
        for index in tracks.indices { seek(index, to: beat, &chase) }
        setUp = chase.dues(at: beat).reversed()
    }

    /// Puts messages in the place of system exclusive ones, at the same index and after it.
    private static func playable(_ track: MIDISequence.Track) -> MIDISequence.Track {
        guard
            track.events.contains(where: {
                if case .systemExclusive = $0.body { true } else { false }
            })
        else { return track }
        var result = track
        result.events = track.events.flatMap { event -> [MIDISequence.Event] in
            guard case .systemExclusive(let bytes) = event.body else { return [event] }
            return MIDIMessage.messages(ofSystemExclusive: bytes).map {
                MIDISequence.Event(event.beat, .message($0))
            }
        }
        return result
    }

    /// The data of a track's user event.
    package func userData(ofEvent index: Int, inTrack track: Int) -> [UInt8] {
        guard tracks.indices.contains(track), tracks[track].events.indices.contains(index),
            case .user(let bytes) = tracks[track].events[index].body
        else { return [] }
        return bytes
    }

    /// A track's preset of an audio unit; `nil` for another event.
    package func preset(ofEvent index: Int, inTrack track: Int) -> MIDISequence.Preset? {
        guard tracks.indices.contains(track), tracks[track].events.indices.contains(index),
            case .preset(let scope, let element, let list) = tracks[track].events[index].body
        else { return nil }
        return MIDISequence.Preset(scope: scope, element: element, propertyList: list)
    }

    /// The time of a track's event in its track; 0 for an unknown event.
    package func beat(ofEvent index: Int, inTrack track: Int) -> Double {
        guard tracks.indices.contains(track), tracks[track].events.indices.contains(index) else {
            return 0
        }
        return tracks[track].events[index].beat
    }

    /// The end of the last message, in beats; infinite with a loop without end.
    package var length: Double {
        tracks.indices.reduce(ends.last) { max($0, length(ofTrack: $1)) }
    }

    private func length(ofTrack index: Int) -> Double {
        let track = tracks[index]
        guard let loop = Self.checked(track.loop) else { return track.length + track.offset }
        guard let count = track.loopCount else { return .infinity }
        return loop.lowerBound + Double(max(count, 1)) * (loop.upperBound - loop.lowerBound)
            + track.offset
    }

    private static func checked(_ loop: Range<Double>?) -> Range<Double>? {
        guard let loop, loop.lowerBound >= 0,
            loop.upperBound - loop.lowerBound >= MIDISequence.loopLengthMin,
            loop.upperBound.isFinite
        else { return nil }
        return loop
    }

    /// Takes the notes that still sound over from a cursor that this one replaces.
    package mutating func adoptNotes(of other: SequenceCursor) { ends = other.ends }

    /// The messages that end the notes which still sound.
    package var soundingNoteEnds: [MIDIMessage] { ends.messages }

    // MARK: Walking

    /// Takes the next message before a beat; `nil` when there is none.
    package mutating func next(before limit: Double) -> Due? {
        if let due = setUp.last, due.beat < limit { return setUp.removeLast() }
        while true {
            var (earliest, first) = (limit, -1)
            for index in tracks.indices {
                if let beat = beat(ofNextIn: index), beat < earliest {
                    (earliest, first) = (beat, index)
                }
            }
            // At the same beat notes end before others start.
            if let end = ends.take(until: earliest, before: limit) { return end }
            guard first >= 0 else { return nil }
            if let due = takeEvent(first, at: earliest) { return due }
        }
    }

    /// The beat of a track's next event. Goes on to the loop's next pass where this one is over.
    private mutating func beat(ofNextIn index: Int) -> Double? {
        // Each pass of a loop has at least one event, or the track is over.
        for _ in 0..<2 {
            let place = places[index]
            let loop = Self.checked(tracks[index].loop)
            if place.index < tracks[index].events.count {
                let beat = tracks[index].events[place.index].beat
                if loop.map({ beat < $0.upperBound }) ?? true { return beat + place.shift }
            }
            guard let loop, place.pass + 1 < tracks[index].loopCount ?? .max else { return nil }
            places[index].pass += 1
            places[index].shift += loop.upperBound - loop.lowerBound
            places[index].index = firstEvent(of: index, atOrAfter: loop.lowerBound)
        }
        return nil
    }

    private func firstEvent(of index: Int, atOrAfter beat: Double) -> Int {
        var (low, high) = (0, tracks[index].events.count)
        while low < high {
            let middle = (low + high) / 2
            if tracks[index].events[middle].beat < beat { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The message of what has none.
    static let none = MIDIMessage(.noteOff, channel: 0, 0)

    private mutating func takeEvent(_ index: Int, at beat: Double) -> Due? {
        let place = places[index]
        places[index].index += 1
        guard isAudible[index] else { return nil }
        switch tracks[index].events[place.index].body {
        case .note(let message, let duration, let velocity):
            return start(message, duration, velocity, index, at: beat)
        case .extendedNote(let note):
            guard let message = note.start else { return nil }
            return start(message, note.duration, 0, index, at: beat)
        case .message(let message): return Due(beat: beat, track: index, message: message)
        case .user:
            return Due(beat: beat, track: index, message: Self.none, userEvent: place.index)
        case .parameter(let parameter):
            return Due(beat: beat, track: index, message: Self.none, parameter: parameter)
        case .preset:
            return Due(beat: beat, track: index, message: Self.none, preset: place.index)
        case .systemExclusive, .escape, .meta, .tempo: return nil
        }
    }

    private mutating func start(
        _ message: MIDIMessage, _ duration: Double, _ velocity: UInt8, _ index: Int,
        at beat: Double
    ) -> Due? {
        let end = MIDIMessage(.noteOff, channel: message.channel, message.data1, velocity)
        let due = Due(beat: beat + max(duration, 0), track: index, message: end)
        return ends.add(due) ? Due(beat: beat, track: index, message: message) : nil
    }

    // MARK: Seeking

    /// The largest number of passes of a loop before the beat to begin at.
    private static let passesMax = 0x1p52

    /// Puts a track's place at a beat, and what the events before it have set into `chase`.
    private mutating func seek(_ index: Int, to beat: Double, _ chase: inout SequenceChase) {
        let track = tracks[index]
        var own = beat - track.offset
        if let loop = Self.checked(track.loop), own >= loop.upperBound {
            let length = loop.upperBound - loop.lowerBound
            let wanted = ((own - loop.lowerBound) / length).rounded(.down)
            let passes = min(wanted, Double(track.loopCount.map { max($0, 1) - 1 } ?? .max))
            places[index].pass = Int(min(passes, Self.passesMax))
            places[index].shift += Double(places[index].pass) * length
            own = beat - places[index].shift
        }
        places[index].index = firstEvent(of: index, atOrAfter: own)
        guard isAudible[index], beat > 0 else { return }
        chase.beginTrack()
        let end = Self.checked(track.loop).map { firstEvent(of: index, atOrAfter: $0.upperBound) }
        var ranges = [0..<min(places[index].index, end ?? .max)]
        if places[index].pass > 0, let loop = Self.checked(track.loop), let end {
            let start = firstEvent(of: index, atOrAfter: loop.lowerBound)
            ranges = [0..<end, start..<max(start, min(places[index].index, end))]
        }
        for (pass, range) in ranges.enumerated() {
            let isLast = pass + 1 == ranges.count
            let shift = isLast ? places[index].shift : track.offset
            for event in range {
                chase.take(
                    track.events[event], event, track: index, at: track.events[event].beat + shift)
            }
        }
    }
}

/// The ends of the notes that sound, in memory that is allocated once.
private struct NoteEnds: Sendable {
    private var waiting: [SequenceCursor.Due] = []

    /// The largest number of notes that sound at once.
    private static let countMax = 1024

    init() {
        waiting.reserveCapacity(Self.countMax)
    }

    /// The last end; 0 without one.
    var last: Double { waiting.reduce(0) { max($0, $1.beat) } }

    /// - Returns: Whether there was room.
    mutating func add(_ end: SequenceCursor.Due) -> Bool {
        guard waiting.count < Self.countMax else { return false }
        waiting.append(end)
        return true
    }

    /// Takes the earliest end, if it is not after `beat` and before `limit`.
    mutating func take(until beat: Double, before limit: Double) -> SequenceCursor.Due? {
        var first = -1
        for index in waiting.indices where first < 0 || waiting[index].beat < waiting[first].beat {
            first = index
        }
        guard first >= 0, waiting[first].beat <= beat, waiting[first].beat < limit else {
            return nil
        }
        let end = waiting[first]
        waiting.swapAt(first, waiting.count - 1)
        waiting.removeLast()
        return end
    }

    var messages: [MIDIMessage] { waiting.map(\.message) }
}
