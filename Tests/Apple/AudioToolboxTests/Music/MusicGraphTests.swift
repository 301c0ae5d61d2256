import AudioToolbox
import Foundation
import Synchronization
import TestSupport
import Testing

/// Tests music players through graphs that the test pulls, frame by frame.
@Suite("A music player with a graph", .enabled(if: BuildTraits.hasMIDI))
struct MusicGraphTests {
    private let app = VirtualPhone().open("Music")

    /// A graph that ends in a mixer and a generic output.
    private struct Pulled {
        let played: PlayedGraph
        let mixer: AUNode
        let pull: UnitPull

        init() throws {
            played = try PlayedGraph()
            let output = try played.add(
                kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
            mixer = try played.addMixer()
            try played.connect(mixer, to: output)
            pull = UnitPull(try played.unit(output))
        }

        /// The next frames, in slices of a number.
        func frames(_ count: Int, slices: Int = 700) throws -> [Float] {
            var frames: [Float] = []
            while frames.count < count {
                frames += try pull.render(min(slices, count - frames.count))
            }
            return frames
        }
    }

    @Test(
        "plays notes at the frames that their tempos give, whatever the slices",
        arguments: [1, 64, 700, 1024])
    func tempos(slice: Int) throws {
        try app.run {
            let pulled = try Pulled()
            let played = pulled.played
            try played.connect(try played.addSampler(), to: pulled.mixer)
            try played.setTempos([(0, 120), (1, 60)])
            try played.addTrack([0, 1, 2])
            #expect(played.start() == noErr)
            let onsets = PlayedGraph.onsets(try pulled.frames(96_000, slices: slice))
            #expect(PlayedGraph.begin(onsets, at: [0, 24_000, 72_000]))
            #expect(played.isPlaying && abs(played.time - 2.5) < 1e-9)
            #expect(played.isGraphRunning)
            #expect(MusicPlayerStop(played.player) == noErr)
            #expect(!played.isGraphRunning)
            played.dispose()
        }
    }

    @Test("plays each track through its own node, and the others through the first instrument")
    func nodes() throws {
        try app.run {
            let pulled = try Pulled()
            let (played, mixer) = (pulled.played, try pulled.played.unit(pulled.mixer))
            let (first, second) = (try played.addSampler(), try played.addSampler())
            try played.connect(first, to: pulled.mixer, input: 0)
            try played.connect(second, to: pulled.mixer, input: 1)
            try played.addTrack([0, 2])
            let track = try played.addTrack([1, 3], for: second)
            #expect(MusicTrackSetDestNode(track, 99) == kAUGraphErr_NodeNotFound)
            #expect(played.start() == noErr)
            func setVolume(_ input: UInt32, _ volume: Float) {
                let status = AudioUnitSetParameter(
                    mixer, UInt32(kMultiChannelMixerParam_Volume), kAudioUnitScope_Input, input,
                    volume, 0)
                #expect(status == noErr)
            }
            setVolume(0, 0)
            var onsets = PlayedGraph.onsets(try pulled.frames(40_000))
            #expect(PlayedGraph.begin(onsets, at: [24_000]))
            setVolume(0, 1)
            setVolume(1, 0)
            _ = try pulled.frames(8000)
            onsets = PlayedGraph.onsets(try pulled.frames(20_000))
            #expect(PlayedGraph.begin(onsets, at: [0]))
            // Muted, a track is not heard; alone, no other one is.
            setVolume(1, 1)
            #expect(MusicPlayerSetTime(played.player, 0) == noErr)
            var isSet: UInt8 = 1
            #expect(MusicTrackSetProperty(track, kSequenceTrackProperty_MuteStatus, &isSet, 1) == 0)
            onsets = PlayedGraph.onsets(try pulled.frames(40_000))
            #expect(PlayedGraph.begin(onsets, at: [0]))
            isSet = 0
            #expect(MusicTrackSetProperty(track, kSequenceTrackProperty_MuteStatus, &isSet, 1) == 0)
            isSet = 1
            #expect(MusicTrackSetProperty(track, kSequenceTrackProperty_SoloStatus, &isSet, 1) == 0)
            #expect(MusicPlayerSetTime(played.player, 0) == noErr)
            onsets = PlayedGraph.onsets(try pulled.frames(40_000))
            #expect(PlayedGraph.begin(onsets, at: [24_000]))
            played.dispose()
        }
    }

    @Test("repeats a loop to the frame, and ends the notes when it stops")
    func loop() throws {
        try app.run {
            let pulled = try Pulled()
            let played = pulled.played
            try played.connect(try played.addSampler(), to: pulled.mixer)
            let track = try played.addTrack([0])
            TestSequence.addNote(track, 0.5, 60, 0.5)
            var loop = MusicTrackLoopInfo(loopDuration: 1, numberOfLoops: 3)
            #expect(
                MusicTrackSetProperty(track, kSequenceTrackProperty_LoopInfo, &loop, 16) == noErr)
            // The app's own graph goes on when the player stops.
            #expect(AUGraphInitialize(played.graph) == noErr)
            #expect(AUGraphStart(played.graph) == noErr)
            _ = try pulled.frames(1234)
            #expect(played.start() == noErr)
            let onsets = PlayedGraph.onsets(try pulled.frames(62_000))
            // The second note of a pass ends where the first of the next begins.
            #expect(PlayedGraph.begin(onsets, at: [0, 12_000, 36_000, 60_000]))
            #expect(MusicPlayerStop(played.player) == noErr && played.isGraphRunning)
            _ = try pulled.frames(9600)
            #expect(try pulled.frames(9600).allSatisfy { abs($0) < 1e-4 })
            played.dispose()
        }
    }

