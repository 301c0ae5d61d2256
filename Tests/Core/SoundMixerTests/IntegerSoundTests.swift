import AudioModel
import SoundMixer
import Testing

@Suite("A sound of 16-bit integers")
struct IntegerSoundTests {
    @Test(
        "sounds as its floats do, bit for bit",
        arguments: [48_000.0, 44_100, 33_333], [1, 2])
    func sameBits(sampleRate: Double, channelCount: Int) throws {
        var generator = SeededGenerator(seed: 1)
        let integers = (0..<5000 * channelCount).map { _ in
            Int16.random(in: .min ... .max, using: &generator)
        }
        let stored = IntegerSoundBuffer(
            frameCount: 5000, channelCount: channelCount, sampleRate: sampleRate
        ) { samples in
            for index in integers.indices { samples[index] = integers[index] }
        }
        let decoded = SoundBuffer(
            frameCount: 5000, channelCount: channelCount, sampleRate: sampleRate
        ) { samples in
            for index in integers.indices { samples[index] = Float(integers[index]) / 32_768 }
        }
        // Given a sound that plays once, thrice, and without end.
        for loopCount in [0, 2, -1] {
            // When it is rendered in blocks of any size, with a ramp, a pause and a pan.
            let heard = try rendered(.integers(stored, loopCount: loopCount))
            let expected = try rendered(.buffer(decoded, loopCount: loopCount))
            // Then it is the sound of floats.
            #expect(heard.samples.contains { $0 != 0 })
            #expect(heard.samples.map(\.bitPattern) == expected.samples.map(\.bitPattern))
        }
    }

    private func rendered(_ source: VoiceSource) throws -> StereoFrames {
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(
            mixer.addVoice(source, app: 0.5, session: 1, duck: 1, pan: 0.2))
        var heard = mixer.rendered(357, blockFrames: 100)
        mixer.setGain(voice, .app, to: 0.9, ramp: .milliseconds(20))
        heard = heard + mixer.rendered(519, blockFrames: 7)
        mixer.hold(voice)
        heard = heard + mixer.rendered(1000)
        mixer.resume(voice)
        // Longer than it is measured.
        return heard + mixer.rendered(60_000, blockFrames: 512)
    }
}
