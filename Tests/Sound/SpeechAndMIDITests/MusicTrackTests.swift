import AVFAudio
import MIDISynthesis
import Synchronization
import Testing

/// Tests the editing of `AVMusicTrack` without an engine.
@Suite("AVMusicTrack")
struct MusicTrackTests {
    private let sequencer = AVAudioSequencer()

    /// A track with notes of half a beat; the keys count from 60.
    private func track(_ beats: Double...) -> AVMusicTrack {
        let track = sequencer.createAndAppendTrack()
        for (index, beat) in beats.enumerated() {
            track.addEvent(
                AVMIDINoteEvent(
                    channel: 1, key: UInt32(60 + index), velocity: 90, duration: 0.5), at: beat)
        }
        return track
    }

    /// The notes as text: `60@1.0`.
    private func notes(
        _ track: AVMusicTrack,
        in range: AVBeatRange = AVMakeBeatRange(0, AVMusicTimeStampEndOfTrack)
    ) -> [String] {
        var result: [String] = []
        track.enumerateEvents(in: range) { event, beat, _ in
            let note = event as? AVMIDINoteEvent
            result.append("\(note.map { "\($0.key)" } ?? "?")@\(beat.pointee)")
        }
        return result
    }

    /// The rules that calls violate.
    private func violations(_ body: () -> Void) -> Int {
        let count = Mutex(0)
        ProgrammerErrors.handle(
            with: { _, _ in count.withLock { $0 += 1 } }, during: body)
        return count.withLock { $0 }
    }

    @Test("keeps copies of events in the order of beats")
    func adding() {
        let track = track(2, 0, 1)
        let event = AVMIDINoteEvent(channel: 0, key: 72, velocity: 1, duration: 3)
        track.addEvent(event, at: 1)
        event.key = 1
        track.addEvent(event, at: 4)
        #expect(notes(track) == ["61@0.0", "62@1.0", "72@1.0", "60@2.0", "1@4.0"])
        #expect(notes(track, in: AVMakeBeatRange(1, 1)) == ["62@1.0", "72@1.0"])
        #expect(track.lengthInBeats == 7 && track.lengthInSeconds == 3.5)
    }

    @Test("moves, clears and cuts ranges")
    func ranges() {
        let moved = track(0, 1, 2, 3)
        moved.moveEvents(in: AVMakeBeatRange(1, 1), by: 1.5)
        #expect(notes(moved) == ["60@0.0", "62@2.0", "61@2.5", "63@3.0"])
        moved.moveEvents(in: AVMakeBeatRange(2, AVMusicTimeStampEndOfTrack), by: -5)
        #expect(notes(moved) == ["60@0.0", "62@0.0", "61@0.0", "63@0.0"])
        let cleared = track(0, 1, 2, 3)
        cleared.clearEvents(in: AVMakeBeatRange(1, 2))
        #expect(notes(cleared) == ["60@0.0", "63@3.0"])
        let cut = track(0, 1, 2, 3)
        cut.cutEvents(in: AVMakeBeatRange(1, 1.5))
        #expect(notes(cut) == ["60@0.0", "63@1.5"])
        cut.cutEvents(in: AVMakeBeatRange(1, AVMusicTimeStampEndOfTrack))
        #expect(notes(cut) == ["60@0.0"])
    }

