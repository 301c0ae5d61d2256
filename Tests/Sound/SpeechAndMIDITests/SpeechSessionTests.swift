import AVFAudio
import AudioModel
import Simulation
import SoundClient
import SoundMixer
import TestSupport
import Testing

/// Tests speech with `usesApplicationAudioSession` set to false.
@MainActor
@Suite("Speech in a session of its own", .enabled(if: BuildTraits.hasSpeech))
struct SpeechSessionTests {
    private let phone = SimulatedPhone()

    init() {
        phone.onFinding = { Issue.record($0) }
    }

    @MainActor
    private final class Speaker: NSObject, @MainActor AVSpeechSynthesizerDelegate {
        let synthesizer = AVSpeechSynthesizer()
        var calls: [String] = []

        override init() {
            super.init()
            synthesizer.usesApplicationAudioSession = false
            synthesizer.delegate = self
        }

        func speak(_ text: String) { synthesizer.speak(AVSpeechUtterance(string: text)) }

        func speechSynthesizer(_: AVSpeechSynthesizer, didStart _: AVSpeechUtterance) {
            calls.append("start")
        }
        func speechSynthesizer(_: AVSpeechSynthesizer, didFinish _: AVSpeechUtterance) {
            calls.append("finish")
        }
        func speechSynthesizer(_: AVSpeechSynthesizer, didPause _: AVSpeechUtterance) {
            calls.append("pause")
        }
        func speechSynthesizer(_: AVSpeechSynthesizer, didContinue _: AVSpeechUtterance) {
            calls.append("continue")
        }
        func speechSynthesizer(_: AVSpeechSynthesizer, didCancel _: AVSpeechUtterance) {
            calls.append("cancel")
        }
    }

    private static let sentence = "One two three four five six seven eight nine ten"

    private func launch(_ modes: [String] = []) -> (SimulatedPhone.App, Speaker) {
        let app = phone.launch("Prompter", backgroundModes: modes)
        return (app, app.run { Speaker() })
    }

    private func launchMusic() throws -> SimulatedPhone.App {
        try phone.launch("Music", backgroundModes: ["audio"]) {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            let tone = SoundBuffer.tone(hertz: 440, seconds: 1, isWhole: false)
            _ = try CurrentApp.simulated?.startStream(
                .player, .buffer(tone, loopCount: -1), ended: { _ in })
        }
    }

    /// The app with the session of Prompter's speech.
    private var speech: SimulatedPhone.App? { phone.apps.last { $0.name == "Prompter speech" } }

    private var isSpeechHeard: Bool { speech.map { !phone.heard(from: $0).isSilent } ?? false }

    @Test("ducks other sound while it speaks, and leaves the app's session alone")
    func ducking() throws {
        let music = try launchMusic()
        phone.advance(by: .seconds(2))
        let before = phone.heard(from: music).level
        let (app, speaker) = launch()
        app.run { speaker.speak("Turn left after three hundred metres") }
        phone.advance(by: .seconds(1))
        #expect(isSpeechHeard && phone.heard(from: app).isSilent)
        #expect(phone.heard(from: music).level < before - 6)
        #expect(!app.isSessionActive && app.category == .soloAmbient)
        #expect(app.run { speaker.synthesizer.isSpeaking })
        phone.advance(by: .seconds(6))
        #expect(abs(phone.heard(from: music).level - before) < 0.1)
        #expect(speech?.isSessionActive == false)
        #expect(speaker.calls == ["start", "finish"])
        // A second synthesizer shares the session.
        let second = app.run { Speaker() }
        app.run {
            speaker.speak("One")
            second.speak(Self.sentence)
        }
        phone.advance(by: .seconds(1.5))
        #expect(speaker.calls.last == "finish")
        #expect(second.calls == ["start"])
        #expect(isSpeechHeard && phone.heard(from: music).level < before - 6)
        #expect(phone.apps.count { $0.name == "Prompter speech" } == 1)
        phone.advance(by: .seconds(6))
        #expect(abs(phone.heard(from: music).level - before) < 0.1)
    }

    @Test("gives other sound its volume back while the app pauses it")
    func pause() throws {
        let music = try launchMusic()
        phone.advance(by: .seconds(1))
        let before = phone.heard(from: music).level
        let (app, speaker) = launch()
        app.run { speaker.speak(Self.sentence) }
        phone.advance(by: .seconds(1))
        #expect(app.run { speaker.synthesizer.pauseSpeaking(at: .immediate) })
        phone.advance(by: .seconds(20))
        #expect(!isSpeechHeard && abs(phone.heard(from: music).level - before) < 0.1)
        // The session's app has been suspended since, and is woken.
        #expect(app.run { speaker.synthesizer.continueSpeaking() })
        phone.advance(by: .seconds(0.5))
        #expect(isSpeechHeard && phone.heard(from: music).level < before - 6)
        phone.advance(by: .seconds(6))
        #expect(speaker.calls == ["start", "pause", "continue", "finish"])
    }

    @Test("continues by itself after a call")
    func interruption() {
        let (app, speaker) = launch()
        app.run { speaker.speak(Self.sentence) }
        phone.advance(by: .milliseconds(600))
        phone.receiveCall()
        phone.advance(by: .seconds(30))
        #expect(!isSpeechHeard && speaker.calls == ["start", "pause"])
        phone.declineCall()
        phone.advance(by: .seconds(8))
        #expect(speaker.calls == ["start", "pause", "continue", "finish"])
    }

    @Test("does not continue after a call when the app has paused it")
    func pausedInterruption() {
        let (app, speaker) = launch()
        app.run { speaker.speak(Self.sentence) }
        phone.advance(by: .milliseconds(600))
        #expect(app.run { speaker.synthesizer.pauseSpeaking(at: .immediate) })
        phone.receiveCall()
        phone.advance(by: .seconds(5))
        phone.declineCall()
        phone.advance(by: .seconds(8))
        #expect(!isSpeechHeard && speaker.calls == ["start", "pause"])
    }

    @Test("is silent in the background without the audio mode", arguments: [false, true])
    func background(hasAudioMode: Bool) {
        let (app, speaker) = launch(hasAudioMode ? ["audio"] : [])
        app.run { speaker.speak(Self.sentence) }
        phone.advance(by: .seconds(1))
        #expect(isSpeechHeard)
        phone.home()
        phone.advance(by: .milliseconds(200))
        #expect(isSpeechHeard == hasAudioMode)
    }

    @Test("may begin in the background with the audio mode")
    func backgroundStart() throws {
        let (app, speaker) = launch(["audio"])
        app.run { speaker.speak("One") }
        phone.advance(by: .seconds(3))
        let music = try launchMusic()
        phone.advance(by: .seconds(2))
        let before = phone.heard(from: music).level
        phone.runInBackground(app, for: .fetch)
        app.run { speaker.speak("Turn left after three hundred metres") }
        phone.advance(by: .seconds(1))
        #expect(isSpeechHeard && phone.heard(from: music).level < before - 6)
    }

    @Test("ends with the app")
    func end() throws {
        let (app, speaker) = launch()
        app.run { speaker.speak(Self.sentence) }
        phone.advance(by: .seconds(1))
        #expect(isSpeechHeard)
        phone.kill(app)
        phone.advance(by: .milliseconds(200))
        #expect(phone.heard.isSilent && speech?.state == .notRunning)
    }
}
