import CAudioToolbox
import MIDISynthesis
import Synchronization

/// An iterator over a track's events: at one of them, or at the end.
///
/// Ownership: the mutex guards the place; the track is constant. The track's mutex is locked after
/// it.
final class MusicIteratorObject: MusicObject, @unchecked Sendable {
    private weak let weakTrack: MusicTrackObject?
    private let place = Mutex(Place())

    private struct Place: Sendable {
        var index = 0
        /// The revision of the track in which `index` was right.
        var revision = 0
        /// The event at the index; `nil` at the end.
        var event: MIDISequence.Event?
    }

    init(_ track: MusicTrackObject) throws(MusicError) {
        weakTrack = track
        super.init()
        try seek(to: -.infinity)
    }

    private var track: MusicTrackObject {
        get throws(MusicError) {
            // A track without a handle has been disposed of.
            guard let track = weakTrack, let handle = track.handle else { throw .invalidArgument }
            return try MusicObject.object(handle)
        }
    }

    /// Runs a body with the place in the track as it is now.
    private func read<Result: Sendable>(
        _ body: (inout MusicTrackObject.State, inout Int) throws(MusicError) -> Result
    ) throws(MusicError) -> Result {
        let track = try track
        return try place.withLock { place throws(MusicError) in
            try track.read { state throws(MusicError) in
                Self.relocate(&place, in: state)
                let result = try body(&state, &place.index)
                Self.settle(&place, in: state)
                return result
            }
        }
    }

    /// Runs a body that changes the event.
    private func change(
        _ body: (inout MusicTrackObject.State, inout Int) throws(MusicError) -> Void
    ) throws(MusicError) {
        let track = try track
        try place.withLock { place throws(MusicError) in
            try track.change { state throws(MusicError) in
                Self.relocate(&place, in: state)
                guard place.event != nil else { throw .endOfTrack }
                try body(&state, &place.index)
                Self.settle(&place, in: state)
                place.revision += 1
            }
        }
    }

    /// Finds the event again when something else has changed the track.
    private static func relocate(_ place: inout Place, in state: MusicTrackObject.State) {
        guard place.revision != state.revision else { return }
        let track = state.track
        if let event = place.event {
            let first = track.index(ofBeat: event.beat)
            let same = track.events[first...].prefix { $0.beat <= event.beat }
            place.index = same.firstIndex(of: event) ?? first
        } else {
            place.index = track.events.count
        }
        settle(&place, in: state)
    }

    private static func settle(_ place: inout Place, in state: MusicTrackObject.State) {
        let events = state.track.events
        place.event = events.indices.contains(place.index) ? events[place.index] : nil
        place.revision = state.revision
    }

    // MARK: Places

    func seek(to time: Double) throws(MusicError) {
        let beat = time >= kMusicTimeStamp_EndOfTrack ? .infinity : time
        try read { state, index throws(MusicError) in index = state.track.index(ofBeat: beat) }
    }

    func next() throws(MusicError) {
        try read { state, index throws(MusicError) in
            guard index < state.track.events.count else { throw .endOfTrack }
            index += 1
        }
    }

    func previous() throws(MusicError) {
        try read { _, index throws(MusicError) in
            guard index > 0 else { throw .startOfTrack }
            index -= 1
        }
    }

    var hasPrevious: Bool {
        get throws(MusicError) { try read { _, index throws(MusicError) in index > 0 } }
    }

    var hasNext: Bool {
        get throws(MusicError) {
            try read { state, index throws(MusicError) in index + 1 < state.track.events.count }
        }
    }

    var hasCurrent: Bool {
        get throws(MusicError) {
            try read { state, index throws(MusicError) in index < state.track.events.count }
        }
    }

    // MARK: The event

    /// The event, in memory of the track.
    func event() throws(MusicError) -> (beat: Double, block: MusicEventMemory.Block) {
        try read { state, index throws(MusicError) in
            guard index < state.track.events.count else { throw .endOfTrack }
            let event = state.track.events[index]
            return (event.beat, state.memory.block(ofEvent: index, event.body))
        }
    }

    func replace(_ body: MIDISequence.Body) throws(MusicError) {
        let track = try track
        try change { state, index throws(MusicError) in
            state.track.events[index].body = try track.accepted(
                body, isAutomated: state.isAutomated)
        }
    }

    func move(to time: Double) throws(MusicError) {
        let time = try eventTime(time)
        try change { state, index throws(MusicError) in
            var event = state.track.events.remove(at: index)
            event.beat = time
            index = state.track.index(ofBeat: time, after: true)
            state.track.events.insert(event, at: index)
        }
    }

    func remove() throws(MusicError) {
        try change { state, index throws(MusicError) in state.track.events.remove(at: index) }
    }
}
