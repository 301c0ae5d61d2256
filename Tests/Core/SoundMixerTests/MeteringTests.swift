import AudioModel
import SoundMixer
import Testing

@Suite("A look at the meters")
struct MeteringTests {
    private static let rates = [48_000.0, 44_100, 44_100.5, 22_050, 96_000]

    /// Voices of all kinds, commanded at random after the time for which new voices are measured.
    private func story(seed: UInt64, blockFrames: Int, looks: Bool) -> StereoFrames {
        var generator = SeededGenerator(seed: seed)
        let mixer = Mixer(outputRate: 48_000)
        var voices: [Mixer.VoiceID] = []
        func render(_ frameCount: Int) -> StereoFrames {
            if looks, let voice = voices.first { _ = mixer.meter(of: voice) }
            return mixer.rendered(frameCount, blockFrames: blockFrames)
        }
        for index in 0..<40 {
            let rate = Self.rates.randomElement(using: &generator) ?? 48_000
            let frameCount = Int.random(in: 100...20_000, using: &generator)
            // A sample of 3 is valid, but not known to be.
            let peak: Float = index.isMultiple(of: 3) ? 3 : 0.5
            let left = noise(frameCount, seed: UInt64(index), peak: peak)
            let sound =
                Bool.random(using: &generator)
                ? SoundBuffer(mono: left, sampleRate: rate)
                : SoundBuffer(
                    left: left, right: noise(frameCount, seed: UInt64(index + 99), peak: peak),
                    sampleRate: rate)
            if let voice = mixer.addVoice(
                .buffer(sound, loopCount: -1), app: Float.random(in: 0...1, using: &generator),
                session: 1, duck: 1, pan: 0.1, isHeld: index.isMultiple(of: 7))
            {
                voices.append(voice)
            }
        }
        var output = render(50_000)
        for _ in 0..<12 {
            for voice in voices {
                let ramp = HostInterval.milliseconds(Int64.random(in: 0...30, using: &generator))
                let gain = Float.random(in: 0...1, using: &generator)
                switch Int.random(in: 0..<24, using: &generator) {
                case 0: mixer.hold(voice)
                case 1, 2: mixer.resume(voice)
                case 3: mixer.setGain(voice, .app, to: gain, ramp: ramp)
                case 4: mixer.setGain(voice, .duck, to: gain < 0.3 ? 0 : gain, ramp: ramp)
                case 5: mixer.setPan(voice, to: 2 * gain - 1, ramp: ramp)
                case 6: if gain < 0.1 { mixer.stop(voice) }
                case 7: if gain < 0.1 { mixer.cut(voice) }
                default: break
                }
            }
            output = output + render(960)
            _ = mixer.collectEvents()
        }
        return output
    }

    @Test("changes no bit of what comes out", arguments: [UInt64](1...3))
    func noDifference(seed: UInt64) {
        let whole = story(seed: seed, blockFrames: 480, looks: true)
        #expect(whole.samples.contains { abs($0) > 0.1 })
        #expect(story(seed: seed, blockFrames: 480, looks: false) == whole)
        #expect(story(seed: seed, blockFrames: 333, looks: false) == whole)
    }

    @Test("has the next block measured, long after the last one")
    func measuredAgain() throws {
        // Given a voice that was loud while it was measured, and became quiet later.
        let mixer = Mixer(outputRate: 48_000)
        let loud = [Float](repeating: 0.5, count: 48_000)
        let quiet = [Float](repeating: 0.25, count: 48_000)
        let voice = try #require(mixer.play(SoundBuffer(mono: loud + quiet)))
        _ = mixer.rendered(48_480)
        // When its meter is read, twice.
        #expect(mixer.meter(of: voice)?.framesPlayed == 48_000)
        _ = mixer.rendered(480)
        // Then the second look sees the block between.
        #expect(
            mixer.meter(of: voice)
                == Mixer.Meter(
                    sourcePeak: 0.25, outputPeak: 0.25, framesPlayed: 48_960, underrunFrames: 0))
    }
}
