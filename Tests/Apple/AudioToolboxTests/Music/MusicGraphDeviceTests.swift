import AudioModel
import AudioToolbox
import Simulation
import SoundClient
import Synchronization
import TestSupport
import Testing

/// Tests music players through graphs that a simulated phone plays.
@MainActor
@Suite("A music player with a graph of the device", .enabled(if: BuildTraits.hasMIDI))
struct MusicGraphDeviceTests {
    private let phone = SimulatedPhone()
    private let app: SimulatedPhone.App
    private let played: PlayedGraph
    private let output: AUNode
    private let mixer: AUNode
    private let sampler: AUNode

    /// A sampler that a mixer and RemoteIO play.
    init() throws {
        phone.onFinding = { Issue.record($0) }
        app = phone.launch("Music")
        let (played, output, mixer, sampler) = try app.run {
            let played = try PlayedGraph()
            let output = try played.add(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
            let mixer = try played.addMixer()
            let sampler = try played.addSampler()
            try played.connect(mixer, to: output)
            try played.connect(sampler, to: mixer)
            return (played, output, mixer, sampler)
        }
        (self.played, self.output, self.mixer, self.sampler) = (played, output, mixer, sampler)
    }

    private func call(_ body: @MainActor () -> OSStatus) -> OSStatus { app.run(body) }

    private var time: Double { app.run { played.time } }

    /// The first frames of notes in the last seconds.
    private func onsets(_ seconds: Double) -> [Int] {
        let samples = phone.heard(from: app, last: .seconds(seconds)).samples
        return PlayedGraph.onsets(stride(from: 0, to: samples.count, by: 2).map { samples[$0] })
    }

    @Test("plays to the frame while nodes come and go by updates")
    func changes() throws {
        try app.run { _ = try played.addTrack((0..<12).map(Double.init)) }
        #expect(call { played.start() } == noErr)
        phone.advance(by: .milliseconds(1100))
        #expect(abs(time - 2.2) < 0.05)
        // A filter that lets all pass, between the sampler and the mixer.
        let graph = played.graph
        let filter = try app.run {
            let filter = try played.add(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
            #expect(
                AudioUnitSetParameter(
                    try played.unit(filter), UInt32(kLowPassParam_CutoffFrequency),
                    kAudioUnitScope_Global, 0, 20_000, 0) == noErr)
            #expect(AUGraphDisconnectNodeInput(graph, mixer, 0) == noErr)
            try played.connect(sampler, to: filter)
            try played.connect(filter, to: mixer)
            return filter
        }
        phone.advance(by: .seconds(1))
        #expect(call { AUGraphUpdate(graph, nil) } == noErr)
        phone.advance(by: .seconds(2))
        try app.run {
            #expect(AUGraphRemoveNode(graph, filter) == noErr)
            try played.connect(sampler, to: mixer)
            #expect(AUGraphUpdate(graph, nil) == noErr)
        }
        phone.advance(by: .milliseconds(1900))
        let onsets = onsets(6)
        #expect(onsets.count == 12)
        let distances = zip(onsets, onsets.dropFirst()).map { $1 - $0 }
        // A filter may delay what is louder than silence by some samples.
        #expect(distances.allSatisfy { abs($0 - 24_000) <= 2 })
        #expect(distances[1...2].allSatisfy { $0 == 24_000 } && distances.last == 24_000)
        app.run { played.dispose() }
    }

    @Test("goes on with another instrument, when the one that played is removed")
    func replacedInstrument() throws {
        try app.run { _ = try played.addTrack((0..<8).map(Double.init)) }
        #expect(call { played.start() } == noErr)
        phone.advance(by: .milliseconds(1200))
        try app.run {
            let other = try played.addSampler()
            #expect(AUGraphRemoveNode(played.graph, sampler) == noErr)
            try played.connect(other, to: mixer)
            #expect(AUGraphUpdate(played.graph, nil) == noErr)
        }
        phone.advance(by: .seconds(3))
        let onsets = onsets(4.2)
        let distances = zip(onsets, onsets.dropFirst()).map { $1 - $0 }
        #expect(onsets.count == 8 && distances.allSatisfy { abs($0 - 24_000) <= 2 })
        #expect(distances[1] == 24_000 && distances.last == 24_000)
        app.run { played.dispose() }
    }

    @Test("stands still during a call, as its output does, and goes on where it was")
    func interruption() throws {
        try app.run { _ = try played.addTrack((0..<20).map { Double($0) / 2 }) }
        #expect(call { played.start() } == noErr)
        phone.advance(by: .milliseconds(1100))
        phone.receiveCall()
        phone.advance(by: .seconds(2))
        let interrupted = time
        #expect(phone.heard(from: app).isSilent && abs(interrupted - 2.2) < 0.05)
        app.run { #expect(played.isPlaying && !played.isGraphRunning) }
        // '!pri'
        #expect(call { played.start() } == 561_017_449)
        phone.declineCall()
        phone.advance(by: .seconds(1))
        #expect(time == interrupted)
        #expect(call { played.start() } == noErr)
        phone.advance(by: .seconds(1))
        #expect(abs(time - interrupted - 2) < 0.05)
        let onsets = onsets(0.9)
        let distances = zip(onsets, onsets.dropFirst()).map { $1 - $0 }
        #expect(onsets.count >= 3 && distances.allSatisfy { abs($0 - 12_000) <= 2 })
        app.run { played.dispose() }
    }

    @Test("calls back for the user events of tracks that nothing plays, too")
    func userEvents() throws {
        let calls = EventCalls()
        let client = Unmanaged.passUnretained(calls).toOpaque()
        try app.run {
            #expect(AUGraphRemoveNode(played.graph, sampler) == noErr)
            let tracks = [try played.sequence.newTrack(), try played.sequence.tempoTrack]
            for (track, beat) in [(tracks[0], 0.0), (tracks[1], 1), (tracks[0], 2)] {
                var event = MusicEventUserData(length: 1, data: UInt8(beat))
                #expect(MusicTrackNewUserEvent(track, beat, &event) == noErr)
            }
            let status = MusicSequenceSetUserCallback(
                played.sequence.handle,
                { client, _, _, _, event, _, _ in
                    guard let client else { return }
                    Unmanaged<EventCalls>.fromOpaque(client).takeUnretainedValue()
                        .note(event.pointee.data)
                }, client)
            #expect(status == noErr)
        }
        phone.advance(by: .seconds(1))
        #expect(call { played.start() } == noErr)
        phone.advance(by: .seconds(2))
        #expect(calls.bytes == [0, 1, 2])
        for (time, second) in zip(calls.times, [1, 1.5, 2]) {
            #expect(abs(time.seconds - second) < 0.06)
        }
        var hostTime: UInt64 = 0
        #expect(call { MusicPlayerGetHostTimeForBeats(played.player, 2, &hostTime) } == noErr)
        #expect(abs(Double(hostTime) / 1e9 - 2) < 0.06)
        app.run { played.dispose() }
    }
}

/// The calls of a user callback.
private final class EventCalls: Sendable {
    private let calls = Mutex<[(byte: UInt8, time: HostTime)]>([])

    var bytes: [UInt8] { calls.withLock { $0.map(\.byte) } }
    var times: [HostTime] { calls.withLock { $0.map(\.time) } }

    func note(_ byte: UInt8) {
        let now = CurrentApp.simulated?.environment.now ?? .zero
        calls.withLock { $0.append((byte, now)) }
    }
}
