import Synchronization

/// A sequencer's place in time, and the parts of a sequence that its destinations play.
///
/// Ownership: the mutex guards the state; it is not held while the owner and destinations are
/// called.
package final class Sequencer: Sendable {
    private let state = Mutex(State())
    private let contents: @Sendable () -> Contents
    private let receiveUserEvents: @Sendable ([UserEvent]) -> Void

    /// What is played now.
    package struct Contents: Sendable {
        package var sequence: MIDISequence
        /// What plays each track of the sequence; `nil` for nothing.
        package var destinations: [(any MusicEventDestination)?]
        /// The object that stands for each track in user events.
        package var tracks: [any AnyObject & Sendable]

        package init(
            _ sequence: MIDISequence, destinations: [(any MusicEventDestination)?],
            tracks: [any AnyObject & Sendable]
        ) {
            (self.sequence, self.destinations, self.tracks) = (sequence, destinations, tracks)
        }
    }

    /// A user event that has been reached.
    package struct UserEvent: Sendable {
        package var track: any AnyObject & Sendable
        package var bytes: [UInt8]
        package var beat: Double
        /// The event's own time in its track.
        package var trackBeat: Double
        /// The beats of the block that was rendered with it.
        package var slice: (start: Double, end: Double)
    }

    private struct State: Sendable {
        var transport: SequenceTransport?
        /// The beat to begin at.
        var position = 0.0
        var rate = 1.0
        /// The destinations that have a part now, their parts, and what these were made from.
        var parts: [Part] = []
        /// User events that have been rendered and not been heard.
        var waiting: [UserEvent] = []
    }

    private struct Part: Sendable {
        var destination: any MusicEventDestination
        var part: SequencePart
        var cursor: SequenceCursor
        var tracks: [any AnyObject & Sendable]
    }

    /// The rates that can be played.
    package static let rates = 0.001...1000.0

    /// - Parameters:
    ///   - contents: Returns what is to be played now.
    ///   - userEvents: Receives the user events in their order.
    package init(
        contents: @escaping @Sendable () -> Contents,
        userEvents: @escaping @Sendable ([UserEvent]) -> Void
    ) {
        self.contents = contents
        receiveUserEvents = userEvents
    }

    // MARK: Transport

    /// The time line while playing.
    package var transport: SequenceTransport? { state.withLock { $0.transport } }

    package var isPlaying: Bool { transport != nil }

    /// The last beat that can be set: a loop still moves there.
    private static let beatMax = 1e12

    /// The position in beats; may be set while playing, which ends the notes.
    package var position: Double {
        get {
            let (transport, position) = state.withLock { ($0.transport, $0.position) }
            return transport?.beat ?? position
        }
        set {
            let beat = newValue.isFinite ? min(max(newValue, 0), Self.beatMax) : 0
            let isPlaying = state.withLock { state in
                state.position = beat
                return state.transport != nil
            }
            if isPlaying { begin(keepsNotes: false) }
        }
    }

    /// The factor of the sequence's own speed; may be set while playing.
    package var rate: Double {
        get { state.withLock { $0.rate } }
        set {
            guard newValue.isFinite, newValue > 0 else { return }
            let rate = min(max(newValue, Self.rates.lowerBound), Self.rates.upperBound)
            let transport = transport
            let position = transport?.renderedBeat ?? position
            let isPlaying = state.withLock { state in
                (state.rate, state.position) = (rate, position)
                return state.transport != nil
            }
            if isPlaying { begin(keepsNotes: true, from: transport?.nextBeat) }
        }
    }

    /// Plays from the position. Does nothing while playing.
    package func start() {
        if !isPlaying { begin(keepsNotes: false) }
    }

    /// Stops, and ends the notes. The position stays.
    package func stop() {
        let position = position
        let (parts, transport) = state.withLock { state in
            defer { (state.position, state.transport) = (position, nil) }
            return (state.parts, state.transport)
        }
        for part in parts { part.destination.setPart(nil, of: self, keepsNotes: false) }
        deliverUserEvents(of: transport)
        state.withLock { state in
            guard state.transport == nil else { return }
            (state.parts, state.waiting) = ([], [])
        }
    }

    /// Begins at the position, with the tracks as they are.
    ///
    /// - Parameter beat: The beat of the first messages; `nil` for the position.
    private func begin(keepsNotes: Bool, from beat: Double? = nil) {
        let contents = contents()
        let (former, transport) = state.withLock { state in
            let transport = SequenceTransport(
                contents.sequence.tempoMap, rate: state.rate, startBeat: state.position)
            defer { state.transport = transport }
            return (state.transport, transport)
        }
        setParts(
            of: contents, transport, former: former, from: beat ?? transport.startBeat,
            keepsNotes: keepsNotes)
        if !keepsNotes { state.withLock { $0.waiting = [] } }
    }

    /// Takes changed tracks over while playing.
    package func refresh() {
        guard let transport else { return }
        let contents = contents()
        guard contents.sequence.tempoMap == transport.tempoMap else {
            let position = transport.renderedBeat
            state.withLock { $0.position = position }
            return begin(keepsNotes: true, from: transport.nextBeat)
        }
        setParts(
            of: contents, transport, former: transport, from: transport.nextBeat,
            keepsNotes: true)
    }

    private func setParts(
        of contents: Contents, _ transport: SequenceTransport, former: SequenceTransport?,
        from beat: Double, keepsNotes: Bool
    ) {
        let destinations = contents.destinations
        var playing: [any MusicEventDestination] = []
        for destination in destinations {
            if let destination, !playing.contains(where: { $0 === destination }) {
                playing.append(destination)
            }
        }
        let parts = playing.map { destination in
            let cursor = SequenceCursor(contents.sequence, from: beat, setsUnits: !keepsNotes) {
                destinations.indices.contains($0) && destinations[$0] === destination
            }
            return Part(
                destination: destination, part: SequencePart(transport, cursor),
                cursor: cursor, tracks: contents.tracks)
        }
        for part in parts {
            part.destination.setPart(part.part, of: self, keepsNotes: keepsNotes)
        }
        // What the former parts have reached.
        deliverUserEvents(of: former)
        let replaced = state.withLock { state in
            defer { state.parts = parts }
            return state.parts
        }
        for part in replaced where !playing.contains(where: { $0 === part.destination }) {
            part.destination.setPart(nil, of: self, keepsNotes: false)
        }
    }

    // MARK: User events

    /// Hands the user events that have been heard, or rendered where that is not known, to the
    /// owner.
    package func deliverUserEvents() { deliverUserEvents(of: transport) }

    private func deliverUserEvents(of transport: SequenceTransport?) {
        let heard = transport?.heardBeat ?? .infinity
        let events = state.withLock { state in
            for part in state.parts {
                state.waiting += part.part.takeUserEvents().compactMap { event in
                    guard part.tracks.indices.contains(event.track) else { return nil }
                    return UserEvent(
                        track: part.tracks[event.track],
                        bytes: part.cursor.userData(ofEvent: event.event, inTrack: event.track),
                        beat: event.beat,
                        trackBeat: part.cursor.beat(ofEvent: event.event, inTrack: event.track),
                        slice: event.slice)
                }
            }
            let count = state.waiting.prefix { $0.beat < heard }.count
            defer { state.waiting.removeFirst(count) }
            return Array(state.waiting.prefix(count))
        }
        if !events.isEmpty { receiveUserEvents(events) }
    }

    /// The frame at which the next user event is heard that has been rendered; `nil` without one.
    package var nextUserEventFrame: Int64? {
        state.withLock { state in
            state.waiting.first.flatMap { state.transport?.frame(ofBeat: $0.beat) }
        }
    }
}
