import AudioToolbox
import Testing

/// A music sequence of a test, with short names for its calls.
final class TestSequence {
    let handle: MusicSequence

    /// An event of a track, as an iterator reports it.
    struct Event: Equatable {
        var time: Double
        var type: MusicEventType
        var bytes: [UInt8]
    }

    init() throws {
        var handle: MusicSequence?
        #expect(NewMusicSequence(&handle) == noErr)
        self.handle = try #require(handle)
    }

    deinit { DisposeMusicSequence(handle) }

    func newTrack() throws -> MusicTrack {
        var track: MusicTrack?
        #expect(MusicSequenceNewTrack(handle, &track) == noErr)
        return try #require(track)
    }

    func track(_ index: Int) throws -> MusicTrack {
        var track: MusicTrack?
        #expect(MusicSequenceGetIndTrack(handle, UInt32(index), &track) == noErr)
        return try #require(track)
    }

    var tempoTrack: MusicTrack {
        get throws {
            var track: MusicTrack?
            #expect(MusicSequenceGetTempoTrack(handle, &track) == noErr)
            return try #require(track)
        }
    }

    var trackCount: UInt32 {
        var count: UInt32 = 99
        #expect(MusicSequenceGetTrackCount(handle, &count) == noErr)
        return count
    }

    /// The bytes of a file, or the status of the call that makes them.
    func data(_ resolution: Int16 = 480) throws -> Data {
        var data: Unmanaged<CFData>?
        #expect(
            MusicSequenceFileCreateData(handle, .midiType, .eraseFile, resolution, &data) == noErr)
        return try #require(data).takeRetainedValue() as Data
    }

    func load(_ data: Data, _ flags: MusicSequenceLoadFlags = []) -> OSStatus {
        MusicSequenceFileLoadData(handle, data as CFData, .midiType, flags)
    }

    @discardableResult
    static func addNote(
        _ track: MusicTrack, _ time: Double, _ key: UInt8, _ duration: Float = 0.25
    ) -> OSStatus {
        var note = MIDINoteMessage(
            channel: 0, note: key, velocity: 100, releaseVelocity: 0, duration: duration)
        return MusicTrackNewMIDINoteEvent(track, time, &note)
    }

    static func iterator(_ track: MusicTrack) throws -> MusicEventIterator {
        var iterator: MusicEventIterator?
        #expect(NewMusicEventIterator(track, &iterator) == noErr)
        return try #require(iterator)
    }

    /// The event at which an iterator is; `nil` at the end.
    static func event(_ iterator: MusicEventIterator) -> Event? {
        var (time, type, size) = (0.0, kMusicEventType_NULL, UInt32(0))
        var data: UnsafeRawPointer?
        let status = MusicEventIteratorGetEventInfo(iterator, &time, &type, &data, &size)
        guard status == noErr, let data else {
            #expect(status == kAudioToolboxErr_EndOfTrack)
            return nil
        }
        let bytes = Array(UnsafeRawBufferPointer(start: data, count: Int(size)))
        return Event(time: time, type: type, bytes: bytes)
    }

    /// The events of a track in their order.
    static func events(_ track: MusicTrack) throws -> [Event] {
        let iterator = try iterator(track)
        defer { DisposeMusicEventIterator(iterator) }
        var events: [Event] = []
        while let event = event(iterator) {
            events.append(event)
            #expect(MusicEventIteratorNextEvent(iterator) == noErr)
        }
        return events
    }

    /// The times and keys of a track's notes.
    static func notes(_ track: MusicTrack) throws -> [TimedKey] {
        try events(track).map { TimedKey(time: $0.time, key: $0.bytes[1]) }
    }

    struct TimedKey: Equatable {
        var time: Double
        var key: UInt8
    }
}
