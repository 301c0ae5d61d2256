import MIDISynthesis
import Testing

/// Tests the order and the times of a sequence's messages.
@Suite("A sequence")
struct SequenceTests {
    private typealias Event = MIDISequence.Event

    /// A track of notes of half a beat; keys count from 0.
    private func track(_ beats: Double...) -> MIDISequence.Track {
        MIDISequence.Track(
            events: beats.enumerated().map { index, beat in
                let start = MIDIMessage(.noteOn, channel: 0, UInt8(index), 100)
                return Event(beat, .note(start, duration: 0.5, releaseVelocity: 0))
            })
    }

    /// The sequence's messages as text, `+` for a note's start: `+0@1.5`.
    private func messages(_ cursor: SequenceCursor, before limit: Double = 100) -> [String] {
        var cursor = cursor
        var result: [String] = []
        while let due = cursor.next(before: limit) {
            let sign = due.message.isNoteStart ? "+" : due.message.isNoteEnd ? "-" : "!"
            result.append("\(sign)\(due.message.data1)@\(due.beat)")
        }
        return result
    }

    @Test("plays its tracks together, ends before starts")
    func together() {
        var sequence = MIDISequence()
        sequence.tracks = [track(0, 1), track(0.5)]
        #expect(
            messages(SequenceCursor(sequence)) == [
                "+0@0.0", "-0@0.5", "+0@0.5", "-0@1.0", "+1@1.0", "-1@1.5",
            ])
    }

    @Test("mutes, solos and offsets tracks")
    func mutes() {
        var sequence = MIDISequence()
        sequence.tracks = [track(0), track(1)]
        sequence.tracks[0].isMuted = true
        #expect(messages(SequenceCursor(sequence)) == ["+0@1.0", "-0@1.5"])
        sequence.tracks[0].isMuted = false
        sequence.tracks[0].isSoloed = true
        sequence.tracks[0].offset = 3
        #expect(messages(SequenceCursor(sequence)) == ["+0@3.0", "-0@3.5"])
    }

    @Test("repeats a loop as often as it should, or without end")
    func loops() {
        var sequence = MIDISequence()
        sequence.tracks = [track(0, 1, 1.75, 5)]
        sequence.tracks[0].loop = 1..<2
        sequence.tracks[0].loopCount = 2
        #expect(
            messages(SequenceCursor(sequence)) == [
                "+0@0.0", "-0@0.5", "+1@1.0", "-1@1.5", "+2@1.75", "+1@2.0", "-2@2.25", "-1@2.5",
                "+2@2.75", "-2@3.25",
            ])
        #expect(SequenceCursor(sequence).length == 3)
        sequence.tracks[0].loopCount = nil
        let starts = messages(SequenceCursor(sequence), before: 1000).filter { $0.hasPrefix("+") }
        #expect(starts.count == 1 + 2 * 999 - 0)
        #expect(SequenceCursor(sequence).length == .infinity)
        // From within a later pass.
        #expect(
            messages(SequenceCursor(sequence, from: 10.5), before: 11.5) == [
                "+2@10.75", "+1@11.0", "-2@11.25",
            ])
        // A loop without events does not hang.
        sequence.tracks[0].loop = 2..<3
        #expect(messages(SequenceCursor(sequence)).count == 6)
    }

    @Test("sets up the channels when it begins in the middle")
    func chase() {
        var sequence = MIDISequence()
        var track = track(0, 4)
        for (beat, program) in [(0.0, UInt8(10)), (1, 11), (5, 12)] {
            track.insert(Event(beat, .message(MIDIMessage(.program, channel: 0, program))))
        }
        track.insert(Event(2, .message(MIDIMessage(.controller, channel: 0, 7, 99))))
        sequence.tracks = [track]
        #expect(
            messages(SequenceCursor(sequence, from: 3), before: 5) == [
                "!11@3.0", "!7@3.0", "+1@4.0", "-1@4.5",
            ])
    }

    @Test("has exact frames across tempo changes and rates")
    func frames() {
        let map = TempoMap([(4, 240), (8, 60)])
        let clock = SequenceClock(map, sampleRate: 48_000)
        #expect(
            [0, 1, 4, 8, 9].map { clock.frame(ofBeat: $0) } == [
                0, 24_000, 96_000, 144_000, 192_000,
            ])
        #expect(clock.beat(ofFrame: 144_000) == 8)
        let late = SequenceClock(map, sampleRate: 48_000, rate: 2, startFrame: 1000, startBeat: 4)
        #expect(late.frame(ofBeat: 8) == 25_000)
        // A message at exactly a frame belongs to the block that begins with it.
        #expect(clock.limit(beforeFrame: 24_000) < 1 && clock.limit(beforeFrame: 24_001) > 1)
    }
}
