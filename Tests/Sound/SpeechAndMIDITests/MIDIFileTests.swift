import AudioModel
import MIDISynthesis
import Testing

/// Tests Standard MIDI Files and what becomes of them in a sequence.
@Suite("Standard MIDI Files")
struct MIDIFileTests {
    private typealias Event = MIDIFile.Event

    private static func note(_ tick: Int, _ key: UInt8, _ velocity: UInt8 = 100) -> Event {
        Event(tick: tick, .message(MIDIMessage(.noteOn, channel: 0, key, velocity)))
    }

    private static func end(_ tick: Int) -> Event { Event(tick: tick, .meta(type: 0x2F, [])) }

    /// A file with everything that a track can contain.
    private static let file = MIDIFile(
        format: 1, division: .ticksPerBeat(96),
        tracks: [
            [
                Event(tick: 0, .tempo(500_000)), Event(tick: 96, .tempo(250_000)),
                Event(tick: 96, .meta(type: 0x58, [4, 2, 24, 8])), end(96),
            ],
            [
                Event(tick: 0, .meta(type: 3, Array("Näme".utf8))),
                Event(tick: 0, .message(MIDIMessage(.program, channel: 0, 79))),
                Event(tick: 0, .systemExclusive([0x7E, 0x7F, 9, 1, 0xF7])),
                note(0, 60), note(96, 60, 0), note(96, 64), note(20_000, 64, 0),
                Event(tick: 20_000, .message(MIDIMessage(.pitchBend, channel: 3, 1, 64))),
                Event(tick: 20_001, .message(MIDIMessage(.channelPressure, channel: 3, 1))),
                Event(tick: 20_001, .escape([0xF3, 1])), end(3_000_000),
            ],
        ])

    @Test("survive writing and reading")
    func roundTrip() throws {
        let bytes = Self.file.bytes
        #expect(try MIDIFile(bytes: bytes) == Self.file)
        // Inside a RIFF container.
        let riff = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("RMIDdata".utf8) + [0, 0, 0, 0]
        #expect(try MIDIFile(bytes: riff + bytes) == Self.file)
        var timeCode = Self.file
        timeCode.division = .smpte(framesPerSecond: 25, ticksPerFrame: 40)
        #expect(try MIDIFile(bytes: timeCode.bytes) == timeCode)
    }

    @Test("have running status and variable lengths as the standard has them")
    func knownBytes() throws {
        let track: [UInt8] = [
            0x00, 0x90, 60, 100, 0x81, 0x00, 60, 0, 0x00, 0xFF, 0x2F, 0x00,
        ]
        let header: [UInt8] = [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
        let bytes = header + [0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, UInt8(track.count)] + track
        let file = MIDIFile(
            format: 0, division: .ticksPerBeat(96),
            tracks: [[Self.note(0, 60), Self.note(128, 60, 0), Self.end(128)]])
        #expect(try MIDIFile(bytes: bytes) == file)
        #expect(file.bytes == bytes)
    }

    @Test("cut off anywhere give the events before, or an error")
    func cuts() throws {
        let bytes = Self.file.bytes
        for length in 0..<bytes.count {
            guard let file = try? MIDIFile(bytes: Array(bytes[..<length])) else {
                #expect(length < 22, "a header and a chunk's head are enough")
                continue
            }
            for (track, whole) in zip(file.tracks, Self.file.tracks) {
                #expect(track == Array(whole.prefix(track.count)))
            }
        }
    }

    @Test("with any byte changed are read without a trap, and as a sequence too")
    func changes() throws {
        let bytes = Self.file.bytes
        var random = SeededGenerator(seed: 17)
        for index in bytes.indices {
            for value in [0, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)] {
                var changed = bytes
                changed[index] = value
                #expect(keepsMIDIFile(changed))
            }
        }
    }

    @Test("give a tempo track and notes with durations (engine 52)")
    func sequence() throws {
        let sequence = MIDISequence(Self.file)
        #expect(sequence.tracks.count == 1 && sequence.ticksPerBeat == 96)
        let map = sequence.tempoMap
        #expect(map.seconds(atBeat: 1) == 0.5 && map.seconds(atBeat: 3) == 1)
        #expect(map.beats(atSecond: 1) == 3 && map.beats(atSecond: -0.5) == -1)
        #expect(TempoMap().seconds(atBeat: 4) == 2)
        let notes = sequence.tracks[0].events.compactMap { event -> [Double]? in
            if case .note(_, let duration, _) = event.body { [event.beat, duration] } else { nil }
        }
        #expect(notes == [[0, 1], [1, 20_000.0 / 96 - 1]])
        #expect(sequence.length == 3_000_000.0 / 96)
        // Written and read again it is the same.
        #expect(try MIDISequence(MIDIFile(bytes: sequence.file().bytes)) == sequence)
    }

    @Test("with time code have seconds as beats, and one tempo of 60")
    func timeCode() {
        var file = Self.file
        file.division = .smpte(framesPerSecond: 29, ticksPerFrame: 1)
        let sequence = MIDISequence(file)
        let length = sequence.tracks[0].length
        #expect(abs(length - 3_000_000 / (30_000.0 / 1001)) < 1e-6)
        #expect(abs(sequence.tempoMap.seconds(atBeat: length) - length) < 1e-6)
        let tempos = sequence.tempoTrack.events.compactMap { event -> Double? in
            if case .tempo(let tempo) = event.body { tempo } else { nil }
        }
        #expect(tempos == [60])
    }

    @Test("of one track can be split by channels")
    func channels() {
        let messages = [0, 5, 0, 3].enumerated().map { index, channel in
            Event(
                tick: index,
                .message(MIDIMessage(.controller, channel: UInt8(channel), 7, UInt8(index))))
        }
        let file = MIDIFile(format: 0, division: .ticksPerBeat(1), tracks: [messages])
        #expect(
            MIDISequence(file, splitsChannels: true).tracks.map(\.events.count) == [2, 1, 1, 0])
        #expect(MIDISequence(file).tracks.count == 1)
    }
}
