import AudioModel
import AudioToolbox
import TestSupport
import Testing

/// Tests files of sequences.
@Suite("Files of music sequences")
struct MusicFileTests {
    private let sequence: TestSequence

    init() throws {
        sequence = try TestSequence()
    }

    /// Notes at the beats 0, 1 and 2; a tempo of 120, then of 60 from beat 1 on.
    private func fill() throws {
        let tempo = try sequence.tempoTrack
        #expect(MusicTrackNewExtendedTempoEvent(tempo, 0, 120) == noErr)
        #expect(MusicTrackNewExtendedTempoEvent(tempo, 1, 60) == noErr)
        let track = try sequence.newTrack()
        for beat in 0..<3 { TestSequence.addNote(track, Double(beat), UInt8(60 + beat), 0.5) }
    }

    private func onset(_ sequence: TestSequence, _ beat: Double) -> Double {
        var seconds = 0.0
        #expect(MusicSequenceGetSecondsForBeats(sequence.handle, beat, &seconds) == noErr)
        return seconds * 48_000
    }

    @Test("have the same events, types and times when they are loaded again")
    func roundTrip() throws {
        try fill()
        let track = try sequence.track(0)
        var channel = MIDIChannelMessage(status: 0xE5, data1: 0, data2: 64, reserved: 0)
        #expect(MusicTrackNewMIDIChannelEvent(track, 0.25, &channel) == noErr)
        let raw: [UInt8] = [4, 0, 0, 0, 0xF0, 0x7D, 1, 0xF7]
        let other: [UInt8] = [2, 0, 0, 0, 0xF3, 5]
        for (time, bytes) in [(0.5, raw), (0.75, other)] {
            let status = bytes.withUnsafeBytes {
                MusicTrackNewMIDIRawDataEvent(
                    track, time, $0.baseAddress?.assumingMemoryBound(to: MIDIRawData.self))
            }
            #expect(status == noErr)
        }
        let loaded = try TestSequence()
        #expect(loaded.load(try sequence.data()) == noErr && loaded.trackCount == 1)
        #expect(try TestSequence.events(loaded.track(0)) == TestSequence.events(track))
        #expect(
            try TestSequence.events(loaded.tempoTrack)
                == TestSequence.events(sequence.tempoTrack))
        #expect([0, 1, 2].map { onset(loaded, $0) } == [0, 24_000, 72_000])
    }

    @Test("append their tracks, and replace the tempos")
    func loading() throws {
        try fill()
        let data = try sequence.data()
        #expect(sequence.load(data) == noErr && sequence.trackCount == 2)
        #expect(try TestSequence.events(sequence.tempoTrack).count == 2)
    }

    @Test("split their channels into tracks when asked to")
    func channels() throws {
        let track = try sequence.newTrack()
        for channel: UInt8 in [4, 1] {
            var note = MIDINoteMessage(
                channel: channel, note: 60, velocity: 100, releaseVelocity: 0, duration: 1)
            #expect(MusicTrackNewMIDINoteEvent(track, 0, &note) == noErr)
        }
        let loaded = try TestSequence()
        #expect(loaded.load(try sequence.data(), .smf_ChannelsToTracks) == noErr)
        #expect(loaded.trackCount == 3)
        #expect(try TestSequence.events(loaded.track(0)).map { $0.bytes[0] } == [1])
    }

    @Test("of seconds have time code")
    func seconds() throws {
        #expect(MusicSequenceSetSequenceType(sequence.handle, .seconds) == noErr)
        let track = try sequence.newTrack()
        TestSequence.addNote(track, 1.5, 60, 0.25)
        let loaded = try TestSequence()
        for resolution in [Int16(0), MusicSequenceSetSMPTEResolution(30, 80)] {
            #expect(loaded.load(try sequence.data(resolution)) == noErr)
        }
        var type = MusicSequenceType.beats
        #expect(MusicSequenceGetSequenceType(loaded.handle, &type) == noErr && type == .seconds)
        for index in 0..<2 {
            let notes = try TestSequence.notes(loaded.track(index))
            #expect(notes == [.init(time: 1.5, key: 60)])
        }
        var (frames, ticks) = (Int8(0), UInt8(0))
        MusicSequenceGetSMPTEResolution(MusicSequenceSetSMPTEResolution(25, 40), &frames, &ticks)
        #expect(frames == -25 && ticks == 40)
    }

    @Test("are written to a URL, and erase another only when asked to")
    func urls() throws {
        try fill()
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("song.mid") as CFURL
        func create(_ flags: MusicSequenceFileFlags) -> OSStatus {
            MusicSequenceFileCreate(sequence.handle, url, .midiType, flags, 0)
        }
        let loaded = try TestSequence()
        func load(_ url: CFURL, _ type: MusicSequenceFileTypeID = .anyType) -> OSStatus {
            MusicSequenceFileLoad(loaded.handle, url, type, [])
        }
        #expect(load(url) == -43 && create([]) == noErr && create([]) == -54)
        #expect(create(.eraseFile) == noErr && load(url) == noErr && loaded.trackCount == 1)
        #expect(load(url, .iMelodyType) == -10846)
        #expect(load(folder.url as CFURL) == -10846)
        let missing = folder.url.appendingPathComponent("none/song.mid") as CFURL
        #expect(
            MusicSequenceFileCreate(sequence.handle, missing, .midiType, .eraseFile, 0) == -54)
    }

    @Test("cannot be of samples, nor of another type")
    func refusals() throws {
        var data: Unmanaged<CFData>?
        let handle = sequence.handle
        #expect(MusicSequenceFileCreateData(handle, .iMelodyType, [], 0, &data) == -10846)
        #expect(MusicSequenceFileCreateData(handle, .midiType, [], -1, &data) == -50)
        #expect(MusicSequenceSetSequenceType(handle, .samples) == noErr)
        #expect(MusicSequenceFileCreateData(handle, .midiType, [], 0, &data) == -10846)
        #expect(data == nil)
    }

    @Test("that are damaged never harm", arguments: 1...30 as ClosedRange<UInt64>)
    func damaged(seed: UInt64) throws {
        try fill()
        var random = SeededGenerator(seed: seed)
        var bytes = try sequence.data()
        #expect(sequence.load(Data("no music".utf8)) == -10846)
        #expect(sequence.load(Data()) == -10846)
        for _ in 0..<6 {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            bytes[index] = UInt8.random(in: 0...255, using: &random)
        }
        let loaded = try TestSequence()
        let status = loaded.load(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
        #expect(status == noErr || status == -10846)
        for index in 0..<Int(loaded.trackCount) { _ = try TestSequence.events(loaded.track(index)) }
        _ = try loaded.data()
    }
}
