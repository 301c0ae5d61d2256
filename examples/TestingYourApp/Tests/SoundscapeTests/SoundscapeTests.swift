import AVFAudio
import Simulation
import Soundscape
import Testing

/// What happens to a phone at a bedside, with an engine that plays.
@MainActor
@Suite("A soundscape")
struct SoundscapeTests {
    private let phone = SimulatedPhone()
    private static let rain = 440.0
    private static let waves = 660.0

    init() {
        phone.onFinding = { Issue.record($0) }
    }

    private func launchSoundscape() throws -> (app: SimulatedPhone.App, soundscape: Soundscape) {
        var soundscape: Soundscape?
        let app = try phone.launch("Soundscape", backgroundModes: ["audio"]) {
            soundscape = try Soundscape(
                rain: tone(hertz: Self.rain), waves: tone(hertz: Self.waves))
            try soundscape?.play()
            return soundscape
        }
        phone.advance(by: .seconds(1))
        #expect(hearsBoth(app))
        return (app, try #require(soundscape))
    }

    private func hearsBoth(_ app: SimulatedPhone.App) -> Bool {
        let heard = phone.heard(from: app)
        return heard.contains(hertz: Self.rain) && heard.contains(hertz: Self.waves)
    }

    @Test("has its rain on the right and its waves on the left, each at its volume")
    func layers() throws {
        let (app, soundscape) = try launchSoundscape()
        app.run { soundscape.setVolume(0, of: .waves) }
        phone.advance(by: .seconds(1))
        #expect(!phone.heard(from: app).contains(hertz: Self.waves))
        #expect(balance(app) > 2)
        app.run {
            soundscape.setVolume(1, of: .waves)
            soundscape.setVolume(0, of: .rain)
        }
        phone.advance(by: .seconds(1))
        #expect(!phone.heard(from: app).contains(hertz: Self.rain))
        #expect(balance(app) < 0.5)
        let full = phone.heard(from: app).level
        app.run { soundscape.setVolume(0.5, of: .waves) }
        phone.advance(by: .seconds(1))
        #expect(abs(phone.heard(from: app).level - (full - 6.02)) < 0.1)
    }

    /// How many times as loud the right channel is as the left one.
    private func balance(_ app: SimulatedPhone.App) -> Float {
        let samples = phone.heard(from: app).samples
        func peak(_ channel: Int) -> Float {
            stride(from: channel, to: samples.count, by: 2).map { abs(samples[$0]) }.max() ?? 0
        }
        return peak(1) / peak(0)
    }

    @Test("fades to silence in five minutes, evenly, and gives the phone back")
    func fade() throws {
        let (app, soundscape) = try launchSoundscape()
        phone.lock()
        phone.advance(by: .seconds(1))
        let full = phone.heard(from: app).level
        app.run { soundscape.sleep(in: 300) }
        var last = full
        for _ in 0..<9 {
            phone.advance(by: .seconds(30))
            let level = phone.heard(from: app).level
            #expect(level < last)
            last = level
        }
        // After nine tenths of the time a tenth of the amplitude is left: 20 dB less.
        #expect(abs(last - (full - 20)) < 0.2)
        phone.advance(by: .seconds(31))
        #expect(phone.heard(from: app).isSilent && !soundscape.isOn && !app.isSessionActive)
        #expect(!soundscape.engine.isRunning)
    }

    @Test("goes on after a call, as softly as it had become")
    func call() throws {
        let (app, soundscape) = try launchSoundscape()
        app.run { soundscape.sleep(in: 30) }
        phone.advance(by: .seconds(10))
        let before = phone.heard(from: app).level
        phone.receiveCall()
        phone.advance(by: .seconds(5))
        #expect(phone.heard(from: app).isSilent && soundscape.isOn)
        phone.declineCall()
        phone.advance(by: .seconds(1))
        #expect(hearsBoth(app))
        #expect(phone.heard(from: app).level < before)
    }

    @Test("stays silent after a call that takes longer than the fade")
    func longCall() throws {
        let (app, soundscape) = try launchSoundscape()
        app.run { soundscape.sleep(in: 10) }
        phone.advance(by: .seconds(5))
        phone.receiveCall()
        phone.answerCall()
        phone.advance(by: .seconds(20))
        phone.endCall()
        phone.advance(by: .seconds(2))
        #expect(phone.heard(from: app).isSilent && !soundscape.isOn && !app.isSessionActive)
    }

    @Test("stops when the headphones are pulled out")
    func unplug() throws {
        phone.plug(.headphones)
        let (app, soundscape) = try launchSoundscape()
        phone.unplug(.headphones)
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).isSilent && !soundscape.isOn)
    }

    @Test("is heard in silent mode, as what the user has asked for")
    func ringSwitch() throws {
        let (app, _) = try launchSoundscape()
        phone.flipSwitch(.silent)
        phone.advance(by: .seconds(1))
        #expect(hearsBoth(app))
        #expect(phone.why(app).reasons == [])
    }

    @Test("goes on when the hardware's format changes, as softly as it had become")
    func configurationChange() throws {
        let (app, soundscape) = try launchSoundscape()
        app.run { soundscape.sleep(in: 30) }
        phone.advance(by: .seconds(15))
        let before = phone.heard(from: app).level
        // What an engine does on hardware with another sample rate.
        app.run {
            soundscape.engine.stop()
            NotificationCenter.default.post(
                name: .AVAudioEngineConfigurationChange, object: soundscape.engine)
        }
        phone.advance(by: .seconds(1))
        #expect(hearsBoth(app))
        #expect(phone.heard(from: app).level < before)
    }

    @Test("plays with another engine after the media services were reset")
    func mediaReset() throws {
        let (app, soundscape) = try launchSoundscape()
        let engine = soundscape.engine
        phone.resetMediaServices()
        phone.advance(by: .seconds(3))
        #expect(hearsBoth(app))
        #expect(soundscape.engine !== engine && soundscape.isOn)
    }
}

/// A second of a tone, which tests can tell by its frequency.
private func tone(hertz: Double) throws -> AVAudioPCMBuffer {
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 48_000))
    buffer.frameLength = 48_000
    let samples = try #require(buffer.floatChannelData)[0]
    for frame in 0..<48_000 {
        samples[frame] = Float(0.25 * sin(2 * Double.pi * hertz * Double(frame) / 48_000))
    }
    return buffer
}
