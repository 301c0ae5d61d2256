import AudioModel
import SoundMixer
import Testing

@Suite("Holding and stopping a voice")
struct MixerTransportTests {
    private let samples = noise(20_000, seed: 9)

    @Test("fades out in 10 ms, keeps the place, and fades in from it")
    func holdAndResume() throws {
        // Given a playing voice.
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(mixer.play(SoundBuffer(mono: samples)))
        _ = mixer.rendered(1000)
        // When it is held for a while and resumed.
        mixer.hold(voice)
        let held = mixer.rendered(5000).left
        let playedWhileHeld = mixer.meter(of: voice)?.framesPlayed
        mixer.resume(voice)
        let resumed = mixer.rendered(2000).left
        // Then exactly the fade's 480 frames were played, fading,
        #expect(playedWhileHeld == 1480)
        for frame in 0..<480 {
            try #require(abs(held[frame] - samples[1000 + frame] * fade(480 - frame)) < 1e-6)
        }
        #expect(held[480...].allSatisfy { $0 == 0 })
        // and it continued with the next frame.
        for frame in 0..<480 {
            try #require(abs(resumed[frame] - samples[1480 + frame] * fade(frame)) < 1e-6)
        }
        #expect(Array(resumed[480...]) == Array(samples[1960..<3480]))
    }

    private func fade(_ framesIn: Int) -> Float { Float(framesIn) / 480 }

    @Test("sounds nothing of a voice that is stopped or held before it begins")
    func beforeTheStart() throws {
        let mixer = Mixer(outputRate: 48_000)
        let stopped = try #require(mixer.play(SoundBuffer(mono: samples)))
        let held = try #require(mixer.play(SoundBuffer(mono: samples)))
        mixer.stop(stopped)
        mixer.hold(held)
        #expect(mixer.rendered(2000).left == [Float](repeating: 0, count: 2000))
        #expect(mixer.collectEvents() == [.stopped(stopped)])
        #expect(mixer.meter(of: held)?.framesPlayed == 0)
    }

    @Test("begins a voice that was held and resumed before its start with its first frame")
    func resumedBeforeTheStart() throws {
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(mixer.play(SoundBuffer(mono: samples)))
        mixer.hold(voice)
        mixer.resume(voice)
        #expect(mixer.rendered(1000).left == Array(samples[..<1000]))
    }

    @Test("keeps the place of a resampled voice just the same", arguments: [44_100.0, 96_000])
    func holdResampled(sampleRate: Double) throws {
        // Given a voice at another rate, held for a second.
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(mixer.play(SoundBuffer(mono: samples, sampleRate: sampleRate)))
        _ = mixer.rendered(1000)
        let before = try #require(mixer.meter(of: voice)).framesPlayed
        mixer.hold(voice)
        let held = mixer.rendered(48_000).left
        // Then its 10 ms of fade were played and no more, and it is silent.
        let fadeFrames = Int(sampleRate / 100)
        #expect(mixer.meter(of: voice)?.framesPlayed == before + fadeFrames)
        #expect(held[1000...].allSatisfy { $0 == 0 })
        // When it resumes, it plays as many frames as pass.
        mixer.resume(voice)
        _ = mixer.rendered(480)
        #expect(mixer.meter(of: voice)?.framesPlayed == before + 2 * fadeFrames)
    }

    @Test(
        "keeps the place while gains move, and resumes with them",
        arguments: [48_000.0, 44_100, 96_000])
    func heldWhileGainsMove(sampleRate: Double) throws {
        // Given a voice that is held and has faded out.
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(mixer.play(SoundBuffer(mono: samples, sampleRate: sampleRate)))
        _ = mixer.rendered(1000)
        mixer.hold(voice)
        _ = mixer.rendered(1000)
        let played = mixer.meter(of: voice)?.framesPlayed
        // When it is ducked and moved to a side meanwhile.
        mixer.setGain(voice, .duck, to: 0.25, ramp: .milliseconds(500))
        mixer.setPan(voice, to: 1, ramp: .milliseconds(700))
        let held = mixer.rendered(48_000)
        // Then nothing of it is played,
        #expect(held.samples.allSatisfy { $0 == 0 })
        #expect(mixer.meter(of: voice)?.framesPlayed == played)
        // and it resumes where it was, ducked and on that side.
        mixer.resume(voice)
        let resumed = mixer.rendered(2000)
        #expect(resumed.left.allSatisfy { $0 == 0 })
        guard sampleRate == 48_000 else {
            return #expect(resumed.right.contains { abs($0) > 0.05 })
        }
        #expect(resumed.right[480...].elementsEqual(samples[1960..<3480].map { $0 * 0.25 }))
    }

    @Test("resumes a voice with its new gain before it has begun")
    func resumedWithGain() throws {
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(
            mixer.addVoice(
                .buffer(SoundBuffer(mono: samples), loopCount: 0), app: 1, session: 1, duck: 1,
                isHeld: true))
        mixer.resume(voice)
        mixer.setGain(voice, .app, to: 1, ramp: .milliseconds(20))
        #expect(mixer.rendered(2000).left == Array(samples[..<2000]))
    }

