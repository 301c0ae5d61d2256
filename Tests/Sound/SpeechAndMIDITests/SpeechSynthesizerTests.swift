import AVFAudio
import AudioModel
import Simulation
import SoundClient
import SoundMixer
import TestSupport
import Testing

/// Tests `AVSpeechSynthesizer` on a simulated phone.
@MainActor
@Suite("AVSpeechSynthesizer", .enabled(if: BuildTraits.hasSpeech))
struct SpeechSynthesizerTests {
    private let phone = SimulatedPhone()

    init() {
        phone.onFinding = { Issue.record($0) }
    }

    /// Records the calls of a delegate.
    private final class Recorder: NSObject, AVSpeechSynthesizerDelegate {
        var calls: [String] = []
        var words: [NSRange] = []
        var finished: () -> Void = {}

        private func note(_ call: String, _ utterance: AVSpeechUtterance) {
            #expect(CurrentApp.isOnSimulatedMain)
            calls.append("\(call) \(utterance.speechString)")
        }

        func speechSynthesizer(_: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance) {
            note("start", utterance)
        }

        func speechSynthesizer(_: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance) {
            note("finish", utterance)
            finished()
        }

        func speechSynthesizer(_: AVSpeechSynthesizer, didPause utterance: AVSpeechUtterance) {
            note("pause", utterance)
        }

        func speechSynthesizer(_: AVSpeechSynthesizer, didContinue utterance: AVSpeechUtterance) {
            note("continue", utterance)
        }

        func speechSynthesizer(_: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance) {
            note("cancel", utterance)
        }

        func speechSynthesizer(
            _: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange,
            utterance: AVSpeechUtterance
        ) {
            words.append(characterRange)
        }
    }

    @MainActor
    private final class Speaker {
        let synthesizer = AVSpeechSynthesizer()
        let recorder = Recorder()

        init() {
            synthesizer.delegate = recorder
        }

        func speak(_ texts: String...) {
            for text in texts { synthesizer.speak(AVSpeechUtterance(string: text)) }
        }
    }

    private func launch() -> (SimulatedPhone.App, Speaker) {
        let app = phone.launch("Prompter") {
            try? AVAudioSession.sharedInstance().setCategory(.playback)
        }
        return (app, app.run { Speaker() })
    }

    @Test("an utterance has Apple's defaults (engine 55)")
    func defaults() {
        let utterance = AVSpeechUtterance(string: "a")
        #expect(utterance.rate == 0.5 && utterance.rate == AVSpeechUtteranceDefaultSpeechRate)
        #expect(utterance.pitchMultiplier == 1 && utterance.volume == 1)
        #expect(utterance.preUtteranceDelay == 0 && utterance.postUtteranceDelay == 0)
        #expect(utterance.voice == nil && utterance.speechString == "a")
    }

