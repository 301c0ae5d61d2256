import CAudioToolbox
import MIDISynthesis
import Synchronization

/// A track of a music sequence.
///
/// Ownership: the mutex guards the state; the sequence is constant.
final class MusicTrackObject: MusicObject, @unchecked Sendable {
    let isTempoTrack: Bool
    weak let sequence: MusicSequenceObject?
    private let state: Mutex<State>

    struct State: Sendable {
        var track: MIDISequence.Track
        /// The length of the loop at the end of the track, in beats; 0 for none.
        var loopDuration = 0.0
        /// How often the loop is played; 0 without end.
        var loopCount: Int32 = 0
        /// Whether the track takes changes of parameters alone.
        var isAutomated = false
        /// The node of the graph that plays the track.
        var node: Int32?
        /// Ticks in a beat, of the tempo track.
        var timeResolution = MIDISequence.defaultTicksPerBeat
        /// Counts the changes of the events.
        var revision = 0
        /// What the app has got of the events since the last change.
        var memory = MusicEventMemory()

        /// The track with its loop.
        var contents: MIDISequence.Track {
            var track = track
            let length = track.length
            if loopDuration > 0, length > 0 {
                track.loop = max(length - loopDuration, 0)..<length
                track.loopCount = loopCount > 0 ? Int(loopCount) : nil
            }
            return track
        }
    }

    init(
        _ track: MIDISequence.Track = MIDISequence.Track(), of sequence: MusicSequenceObject,
        isTempoTrack: Bool = false
    ) {
        state = Mutex(State(track: track))
        self.sequence = sequence
        self.isTempoTrack = isTempoTrack
    }

    /// The track with its loop.
    var contents: MIDISequence.Track { state.withLock { $0.contents } }

    /// The node of the graph that plays the track; `nil` for the first that plays notes.
    var node: AUNode? { state.withLock { $0.node } }

    func read<Result: Sendable>(
        _ body: (inout State) throws(MusicError) -> Result
    ) throws(MusicError) -> Result {
        try state.withLock { state throws(MusicError) in try body(&state) }
    }

    /// Changes the track without notifying the sequence.
    func replace(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.revision += 1
            state.memory = MusicEventMemory()
        }
    }

    /// Changes the track, and notifies the sequence, which applies the change while it plays.
    func change<Result: Sendable>(
        _ body: (inout State) throws(MusicError) -> Result
    ) throws(MusicError) -> Result {
        let result = try state.withLock { state throws(MusicError) in
            let result = try body(&state)
            state.revision += 1
            state.memory = MusicEventMemory()
            return result
        }
        sequence?.refreshPlayers()
        return result
    }

    // MARK: Events

    /// Adds an event behind those of the same time.
    func add(_ body: MIDISequence.Body, at time: Double) throws(MusicError) {
        let time = try eventTime(time)
        try change { state throws(MusicError) in
            state.track.insert(
                MIDISequence.Event(time, try accepted(body, isAutomated: state.isAutomated)))
        }
    }

    /// The event as this track has it.
    ///
    /// Tempos, time signatures and SMPTE offsets are the tempo track's, which keeps others without
    /// effect.
    func accepted(
        _ body: MIDISequence.Body, isAutomated: Bool
    ) throws(MusicError) -> MIDISequence.Body {
        guard !isAutomated || body.isForAutomationTrack else { throw .invalidEventType }
        guard isTempoTrack else {
            guard !body.isForTempoTrack else { throw .invalidEventType }
            return body
        }
        guard case .meta(let type, let bytes) = body,
            let tempo = MIDIFile.Body.meta(type: type, bytes).tempo
        else { return body }
        return .tempo(60_000_000 / Double(tempo))
    }

    /// Whether all events of a list can be added, as they are.
    func check(
        _ events: [MIDISequence.Event], isAutomated: Bool
    ) throws(MusicError) {
        for event in events { _ = try accepted(event.body, isAutomated: isAutomated) }
    }

    /// Adds a range of a track's events.
    ///
    /// - Parameter shiftsLater: Whether the events at or after the time become later by the range's
    ///   length; without an end that of the rest of the track.
    func copy(
        _ range: Range<Double>, of source: MusicTrackObject, to time: Double, shiftsLater: Bool
    ) throws(MusicError) {
        let time = try eventTime(time)
        let (events, end) = try source.read { state throws(MusicError) in
            (state.track.copy(of: range), state.track.length)
        }
        var length = 0.0
        if shiftsLater {
            length = min(range.upperBound, max(end, range.lowerBound)) - range.lowerBound
            if range.upperBound.isFinite { length = range.upperBound - range.lowerBound }
        }
        try change { state throws(MusicError) in
            try check(events, isAutomated: state.isAutomated)
            state.track.insert(events, length: length, at: time)
        }
    }
}
