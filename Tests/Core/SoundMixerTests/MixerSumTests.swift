import AudioModel
import SoundMixer
import Testing

@Suite("The mixer's sum")
struct MixerSumTests {
    @Test("passes a voice at the output's rate bit by bit", arguments: [1, 3, 479, 5000])
    func passesExactly(frameCount: Int) throws {
        // Given a stereo sound at the output's rate, all gains at 1.
        let (left, right) = (noise(frameCount, seed: 1), noise(frameCount, seed: 2))
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(mixer.play(SoundBuffer(left: left, right: right)))
        // When it is rendered past its end.
        let output = mixer.rendered(frameCount + 100)
        // Then its samples come out from frame 0 on, then silence, and it has ended.
        #expect(output.left == left + [Float](repeating: 0, count: 100))
        #expect(output.right == right + [Float](repeating: 0, count: 100))
        #expect(mixer.collectEvents() == [.ended(voice)])
    }

    @Test("gives a mono voice to both channels at full gain")
    func monoToBoth() {
        let samples = noise(1000, seed: 3)
        let mixer = Mixer(outputRate: 48_000)
        _ = mixer.play(SoundBuffer(mono: samples))
        let output = mixer.rendered(1000)
        #expect(output.left == samples)
        #expect(output.right == samples)
    }

    @Test("adds voices in the order in which they started")
    func addsInOrder() {
        let sounds = (0..<5).map { noise(700, seed: UInt64($0)) }
        let mixer = Mixer(outputRate: 48_000)
        for sound in sounds { _ = mixer.play(SoundBuffer(mono: sound)) }
        let expected = (0..<700).map { frame in
            sounds.reduce(Float(0)) { $0 + $1[frame] }
        }
        #expect(mixer.rendered(700).left == expected)
    }

    @Test("is not clipped")
    func isNotClipped() {
        let mixer = Mixer(outputRate: 48_000)
        for _ in 0..<4 { _ = mixer.play(SoundBuffer(mono: [1, -1, 1])) }
        #expect(mixer.rendered(3).left == [4, -4, 4])
    }

    @Test("is silence where nobody plays")
    func silence() {
        #expect(
            Mixer(outputRate: 48_000).rendered(1300).samples == [Float](repeating: 0, count: 2600))
    }

    @Test("takes a sample that is no number for silence", arguments: [48_000.0, 44_100])
    func notANumber(sampleRate: Double) {
        // Given a sound with every kind of invalid sample in it, and the same one without.
        let bad: [Float] = [
            .nan, .infinity, -.infinity, .signalingNaN, .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude, 0x1.1p30,
        ]
        var samples = noise(2000, seed: 4)
        var healed = samples
        for (index, sample) in bad.enumerated() {
            samples[500 + 37 * index] = sample
            healed[500 + 37 * index] = 0
        }
        let (mixer, healthy) = (Mixer(outputRate: 48_000), Mixer(outputRate: 48_000))
        // When both are rendered.
        _ = mixer.play(SoundBuffer(mono: samples, sampleRate: sampleRate))
        _ = healthy.play(SoundBuffer(mono: healed, sampleRate: sampleRate))
        // Then no other sample has changed.
        #expect(mixer.rendered(2500) == healthy.rendered(2500))
    }

    @Test("meters the source before the gains and the output after")
    func meters() throws {
        let mixer = Mixer(outputRate: 48_000)
        let sound = SoundBuffer(left: [0.5, -0.8, 0.1, 0.2, 0.3], right: [0, 0, 0, 0, -0.9])
        let voice = try #require(
            mixer.addVoice(.buffer(sound, loopCount: -1), app: 0.5, session: 0.5, duck: 1))
        #expect(
            mixer.meter(of: voice)
                == Mixer.Meter(sourcePeak: 0, outputPeak: 0, framesPlayed: 0, underrunFrames: 0))
        _ = mixer.rendered(4)
        #expect(
            mixer.meter(of: voice)
                == Mixer.Meter(sourcePeak: 0.8, outputPeak: 0.2, framesPlayed: 4, underrunFrames: 0)
        )
        // A meter covers the last call only.
        _ = mixer.rendered(1)
        #expect(
            mixer.meter(of: voice)
                == Mixer.Meter(
                    sourcePeak: 0.9, outputPeak: 0.225, framesPlayed: 5, underrunFrames: 0))
    }

    @Test("goes on through a voice whose gain is 0")
    func silentVoiceAdvances() throws {
        let samples = noise(2000, seed: 5)
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(
            mixer.addVoice(
                .buffer(SoundBuffer(mono: samples), loopCount: 0), app: 1, session: 0, duck: 1))
        #expect(mixer.rendered(1000).left == [Float](repeating: 0, count: 1000))
        mixer.setGain(voice, .session, to: 1, ramp: .milliseconds(10))
        let output = mixer.rendered(1000).left
        // 480 frames of ramp, then the sound at its present position.
        #expect(Array(output[480...]) == Array(samples[1480...]))
    }
}
