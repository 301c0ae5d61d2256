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

    private func controller(_ number: UInt8, _ value: UInt8, at beat: Double) -> Event {
        Event(beat, .message(MIDIMessage(.controller, channel: 0, number, value)))
    }

    /// What a cursor sends before beat 100 when it begins at a beat: messages as their bytes,
    /// parameters as their values, presets as their indices.
    private func chased(_ events: [Event], from beat: Double, setsUnits: Bool = true) -> [[Int]] {
        var sequence = MIDISequence()
        sequence.tracks = [MIDISequence.Track(events: events)]
        var cursor = SequenceCursor(sequence, from: beat, setsUnits: setsUnits)
        var result: [[Int]] = []
        while let due = cursor.next(before: 100) {
            #expect(due.beat == beat)
            if let parameter = due.parameter {
                result.append([Int(parameter.value)])
            } else if let preset = due.preset {
                result.append([-preset])
            } else {
                result.append(due.message.bytes.map { Int($0) })
            }
        }
        return result
    }

    @Test("sends what the events before its start have set, in their order")
    func chase() {
        let program = { (number: UInt8, beat: Double) in
            Event(beat, .message(MIDIMessage(.program, channel: 0, number)))
        }
        // A bank comes before its program, also one that another bank follows.
        let banks = [
            controller(0, 1, at: 0), controller(32, 2, at: 0), program(5, 0),
            controller(0, 9, at: 1), controller(7, 80, at: 1), controller(7, 90, at: 2),
            Event(2, .message(MIDIMessage(.pitchBend, channel: 0, 1, 2))),
            Event(2, .message(MIDIMessage(.keyPressure, channel: 0, 60, 2))),
        ]
        #expect(
            chased(banks, from: 3) == [
                [0xB0, 32, 2], [0xB0, 0, 1], [0xB0, 32, 2], [0xC0, 5], [0xB0, 0, 9],
                [0xB0, 7, 90], [0xE0, 1, 2],
            ])
        // A reset is where it was among the others.
        let reset = [
            controller(1, 64, at: 0), controller(121, 0, at: 1), controller(11, 50, at: 2),
        ]
        #expect(chased(reset, from: 3) == [[0xB0, 1, 64], [0xB0, 121, 0], [0xB0, 11, 50]])
    }

    @Test("sends the values of registered parameters, each with its number")
    func chasedRegisteredParameters() {
        let events = [
            controller(101, 0, at: 0), controller(100, 0, at: 0), controller(6, 12, at: 0),
            controller(101, 0, at: 1), controller(100, 2, at: 1), controller(6, 70, at: 1),
            controller(101, 127, at: 2), controller(100, 127, at: 2),
        ]
        #expect(
            chased(events, from: 3) == [
                [0xB0, 101, 0], [0xB0, 100, 0], [0xB0, 6, 12],
                [0xB0, 101, 0], [0xB0, 100, 2], [0xB0, 6, 70],
                [0xB0, 101, 127], [0xB0, 100, 127],
            ])
    }

    @Test("sets parameters and presets of units as the events before its start have left them")
    func chasedUnits() {
        func parameter(_ identifier: UInt32, _ value: Float, at beat: Double) -> Event {
            Event(
                beat,
                .parameter(
                    .init(identifier: identifier, scope: 0, element: 0, value: value)))
        }
        let events = [
            parameter(1, 10, at: 0), parameter(2, 20, at: 0),
            Event(1, .preset(scope: 0, element: 0, propertyList: [1])),
            Event(2, .preset(scope: 0, element: 0, propertyList: [2])), parameter(1, 11, at: 2.5),
        ]
        #expect(chased(events, from: 3) == [[20], [-3], [11]])
        #expect(chased(events, from: 3, setsUnits: false) == [])
    }

    @Test("sends what the passes of a loop have set")
    func chasedLoop() {
        var sequence = MIDISequence()
        sequence.tracks = [
            MIDISequence.Track(
                events: [
                    controller(7, 1, at: 0), controller(7, 2, at: 1.25), controller(7, 3, at: 1.75),
                    controller(7, 4, at: 5),
                ])
        ]
        sequence.tracks[0].loop = 1..<2
        sequence.tracks[0].loopCount = 3
        for (beat, value) in [(1.1, 1), (1.5, 2), (2.1, 3), (2.5, 2), (3.8, 3), (9, 3)] {
            var cursor = SequenceCursor(sequence, from: beat)
            #expect(cursor.next(before: beat + 0.01)?.message.data2 == UInt8(value), "\(beat)")
        }
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
    func channels() {
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
