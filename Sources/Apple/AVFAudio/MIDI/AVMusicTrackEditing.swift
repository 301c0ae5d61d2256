public import Foundation
import MIDISynthesis

/// The length of a range that contains all later events.
public let AVMusicTimeStampEndOfTrack = Double.greatestFiniteMagnitude

/// Receives an event, its beat, and whether to remove it; all of them may be changed.
public typealias AVMusicEventEnumerationBlock = (
    AVMusicEvent, UnsafeMutablePointer<AVMusicTimeStamp>, UnsafeMutablePointer<ObjCBool>
) -> Void

/// Editing. Ranges begin with their first beat and end before their last one.
///
/// Ends the program for a range or a beat that is negative or not finite, and for events that belong
/// to another kind of track.
extension AVMusicTrack {
    /// Whether the track has changes of parameters, and nothing else. A track with other events
    /// cannot become one.
    public var usesAutomatedParameters: Bool {
        get { read { $0.isAutomated } }
        set {
            let isPossible = change { state in
                let isPossible = state.track.events.allSatisfy {
                    $0.body.isForAutomationTrack == newValue
                }
                if isPossible { state.isAutomated = newValue }
                return isPossible
            }
            if !isPossible {
                programmerError("AVMusicTrack.usesAutomatedParameters", "events of the same kind")
            }
        }
    }

    /// Adds a copy of an event.
    ///
    /// The tempo track takes tempos, and time signatures and SMPTE offsets, which no other does. An
    /// automation track takes changes of parameters alone; an empty track becomes one.
    public func addEvent(_ event: AVMusicEvent, at beat: AVMusicTimeStamp) {
        let call = "AVMusicTrack.addEvent(_:at:)"
        guard let body = event.body else { return programmerError(call, "event of a known kind") }
        guard beat.isFinite, beat >= 0 else { return programmerError(call, "beat >= 0") }
        let isTaken = change { state in
            takes([body], &state) { $0.insert(MIDISequence.Event(beat, body)) }
        }
        if !isTaken { programmerError(call, "event for this kind of track") }
    }

    /// Moves the events of a range by beats; none before beat 0.
    public func moveEvents(in range: AVBeatRange, by beatAmount: AVMusicTimeStamp) {
        let call = "AVMusicTrack.moveEvents(in:by:)"
        guard let beats = checked(range, call) else { return }
        guard beatAmount.isFinite else { return programmerError(call, "beatAmount is finite") }
        change { $0.track.move(in: beats, by: beatAmount) }
    }

    /// Removes the events of a range; the others stay where they are.
    public func clearEvents(in range: AVBeatRange) {
        guard let beats = checked(range, "AVMusicTrack.clearEvents(in:)") else { return }
        change { $0.track.clear(in: beats) }
    }

    /// Removes a range: later events become earlier by its length.
    public func cutEvents(in range: AVBeatRange) {
        guard let beats = checked(range, "AVMusicTrack.cutEvents(in:)") else { return }
        change { $0.track.cut(in: beats) }
    }

    /// Inserts a range of a track's events: those at or after the beat become later by its length.
    public func copyEvents(
        in range: AVBeatRange, from sourceTrack: AVMusicTrack,
        insertAt insertStartBeat: AVMusicTimeStamp
    ) {
        copy(
            range, of: sourceTrack, at: insertStartBeat,
            call: "AVMusicTrack.copyEvents(in:from:insertAt:)"
        ) { track, events, length in
            track.insert(events, length: length, at: insertStartBeat)
        }
    }

    /// Adds a range of a track's events to the present ones, which stay where they are.
    public func copyAndMergeEvents(
        in range: AVBeatRange, from sourceTrack: AVMusicTrack,
        mergeAt mergeStartBeat: AVMusicTimeStamp
    ) {
        copy(
            range, of: sourceTrack, at: mergeStartBeat,
            call: "AVMusicTrack.copyAndMergeEvents(in:from:mergeAt:)"
        ) { track, events, _ in
            track.insert(events, length: 0, at: mergeStartBeat)
        }
    }

    private func copy(
        _ range: AVBeatRange, of source: AVMusicTrack, at beat: Double, call: String,
        _ insert: (inout MIDISequence.Track, [MIDISequence.Event], _ length: Double) -> Void
    ) {
        guard let beats = checked(range, call) else { return }
        guard beat.isFinite, beat >= 0 else { return programmerError(call, "beat >= 0") }
        let (events, end) = source.read { ($0.track.copy(of: beats), $0.track.length) }
        let length = max(min(beats.upperBound, max(end, beats.lowerBound)) - beats.lowerBound, 0)
        let isTaken = change { state in
            takes(events.map(\.body), &state) {
                insert(
                    &$0, events, range.length < AVMusicTimeStampEndOfTrack ? range.length : length)
            }
        }
        if !isTaken { programmerError(call, "events for this kind of track") }
    }

    /// Calls a block with each event of a range. What the block changes is changed in the track.
    public func enumerateEvents(in range: AVBeatRange, using block: AVMusicEventEnumerationBlock) {
        guard let beats = checked(range, "AVMusicTrack.enumerateEvents(in:using:)") else { return }
        let events = read { Array($0.track.events[$0.track.indices(in: beats)]) }
        var changes: [(old: MIDISequence.Event, new: MIDISequence.Event?)] = []
        for old in events {
            let event = AVMusicEvent.event(old.body)
            var (beat, isRemoved) = (old.beat, ObjCBool(false))
            block(event, &beat, &isRemoved)
            var new = old
            if beat.isFinite { new.beat = max(beat, 0) }
            // A file's event without a class of its own stays as it is.
            if let body = event.body { new.body = body }
            if isRemoved.boolValue {
                changes.append((old, nil))
            } else if new != old {
                changes.append((old, new))
            }
        }
        guard !changes.isEmpty else { return }
        change { state in
            for (old, new) in changes { state.track.replace(old, with: new) }
        }
    }

    // MARK: Checks

    private func checked(_ range: AVBeatRange, _ call: String) -> Range<Double>? {
        guard range.start.isFinite, range.start >= 0, range.length >= 0 else {
            programmerError(call, "range.start >= 0 && range.length >= 0")
            return nil
        }
        let isOpen = range.length >= AVMusicTimeStampEndOfTrack
        return range.start..<(isOpen ? .infinity : range.start + range.length)
    }

    /// Changes the track if it takes events of these kinds.
    private func takes(
        _ bodies: [MIDISequence.Body], _ state: inout State,
        _ body: (inout MIDISequence.Track) -> Void
    ) -> Bool {
        if isTempoTrack {
            guard bodies.allSatisfy({ $0.isForTempoTrack }) else { return false }
        } else {
            guard !bodies.contains(where: { $0.isForTempoTrack }) else { return false }
            let automated = bodies.filter { $0.isForAutomationTrack }.count
            let becomesAutomated = state.isAutomated || state.track.events.isEmpty && automated > 0
            guard automated == (becomesAutomated ? bodies.count : 0) else { return false }
            state.isAutomated = becomesAutomated
        }
        body(&state.track)
        return true
    }
}
