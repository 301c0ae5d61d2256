import AudioModel
import SoundMixer
import Testing

@Suite("The mixer's limits")
struct MixerLimitTests {
    @Test("are 1,024 voices, and the next is refused until one was collected")
    func voicesMax() throws {
        let mixer = Mixer(outputRate: 48_000)
        let sound = SoundBuffer(mono: [0.001], sampleRate: 48_000)
        var voices: [Mixer.VoiceID] = []
        for _ in 0..<1024 {
            voices.append(try #require(mixer.play(sound, loopCount: -1)))
        }
        #expect(mixer.play(sound) == nil)
        #expect(mixer.voiceCount == 1024)
        // All of them sound.
        let sum = mixer.rendered(10).left[5]
        #expect(abs(sum - 1.024) < 1e-4)
        mixer.stop(voices[500])
        _ = mixer.rendered(1000)
        #expect(mixer.play(sound) == nil)
        #expect(mixer.collectEvents() == [.stopped(voices[500])])
        #expect(mixer.play(sound) != nil)
    }

    @Test("are as many rates as it has buses, and unused buses serve again")
    func busesMax() throws {
        // Given a voice at each of as many rates as there are buses.
        let mixer = Mixer(outputRate: 48_000, voicesMax: Mixer.busesMax + 2)
        let samples = [Float](repeating: 1, count: 5000)
        func play(_ rate: Double) -> Mixer.VoiceID? {
            mixer.play(SoundBuffer(mono: samples, sampleRate: rate))
        }
        // No whole numbers: they share one filter, and the test is quick.
        let voices = try (0..<Mixer.busesMax).map { try #require(play(24_000.5 + Double($0))) }
        // Then one rate more is refused, a known one is not.
        #expect(play(50_000) == nil)
        #expect(play(24_000.5) != nil)
        // When one of them is stopped and collected, its bus serves the new rate,
        mixer.stop(voices[7])
        _ = mixer.rendered(1000)
        #expect(mixer.collectEvents() == [.stopped(voices[7])])
        let newcomer = try #require(play(50_000))
        // which then sounds.
        _ = mixer.rendered(480)
        #expect(mixer.meter(of: newcomer)?.sourcePeak == 1)
        #expect(mixer.collectEvents().isEmpty)
        #expect(!mixer.renderer.hasEvents)
    }

    @Test("lose no command, however many come between two renders")
    func commandsBetweenRenders() throws {
        // Given more commands than the queue holds, and a final one for each voice.
        let mixer = Mixer(outputRate: 48_000, voicesMax: 8)
        let sound = SoundBuffer(mono: [1])
        let voices = try (0..<8).map { _ in try #require(mixer.play(sound, loopCount: -1)) }
        for round in 0..<Mixer.commandsPerCycleMax {
            for voice in voices {
                mixer.setGain(voice, .app, to: Float(round % 7), ramp: .zero)
                mixer.setGain(voice, .session, to: Float(round % 3), ramp: .zero)
                mixer.setPan(voice, to: -1, ramp: .zero)
                mixer.hold(voice)
                mixer.resume(voice)
            }
        }
        for (index, voice) in voices.enumerated() {
            mixer.setGain(voice, .app, to: 0.5, ramp: .zero)
            mixer.setGain(voice, .session, to: 0.5, ramp: .zero)
            mixer.setPan(voice, to: 0, ramp: .zero)
            if index == 0 { mixer.stop(voice) }
        }
        #expect(mixer.play(sound) == nil)
        // When it renders, requests `service`, and renders on.
        #expect(!mixer.renderer.hasEvents)
        _ = mixer.rendered(480)
        #expect(mixer.renderer.hasEvents)
        #expect(mixer.collectEvents().isEmpty)
        #expect(!mixer.renderer.hasEvents)
        let output = mixer.rendered(2000).left
        // Then the final command is in effect.
        #expect(output.last == 7 * 0.25)
        #expect(mixer.collectEvents() == [.stopped(voices[0])])
    }

    @Test("leave nothing behind: 100,000 voices come and go", arguments: [48_000.0, 44_100])
    func churn(sampleRate: Double) throws {
        let mixer = Mixer(outputRate: 48_000)
        var eventCount = 0
        for _ in 0..<500 {
            // Given a hundred sounds that only the mixer retains.
            var sounds: [WeakSound] = []
            for index in 0..<100 {
                let sound = SoundBuffer(mono: [0.1, 0.2], sampleRate: sampleRate)
                sounds.append(WeakSound(sound: sound))
                let voice = try #require(mixer.play(sound, loopCount: index % 3 - 1))
                if index % 2 == 0 { mixer.stop(voice) } else { mixer.cut(voice) }
            }
            // When they have ended.
            _ = mixer.rendered(600)
            eventCount += mixer.collectEvents().count
            // Then they have been released.
            try #require(sounds.allSatisfy { $0.sound == nil })
            try #require(mixer.voiceCount == 0)
        }
        #expect(eventCount == 50_000)
    }

    @Test("are kept when the mixer goes away under its voices")
    func deinitialized() {
        weak var sound: SoundBuffer?
        weak var mixer: Mixer?
        do {
            let playing = Mixer(outputRate: 48_000)
            mixer = playing
            let looped = SoundBuffer(mono: noise(100, seed: 30), sampleRate: 44_100)
            sound = looped
            _ = playing.play(looped, loopCount: -1)
            _ = playing.rendered(1000)
            // One more that the render thread never saw.
            _ = playing.play(looped)
        }
        #expect(mixer == nil)
        #expect(sound == nil)
    }
}

private struct WeakSound {
    weak var sound: SoundBuffer?
}
