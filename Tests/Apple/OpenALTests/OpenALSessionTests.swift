import AVFAudio
import Foundation
import OpenAL
import Simulation
import SoundPolicy
import TestSupport
import Testing

/// What the session makes of OpenAL's sound: `openal.md`, cases 8 to 16, 21 and 23.
@MainActor
@Suite("OpenAL under the session", .enabled(if: BuildTraits.hasOpenAL))
struct OpenALSessionTests {
    @Test("the silent switch mutes an ambient game, the position moves on meanwhile (case 8)")
    func ambient() throws {
        let stage = try GameStage(.ambient)
        let source = stage.loop()
        stage.pass(1_000)
        #expect(!stage.heard.isSilent)
        stage.phone.flipSwitch(.silent)
        let before = stage.number(of: source, AL_SAMPLE_OFFSET)
        stage.pass(500)
        #expect(stage.heard.isSilent)
        let moved = (stage.number(of: source, AL_SAMPLE_OFFSET) - before + 48_000) % 48_000
        #expect(abs(moved - 24_000) <= 1_024)
        stage.phone.flipSwitch(.ring)
        stage.pass(500)
        #expect(!stage.heard.isSilent)
    }

    @Test("it does not mute a game that plays back (case 9)")
    func playback() throws {
        let stage = try GameStage()
        stage.loop()
        stage.phone.flipSwitch(.silent)
        stage.pass(500)
        #expect(!stage.heard.isSilent)
    }

    /// The two orders in which games go silent for an interruption, and come back.
    enum Pattern: CaseIterable, Sendable {
        /// The session first: `openal.md`, section 3, fact 4 (b).
        case usual
        /// Inside out, as ObjectAL does: 4 (a).
        case insideOut
    }

    @Test(
        "a call stops the sources where they are, and a game that comes back goes on there (10, 12)",
        arguments: Pattern.allCases)
    func call(pattern: Pattern) throws {
        let stage = try GameStage()
        let source = stage.loop()
        stage.pass(1_000)
        stage.phone.receiveCall()
        stop(stage, pattern)
        let before = stage.app.run { () -> ALint in
            alcMakeContextCurrent(stage.context)
            let offset = stage.number(of: source, AL_SAMPLE_OFFSET)
            alcMakeContextCurrent(nil)
            return offset
        }
        stage.pass(2_000)
        #expect(stage.heard(1_100..<3_000).isSilent)
        stage.phone.declineCall()
        stage.pass(100)
        #expect(stage.heard.isSilent)
        stage.setActive(true)
        #expect(stage.app.isSessionActive)
        stage.app.run {
            alcMakeContextCurrent(stage.context)
            #expect(stage.number(of: source, AL_SAMPLE_OFFSET) == before)
            alcProcessContext(stage.context)
        }
        stage.pass(200)
        #expect(!stage.heard.isSilent)
        #expect(stage.app.run { alGetError() } == AL_NO_ERROR)
    }

    private func stop(_ stage: GameStage, _ pattern: Pattern) {
        stage.app.run {
            switch pattern {
            case .usual:
                try? AVAudioSession.sharedInstance().setActive(false)
                alcMakeContextCurrent(nil)
                alcSuspendContext(stage.context)
            case .insideOut:
                alcSuspendContext(stage.context)
                alcMakeContextCurrent(nil)
                try? AVAudioSession.sharedInstance().setActive(false)
            }
        }
    }

    @Test("a game that does nothing after a call stays silent, without an error (case 11)")
    func forgetful() throws {
        let stage = try GameStage()
        let source = stage.loop()
        stage.pass(1_000)
        stage.phone.receiveCall()
        stage.pass(1_000)
        stage.phone.declineCall()
        stage.pass(3_000)
        #expect(stage.heard(1_100..<5_000).isSilent)
        #expect(stage.state(of: source) == AL_PLAYING)
        stage.app.run { alSourcePlay(source) }
        stage.pass(200)
        #expect(stage.heard.isSilent)
        #expect(stage.app.run { alGetError() } == AL_NO_ERROR)
        stage.setActive(true)
        stage.pass(200)
        #expect(!stage.heard.isSilent)
    }

    @Test("a suspended context is silent and stands still, until it is processed (case 13)")
    func suspended() throws {
        let stage = try GameStage()
        let source = stage.loop()
        stage.pass(500)
        stage.app.run { alcSuspendContext(stage.context) }
        let before = stage.number(of: source, AL_SAMPLE_OFFSET)
        stage.pass(1_000)
        #expect(stage.heard(600..<1_500).isSilent)
        #expect(stage.number(of: source, AL_SAMPLE_OFFSET) == before)
        stage.app.run { alcProcessContext(stage.context) }
        stage.pass(200)
        #expect(!stage.heard.isSilent)
        #expect(abs(stage.number(of: source, AL_SAMPLE_OFFSET) - before - 9_600) <= 1_024)
    }

