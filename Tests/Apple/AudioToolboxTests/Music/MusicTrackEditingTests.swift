import AudioModel
import AudioToolbox
import Testing

/// Tests the editing of tracks.
@Suite("The editing of music tracks")
struct MusicTrackEditingTests {
    private let sequence: TestSequence
    private let track: MusicTrack

    init() throws {
        sequence = try TestSequence()
        track = try sequence.newTrack()
    }

    private typealias Note = TestSequence.TimedKey

    private func fill() {
        for beat in 0..<6 { TestSequence.addNote(track, Double(beat), UInt8(60 + beat)) }
    }

    private func notes(_ pairs: (Double, UInt8)...) -> [Note] {
        pairs.map { Note(time: $0.0, key: $0.1) }
    }

    @Test("moves, clears and cuts ranges, which end before their end")
    func ranges() throws {
        fill()
        #expect(MusicTrackMoveEvents(track, 1, 3, 2.5) == noErr)
        #expect(
            try TestSequence.notes(track)
                == notes((0, 60), (3, 63), (3.5, 61), (4, 64), (4.5, 62), (5, 65)))
        #expect(MusicTrackClear(track, 3.5, 4.5) == noErr)
        #expect(try TestSequence.notes(track) == notes((0, 60), (3, 63), (4.5, 62), (5, 65)))
        #expect(MusicTrackCut(track, 1, 4) == noErr)
        #expect(try TestSequence.notes(track) == notes((0, 60), (1.5, 62), (2, 65)))
        #expect(MusicTrackClear(track, 2, kMusicTimeStamp_EndOfTrack) == noErr)
        #expect(try TestSequence.notes(track) == notes((0, 60), (1.5, 62)))
        #expect(MusicTrackMoveEvents(track, 0, 9, -1) == noErr)
        #expect(try TestSequence.notes(track) == notes((0, 60), (0.5, 62)))
    }

    @Test("copies ranges into other tracks, with room made and without")
    func copies() throws {
        fill()
        let other = try TestSequence()
        let target = try other.newTrack()
        TestSequence.addNote(target, 1, 40)
        #expect(MusicTrackMerge(track, 1, 3, target, 0.5) == noErr)
        #expect(try TestSequence.notes(target) == notes((0.5, 61), (1, 40), (1.5, 62)))
        #expect(MusicTrackCopyInsert(track, 4, 6, target, 1) == noErr)
        #expect(
            try TestSequence.notes(target)
                == notes((0.5, 61), (1, 64), (2, 65), (3, 40), (3.5, 62)))
        #expect(MusicTrackCopyInsert(track, 5, kMusicTimeStamp_EndOfTrack, track, 0) == noErr)
        #expect(try TestSequence.notes(track).prefix(2) == notes((0, 65), (0.25, 60))[...])
        let tempo = try sequence.tempoTrack
        #expect(MusicTrackNewExtendedTempoEvent(tempo, 0, 90) == noErr)
        #expect(MusicTrackMerge(tempo, 0, 1, target, 0) == -10853)
        #expect(try TestSequence.notes(target).count == 5)
    }

    @Test("refuses ranges that are none")
    func errors() throws {
        fill()
        let before = try TestSequence.notes(track)
        for (start, end) in [(Double.nan, 1.0), (0, .nan), (2, 1), (-.infinity, 1)] {
            #expect(MusicTrackClear(track, start, end) == -50)
            #expect(MusicTrackCut(track, start, end) == -50)
            #expect(MusicTrackMoveEvents(track, start, end, 1) == -50)
            #expect(MusicTrackMerge(track, start, end, track, 0) == -50)
            #expect(MusicTrackCopyInsert(track, start, end, track, 0) == -50)
        }
        for bad in [Double.nan, .infinity] {
            #expect(MusicTrackMoveEvents(track, 0, 1, bad) == -50)
            #expect(MusicTrackMerge(track, 0, 1, track, bad) == -50)
            #expect(MusicTrackCopyInsert(track, 0, 1, track, -1) == -50)
        }
        #expect(MusicTrackMerge(nil, 0, 1, track, 0) == -50)
        #expect(try TestSequence.notes(track) == before)
    }

    /// A track as a plain list of notes.
    private struct Model {
        var notes: [Note] = []

        mutating func add(_ others: [Note]) {
            for note in others {
                let index = notes.firstIndex { $0.time > note.time } ?? notes.count
                notes.insert(note, at: index)
            }
        }

        func inside(_ start: Double, _ end: Double) -> [Note] {
            notes.filter { $0.time >= start && $0.time < end }
        }

        mutating func clear(_ start: Double, _ end: Double) {
            notes.removeAll { $0.time >= start && $0.time < end }
        }

        mutating func shift(from time: Double, by amount: Double) {
            for index in notes.indices where notes[index].time >= time {
                notes[index].time += amount
            }
        }
    }

    /// Deletes or moves the first note at or after a time, by an iterator.
    private func editFirst(
        _ iterator: MusicEventIterator, _ model: inout Model, from start: Double,
        to end: Double, deletes: Bool
    ) -> OSStatus {
        #expect(MusicEventIteratorSeek(iterator, start) == noErr)
        guard let found = model.notes.firstIndex(where: { $0.time >= start }) else {
            #expect(MusicEventIteratorDeleteEvent(iterator) == -10857)
            return noErr
        }
        var note = model.notes.remove(at: found)
        if deletes { return MusicEventIteratorDeleteEvent(iterator) }
        note.time = end
        model.add([note])
        return MusicEventIteratorSetEventTime(iterator, end)
    }

    @Test("does what a plain list does, with random operations", arguments: 1...40 as ClosedRange)
    func randomEdits(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var models = [Model(), Model()]
        let tracks = [track, try sequence.newTrack()]
        let iterators = try tracks.map { try TestSequence.iterator($0) }
        defer { for iterator in iterators { DisposeMusicEventIterator(iterator) } }
        func time() -> Double { Double(Int.random(in: 0...32, using: &random)) / 4 }
        for step in 0..<120 {
            let (index, start) = (Int.random(in: 0...1, using: &random), time())
            let (end, other) = (start + time() / 4, Int.random(in: 0...1, using: &random))
            var status = noErr
            switch Int.random(in: 0...8, using: &random) {
            case 0...2:
                let key = UInt8(step)
                status = TestSequence.addNote(tracks[index], start, key, 0)
                models[index].add([Note(time: start, key: key)])
            case 3:
                let amount = time() - 4
                status = MusicTrackMoveEvents(tracks[index], start, end, amount)
                let moved = models[index].inside(start, end).map {
                    Note(time: max($0.time + amount, 0), key: $0.key)
                }
                models[index].clear(start, end)
                models[index].add(moved)
            case 4:
                status = MusicTrackClear(tracks[index], start, end)
                models[index].clear(start, end)
            case 5:
                status = MusicTrackCut(tracks[index], start, end)
                models[index].clear(start, end)
                models[index].shift(from: end, by: start - end)
            case 6, 7:
                let inserts = models[index].notes.count < 60
                let target = time()
                let copied = models[index].inside(start, end).map {
                    Note(time: $0.time - start + target, key: $0.key)
                }
                if inserts {
                    status = MusicTrackCopyInsert(
                        tracks[index], start, end, tracks[other], target)
                    models[other].shift(from: target, by: end - start)
                } else {
                    status = MusicTrackMerge(tracks[index], start, end, tracks[other], target)
                }
                models[other].add(copied)
            default:
                status = editFirst(
                    iterators[index], &models[index], from: start, to: end,
                    deletes: step % 2 == 0)
            }
            #expect(status == noErr)
            for (track, model) in zip(tracks, models) {
                try #require(try TestSequence.notes(track) == model.notes)
            }
        }
    }
}