    @Test("copies ranges of another track, and of itself")
    func copies() {
        let source = track(0, 1, 2)
        let target = track(0, 4)
        target.copyEvents(in: AVMakeBeatRange(1, 3), from: source, insertAt: 2)
        #expect(notes(target) == ["60@0.0", "61@2.0", "62@3.0", "61@7.0"])
        target.copyAndMergeEvents(in: AVMakeBeatRange(0, 2), from: source, mergeAt: 2)
        #expect(
            notes(target) == ["60@0.0", "61@2.0", "60@2.0", "62@3.0", "61@3.0", "61@7.0"])
        source.copyEvents(
            in: AVMakeBeatRange(0, AVMusicTimeStampEndOfTrack), from: source, insertAt: 0)
        #expect(
            notes(source) == ["60@0.0", "61@1.0", "62@2.0", "60@2.5", "61@3.5", "62@4.5"])
    }

    @Test("takes over what an enumeration changes")
    func enumeration() {
        let track = track(0, 1, 2, 3)
        track.enumerateEvents(in: AVMakeBeatRange(0, 3)) { event, beat, removes in
            guard let note = event as? AVMIDINoteEvent else { return }
            if note.key == 60 { beat.pointee = 2.5 }
            if note.key == 61 { removes.pointee = true }
            if note.key == 62 { note.key = 99 }
        }
        #expect(notes(track) == ["99@2.0", "60@2.5", "63@3.0"])
    }

    @Test("gives every kind of event back as it was")
    func kinds() throws {
        let track = sequencer.createAndAppendTrack()
        let events: [AVMusicEvent] = [
            AVMIDINoteEvent(channel: 2, key: 64, velocity: 80, duration: 0.5),
            AVMIDIControlChangeEvent(channel: 3, messageType: .brightness, value: 17),
            AVMIDIPolyPressureEvent(channel: 4, key: 60, pressure: 9),
            AVMIDIProgramChangeEvent(channel: 5, programNumber: 79),
            AVMIDIChannelPressureEvent(channel: 6, pressure: 10),
            AVMIDIPitchBendEvent(channel: 7, value: 12_345),
            AVMIDISysexEvent(data: Data([0xF0, 0x7E, 0x7F, 9, 1, 0xF7])),
            AVMIDIMetaEvent(type: .lyric, data: Data("la".utf8)),
            AVMusicUserEvent(data: Data([1, 2, 3])),
            AVExtendedNoteOnEvent(midiNote: 60.5, velocity: 99.5, groupID: 1, duration: 2),
            AVAUPresetEvent(scope: 0, element: 1, dictionary: ["name": "soft"]),
        ]
        for (index, event) in events.enumerated() { track.addEvent(event, at: Double(index)) }
        var index = 0
        track.enumerateEvents(in: AVMakeBeatRange(0, 100)) { event, beat, _ in
            #expect(beat.pointee == Double(index) && type(of: event) == type(of: events[index]))
            switch (event, events[index]) {
            case (let new as AVMIDIControlChangeEvent, let old as AVMIDIControlChangeEvent):
                #expect(new.messageType == old.messageType && new.value == 17 && new.channel == 3)
            case (let new as AVMIDIPitchBendEvent, _): #expect(new.value == 12_345)
            case (let new as AVMIDISysexEvent, _): #expect(new.sizeInBytes == 6)
            case (let new as AVMIDIMetaEvent, _): #expect(new.type == .lyric)
            case (let new as AVMusicUserEvent, _): #expect(new.sizeInBytes == 3)
            case (let new as AVExtendedNoteOnEvent, _):
                #expect(new.midiNote == 60.5 && new.velocity == 99.5 && new.duration == 2)
                #expect(new.instrumentID == AVExtendedNoteOnEvent.defaultInstrument)
            case (let new as AVAUPresetEvent, _):
                #expect(new.presetDictionary["name"] as? String == "soft" && new.element == 1)
            default: break
            }
            index += 1
        }
        #expect(index == events.count)
    }

    @Test("takes only events of its kind")
    func rules() {
        let track = track(0)
        let note = AVMIDINoteEvent(channel: 0, key: 60, velocity: 1, duration: 1)
        let tempo = AVExtendedTempoEvent(tempo: 90)
        let value = AVParameterEvent(parameterID: 1, scope: 0, element: 0, value: 0.5)
        let signature = AVMIDIMetaEvent(type: .timeSignature, data: Data([3, 2, 24, 8]))
        #expect(violations { track.addEvent(tempo, at: 0) } == 1)
        #expect(violations { track.addEvent(signature, at: 0) } == 1)
        #expect(violations { track.addEvent(value, at: 0) } == 1)
        #expect(violations { track.addEvent(note, at: -1) } == 1)
        #expect(violations { track.addEvent(AVMusicEvent(), at: 0) } == 1)
        #expect(violations { track.usesAutomatedParameters = true } == 1)
        #expect(violations { track.clearEvents(in: AVMakeBeatRange(-1, 1)) } == 1)
        #expect(violations { track.moveEvents(in: AVMakeBeatRange(0, 1), by: .nan) } == 1)
        #expect(violations { sequencer.tempoTrack.addEvent(note, at: 0) } == 1)
        #expect(
            violations {
                sequencer.tempoTrack.copyEvents(
                    in: AVMakeBeatRange(0, 1), from: track, insertAt: 0)
            } == 1)
        #expect(notes(track) == ["60@0.0"] && notes(sequencer.tempoTrack).isEmpty)
        sequencer.tempoTrack.addEvent(tempo, at: 0)
        sequencer.tempoTrack.addEvent(signature, at: 0)
        #expect(abs(sequencer.seconds(forBeats: 3) - 2) < 1e-9)
        let automation = sequencer.createAndAppendTrack()
        automation.addEvent(value, at: 0)
        #expect(automation.usesAutomatedParameters)
        #expect(violations { automation.addEvent(note, at: 0) } == 1)
    }

    @Test("reversed plays backwards, at the reversed tempos")
    func reversal() {
        let track = track(0, 1, 3.5)
        sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 60), at: 0)
        sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 240), at: 2)
        #expect(sequencer.seconds(forBeats: 4) == 2.5)
        sequencer.reverseEvents()
        #expect(notes(track) == ["62@0.0", "61@2.5", "60@3.5"])
        #expect(sequencer.seconds(forBeats: 2) == 0.5 && sequencer.seconds(forBeats: 4) == 2.5)
    }

    @Test("a loop without a range is the whole track; the resolution is the tempo track's")
    func loops() throws {
        let track = track(0, 1)
        #expect(track.loopRange == AVMakeBeatRange(0, 1.5) && track.timeResolution == 480)
        track.addEvent(
            AVMIDINoteEvent(channel: 0, key: 1, velocity: 1, duration: 2), at: 2)
        #expect(track.loopRange == AVMakeBeatRange(0, 4))
        track.loopRange = AVMakeBeatRange(1, 1)
        #expect(track.loopRange == AVMakeBeatRange(1, 1))
        let file = MIDIFile(format: 1, division: .ticksPerBeat(96), tracks: [[]])
        try sequencer.load(from: Data(file.bytes))
        #expect(sequencer.tempoTrack.timeResolution == 96)
    }

    @Test("what is written has all events and can be loaded")
    func writing() throws {
        let track = track(0, 1)
        track.addEvent(AVMIDIMetaEvent(type: .trackName, data: Data("Song".utf8)), at: 0)
        track.addEvent(AVMusicUserEvent(data: Data([7])), at: 0.5)
        track.addEvent(
            AVExtendedNoteOnEvent(midiNote: 61.6, velocity: 50, groupID: 2, duration: 1), at: 2)
        sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 100), at: 0)
        sequencer.tempoTrack.addEvent(
            AVMIDIMetaEvent(type: .timeSignature, data: Data([6, 3, 24, 8])), at: 0)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "sori-\(UUID()).mid")
        defer { try? FileManager.default.removeItem(at: url) }
        try sequencer.write(to: url, smpteResolution: 240, replaceExisting: false)
        #expect(throws: NSError.self) {
            try sequencer.write(to: url, smpteResolution: 240, replaceExisting: false)
        }
        let other = AVAudioSequencer()
        try other.load(from: url)
        #expect(other.tempoTrack.timeResolution == 240 && other.tracks.count == 1)
        #expect(
            notes(other.tracks[0]).filter { $0 != "?@0.0" && $0 != "?@0.5" }
                == ["60@0.0", "61@1.0", "62@2.0"])
        let key = { (key: AVAudioSequencer.InfoDictionaryKey) in other.userInfo[key.rawValue] }
        #expect(key(.title) as? String == "Song" && key(.timeSignature) as? String == "6/8")
        #expect(key(.tempo) as? String == "100.0")
        let duration = key(.approximateDurationInSeconds) as? Double
        #expect(duration.map { abs($0 - 1.8) < 1e-9 } == true)
    }
}
