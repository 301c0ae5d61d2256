import AudioToolbox
import Foundation
import Synchronization
import Testing

@Suite("Instruments of the app's own", .serialized)
struct OwnInstrumentTests {
    private let app = VirtualPhone().open("Music")

    private func makeUnit(_ subType: UInt32) throws -> AudioUnit {
        var description = PulseInstrument.register(subType)
        var instance: AudioComponentInstance?
        #expect(
            AudioComponentInstanceNew(AudioComponentFindNext(nil, &description), &instance)
                == noErr)
        return try #require(instance)
    }

    @Test("get messages of C at their frames")
    func messages() throws {
        PulseInstrument.messages.withLock { $0 = [] }
        try app.run {
            let unit = try makeUnit(1)
            #expect(AudioUnitInitialize(unit) == noErr)
            let pull = UnitPull(unit)
            #expect(MusicDeviceMIDIEvent(unit, 0x93, 60, 127, 300) == noErr)
            #expect(MusicDeviceMIDIEvent(unit, 0xC3, 5, 99, 0) == noErr)
            #expect(MusicDeviceMIDIEvent(unit, 0x12, 5, 99, 0) == noErr)
            #expect(MusicDeviceSysEx(unit, [0xF0, 1, 2, 0xF7], 4) == noErr)
            let first = try pull.render(512)
            #expect(first.enumerated().filter { $0.element != 0 }.map(\.offset) == [300])
            #expect(first[300] == 1)
            var note: NoteInstanceID = 0
            var parameters = MusicDeviceNoteParams()
            (parameters.argCount, parameters.mPitch, parameters.mVelocity) = (2, 64.4, 127)
            #expect(MusicDeviceStartNote(unit, 0, 2, &note, 10, &parameters) == noErr)
            #expect(MusicDeviceStopNote(unit, 2, note, 20) == noErr)
            #expect(MusicDeviceStartNote(unit, 0, 16, &note, 10, &parameters) != noErr)
            let second = try pull.render(512)
            #expect(second.enumerated().filter { $0.element != 0 }.map(\.offset) == [10])
            let all = PulseInstrument.messages.withLock { $0 }
            #expect(
                all == [
                    [0xC3, 5], [0xF0, 1, 2, 0xF7], [0x93, 60, 127], [0x92, 64, 127],
                    [0x82, 64, 0],
                ])
            #expect(AudioComponentInstanceDispose(unit) == noErr)
        }
    }

    @Test("play the tracks of a music player at the frames of its tempos", arguments: [64, 700])
    func musicPlayer(slice: Int) throws {
        PulseInstrument.messages.withLock { $0 = [] }
        try app.run {
            let played = try PlayedGraph()
            let output = try played.add(
                kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
            var description = PulseInstrument.register(2)
            var node: AUNode = 0
            #expect(AUGraphAddNode(played.graph, &description, &node) == noErr)
            try played.connect(node, to: output)
            try played.setTempos([(0, 120), (1, 60)])
            let track = try played.addTrack([0, 1, 2])
            var message = MIDIChannelMessage(status: 0xB0, data1: 7, data2: 99, reserved: 0)
            #expect(MusicTrackNewMIDIChannelEvent(track, 0, &message) == noErr)
            #expect(played.start() == noErr)
            let pull = UnitPull(try played.unit(output))
            var frames: [Float] = []
            while frames.count < 96_000 { frames += try pull.render(slice) }
            let onsets = frames.enumerated().filter { $0.element != 0 }.map(\.offset)
            #expect(onsets == [0, 24_000, 72_000])
            #expect(MusicPlayerStop(played.player) == noErr)
            played.dispose()
        }
        let all = PulseInstrument.messages.withLock { $0 }
        #expect(all.filter { $0[0] == 0x90 }.count == 3 && all.contains([0xB0, 7, 99]))
        #expect(all.filter { $0[0] == 0x80 }.count == 3)
    }

    @Test("take no MIDI where their class does not")
    func effect() throws {
        let description = AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: 3,
            componentManufacturer: 0x7465_7374, componentFlags: 0, componentFlagsMask: 0)
        AUAudioUnit.registerSubclass(
            PulseInstrument.self, as: description, name: "House: Pulse", version: 1)
        try app.run {
            var name = description
            var instance: AudioComponentInstance?
            #expect(
                AudioComponentInstanceNew(AudioComponentFindNext(nil, &name), &instance) == noErr)
            let unit = try #require(instance)
            #expect(MusicDeviceMIDIEvent(unit, 0x90, 60, 100, 0) == kAudio_UnimplementedError)
            #expect(MusicDeviceSysEx(unit, [0xF0, 0xF7], 2) == kAudio_UnimplementedError)
            #expect(AudioComponentInstanceDispose(unit) == noErr)
        }
    }
}
