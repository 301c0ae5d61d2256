import AudioToolbox
import Testing

/// Tests the properties of tracks.
@Suite("Properties of music tracks")
struct MusicTrackPropertyTests {
    private let sequence: TestSequence
    private let track: MusicTrack

    init() throws {
        sequence = try TestSequence()
        track = try sequence.newTrack()
    }

    private func get<Value>(_ id: UInt32, _ value: Value, _ track: MusicTrack? = nil) -> Value? {
        var (result, size) = (value, UInt32(MemoryLayout<Value>.size))
        let status = withUnsafeMutableBytes(of: &result) {
            MusicTrackGetProperty(track ?? self.track, id, $0.baseAddress, &size)
        }
        return status == noErr && Int(size) == MemoryLayout<Value>.size ? result : nil
    }

    private func set<Value>(_ id: UInt32, _ value: Value, size: Int? = nil) -> OSStatus {
        var value = value
        return withUnsafeMutableBytes(of: &value) {
            MusicTrackSetProperty(track, id, $0.baseAddress, UInt32(size ?? $0.count))
        }
    }

    @Test("are kept: offset, mute, solo, length, loop")
    func values() {
        #expect(get(kSequenceTrackProperty_OffsetTime, 9.0) == 0)
        #expect(set(kSequenceTrackProperty_OffsetTime, -1.5) == noErr)
        #expect(get(kSequenceTrackProperty_OffsetTime, 9.0) == -1.5)
        for id in [kSequenceTrackProperty_MuteStatus, kSequenceTrackProperty_SoloStatus] {
            #expect(get(id, UInt8(9)) == 0 && set(id, UInt8(1)) == noErr)
            #expect(get(id, UInt8(9)) == 1)
        }
        TestSequence.addNote(track, 3, 60, 1)
        #expect(get(kSequenceTrackProperty_TrackLength, 9.0) == 4)
        #expect(set(kSequenceTrackProperty_TrackLength, 2.0) == noErr)
        #expect(get(kSequenceTrackProperty_TrackLength, 9.0) == 4)
        #expect(set(kSequenceTrackProperty_TrackLength, 6.0) == noErr)
        #expect(get(kSequenceTrackProperty_TrackLength, 9.0) == 6)
        let loop = MusicTrackLoopInfo(loopDuration: 2, numberOfLoops: 3)
        #expect(set(kSequenceTrackProperty_LoopInfo, loop) == noErr)
        let kept = get(kSequenceTrackProperty_LoopInfo, MusicTrackLoopInfo())
        #expect(kept?.loopDuration == 2 && kept?.numberOfLoops == 3)
    }

    @Test("have the time resolution in the tempo track alone, read-only")
    func resolution() throws {
        #expect(get(kSequenceTrackProperty_TimeResolution, Int16(0)) == nil)
        let tempo = try sequence.tempoTrack
        #expect(get(kSequenceTrackProperty_TimeResolution, Int16(0), tempo) == 480)
        #expect(set(kSequenceTrackProperty_TimeResolution, Int16(96)) == -50)
        #expect(sequence.load(try sequence.data(96)) == noErr)
        #expect(get(kSequenceTrackProperty_TimeResolution, Int16(0), tempo) == 96)
    }

    @Test("make an automation track of one that has nothing else")
    func automation() {
        let id = kSequenceTrackProperty_AutomatedParameters
        var parameter = ParameterEvent(parameterID: 1, scope: 0, element: 0, value: 0.5)
        #expect(get(id, UInt32(9)) == 0 && set(id, UInt32(1)) == noErr)
        #expect(MusicTrackNewParameterEvent(track, 0, &parameter) == noErr)
        #expect(TestSequence.addNote(track, 0, 60) == -10853 && get(id, UInt32(9)) == 1)
        #expect(set(id, UInt32(0)) == noErr && TestSequence.addNote(track, 0, 60) == noErr)
        #expect(set(id, UInt32(1)) == -10853)
    }

    @Test("refuse what they cannot be")
    func errors() {
        #expect(set(kSequenceTrackProperty_OffsetTime, Double.nan) == -50)
        #expect(set(kSequenceTrackProperty_TrackLength, -1.0) == -50)
        #expect(set(kSequenceTrackProperty_TrackLength, 1.0, size: 4) == -50)
        let loop = MusicTrackLoopInfo(loopDuration: .nan, numberOfLoops: 0)
        #expect(set(kSequenceTrackProperty_LoopInfo, loop) == -50 && set(77, 1.0) == -50)
        var size: UInt32 = 3
        var value = 0.0
        #expect(MusicTrackGetProperty(track, kSequenceTrackProperty_OffsetTime, nil, &size) == 0)
        #expect(size == 8)
        size = 4
        let id = kSequenceTrackProperty_OffsetTime
        #expect(MusicTrackGetProperty(track, id, &value, &size) == -50 && size == 4)
        #expect(MusicTrackGetProperty(track, id, &value, nil) == -50)
        #expect(MusicTrackSetProperty(track, id, nil, 8) == -50)
        #expect(get(77, 1.0) == nil)
    }
}
