import AVFAudio
import MIDISynthesis
import Testing

/// Tests `AVAudioSequencer` and `AVAudioUnitSampler` in offline rendering.
@Suite("AVAudioSequencer", .enabled(if: TestSoundFont.isThere))
struct SequencerTests {
    private typealias Band = OfflineBand

    /// Notes of a quarter of a beat on the beats, at 120 beats a minute.
    private func music(_ beats: [Double], key: UInt8 = 69, tempo: Double = 120) -> Data {
        var sequence = MIDISequence()
        sequence.tempoTrack.events = [MIDISequence.Event(0, .tempo(tempo))]
        let events = beats.map { beat in
            let start = MIDIMessage(.noteOn, channel: 0, key, 100)
            return MIDISequence.Event(beat, .note(start, duration: 0.25, releaseVelocity: 0))
        }
        sequence.tracks = [MIDISequence.Track(events: events)]
        return Data(sequence.file().bytes)
    }

    private func onsets(_ samples: [Float]) -> [Int] { Band.onsets(samples) }

    private func frequency(_ samples: ArraySlice<Float>) -> Double { Band.frequency(samples) }

    @Test("a beat at 120 bpm is half a second; a stop keeps the position (engine 52)")
    func position() throws {
        let band = try Band()
        let sequencer = AVAudioSequencer(audioEngine: band.engine)
        #expect(sequencer.seconds(forBeats: 4) == 2 && sequencer.beats(forSeconds: 2) == 4)
        try sequencer.load(from: music([0, 3, 4]))
        #expect(sequencer.seconds(forBeats: 4) == 2 && sequencer.tracks.count == 1)
        #expect(!sequencer.isPlaying && sequencer.currentPositionInBeats == 0)
        try sequencer.start()
        #expect(sequencer.isPlaying)
        let first = try band.render(1.5)
        #expect(abs(sequencer.currentPositionInBeats - 3) < 1e-6)
        #expect(onsets(first).count == 1)
        sequencer.stop()
        #expect(!sequencer.isPlaying && abs(sequencer.currentPositionInBeats - 3) < 1e-6)
        _ = try band.render(1)
        #expect(abs(sequencer.currentPositionInSeconds - 1.5) < 1e-6)
        try sequencer.start()
        // The note at beat 3 begins at once, the one at 4 half a second later.
        let second = onsets(try band.render(1))
        #expect(second.count == 2 && second.first.map { $0 < 1000 } == true)
        // It plays past its end until it is stopped.
        _ = try band.render(2)
        #expect(sequencer.isPlaying && sequencer.currentPositionInBeats > 6)
    }

    @Test("notes begin at exact frames, whatever the blocks")
    func exactFrames() throws {
        func run(_ pieces: AVAudioFrameCount) throws -> [Float] {
            let band = try Band()
            let sequencer = AVAudioSequencer(audioEngine: band.engine)
            try sequencer.load(from: music([0.5, 1.8, 3.1]))
            try sequencer.start()
            return try band.render(2, pieces: pieces)
        }
        let whole = try run(4096)
        let starts = onsets(whole)
        #expect(starts.count == 3)
        // A voice that has sounded before attacks a little faster, so these two are compared.
        let second = Int((1.8 / 2 * Band.rate).rounded())
        let third = Int((3.1 / 2 * Band.rate).rounded())
        #expect(starts.last.map { $0 - starts[1] } == third - second)
        #expect(try run(100) == whole)
    }

    @Test("loops, mutes, rates and tempos take effect while it plays")
    func changes() throws {
        let band = try Band()
        let sequencer = AVAudioSequencer(audioEngine: band.engine)
        try sequencer.load(from: music([0, 1]))
        let track = sequencer.tracks[0]
        #expect(abs(track.lengthInBeats - 1.25) < 1e-9 && track.timeResolution == 480)
        track.loopRange = AVMakeBeatRange(0, 2)
        track.isLoopingEnabled = true
        track.numberOfLoops = -1
        try sequencer.start()
        #expect(onsets(try band.render(4)).count == 8)
        track.isMuted = true
        _ = try band.render(1)
        #expect(onsets(try band.render(2)).isEmpty)
        track.isMuted = false
        sequencer.rate = 0.5
        #expect(onsets(try band.render(3)).count == 3)
        sequencer.stop()
        _ = try band.render(1)
        track.numberOfLoops = 1
        sequencer.currentPositionInBeats = 0
        try sequencer.start()
        #expect(onsets(try band.render(4)).count == 2)
    }

    @Test("writes what it has loaded")
    func data() throws {
        let data = music([0, 1, 2], tempo: 90)
        let sequencer = AVAudioSequencer()
        try sequencer.load(from: data)
        #expect(sequencer.data(withSMPTEResolution: 0, error: nil) == data)
        #expect(throws: NSError.self) { try sequencer.load(from: Data([1, 2, 3])) }
        #expect(sequencer.tracks.count == 1)
    }

    @Test("a sampler has the right pitch, tuned and bent too")
    func pitch() throws {
        let band = try Band()
        band.sampler.startNote(69, withVelocity: 100, onChannel: 0)
        _ = try band.render(0.2)
        #expect(abs(frequency(try band.render(0.5)[...]) - 440) < 8)
        band.sampler.sendPitchBend(16_383, onChannel: 0)
        _ = try band.render(0.2)
        #expect(abs(frequency(try band.render(0.5)[...]) - 440 * exp2(2 / 12)) < 8)
        band.sampler.stopNote(69, onChannel: 0)
        band.sampler.sendPitchBend(8192, onChannel: 0)
        _ = try band.render(2)
        band.sampler.globalTuning = 1200
        band.sampler.startNote(69, withVelocity: 100, onChannel: 0)
        _ = try band.render(0.2)
        #expect(abs(frequency(try band.render(0.5)[...]) - 880) < 16)
    }

    @Test("a sampler's gain is in decibels")
    func gain() throws {
        func peak(_ gain: Float) throws -> Float {
            let band = try Band()
            band.sampler.overallGain = gain
            _ = try band.render(0.1)
            band.sampler.startNote(69, withVelocity: 100, onChannel: 0)
            return try band.render(1).map(abs).max() ?? 0
        }
        let (full, half) = (try peak(0), try peak(-20))
        #expect(abs(half / full - 0.1) < 0.001)
    }

    @Test("a sampler refuses what is no bank, with Apple's codes")
    func errors() throws {
        let sampler = AVAudioUnitSampler()
        func code(_ url: URL, program: UInt8 = 0, bankLSB: UInt8 = 0) -> Int? {
            do {
                try sampler.loadSoundBankInstrument(
                    at: url, program: program, bankMSB: 0x79, bankLSB: bankLSB)
                return nil
            } catch let error as NSError {
                #expect(error.domain == "com.apple.coreaudio.avfaudio")
                return error.code
            }
        }
        #expect(code(URL(fileURLWithPath: "/nowhere.sf2")) == -43)
        #expect(code(URL(fileURLWithPath: "/tmp")) == -10871)
        #expect(code(TestSoundFont.url, bankLSB: 99) == -10872)
        #expect(code(TestSoundFont.url) == nil)
    }
}
