// Editing of tracks. Ranges begin with their lower bound and end before their upper one.

extension MIDISequence.Track {
    private typealias Event = MIDISequence.Event

    /// The index of the first event at a beat or later; of the first one later with `after`.
    package func index(ofBeat beat: Double, after: Bool = false) -> Int {
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            let isBefore = after ? events[middle].beat <= beat : events[middle].beat < beat
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The indices of the events in a range of beats.
    package func indices(in range: Range<Double>) -> Range<Int> {
        index(ofBeat: range.lowerBound)..<index(ofBeat: range.upperBound)
    }

    /// Inserts an event after those of the same beat.
    package mutating func insert(_ event: MIDISequence.Event) {
        events.insert(event, at: index(ofBeat: event.beat, after: true))
    }

    /// Moves the events of a range by beats; none before beat 0.
    package mutating func move(in range: Range<Double>, by amount: Double) {
        let indices = indices(in: range)
        let moved = events[indices].map { event in
            MIDISequence.Event(max(event.beat + amount, 0), event.body)
        }
        events.removeSubrange(indices)
        merge(moved)
    }

    /// Removes the events of a range.
    package mutating func clear(in range: Range<Double>) {
        events.removeSubrange(indices(in: range))
    }

    /// Removes a range: later events become earlier by its length.
    package mutating func cut(in range: Range<Double>) {
        clear(in: range)
        let length = range.upperBound - range.lowerBound
        guard length.isFinite else { return }
        for index in index(ofBeat: range.lowerBound)..<events.count {
            events[index].beat = max(events[index].beat - length, range.lowerBound)
        }
    }

    /// Inserts a range of another track's events: later events become later by its length.
    package mutating func insert(_ copied: [MIDISequence.Event], length: Double, at beat: Double) {
        for index in index(ofBeat: beat)..<events.count { events[index].beat += length }
        merge(copied.map { MIDISequence.Event($0.beat + beat, $0.body) })
    }

    /// Adds events, each after those of the same beat.
    package mutating func merge(_ others: [MIDISequence.Event]) {
        events = MIDISequence.sorted(events + others)
    }

    /// The events of a range, with beats that count from its start.
    package func copy(of range: Range<Double>) -> [MIDISequence.Event] {
        events[indices(in: range)].map { event in
            MIDISequence.Event(event.beat - range.lowerBound, event.body)
        }
    }

    /// Replaces or removes one event that is equal to `event`.
    package mutating func replace(_ event: MIDISequence.Event, with new: MIDISequence.Event?) {
        for index in index(ofBeat: event.beat)..<index(ofBeat: event.beat, after: true)
        where events[index] == event {
            if let new, new.beat == event.beat {
                events[index] = new
            } else {
                events.remove(at: index)
                if let new { insert(new) }
            }
            return
        }
    }

    // MARK: Kinds of tracks

    /// Whether events of a type of metadata belong to the tempo track: tempos, SMPTE offsets and
    /// time signatures.
    package static func isTempoMeta(_ type: UInt8) -> Bool { [0x51, 0x54, 0x58].contains(type) }
}

extension MIDISequence.Body {
    /// Whether the event belongs to a tempo track, and to no other.
    package var isForTempoTrack: Bool {
        switch self {
        case .tempo: true
        case .meta(let type, _): MIDISequence.Track.isTempoMeta(type)
        default: false
        }
    }

    /// Whether the event belongs to an automation track, and to no other.
    package var isForAutomationTrack: Bool {
        if case .parameter = self { true } else { false }
    }
}

// MARK: Reversal

extension MIDISequence {
    /// Reverses the time of all tracks, up to the end of the longest. A note ends where it began.
    package mutating func reverse() {
        let end = tracks.reduce(tempoTrack.length) { max($0, $1.length) }
        for index in tracks.indices {
            tracks[index].events = Self.sorted(
                tracks[index].events.reversed().map { event in
                    Event(max(end - event.beat - event.duration, 0), event.body)
                })
        }
        reverseTempos(end: end)
    }

    /// Each tempo lasts as long as before: until the next one.
    private mutating func reverseTempos(end: Double) {
        var result: [Event] = []
        var until = end
        for event in tempoTrack.events.reversed() {
            if case .tempo = event.body {
                result.append(Event(max(end - until, 0), event.body))
                until = event.beat
            } else {
                result.append(Event(max(end - event.beat, 0), event.body))
            }
        }
        if until > 0, until < end {
            result.append(Event(end - until, .tempo(TempoMap.defaultTempo)))
        }
        tempoTrack.events = Self.sorted(result)
    }
}
