import AudioToolbox
import Testing

/// Tests events of every type and iterators over them.
@Suite("Events of music tracks")
struct MusicEventTests {
    private let sequence: TestSequence
    private let track: MusicTrack

    init() throws {
        sequence = try TestSequence()
        track = try sequence.newTrack()
    }

    /// Adds an event of bytes by its function.
    private func add<Event>(
        _ time: Double, _ bytes: [UInt8],
        _ function: (MusicTrack?, MusicTimeStamp, UnsafePointer<Event>?) -> OSStatus
    ) -> OSStatus {
        bytes.withUnsafeBytes {
            function(track, time, $0.baseAddress?.assumingMemoryBound(to: Event.self))
        }
    }

    private func event(_ time: Double, _ type: MusicEventType, _ bytes: [UInt8])
        -> TestSequence.Event
    {
        TestSequence.Event(time: time, type: type, bytes: bytes)
    }

    private static func bytes(_ values: Float...) -> [UInt8] {
        values.flatMap { value in withUnsafeBytes(of: value) { Array($0) } }
    }

    @Test("are read as they were added, whatever their type")
    func types() throws {
        let note: [UInt8] = [3, 60, 100, 7] + Self.bytes(1.5)
        let channel: [UInt8] = [0xB3, 7, 99, 0]
        let raw: [UInt8] = [6, 0, 0, 0, 0xF0, 0x7E, 0x7F, 9, 1, 0xF7]
        let other: [UInt8] = [2, 0, 0, 0, 0xF3, 5]
        let meta: [UInt8] = [1, 0, 0, 0, 3, 0, 0, 0, 65, 66, 67]
        let user: [UInt8] = [3, 0, 0, 0, 9, 8, 7]
        let extended: [UInt8] =
            [255, 255, 255, 255, 2, 0, 0, 0] + Self.bytes(0.5) + [4, 0, 0, 0]
            + Self.bytes(60.5, 99.25) + [5, 0, 0, 0] + Self.bytes(0.25) + [6, 0, 0, 0]
            + Self.bytes(-1)
        let parameter: [UInt8] = [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0] + Self.bytes(0.125)
        #expect(add(0, note, MusicTrackNewMIDINoteEvent) == noErr)
        #expect(add(1, channel, MusicTrackNewMIDIChannelEvent) == noErr)
        #expect(add(2, raw, MusicTrackNewMIDIRawDataEvent) == noErr)
        #expect(add(3, other, MusicTrackNewMIDIRawDataEvent) == noErr)
        #expect(add(4, meta, MusicTrackNewMetaEvent) == noErr)
        #expect(add(5, user, MusicTrackNewUserEvent) == noErr)
        #expect(add(6, extended, MusicTrackNewExtendedNoteEvent) == noErr)
        #expect(add(7, parameter, MusicTrackNewParameterEvent) == noErr)
        let events = [
            event(0, kMusicEventType_MIDINoteMessage, note),
            event(1, kMusicEventType_MIDIChannelMessage, channel),
            event(2, kMusicEventType_MIDIRawData, raw),
            event(3, kMusicEventType_MIDIRawData, other), event(4, kMusicEventType_Meta, meta),
            event(5, kMusicEventType_User, user),
            event(6, kMusicEventType_ExtendedNote, extended),
            event(7, kMusicEventType_Parameter, parameter),
        ]
        #expect(try TestSequence.events(track) == events)
        // Each is replaced by the one behind it.
        let iterator = try TestSequence.iterator(track)
        for (index, event) in events.enumerated() {
            let next = events[(index + 1) % events.count]
            #expect(MusicEventIteratorSetEventInfo(iterator, next.type, next.bytes) == noErr)
            let changed = try #require(TestSequence.event(iterator))
            #expect(changed == self.event(event.time, next.type, next.bytes))
            #expect(MusicEventIteratorNextEvent(iterator) == noErr)
        }
        DisposeMusicEventIterator(iterator)
    }

