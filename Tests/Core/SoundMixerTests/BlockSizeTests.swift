import AudioModel
import SoundMixer
import Testing

@Suite("How render is cut into calls")
struct BlockSizeTests {
    private static let rates = [48_000.0, 44_100, 22_050, 96_000, 44_101, 8_000]

    /// A random test: commands every 20 ms, rendered in between in blocks of any size.
    private func story(seed: UInt64, blockFrames: Int) -> StereoFrames {
        var generator = SeededGenerator(seed: seed)
        let mixer = Mixer(outputRate: 48_000)
        var voices: [Mixer.VoiceID] = []
        var output = StereoFrames(samples: [])
        for step in 0..<12 {
            let rate = Self.rates.randomElement(using: &generator) ?? 48_000
            let frameCount = Int.random(in: 10...3000, using: &generator)
            let sound =
                Bool.random(using: &generator)
                ? SoundBuffer(mono: noise(frameCount, seed: UInt64(step)), sampleRate: rate)
                : SoundBuffer(
                    left: noise(frameCount, seed: UInt64(step)),
                    right: noise(frameCount, seed: UInt64(step + 99)), sampleRate: rate)
            let loopCount = Int.random(in: -1...2, using: &generator)
            var start = VoiceStart(fadesIn: Bool.random(using: &generator))
            // Before a resampled voice that starts in a block its filter sounds, too.
            if rate == 48_000 {
                start.outputFrame = 960 * step + Int.random(in: -500...1500, using: &generator)
            }
            let voice = mixer.addVoice(
                .buffer(sound, loopCount: loopCount), app: 1, session: 1, duck: 1, start: start)
            if let voice { voices.append(voice) }
            for voice in voices {
                let ramp = HostInterval.milliseconds(Int64.random(in: 0...30, using: &generator))
                let gain = Float.random(in: 0...1, using: &generator)
                switch Int.random(in: 0..<10, using: &generator) {
                case 0: mixer.hold(voice)
                case 1, 2: mixer.resume(voice)
                case 3: mixer.setGain(voice, .app, to: gain, ramp: ramp)
                case 4: mixer.setGain(voice, .duck, to: gain, ramp: ramp)
                case 5: mixer.setPan(voice, to: 2 * gain - 1, ramp: ramp)
                case 6: mixer.stop(voice)
                case 7: mixer.cut(voice)
                default: break
                }
            }
            output = output + mixer.rendered(960, blockFrames: blockFrames)
            _ = mixer.collectEvents()
        }
        return output
    }

    @Test("changes no bit of what comes out", arguments: [UInt64](1...12))
    func noDifference(seed: UInt64) {
        let whole = story(seed: seed, blockFrames: 960)
        #expect(whole.samples.contains { abs($0) > 0.1 })
        for blockFrames in [1, 7, 64, 333, 480, 512] {
            let cut = story(seed: seed, blockFrames: blockFrames)
            let first = zip(cut.samples, whole.samples).enumerated().first { $1.0 != $1.1 }
            #expect(first == nil, "blocks of \(blockFrames)")
        }
    }
}