    @Test("a prompt with duckOthers lowers the game, and gives it back unbroken (case 14)")
    func ducking() throws {
        let stage = try GameStage(.ambient)
        stage.loop()
        stage.pass(1_000)
        let level = stage.heard.level
        let prompt = stage.phone.launch("Maps", backgroundModes: ["audio"])
        stage.phone.open(stage.app)
        stage.pass(200)
        prompt.run {
            let session = AVAudioSession.sharedInstance()
            try? session.setCategory(.playback, options: .duckOthers)
            try? session.setActive(true)
        }
        stage.pass(1_500)
        #expect(stage.heard.level < level - 6)
        #expect(!stage.heard.isSilent)
        prompt.run { try? AVAudioSession.sharedInstance().setActive(false) }
        stage.pass(2_000)
        #expect(abs(stage.heard.level - level) < 0.1)
    }

    @Test("in the background only a game with the audio mode is heard (case 15)")
    func background() throws {
        for modes in [[], ["audio"]] {
            let stage = try GameStage(backgroundModes: modes)
            stage.loop()
            stage.pass(500)
            stage.phone.home()
            stage.pass(12_000)
            #expect(stage.heard.isSilent == modes.isEmpty)
        }
    }

    @Test("unplugged headphones leave the pitch as it is (case 16)")
    func headphones() throws {
        var settings = SimulatedPhone.Settings()
        settings.accessories = [.headphones]
        let stage = try GameStage(settings: settings, attributes: [ALC_FREQUENCY, 44_100, 0])
        stage.loop(hertz: 441)
        stage.pass(500)
        stage.phone.unplug(.headphones)
        stage.pass(500)
        let frequency = try #require(stage.heard.frequency)
        #expect(abs(frequency - 441) < 1)
    }

    @Test("two apps have contexts, sessions and verdicts of their own (case 21)")
    func twoApps() throws {
        let stage = try GameStage(.ambient, backgroundModes: ["audio"])
        let other = try GameStage(backgroundModes: ["audio"], on: stage)
        #expect(stage.device != other.device && stage.context != other.context)
        #expect(stage.app.run { alcGetCurrentContext() } == stage.context)
        #expect(other.app.run { alcGetCurrentContext() } == other.context)
        stage.app.run {
            #expect(alcMakeContextCurrent(other.context) == ALC_FALSE)
            #expect(alcGetError(nil) == ALC_INVALID_CONTEXT)
        }
        stage.phone.open(stage.app)
        stage.loop(hertz: 440)
        stage.pass(300)
        #expect(!stage.heard.isSilent && other.heard.isSilent)
        stage.phone.open(other.app)
        other.loop(hertz: 880)
        stage.phone.flipSwitch(.silent)
        stage.pass(500)
        #expect(stage.heard.isSilent)
        let frequency = try #require(other.heard.frequency)
        #expect(abs(frequency - 880) < 2)
    }

    @Test("without a current context calls fail, and sources play on (case 23)")
    func noContext() throws {
        let stage = try GameStage()
        let source = stage.loop()
        stage.pass(300)
        stage.app.run {
            #expect(alcMakeContextCurrent(nil) == ALC_TRUE)
            #expect(alcGetCurrentContext() == nil)
            alSourcePlay(source)
            #expect(alGetError() == AL_INVALID_OPERATION)
        }
        stage.pass(300)
        #expect(!stage.heard.isSilent)
    }

    @Test("a device is silent for good after a reset of the media services")
    func reset() throws {
        let stage = try GameStage()
        let source = stage.loop()
        stage.pass(500)
        stage.phone.resetMediaServices()
        stage.pass(3_000)
        stage.setActive(true)
        stage.app.run { alSourcePlay(source) }
        stage.pass(500)
        #expect(stage.heard.isSilent)
        stage.app.run {
            alcMakeContextCurrent(nil)
            let device = alcOpenDevice(nil)
            alcMakeContextCurrent(alcCreateContext(device, nil))
        }
        stage.loop()
        stage.pass(500)
        #expect(!stage.heard.isSilent)
    }

    @Test("a game pauses its stream a second after its last source, and starts it again")
    func idle() throws {
        let stage = try GameStage()
        let source = stage.source(stage.buffer(tone(440, frames: 4_800)))
        for _ in 0..<3 {
            stage.app.run { alSourcePlay(source) }
            stage.pass(100)
            #expect(!stage.heard.isSilent)
            stage.pass(3_000)
            #expect(stage.heard.isSilent)
            #expect(stage.phone.why(stage.app, at: stage.phone.now).description.contains("pause"))
        }
    }

    @Test("a minute of many sources is the same in two runs, to the sample (case 24)")
    func deterministic() throws {
        func run() throws -> [Float] {
            let stage = try GameStage()
            let buffer = stage.buffer(tone(330, frames: 30_011))
            for index in 0..<16 {
                let source = stage.source(buffer, loops: true)
                stage.app.run {
                    alSourcef(source, AL_PITCH, 1 + Float(index) / 100)
                    alSource3f(source, AL_POSITION, Float(index) - 8, 0, -1)
                    alSourcePlay(source)
                }
                stage.pass(37)
            }
            stage.pass(60_000)
            return stage.heard((stage.now - 5_000)..<stage.now).samples
        }
        let (one, other) = (try run(), try run())
        #expect(one == other)
        #expect(one.contains { $0 != 0 })
    }
}
