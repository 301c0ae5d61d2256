import AVFAudio
import MIDISynthesis
import Simulation
import Synchronization
import Testing

/// Tests what a sequencer plays: edited tracks, user events, system exclusive messages.
@Suite("A playing sequencer", .enabled(if: TestSoundFont.isThere))
struct SequencerPlaybackTests {
    private let band: OfflineBand
    private let sequencer: AVAudioSequencer
    private let track: AVMusicTrack

    init() throws {
        band = try OfflineBand()
        sequencer = AVAudioSequencer(audioEngine: band.engine)
        track = sequencer.createAndAppendTrack()
    }

    private func note(_ key: UInt32 = 69, _ duration: Double = 0.25) -> AVMIDINoteEvent {
        AVMIDINoteEvent(channel: 0, key: key, velocity: 100, duration: duration)
    }

    @Test("plays events at exact frames, also those added while it plays")
    func editing() throws {
        track.addEvent(note(), at: 0.5)
        track.addEvent(
            AVExtendedNoteOnEvent(midiNote: 68.9, velocity: 100, groupID: 0, duration: 0.25),
            at: 1.75)
        try sequencer.start()
        let first = try band.render(1)
        track.addEvent(note(), at: 3.05)
        let starts = OfflineBand.onsets(first + (try band.render(1)))
        try #require(starts.count == 3)
        // A voice that has sounded before attacks a little faster, so these two are compared.
        let distance = (3.05 - 1.75) / 2 * OfflineBand.rate
        #expect(starts[2] - starts[1] == Int(distance.rounded()))
    }

    @Test("calls back for user events, in their order, with their tracks and beats")
    func userEvents() async throws {
        struct Call: Equatable {
            var isTrack: Bool
            var data: Data
            var beat: Double
        }
        track.addEvent(AVMusicUserEvent(data: Data([1])), at: 0)
        track.addEvent(AVMusicUserEvent(data: Data([2])), at: 1.25)
        track.addEvent(AVMusicUserEvent(data: Data([3])), at: 99)
        let (calls, continuation) = AsyncStream.makeStream(of: Call.self)
        let identifier = ObjectIdentifier(track)
        sequencer.setUserCallback { track, data, beat in
            continuation.yield(
                Call(isTrack: ObjectIdentifier(track) == identifier, data: data, beat: beat))
        }
        try sequencer.start()
        _ = try band.render(1)
        var iterator = calls.makeAsyncIterator()
        #expect(await iterator.next() == Call(isTrack: true, data: Data([1]), beat: 0))
        #expect(await iterator.next() == Call(isTrack: true, data: Data([2]), beat: 1.25))
    }

    @Test("follows system exclusive messages: volume, tuning and reset")
    func systemExclusive() throws {
        func level(_ messages: [[UInt8]]) throws -> (peak: Float, frequency: Double) {
            let band = try OfflineBand()
            for message in messages { band.sampler.sendMIDISysExEvent(Data(message)) }
            band.sampler.startNote(69, withVelocity: 100, onChannel: 0)
            _ = try band.render(0.2)
            let samples = try band.render(0.5)
            return (samples.map(abs).max() ?? 0, OfflineBand.frequency(samples[...]))
        }
        let plain = try level([])
        let halfVolume: [UInt8] = [0xF0, 0x7F, 0x7F, 4, 1, 0, 0x40, 0xF7]
        let octaveUp: [UInt8] = [0xF0, 0x7F, 0x7F, 4, 4, 0, 0x4C, 0xF7]
        let reset: [UInt8] = [0xF0, 0x7E, 0x7F, 9, 1, 0xF7]
        #expect(abs(try level([halfVolume]).peak / plain.peak - 0.25) < 0.02)
        #expect(abs(try level([octaveUp]).frequency / plain.frequency - 2) < 0.04)
        #expect(try level([halfVolume, reset]).peak == plain.peak)
        let garbage: [[UInt8]] = [
            [], [0xF0], [0xF0, 0xF7], [0xFF, 0, 0x80], [0xF0, 0x7F, 0x7F, 4],
        ]
        #expect(try level(garbage).peak == plain.peak)
        // In a sequence too.
        track.addEvent(AVMIDISysexEvent(data: Data(halfVolume)), at: 0)
        track.addEvent(note(69, 2), at: 0.1)
        try sequencer.start()
        let start = try band.render(0.25)
        let peak = try band.render(0.5).map(abs).max() ?? 0
        #expect(start.contains { $0 != 0 } && abs(peak / plain.peak - 0.25) < 0.02)
    }

    @Test("a track whose unit is no instrument is silent")
    func otherUnits() throws {
        track.addEvent(note(), at: 0)
        let delay = AVAudioUnitDelay()
        track.destinationAudioUnit = delay
        #expect(track.destinationAudioUnit === delay)
        try sequencer.start()
        #expect(try band.render(0.5).allSatisfy { $0 == 0 })
        track.destinationAudioUnit = nil
        sequencer.currentPositionInBeats = 0
        #expect(try band.render(0.5).contains { $0 != 0 })
    }

    @Test("has no host times without a device")
    func noHostTimes() throws {
        func code(_ body: (NSErrorPointer) -> Bool) -> Int? {
            var error: NSError?
            let isZero = withUnsafeMutablePointer(to: &error) { body($0) }
            #expect(isZero)
            return error?.code
        }
        #expect(code { sequencer.hostTime(forBeats: 1, error: $0) == 0 } == -10_852)
        #expect(code { sequencer.beats(forHostTime: 1, error: $0) == 0 } == -10_852)
        try sequencer.start()
        _ = try band.render(0.1)
        #expect(code { sequencer.hostTime(forBeats: 1, error: $0) == 0 } == -10_852)
    }
}
