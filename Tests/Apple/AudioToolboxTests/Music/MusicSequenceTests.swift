import AudioToolbox
import Testing

/// Tests music sequences, their tracks and their times.
@Suite("A music sequence")
struct MusicSequenceTests {
    private let sequence: TestSequence

    init() throws {
        sequence = try TestSequence()
    }

    @Test("has Apple's constants and layouts")
    func constants() {
        #expect(
            [
                kMusicEventType_NULL, kMusicEventType_ExtendedNote, kMusicEventType_ExtendedTempo,
                kMusicEventType_User, kMusicEventType_Meta, kMusicEventType_MIDINoteMessage,
                kMusicEventType_MIDIChannelMessage, kMusicEventType_MIDIRawData,
                kMusicEventType_Parameter, kMusicEventType_AUPreset,
            ] == [0, 1, 3, 4, 5, 6, 7, 8, 9, 10])
        #expect(
            [
                kAudioToolboxErr_InvalidSequenceType, kAudioToolboxErr_TrackIndexError,
                kAudioToolboxErr_TrackNotFound, kAudioToolboxErr_EndOfTrack,
                kAudioToolboxErr_StartOfTrack, kAudioToolboxErr_IllegalTrackDestination,
                kAudioToolboxErr_NoSequence, kAudioToolboxErr_InvalidEventType,
                kAudioToolboxErr_InvalidPlayerState, kAudioToolboxErr_CannotDoInCurrentContext,
                kAudioToolboxError_NoTrackDestination,
            ] == [
                -10846, -10859, -10858, -10857, -10856, -10855, -10854, -10853, -10852, -10863,
                -66720,
            ])
        #expect(MusicSequenceType.beats.rawValue == 0x6265_6174)
        #expect(MusicSequenceType.seconds.rawValue == 0x7365_6373)
        #expect(MusicSequenceType.samples.rawValue == 0x7361_6D70)
        #expect(MusicSequenceFileTypeID.midiType.rawValue == 0x6D69_6469)
        #expect(MusicSequenceFileTypeID.iMelodyType.rawValue == 0x696D_656C)
        #expect(MusicSequenceFileTypeID.anyType.rawValue == 0)
        #expect(MusicSequenceLoadFlags.smf_ChannelsToTracks.rawValue == 1)
        #expect(MusicSequenceFileFlags.eraseFile.rawValue == 1)
        #expect(kMusicTimeStamp_EndOfTrack == 1_000_000_000)
        #expect(MemoryLayout<MIDINoteMessage>.size == 8)
        #expect(MemoryLayout<MIDIChannelMessage>.size == 4)
        #expect(MemoryLayout<MIDIMetaEvent>.offset(of: \.data) == 8)
        #expect(MemoryLayout<MIDIRawData>.offset(of: \.data) == 4)
        #expect(MemoryLayout<ExtendedNoteOnEvent>.size == 32)
        #expect(MemoryLayout<ParameterEvent>.size == 16)
        #expect(MemoryLayout<AUPresetEvent>.size == 16)
        #expect(MemoryLayout<CABarBeatTime>.size == 12)
        #expect(MemoryLayout<MusicTrackLoopInfo>.size == 16)
    }

    @Test("counts, finds and disposes of its tracks, without the tempo track")
    func tracks() throws {
        let tracks = [try sequence.newTrack(), try sequence.newTrack(), try sequence.newTrack()]
        #expect(try sequence.trackCount == 3 && sequence.track(1) == tracks[1])
        var (index, none) = (UInt32(9), nil as MusicTrack?)
        #expect(MusicSequenceGetTrackIndex(sequence.handle, tracks[2], &index) == noErr)
        #expect(index == 2)
        #expect(MusicSequenceGetIndTrack(sequence.handle, 3, &none) == -10859 && none == nil)
        let tempo = try sequence.tempoTrack
        #expect(MusicSequenceGetTrackIndex(sequence.handle, tempo, &index) == -10858)
        #expect(MusicSequenceDisposeTrack(sequence.handle, tempo) == -10858)
        let other = try TestSequence()
        let foreign = try other.newTrack()
        #expect(MusicSequenceDisposeTrack(sequence.handle, foreign) == -10858)
        #expect(MusicSequenceDisposeTrack(sequence.handle, tracks[0]) == noErr)
        #expect(try sequence.trackCount == 2 && sequence.track(0) == tracks[1])
        #expect(MusicSequenceDisposeTrack(sequence.handle, tracks[0]) == -50)
        var owner: MusicSequence?
        #expect(MusicTrackGetSequence(tracks[1], &owner) == noErr && owner == sequence.handle)
    }

    @Test("refuses handles that are no longer, of another kind, or none")
    func handles() throws {
        let track = try sequence.newTrack()
        var handle: MusicSequence?
        #expect(NewMusicSequence(&handle) == noErr)
        let gone = try #require(handle)
        var goneTrack: MusicTrack?
        #expect(MusicSequenceNewTrack(gone, &goneTrack) == noErr)
        let iterator = try TestSequence.iterator(try #require(goneTrack))
        #expect(DisposeMusicSequence(gone) == noErr && DisposeMusicSequence(gone) == -50)
        #expect(MusicEventIteratorNextEvent(iterator) == -50)
        #expect(DisposeMusicEventIterator(iterator) == noErr)
        #expect(TestSequence.addNote(try #require(goneTrack), 0, 60) == -50)
        var count: UInt32 = 7
        for handle in [gone, track, OpaquePointer(bitPattern: 0x7FFF_1234_5678)] {
            #expect(MusicSequenceGetTrackCount(handle, &count) == -50 && count == 7)
        }
        #expect(MusicSequenceGetTrackCount(nil, &count) == -50)
        #expect(MusicSequenceGetTrackCount(sequence.handle, nil) == -50)
        #expect(NewMusicSequence(nil) == -50 && NewMusicPlayer(nil) == -50)
        #expect(MusicTrackClear(sequence.handle, 0, 1) == -50)
    }

    @Test("converts beats and seconds by its tempos")
    func tempos() throws {
        let tempo = try sequence.tempoTrack
        #expect(MusicTrackNewExtendedTempoEvent(tempo, 0, 120) == noErr)
        #expect(MusicTrackNewExtendedTempoEvent(tempo, 1, 60) == noErr)
        for (beats, seconds) in [(0.0, 0.0), (1, 0.5), (2, 1.5), (-1, -0.5)] {
            var result = 99.0
            #expect(MusicSequenceGetSecondsForBeats(sequence.handle, beats, &result) == noErr)
            #expect(result == seconds)
            #expect(MusicSequenceGetBeatsForSeconds(sequence.handle, seconds, &result) == noErr)
            #expect(result == beats)
        }
        var result = 99.0
        for bad in [Double.nan, .infinity, -.infinity] {
            #expect(MusicSequenceGetSecondsForBeats(sequence.handle, bad, &result) == -50)
            #expect(MusicSequenceGetBeatsForSeconds(sequence.handle, bad, &result) == -50)
            #expect(MusicTrackNewExtendedTempoEvent(tempo, 0, bad) == -50)
            #expect(MusicTrackNewExtendedTempoEvent(tempo, bad, 60) == -50)
        }
        #expect(result == 99 && MusicTrackNewExtendedTempoEvent(tempo, 0, 0) == -50)
    }

    @Test("is of seconds or of samples only without tempos")
    func types() throws {
        var type = MusicSequenceType.samples
        #expect(MusicSequenceGetSequenceType(sequence.handle, &type) == noErr && type == .beats)
        var seconds = 0.0
        #expect(MusicSequenceSetSequenceType(sequence.handle, .samples) == noErr)
        #expect(MusicSequenceGetSecondsForBeats(sequence.handle, 44_100, &seconds) == noErr)
        #expect(abs(seconds - 1) < 1e-9)
        let tempo = try sequence.tempoTrack
        #expect(MusicTrackNewExtendedTempoEvent(tempo, 0, 48_000) == noErr)
        #expect(MusicSequenceGetSecondsForBeats(sequence.handle, 48_000, &seconds) == noErr)
        #expect(abs(seconds - 1) < 1e-9)
        #expect(MusicSequenceSetSequenceType(sequence.handle, .seconds) == -10846)
        #expect(MusicSequenceSetSequenceType(sequence.handle, .beats) == noErr)
        #expect(MusicSequenceSetSequenceType(sequence.handle, .samples) == -10846)
        #expect(MusicTrackClear(tempo, 0, kMusicTimeStamp_EndOfTrack) == noErr)
        #expect(MusicSequenceSetSequenceType(sequence.handle, .seconds) == noErr)
        #expect(MusicSequenceGetSecondsForBeats(sequence.handle, 3, &seconds) == noErr)
        #expect(seconds == 3)
        #expect(
            MusicSequenceSetSequenceType(
                sequence.handle, unsafeBitCast(UInt32(7), to: MusicSequenceType.self)) == -10846)
    }

    @Test("knows bars and beats by its time signatures")
    func bars() throws {
        // Two bars of 4/4, then 6/8.
        var bytes: [UInt8] = [0x58, 0, 0, 0, 4, 0, 0, 0, 6, 3, 24, 8]
        let status = try bytes.withUnsafeMutableBytes { bytes in
            let event = try #require(bytes.baseAddress).assumingMemoryBound(to: MIDIMetaEvent.self)
            return MusicTrackNewMetaEvent(try sequence.tempoTrack, 8, event)
        }
        #expect(status == noErr)
        let places: [(Double, Int32, UInt16, UInt16)] = [
            (0, 1, 1, 0), (3.25, 1, 4, 120), (4, 2, 1, 0), (8, 3, 1, 0), (8.5, 3, 2, 0),
            (10.75, 3, 6, 240), (11, 4, 1, 0), (-1, 0, 4, 0), (4.0 / 3, 1, 2, 160),
        ]
        for (beats, bar, beat, subbeat) in places {
            var time = CABarBeatTime()
            #expect(
                MusicSequenceBeatsToBarBeatTime(sequence.handle, beats, 480, &time) == noErr)
            #expect((time.bar, time.beat, time.subbeat) == (bar, beat, subbeat))
            #expect(time.subbeatDivisor == 480)
            var result = 0.0
            #expect(MusicSequenceBarBeatTimeToBeats(sequence.handle, &time, &result) == noErr)
            #expect(abs(result - beats) < 1e-9)
        }
        var time = CABarBeatTime(bar: 1, beat: 1, subbeat: 5, subbeatDivisor: 0, reserved: 0)
        var result = 77.0
        #expect(MusicSequenceBarBeatTimeToBeats(sequence.handle, &time, &result) == -50)
        for (beats, divisor) in [(Double.nan, UInt32(480)), (1e300, 480), (1, 0), (1, 1 << 20)] {
            #expect(
                MusicSequenceBeatsToBarBeatTime(sequence.handle, beats, divisor, &time) == -50)
        }
        #expect(result == 77 && time.subbeat == 5)
    }

    @Test("reverses all tracks and tempos")
    func reversal() throws {
        let track = try sequence.newTrack()
        for (time, key) in [(0.0, UInt8(60)), (1, 62), (3, 64)] {
            TestSequence.addNote(track, time, key, 1)
        }
        #expect(MusicSequenceReverse(sequence.handle) == noErr)
        #expect(
            try TestSequence.notes(track) == [
                .init(time: 0, key: 64), .init(time: 2, key: 62), .init(time: 3, key: 60),
            ])
    }

    @Test("keeps its graph and its tracks' nodes, and has no endpoints")
    func destinations() throws {
        let track = try sequence.newTrack()
        var (graph, node) = (AUGraph(bitPattern: 1), AUNode(0))
        #expect(MusicSequenceGetAUGraph(sequence.handle, &graph) == noErr && graph == nil)
        #expect(MusicSequenceSetAUGraph(sequence.handle, AUGraph(bitPattern: 0x1000)) == -50)
        var own: AUGraph?
        #expect(NewAUGraph(&own) == noErr)
        #expect(MusicSequenceSetAUGraph(sequence.handle, own) == noErr)
        #expect(MusicSequenceGetAUGraph(sequence.handle, &graph) == noErr && graph == own)
        #expect(MusicSequenceSetAUGraph(sequence.handle, nil) == noErr)
        #expect(DisposeAUGraph(own) == noErr)
        #expect(MusicTrackGetDestNode(track, &node) == -66720)
        #expect(MusicTrackSetDestNode(track, 3) == noErr)
        #expect(MusicTrackGetDestNode(track, &node) == noErr && node == 3)
        #expect(MusicTrackSetDestNode(try sequence.tempoTrack, 3) == -10855)
        var endpoint: MIDIEndpointRef = 0
        #expect(MusicSequenceSetMIDIEndpoint(sequence.handle, 1) == -10855)
        #expect(MusicTrackSetDestMIDIEndpoint(track, 1) == -10855)
        #expect(MusicTrackGetDestMIDIEndpoint(track, &endpoint) == -66720)
    }

    @Test("describes itself in a dictionary")
    func information() throws {
        #expect(MusicTrackNewExtendedTempoEvent(try sequence.tempoTrack, 0, 90) == noErr)
        let track = try sequence.newTrack()
        TestSequence.addNote(track, 0, 60, 3)
        let dictionary = MusicSequenceGetInfoDictionary(sequence.handle)
        #expect(dictionary[kAFInfoDictionary_Tempo] as? String == "90.0")
        let duration = dictionary[kAFInfoDictionary_ApproximateDurationInSeconds] as? NSNumber
        #expect(duration?.doubleValue == 2)
        let none = try #require(MusicSequence(bitPattern: 0x7FFF_0000))
        #expect(MusicSequenceGetInfoDictionary(none).count == 0)
    }
}