    @Test("carry presets as property lists, which the track copies")
    func presets() throws {
        let list = NSMutableDictionary(dictionary: ["name": "Bell", "version": 3])
        var preset = AUPresetEvent(scope: 1, element: 2, preset: .passUnretained(list))
        #expect(MusicTrackNewAUPresetEvent(track, 1, &preset) == noErr)
        list["name"] = "Drum"
        let iterator = try TestSequence.iterator(track)
        defer { DisposeMusicEventIterator(iterator) }
        var (data, type, size) = (nil as UnsafeRawPointer?, MusicEventType(0), UInt32(0))
        #expect(MusicEventIteratorGetEventInfo(iterator, nil, &type, &data, &size) == noErr)
        #expect(type == kMusicEventType_AUPreset && size == 16)
        let kept = try #require(data).load(as: AUPresetEvent.self)
        #expect(kept.scope == 1 && kept.element == 2)
        let dictionary = try #require(kept.preset).takeUnretainedValue() as? NSDictionary
        #expect(dictionary?["name"] as? String == "Bell")
        preset.preset = nil
        #expect(MusicTrackNewAUPresetEvent(track, 1, &preset) == -50)
        let none = NSObject()
        preset.preset = .passUnretained(none)
        #expect(MusicTrackNewAUPresetEvent(track, 1, &preset) == -50)
    }

    @Test("of tempos and time signatures are the tempo track's")
    func tempoTrack() throws {
        let tempo = try sequence.tempoTrack
        #expect(MusicTrackNewExtendedTempoEvent(track, 0, 90) == -10853)
        let signature: [UInt8] = [0x58, 0, 0, 0, 4, 0, 0, 0, 3, 2, 24, 8]
        #expect(add(0, signature, MusicTrackNewMetaEvent) == -10853)
        #expect(MusicTrackNewExtendedTempoEvent(tempo, 2, 90) == noErr)
        // A tempo in the form of files: 500,000 microseconds.
        let microseconds: [UInt8] = [0x51, 0, 0, 0, 3, 0, 0, 0, 0x07, 0xA1, 0x20]
        let status = microseconds.withUnsafeBytes {
            MusicTrackNewMetaEvent(
                tempo, 0, $0.baseAddress?.assumingMemoryBound(to: MIDIMetaEvent.self))
        }
        #expect(status == noErr)
        let tempos = try TestSequence.events(tempo).map { event in
            event.bytes.withUnsafeBytes { $0.load(as: ExtendedTempoEvent.self).bpm }
        }
        #expect(tempos == [120, 90])
    }