    @Test("changes parameters of its node at their frames")
    func parameters() throws {
        let source = ConstantSource(0.5)
        try app.run {
            let pulled = try Pulled()
            let played = pulled.played
            var callback = source.callback
            #expect(AUGraphSetNodeInputCallback(played.graph, pulled.mixer, 0, &callback) == noErr)
            let track = try played.addTrack([], for: pulled.mixer)
            for (beat, value) in [(0.0, Float(1)), (0.51, 0.25), (1, 0.75)] {
                var event = ParameterEvent(
                    parameterID: UInt32(kMultiChannelMixerParam_Volume),
                    scope: UInt32(kAudioUnitScope_Input), element: 0, value: value)
                #expect(MusicTrackNewParameterEvent(track, beat, &event) == noErr)
            }
            #expect(played.start() == noErr)
            let frames = try pulled.frames(30_000)
            let steps = zip(frames, frames.dropFirst()).enumerated().filter { $1.0 != $1.1 }
            #expect(steps.map { $0.offset + 1 } == [12_240, 24_000])
            #expect(frames[100] == 0.5 && frames[13_000] == 0.125 && frames[29_000] == 0.375)
            var value: Float = 0
            #expect(
                AudioUnitGetParameter(
                    try played.unit(pulled.mixer), UInt32(kMultiChannelMixerParam_Volume),
                    kAudioUnitScope_Input, 0, &value) == noErr)
            #expect(value == 0.75)
            played.dispose()
        }
        withExtendedLifetime(source) {}
    }

    @Test("sets parameters where it begins as the events before have left them")
    func chasedParameters() throws {
        let source = ConstantSource(0.5)
        try app.run {
            let pulled = try Pulled()
            let played = pulled.played
            var callback = source.callback
            #expect(AUGraphSetNodeInputCallback(played.graph, pulled.mixer, 0, &callback) == noErr)
            let track = try played.addTrack([], for: pulled.mixer)
            for (beat, value) in [(0.0, Float(1)), (1, 0.25), (4, 0.75)] {
                var event = ParameterEvent(
                    parameterID: UInt32(kMultiChannelMixerParam_Volume),
                    scope: UInt32(kAudioUnitScope_Input), element: 0, value: value)
                #expect(MusicTrackNewParameterEvent(track, beat, &event) == noErr)
            }
            #expect(MusicPlayerSetTime(played.player, 2) == noErr && played.start() == noErr)
            #expect(try pulled.frames(1024).last == 0.125)
            #expect(MusicPlayerSetTime(played.player, 6) == noErr)
            #expect(try pulled.frames(1024).last == 0.375)
            // An edit while it plays changes nothing that the app has set.
            let mixer = try played.unit(pulled.mixer)
            AudioUnitSetParameter(
                mixer, UInt32(kMultiChannelMixerParam_Volume), kAudioUnitScope_Input, 0, 0.5, 0)
            TestSequence.addNote(track, 8, 60)
            #expect(try pulled.frames(1024).last == 0.25)
            played.dispose()
        }
        withExtendedLifetime(source) {}
    }

    @Test("gives its node the presets of a track")
    func presets() throws {
        try app.run {
            let pulled = try Pulled()
            let played = pulled.played
            let filter = try played.add(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
            try played.connect(filter, to: pulled.mixer)
            let unit = try played.unit(filter)
            func cutoff() -> Float {
                var value: Float = -1
                let status = AudioUnitGetParameter(
                    unit, UInt32(kLowPassParam_CutoffFrequency), kAudioUnitScope_Global, 0, &value)
                #expect(status == noErr)
                return value
            }
            let usual = cutoff()
            let set = { (value: Float) in
                AudioUnitSetParameter(
                    unit, UInt32(kLowPassParam_CutoffFrequency), kAudioUnitScope_Global, 0, value,
                    0)
            }
            #expect(set(1000) == noErr)
            var list: Unmanaged<AnyObject>?
            var size = UInt32(MemoryLayout.size(ofValue: list))
            #expect(
                AudioUnitGetProperty(
                    unit, UInt32(kAudioUnitProperty_ClassInfo), kAudioUnitScope_Global, 0, &list,
                    &size) == noErr)
            #expect(set(usual) == noErr)
            let track = try played.addTrack([], for: filter)
            var event = AUPresetEvent(scope: kAudioUnitScope_Global, element: 0, preset: list)
            #expect(MusicTrackNewAUPresetEvent(track, 1, &event) == noErr)
            list?.release()
            #expect(played.start() == noErr)
            _ = try pulled.frames(23_800)
            #expect(cutoff() == usual)
            _ = try pulled.frames(700)
            #expect(cutoff() == 1000)
            played.dispose()
        }
    }

    @Test("refuses a graph that cannot play, and another one while it plays")
    func refusals() throws {
        try app.run {
            let played = try PlayedGraph()
            let handle = played.sequence.handle
            #expect(MusicSequenceSetAUGraph(handle, AUGraph(bitPattern: 0x1000)) == -50)
            _ = try played.addSampler()
            try played.addTrack([0])
            #expect(played.start() == kAUGraphErr_OutputNodeErr && !played.isPlaying)
            let output = try played.add(
                kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
            #expect(played.start() == noErr && played.isPlaying)
            #expect(MusicSequenceSetAUGraph(handle, nil) == -10852)
            var graph: AUGraph?
            #expect(MusicSequenceGetAUGraph(handle, &graph) == noErr && graph == played.graph)
            #expect(AUGraphRemoveNode(played.graph, output) == noErr)
            #expect(MusicPlayerStop(played.player) == noErr)
            #expect(MusicSequenceSetAUGraph(handle, nil) == noErr)
            played.dispose()
        }
    }
}