    @Test("speaks one utterance after the other, with ranges in UTF-16")
    func order() {
        let (app, speaker) = launch()
        app.run { speaker.speak("Grüße 👩‍👩‍👧 dir", "Two.") }
        #expect(app.run { speaker.synthesizer.isSpeaking })
        phone.advance(by: .seconds(1))
        #expect(!phone.heard(from: app).isSilent)
        phone.advance(by: .seconds(9))
        #expect(
            speaker.recorder.calls == [
                "start Grüße 👩‍👩‍👧 dir", "finish Grüße 👩‍👩‍👧 dir", "start Two.", "finish Two.",
            ])
        #expect(
            speaker.recorder.words == [
                NSRange(location: 0, length: 5), NSRange(location: 6, length: 8),
                NSRange(location: 15, length: 3), NSRange(location: 0, length: 3),
            ])
        #expect(!app.run { speaker.synthesizer.isSpeaking })
        #expect(phone.heard(from: app).isSilent)
    }

    @Test("speak 3, stop during the first: one cancel, no finish (engine 53)")
    func stop() {
        let (app, speaker) = launch()
        app.run { speaker.speak("One and two and three", "Four", "Five") }
        phone.advance(by: .milliseconds(300))
        #expect(app.run { speaker.synthesizer.stopSpeaking(at: .immediate) })
        #expect(!app.run { speaker.synthesizer.isSpeaking })
        phone.advance(by: .seconds(5))
        #expect(
            speaker.recorder.calls == [
                "start One and two and three", "cancel One and two and three",
            ])
        #expect(phone.heard(from: app).isSilent)
        #expect(!app.run { speaker.synthesizer.stopSpeaking(at: .immediate) })
        // A dropped utterance may be spoken again.
        app.run { speaker.speak("Six") }
        phone.advance(by: .seconds(3))
        #expect(speaker.recorder.calls.suffix(2) == ["start Six", "finish Six"])
    }

    @Test("stops before the next word")
    func stopAtWord() {
        let (app, speaker) = launch()
        app.run { speaker.speak("Extraordinarily many words follow") }
        phone.advance(by: .milliseconds(300))
        #expect(app.run { speaker.synthesizer.stopSpeaking(at: .word) })
        #expect(app.run { speaker.synthesizer.isSpeaking })
        phone.advance(by: .seconds(4))
        #expect(speaker.recorder.calls.last?.hasPrefix("cancel") == true)
        #expect(speaker.recorder.words == [NSRange(location: 0, length: 15)])
    }

    @Test("pauses and continues at once, where it was")
    func pause() {
        let (app, speaker) = launch()
        app.run { speaker.speak("One two three four five six") }
        phone.advance(by: .milliseconds(500))
        #expect(app.run { speaker.synthesizer.pauseSpeaking(at: .immediate) })
        #expect(app.run { speaker.synthesizer.isPaused && speaker.synthesizer.isSpeaking })
        #expect(!app.run { speaker.synthesizer.pauseSpeaking(at: .immediate) })
        phone.advance(by: .milliseconds(200))
        let known = speaker.recorder.words.count
        phone.advance(by: .seconds(3))
        #expect(phone.heard(from: app).isSilent && speaker.recorder.words.count == known)
        #expect(app.run { speaker.synthesizer.continueSpeaking() })
        phone.advance(by: .seconds(5))
        #expect(speaker.recorder.words.count == 6)
        #expect(
            speaker.recorder.calls.map { $0.prefix { $0 != " " } } == [
                "start", "pause", "continue", "finish",
            ])
        #expect(!app.run { speaker.synthesizer.continueSpeaking() })
    }

    @Test("pauses before the next word")
    func pauseAtWord() {
        let (app, speaker) = launch()
        app.run { speaker.speak("Extraordinarily many words follow") }
        phone.advance(by: .milliseconds(300))
        #expect(app.run { speaker.synthesizer.pauseSpeaking(at: .word) })
        #expect(!app.run { speaker.synthesizer.isPaused })
        phone.advance(by: .seconds(4))
        #expect(app.run { speaker.synthesizer.isPaused })
        #expect(speaker.recorder.words.count == 1)
        #expect(app.run { speaker.synthesizer.continueSpeaking() })
        phone.advance(by: .seconds(4))
        #expect(speaker.recorder.words.count == 4)
        #expect(speaker.recorder.calls.last?.hasPrefix("finish") == true)
    }

    @Test("waits before and between utterances, not after the last")
    func delays() {
        let (app, speaker) = launch()
        app.run {
            let first = AVSpeechUtterance(string: "One")
            (first.preUtteranceDelay, first.postUtteranceDelay) = (1, 2)
            let second = AVSpeechUtterance(string: "Two")
            second.postUtteranceDelay = 30
            speaker.synthesizer.speak(first)
            speaker.synthesizer.speak(second)
        }
        phone.advance(by: .milliseconds(990))
        #expect(speaker.recorder.calls.isEmpty && phone.heard(from: app).isSilent)
        phone.advance(by: .milliseconds(20))
        #expect(speaker.recorder.calls == ["start One"])
        phone.advance(by: .seconds(1.5))
        #expect(speaker.recorder.calls == ["start One", "finish One"])
        phone.advance(by: .seconds(3))
        #expect(speaker.recorder.calls.last == "finish Two")
        #expect(!app.run { speaker.synthesizer.isSpeaking })
    }

    @Test("a spoken prompt ducks another app's music and gives it back")
    func ducking() throws {
        let music = try phone.launch("Music", backgroundModes: ["audio"]) {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            let tone = SoundBuffer.tone(hertz: 440, seconds: 1, isWhole: false)
            _ = try CurrentApp.simulated?.startStream(
                .player, .buffer(tone, loopCount: -1), ended: { _ in })
        }
        phone.advance(by: .seconds(2))
        let before = phone.heard(from: music).level
        let (app, speaker) = launch()
        try app.run {
            try AVAudioSession.sharedInstance().setCategory(.playback, options: .duckOthers)
            speaker.recorder.finished = {
                try? AVAudioSession.sharedInstance().setActive(
                    false, options: .notifyOthersOnDeactivation)
            }
            speaker.speak("Turn left after three hundred metres")
        }
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: music).level < before - 6)
        #expect(!phone.heard(from: app).isSilent)
        phone.advance(by: .seconds(6))
        #expect(abs(phone.heard(from: music).level - before) < 0.1)
        #expect(speaker.recorder.calls.last?.hasPrefix("finish") == true)
    }

    @Test("a call pauses the speech, and its end lets it continue")
    func interruption() {
        let (app, speaker) = launch()
        app.run { speaker.speak("One two three four five six seven eight nine ten") }
        phone.advance(by: .milliseconds(600))
        phone.receiveCall()
        phone.advance(by: .seconds(2))
        #expect(app.run { speaker.synthesizer.isPaused && speaker.synthesizer.isSpeaking })
        #expect(phone.heard(from: app).isSilent)
        phone.declineCall()
        phone.advance(by: .seconds(1))
        if app.run({ speaker.synthesizer.isPaused }) {
            #expect(app.run { speaker.synthesizer.continueSpeaking() })
        }
        phone.advance(by: .seconds(8))
        #expect(speaker.recorder.words.count == 10)
        #expect(speaker.recorder.calls.last?.hasPrefix("finish") == true)
    }

    @Test("sounds the same in every run, however time is cut")
    func determinism() {
        func run(_ pieces: [Duration]) -> [Float] {
            let phone = SimulatedPhone()
            let app = phone.launch("Prompter") {
                let synthesizer = AVSpeechSynthesizer()
                synthesizer.speak(AVSpeechUtterance(string: "The same, every time."))
                return synthesizer
            }
            for piece in pieces { phone.advance(by: piece) }
            return phone.heard(from: app, last: .seconds(2)).samples
        }
        let whole = run([.seconds(2)])
        #expect(whole.contains { abs($0) > 0.05 })
        #expect(run(Array(repeating: .milliseconds(8), count: 250)) == whole)
    }

    @Test("the same utterance twice at once is a programmer error")
    func twice() {
        let (app, speaker) = launch()
        app.run {
            let utterance = AVSpeechUtterance(string: "Once")
            speaker.synthesizer.speak(utterance)
            ProgrammerErrors.handle(with: { call, _ in
                #expect(call == "AVSpeechSynthesizer.speak(_:)")
            }) { speaker.synthesizer.speak(utterance) }
        }
        phone.advance(by: .seconds(3))
        #expect(speaker.recorder.calls == ["start Once", "finish Once"])
    }

    @Test("writes an utterance into buffers, the last of them empty, without a sound (engine 54)")
    func write() throws {
        final class Written {
            var frames: [AVAudioFrameCount] = []
            var words: [NSRange] = []
            var peak: Float = 0
            var format: AVAudioFormat?
        }
        let (app, speaker) = launch()
        let written = app.run { Written() }
        app.run {
            nonisolated(unsafe) let written = written
            speaker.synthesizer.write(
                AVSpeechUtterance(string: "Hello wörld"),
                toBufferCallback: { buffer in
                    #expect(!CurrentApp.isOnSimulatedMain)
                    guard let buffer = buffer as? AVAudioPCMBuffer else { return }
                    written.format = buffer.format
                    written.frames.append(buffer.frameLength)
                    for frame in 0..<Int(buffer.frameLength) {
                        written.peak = max(written.peak, abs(buffer.floatChannelData![0][frame]))
                    }
                },
                toMarkerCallback: { markers in
                    written.words += markers.filter { $0.mark == .word }.map(\.textRange)
                })
        }
        phone.advance(by: .seconds(2))
        #expect(phone.heard(from: app, last: .seconds(2)).isSilent)
        #expect(written.frames.last == 0 && written.frames.dropLast().allSatisfy { $0 > 0 })
        #expect(written.frames.count > 2 && written.peak > 0.05)
        #expect(written.words.map(\.location) == [0, 6])
        let settings = try #require(AVSpeechSynthesisVoice(language: "en-US")).audioFileSettings
        #expect(written.format == AVAudioFormat(settings: settings))
    }

    @Test("markup has its own text, and invalid markup is none")
    func markup() {
        #expect(
            AVSpeechUtterance(ssmlRepresentation: "<speak>Hello World</speak>")?.speechString
                == "Hello World")
        #expect(AVSpeechUtterance(ssmlRepresentation: "Hello") == nil)
    }

    @Test("utterances, voices and markers survive archives")
    func archives() throws {
        func copy<Object: NSObject & NSCoding>(_ object: Object) throws -> Object {
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: object, requiringSecureCoding: true)
            let object = try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
            return try #require(object)
        }
        let voice = try #require(AVSpeechSynthesisVoice(language: "de-DE"))
        #expect(try copy(voice) == voice)
        let utterance = AVSpeechUtterance(string: "Grüße")
        utterance.voice = voice
        utterance.rate = 0.25
        utterance.postUtteranceDelay = 1.5
        let other = try copy(utterance)
        #expect(other.speechString == "Grüße" && other.voice == voice && other.rate == 0.25)
        #expect(other.postUtteranceDelay == 1.5 && other.pitchMultiplier == 1)
        let markup = try #require(
            AVSpeechUtterance(ssmlRepresentation: "<speak>a <break time='1s'/> b</speak>"))
        #expect(try copy(markup).speechString == markup.speechString)
        let marker = AVSpeechSynthesisMarker(
            wordRange: NSRange(location: 3, length: 4), atByteSampleOffset: 99)
        let read = try copy(marker)
        #expect(read.mark == .word && read.textRange == marker.textRange)
        #expect(read.byteSampleOffset == 99 && read.bookmarkName.isEmpty)
    }
}