    @Test("that are damaged are refused")
    func damaged() throws {
        let note: [UInt8] = [0, 60, 100, 0] + Self.bytes(.nan)
        #expect(add(0, note, MusicTrackNewMIDINoteEvent) == -50)
        #expect(add(0, [16, 60, 100, 0, 0, 0, 0, 0], MusicTrackNewMIDINoteEvent) == -50)
        #expect(add(0, [0, 128, 100, 0, 0, 0, 0, 0], MusicTrackNewMIDINoteEvent) == -50)
        #expect(add(0, [0x70, 1, 1, 0], MusicTrackNewMIDIChannelEvent) == -50)
        #expect(add(0, [0xF8, 1, 1, 0], MusicTrackNewMIDIChannelEvent) == -50)
        let huge: [UInt8] = [255, 255, 255, 255, 1, 1, 1, 1, 255, 255, 255, 255, 1]
        #expect(add(0, huge, MusicTrackNewMIDIRawDataEvent) == -50)
        #expect(add(0, huge, MusicTrackNewUserEvent) == -50)
        #expect(add(0, [1, 0, 0, 0] + huge, MusicTrackNewMetaEvent) == -50)
        for count: UInt8 in [0, 1, 255] {
            let head: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count, 0, 0, 0]
            let bytes = head + [UInt8](repeating: 0, count: 16)
            #expect(add(0, bytes, MusicTrackNewExtendedNoteEvent) == -50)
        }
        #expect(MusicTrackNewMIDINoteEvent(track, 0, nil) == -50)
        for time in [Double.nan, .infinity, -1] {
            #expect(TestSequence.addNote(track, time, 60) == -50)
        }
        #expect(try TestSequence.events(track).isEmpty)
    }

    private func has(
        _ iterator: MusicEventIterator,
        _ function: (MusicEventIterator, UnsafeMutablePointer<DarwinBoolean>) -> OSStatus
    ) -> Bool {
        var result: DarwinBoolean = false
        #expect(function(iterator, &result) == noErr)
        return result.boolValue
    }

    @Test("are walked over both ways, found by time, moved and deleted")
    func iterating() throws {
        for (time, key) in [(0.0, UInt8(60)), (1, 61), (2, 62)] {
            TestSequence.addNote(track, time, key)
        }
        let iterator = try TestSequence.iterator(track)
        defer { DisposeMusicEventIterator(iterator) }
        #expect(TestSequence.event(iterator)?.time == 0)
        #expect(!has(iterator, MusicEventIteratorHasPreviousEvent))
        #expect(has(iterator, MusicEventIteratorHasNextEvent))
        #expect(MusicEventIteratorPreviousEvent(iterator) == -10856)
        #expect(MusicEventIteratorSeek(iterator, 1) == noErr)
        #expect(MusicEventIteratorDeleteEvent(iterator) == noErr)
        #expect(TestSequence.event(iterator)?.time == 2)
        #expect(!has(iterator, MusicEventIteratorHasNextEvent))
        #expect(MusicEventIteratorNextEvent(iterator) == noErr)
        #expect(!has(iterator, MusicEventIteratorHasCurrentEvent))
        #expect(TestSequence.event(iterator) == nil)
        #expect(MusicEventIteratorNextEvent(iterator) == -10857)
        #expect(MusicEventIteratorDeleteEvent(iterator) == -10857)
        #expect(MusicEventIteratorSetEventTime(iterator, 1) == -10857)
        #expect(MusicEventIteratorPreviousEvent(iterator) == noErr)
        #expect(MusicEventIteratorSetEventTime(iterator, 0.5) == noErr)
        #expect(TestSequence.event(iterator)?.bytes[1] == 62)
        #expect(MusicEventIteratorSetEventTime(iterator, .nan) == -50)
        #expect(
            try TestSequence.notes(track) == [
                .init(time: 0, key: 60), .init(time: 0.5, key: 62),
            ])
        #expect(MusicEventIteratorSeek(iterator, kMusicTimeStamp_EndOfTrack) == noErr)
        #expect(has(iterator, MusicEventIteratorHasPreviousEvent))
        #expect(MusicEventIteratorSeek(iterator, .nan) == -50)
        #expect(MusicEventIteratorSetEventInfo(iterator, kMusicEventType_NULL, nil) == -50)
    }

    @Test("keep their iterator when something else changes the track")
    func otherChanges() throws {
        for beat in 0..<4 { TestSequence.addNote(track, Double(beat), UInt8(60 + beat)) }
        let iterator = try TestSequence.iterator(track)
        defer { DisposeMusicEventIterator(iterator) }
        #expect(MusicEventIteratorSeek(iterator, 2) == noErr)
        TestSequence.addNote(track, 0.5, 50)
        #expect(TestSequence.event(iterator)?.bytes[1] == 62)
        #expect(MusicTrackClear(track, 2, 3) == noErr)
        #expect(TestSequence.event(iterator)?.bytes[1] == 63)
        #expect(MusicTrackClear(track, 0, 9) == noErr)
        #expect(TestSequence.event(iterator) == nil)
        let data: [UInt8] = [1, 2, 3]
        #expect(MusicEventIteratorSetEventInfo(iterator, kMusicEventType_NULL, data) == -10853)
    }
}
