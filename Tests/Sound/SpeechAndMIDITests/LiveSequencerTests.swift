import AVFAudio
import MIDISynthesis
import Simulation
import Testing

/// Tests `AVAudioSequencer` with an engine on a simulated phone.
@MainActor
@Suite("A sequencer on a phone", .enabled(if: TestSoundFont.isThere))
struct LiveSequencerTests {
    private let phone = SimulatedPhone()

    init() {
        phone.onFinding = { Issue.record($0) }
    }

    @Test("knows the host times of its beats, which are those at which they are heard")
    func hostTimes() throws {
        final class Band {
            let engine = AVAudioEngine()
            let sampler = AVAudioUnitSampler()
            var sequencer: AVAudioSequencer?
        }
        phone.advance(by: .seconds(1))
        let app = phone.launch("Sequencer")
        nonisolated(unsafe) let band = try app.run {
            let band = Band()
            band.engine.attach(band.sampler)
            band.engine.connect(band.sampler, to: band.engine.mainMixerNode, format: nil)
            try band.sampler.loadSoundBankInstrument(
                at: TestSoundFont.url, program: 79, bankMSB: 0x79, bankLSB: 0)
            let sequencer = AVAudioSequencer(audioEngine: band.engine)
            let track = sequencer.createAndAppendTrack()
            track.addEvent(
                AVMIDINoteEvent(channel: 0, key: 69, velocity: 120, duration: 0.5), at: 2)
            sequencer.rate = 2
            band.sequencer = sequencer
            try band.engine.start()
            try sequencer.start()
            return band
        }
        phone.advance(by: .seconds(1))
        let (first, second, beat, early) = try app.run { () -> (UInt64, UInt64, Double, NSError?) in
            let sequencer = try #require(band.sequencer)
            let second = sequencer.hostTime(forBeats: 2, error: nil)
            var error: NSError?
            #expect(sequencer.beats(forHostTime: 0, error: &error) == 0)
            return (
                sequencer.hostTime(forBeats: 0, error: nil), second,
                sequencer.beats(forHostTime: second, error: nil), error
            )
        }
        // Two beats at 120 beats a minute and the double rate.
        #expect(abs(Double(second - first) / 1e9 - 0.5) < 1e-6)
        #expect(abs(beat - 2) < 1e-6 && early?.code == -10_856)
        let samples = phone.heard(from: app, during: .seconds(1)..<(.seconds(2))).samples
        let onset = try #require(samples.firstIndex { abs($0) > 1e-4 }) / 2
        // A voice fades in within some milliseconds.
        let seconds = AVAudioTime.seconds(forHostTime: second) - 1
        #expect(abs(Double(onset) / 48_000 - seconds) < 0.02)
        app.run {
            band.sequencer?.stop()
            #expect(band.sequencer?.hostTime(forBeats: 2, error: nil) == 0)
            band.engine.stop()
        }
    }
}