    @Test("costs a held voice nothing of its source")
    func heldFromTheStart() throws {
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(
            mixer.addVoice(
                .buffer(SoundBuffer(mono: samples), loopCount: 0), app: 1, session: 1, duck: 1,
                isHeld: true))
        #expect(mixer.rendered(3000).left == [Float](repeating: 0, count: 3000))
        #expect(mixer.meter(of: voice)?.framesPlayed == 0)
        mixer.resume(voice)
        #expect(Array(mixer.rendered(1000).left[480...]) == Array(samples[480..<1000]))
    }

    @Test("stops within 10 ms and says so", arguments: [48_000.0, 44_100, 8_000, 96_000])
    func stops(sampleRate: Double) throws {
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(
            mixer.play(SoundBuffer(mono: samples, sampleRate: sampleRate), loopCount: -1))
        _ = mixer.rendered(4800)
        mixer.stop(voice)
        // 10 ms, and what the resampler has ahead and behind.
        let output = mixer.rendered(480 + 800, blockFrames: 16).left
        #expect(output[480 + 400..<480 + 800].allSatisfy { $0 == 0 })
        #expect(mixer.collectEvents() == [.stopped(voice)])
        #expect(mixer.meter(of: voice) == nil)
        #expect(mixer.voiceCount == 0)
    }

    @Test("stops a held voice at once")
    func stopsHeld() throws {
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(
            mixer.addVoice(
                .buffer(SoundBuffer(mono: samples), loopCount: 0), app: 1, session: 1, duck: 1,
                isHeld: true))
        _ = mixer.rendered(100)
        mixer.setGain(voice, .session, to: 0.5, ramp: .milliseconds(500))
        mixer.stop(voice)
        _ = mixer.rendered(1)
        #expect(mixer.collectEvents() == [.stopped(voice)])
    }

    @Test("is final: a stopped voice cannot be resumed")
    func stopIsFinal() throws {
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(mixer.play(SoundBuffer(mono: samples), loopCount: -1))
        mixer.stop(voice)
        mixer.resume(voice)
        _ = mixer.rendered(481)
        #expect(mixer.collectEvents() == [.stopped(voice)])
    }

    @Test("cuts without a fade")
    func cuts() throws {
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(mixer.play(SoundBuffer(mono: samples)))
        let before = mixer.rendered(1000).left
        mixer.cut(voice)
        #expect(before == Array(samples[..<1000]))
        #expect(mixer.rendered(500).left == [Float](repeating: 0, count: 500))
        #expect(mixer.collectEvents() == [.stopped(voice)])
    }

    @Test("means nothing once the voice has been collected")
    func afterTheEnd() throws {
        // Given a voice that ended, and another that has taken its slot.
        let mixer = Mixer(outputRate: 48_000)
        let first = try #require(mixer.play(SoundBuffer(mono: [1])))
        _ = mixer.rendered(10)
        _ = mixer.collectEvents()
        let second = try #require(mixer.play(SoundBuffer(mono: samples)))
        // When commands for the first arrive.
        mixer.stop(first)
        mixer.cut(first)
        mixer.setGain(first, .app, to: 0, ramp: .zero)
        // Then the second voice is not affected.
        #expect(mixer.rendered(1000).left == Array(samples[..<1000]))
        #expect(first != second)
    }

    @Test("never clicks, whatever is asked for when", arguments: [UInt64](1...20), [Float(1), 0.1])
    func neverClicks(seed: UInt64, loudest: Float) throws {
        // Given a tone, its largest step, and a random series of commands at random moments.
        var generator = SeededGenerator(seed: seed)
        let tone = sine(440, peak: 0.9, sampleRate: 48_000, frameCount: 4800)
        let toneStep = largestStep(tone + tone)
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(
            mixer.addVoice(
                .buffer(SoundBuffer(mono: tone), loopCount: -1), app: loudest, session: 1, duck: 1)
        )
        var output: [Float] = []
        for _ in 0..<100 {
            let ramp = HostInterval.milliseconds(Int64.random(in: 0...40, using: &generator))
            let gain: Float = [0, 0.3, 1].randomElement(using: &generator) ?? 0
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: mixer.hold(voice)
            case 1: mixer.resume(voice)
            case 2: mixer.setGain(voice, .app, to: gain * loudest, ramp: ramp)
            case 3: mixer.setGain(voice, .session, to: gain, ramp: ramp)
            case 4: mixer.setGain(voice, .duck, to: gain, ramp: ramp)
            default: mixer.setPan(voice, to: gain, ramp: ramp)
            }
            // Now and then two at a time.
            output += mixer.rendered(Int.random(in: 0...700, using: &generator)).left
        }
        mixer.stop(voice)
        output += mixer.rendered(1000).left
        // Then no step is larger than the tone's own and a full-scale ramp of 5 ms.
        #expect(largestStep(output) <= (toneStep + 1 / 240) * loudest)
        #expect(output.last == 0)
        // And the test has rendered sound.
        #expect(output.contains { abs($0) > 0.01 * loudest })
    }

    private func largestStep(_ samples: [Float]) -> Float {
        zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }
}
