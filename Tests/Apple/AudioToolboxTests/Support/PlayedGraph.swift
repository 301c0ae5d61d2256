import AudioToolbox
import Foundation
import MIDISynthesis
import TestSupport
import Testing

/// A graph that a music player plays a sequence through. Called as the app.
final class PlayedGraph {
    let graph: AUGraph
    let sequence: TestSequence
    let player: MusicPlayer
    private let folder: TemporaryFolder

    /// Makes an open graph without nodes, and a sequence that plays through it.
    init() throws {
        folder = try TemporaryFolder()
        var (graph, player) = (AUGraph?.none, MusicPlayer?.none)
        try #require(NewAUGraph(&graph) == noErr)
        self.graph = try #require(graph)
        try #require(AUGraphOpen(graph) == noErr)
        sequence = try TestSequence()
        try #require(NewMusicPlayer(&player) == noErr)
        self.player = try #require(player)
        try #require(MusicSequenceSetAUGraph(sequence.handle, graph) == noErr)
        try #require(MusicPlayerSetSequence(player, sequence.handle) == noErr)
    }

    func dispose() {
        #expect(DisposeMusicPlayer(player) == noErr)
        #expect(DisposeAUGraph(graph) == noErr)
    }

    // MARK: Nodes

    func add(_ type: UInt32, _ subType: UInt32) throws -> AUNode {
        var description = UnitsOfAGraph.description(type, subType)
        var node: AUNode = 0
        try #require(AUGraphAddNode(graph, &description, &node) == noErr)
        return node
    }

    /// Adds a sampler with a square wave of 480 Hz, which begins with its first sample.
    func addSampler() throws -> AUNode {
        let node = try add(kAudioUnitType_MusicDevice, kAudioUnitSubType_Sampler)
        let object = try soundFont() as NSURL
        var data = AUSamplerInstrumentData(
            fileURL: .passUnretained(object), instrumentType: UInt8(kInstrumentType_SF2Preset),
            bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB), bankLSB: 0, presetID: 0)
        let status = withExtendedLifetime(object) {
            AudioUnitSetProperty(
                try? unit(node), kAUSamplerProperty_LoadInstrument, kAudioUnitScope_Global, 0,
                &data, UInt32(MemoryLayout<AUSamplerInstrumentData>.size))
        }
        try #require(status == noErr)
        return node
    }

    private func soundFont() throws -> URL {
        let tone = (0..<4800).map { $0 % 100 < 50 ? Float(0.5) : -0.5 }
        var zone = SoundFontWriter.Zone(channels: [tone], sampleRate: 48_000, rootKey: 60)
        zone.loop = 0..<4800
        let url = URL(fileURLWithPath: folder.file("tone.sf2"))
        try Data(SoundFontWriter([zone]).bytes).write(to: url)
        return url
    }

    func addMixer() throws -> AUNode {
        try add(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
    }

    func connect(_ source: AUNode, to destination: AUNode, input: UInt32 = 0) throws {
        try #require(AUGraphConnectNodeInput(graph, source, 0, destination, input) == noErr)
    }

    func unit(_ node: AUNode) throws -> AudioUnit {
        var unit: AudioUnit?
        try #require(AUGraphNodeInfo(graph, node, nil, &unit) == noErr)
        return try #require(unit)
    }

    // MARK: Playing

    @discardableResult
    func start() -> OSStatus { MusicPlayerStart(player) }

    var time: Double {
        var time = -1.0
        #expect(MusicPlayerGetTime(player, &time) == noErr)
        return time
    }

    var isPlaying: Bool {
        var isPlaying: DarwinBoolean = false
        #expect(MusicPlayerIsPlaying(player, &isPlaying) == noErr)
        return isPlaying.boolValue
    }

    var isGraphRunning: Bool {
        var isRunning: DarwinBoolean = false
        #expect(AUGraphIsRunning(graph, &isRunning) == noErr)
        return isRunning.boolValue
    }

    /// Adds a track with notes of a quarter of a beat, for a node.
    @discardableResult
    func addTrack(_ beats: [Double], for node: AUNode? = nil) throws -> MusicTrack {
        let track = try sequence.newTrack()
        for beat in beats { TestSequence.addNote(track, beat, 60) }
        if let node { #expect(MusicTrackSetDestNode(track, node) == noErr) }
        return track
    }

    /// Sets the tempos of beats.
    func setTempos(_ tempos: [(beat: Double, tempo: Double)]) throws {
        for (beat, tempo) in tempos {
            #expect(MusicTrackNewExtendedTempoEvent(try sequence.tempoTrack, beat, tempo) == noErr)
        }
    }

    /// A note of the sampler is louder than silence from its third frame on at the latest: a voice
    /// that has sounded before attacks a little faster.
    static func begin(_ onsets: [Int], at frames: [Int]) -> Bool {
        onsets.count == frames.count
            && zip(onsets, frames).allSatisfy { (0...3).contains($0 - $1) }
    }

    /// The first frames of sound behind silence of at least 20 ms.
    static func onsets(_ samples: some Sequence<Float>) -> [Int] {
        var (onsets, silence) = ([Int](), Int.max / 2)
        for (frame, sample) in samples.enumerated() {
            if abs(sample) > 1e-4 {
                if silence > 960 { onsets.append(frame) }
                silence = 0
            } else {
                silence += 1
            }
        }
        return onsets
    }
}
