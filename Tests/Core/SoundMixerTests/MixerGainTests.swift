import AudioModel
import SoundMixer
import Testing

@Suite("A voice's gain")
struct MixerGainTests {
    /// A voice of ones: the output is the gain.
    private func steadyVoice(
        _ mixer: Mixer, app: Float = 1, isHeld: Bool = false
    ) throws -> Mixer.VoiceID {
        let ones = SoundBuffer(mono: [Float](repeating: 1, count: 100))
        return try #require(
            mixer.addVoice(
                .buffer(ones, loopCount: -1), app: app, session: 1, duck: 1, isHeld: isHeld))
    }

    @Test("holds from the first frame")
    func startsAtOnce() throws {
        let mixer = Mixer(outputRate: 48_000)
        _ = try steadyVoice(mixer, app: 0.25)
        #expect(mixer.rendered(10).left == [Float](repeating: 0.25, count: 10))
    }

    @Test("ramps in a straight line and arrives exactly", arguments: Mixer.GainStage.allCases)
    func rampsLinearly(stage: Mixer.GainStage) throws {
        let mixer = Mixer(outputRate: 48_000)
        let voice = try steadyVoice(mixer)
        mixer.setGain(voice, stage, to: 0.25, ramp: .milliseconds(100))
        let output = mixer.rendered(5000).left
        for frame in 0..<4800 {
            try #require(abs(output[frame] - (1 - 0.75 * Float(frame) / 4800)) < 1e-6)
        }
        #expect(output[4800...].allSatisfy { $0 == 0.25 })
    }

    @Test("is taken over by a later ramp from where it is")
    func takesOver() throws {
        // Given a ramp from 1 to 0 over 200 ms, half of it done.
        let mixer = Mixer(outputRate: 48_000)
        let voice = try steadyVoice(mixer)
        mixer.setGain(voice, .app, to: 0, ramp: .milliseconds(200))
        _ = mixer.rendered(4800)
        // When the same stage is ramped back to 1 over 100 ms.
        mixer.setGain(voice, .app, to: 1, ramp: .milliseconds(100))
        // Then it climbs from 0.5.
        let output = mixer.rendered(4801).left
        for frame in 0...4800 {
            try #require(abs(output[frame] - (0.5 + 0.5 * Float(frame) / 4800)) < 1e-6)
        }
    }

    @Test(
        "does not depend on a ramp that was taken over where it began",
        arguments: Mixer.GainStage.allCases, [480, 100, 1])
    func takesOverAtOnce(stage: Mixer.GainStage, blockFrames: Int) throws {
        func output(takingOver: Bool) throws -> StereoFrames {
            let mixer = Mixer(outputRate: 48_000)
            let voice = try steadyVoice(mixer)
            _ = mixer.rendered(480)
            // 512 frames: the gain is exactly 1 where it begins.
            let exact = HostInterval(nanoseconds: 512 * 1_000_000_000 / 48_000)
            if takingOver { mixer.setGain(voice, stage, to: 0.5, ramp: exact) }
            mixer.setGain(voice, stage, to: 0.3, ramp: .milliseconds(8))
            return mixer.rendered(960, blockFrames: blockFrames)
        }
        // The one ramp is the only one that moves, the other is not.
        #expect(try output(takingOver: false) == output(takingOver: true))
    }

    @Test("is the product of its stages, each on its own ramp")
    func multiplies() throws {
        let mixer = Mixer(outputRate: 48_000)
        let voice = try steadyVoice(mixer)
        mixer.setGain(voice, .app, to: 0.5, ramp: .milliseconds(100))
        mixer.setGain(voice, .session, to: 0, ramp: .milliseconds(200))
        mixer.setGain(voice, .duck, to: 0.25, ramp: .milliseconds(50))
        let output = mixer.rendered(9601).left
        for frame in 0...9600 {
            let app = 1 - 0.5 * min(Float(frame) / 4800, 1)
            let session = 1 - Float(frame) / 9600
            let duck = 1 - 0.75 * min(Float(frame) / 2400, 1)
            try #require(abs(output[frame] - app * session * duck) < 2e-4)
        }
        #expect(output[9600] == 0)
    }

    @Test("never jumps: a ramp of no length takes 6 ms")
    func noJump() throws {
        let mixer = Mixer(outputRate: 48_000)
        let voice = try steadyVoice(mixer)
        mixer.setGain(voice, .session, to: 0, ramp: .zero)
        let output = mixer.rendered(400).left
        for frame in 0..<288 {
            try #require(abs(output[frame] - (1 - Float(frame) / 288)) <= 1.01 / 288)
        }
        #expect(output[289...].allSatisfy { $0 == 0 })
    }

    @Test(
        "makes the most of what it is given",
        arguments: [
            (.nan, 0), (.infinity, 0), (-1, 0), (1000, Mixer.gainMax), (2, 2),
        ] as [(Float, Float)])
    func oddGains(gain: Float, expected: Float) throws {
        let mixer = Mixer(outputRate: 48_000)
        let voice = try steadyVoice(mixer)
        mixer.setGain(voice, .app, to: gain, ramp: HostInterval(nanoseconds: -5))
        #expect(mixer.rendered(1000).left.last == expected)
    }

    @Test(
        "is balanced by the pan: full on the near side",
        arguments: [
            (0, 1, 1), (-1, 1, 0), (1, 0, 1), (0.25, 0.75, 1), (-0.5, 1, 0.5),
            (7, 0, 1), (.nan, 1, 1),
        ] as [(Float, Float, Float)])
    func pan(pan: Float, left: Float, right: Float) throws {
        let mixer = Mixer(outputRate: 48_000)
        let voice = try steadyVoice(mixer)
        mixer.setPan(voice, to: pan, ramp: .milliseconds(10))
        let output = mixer.rendered(1000)
        #expect(output.left.last == left)
        #expect(output.right.last == right)
    }

    @Test("moves on while the voice is held")
    func movesWhileHeld() throws {
        let mixer = Mixer(outputRate: 48_000)
        let voice = try steadyVoice(mixer, isHeld: true)
        mixer.setGain(voice, .app, to: 0.5, ramp: .milliseconds(100))
        _ = mixer.rendered(4800)
        mixer.resume(voice)
        #expect(mixer.rendered(481).left.last == 0.5)
    }
}
