import AVFAudio
import AudioModel
import Foundation
import Simulation
import SoundClient
import Testing

@Suite("Voice processing of AVAudioEngine") @MainActor struct VoiceProcessingTests {
    private let stage: EngineStage
    private let log = HandlerLog()

    /// An engine that records, with voice processing.
    init() throws {
        let stage = try EngineStage()
        self.stage = stage
        try stage.app.run {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
            try AVAudioSession.sharedInstance().setActive(true)
            try stage.engine.inputNode.setVoiceProcessingEnabled(true)
        }
    }

    private var input: AVAudioInputNode { stage.app.run { stage.engine.inputNode } }

    private func start() throws -> Levels {
        let levels = Levels()
        try stage.app.run {
            stage.engine.inputNode.installTap(onBus: 0, bufferSize: 4800, format: nil) {
                buffer, _ in
                nonisolated(unsafe) let buffer = buffer
                MainActor.assumeIsolated { levels.receive(buffer) }
            }
            try stage.engine.start()
        }
        return levels
    }

    /// The loudest sample of what a tap has received lately.
    @MainActor
    private final class Levels {
        private(set) var last: Float = 0

        func receive(_ buffer: AVAudioPCMBuffer) {
            guard let data = buffer.floatChannelData else { return }
            last = (0..<Int(buffer.frameLength)).map { abs(data[0][$0]) }.max() ?? 0
        }
    }

    private func listen() -> Bool {
        let log = log
        return input.setMutedSpeechActivityEventListener { event in
            log.add("\(event) \(CurrentApp.isOnSimulatedMain)")
        }
    }

    /// Words of 200 ms, with pauses of 100 ms.
    private func speech(seconds: Double) -> [Float] {
        (0..<Int(seconds * 48_000)).map { frame in
            let isWord = frame % 14_400 < 9600
            return isWord ? Float(0.2 * sin(Double(frame) / 48_000 * 180 * 2 * .pi)) : 0
        }
    }

    private func hum(amplitude: Float, seconds: Double) -> [Float] {
        var random = SeededGenerator(seed: 5)
        return (0..<Int(seconds * 48_000)).map { _ in
            Float.random(in: -amplitude...amplitude, using: &random)
        }
    }

    @Test("notices speech while the input is muted: once at the start, and once at the end")
    func speechWhileMuted() throws {
        #expect(listen())
        input.isVoiceProcessingInputMuted = true
        let levels = try start()
        // Given a quiet room, then nothing is said.
        stage.phone.makeSound(hum(amplitude: 0.002, seconds: 1))
        stage.pass(1000)
        #expect(log.all.isEmpty)
        // When someone speaks for two seconds, then it is reported once, and the input is silent.
        stage.phone.makeSound(speech(seconds: 2))
        stage.pass(500)
        #expect(log.all == ["started false"])
        stage.pass(1500)
        #expect(log.all == ["started false"] && levels.last == 0)
        stage.pass(400)
        #expect(log.all == ["started false"])
        stage.pass(400)
        #expect(log.all == ["started false", "ended false"])
    }

    @Test("hears nothing in a short click, and takes a lasting noise as the room's")
    func noSpeech() throws {
        #expect(listen())
        input.isVoiceProcessingInputMuted = true
        _ = try start()
        stage.phone.makeSound(
            hum(amplitude: 0.002, seconds: 0.5) + [Float](repeating: 0.5, count: 2400)
                + hum(amplitude: 0.002, seconds: 1))
        stage.pass(1500)
        #expect(log.all.isEmpty)
        // A fan that is switched on is speech for some seconds at most.
        stage.phone.makeSound(hum(amplitude: 0.05, seconds: 9))
        stage.pass(8000)
        #expect(log.all == ["started false", "ended false"])
        // Speech that is louder is noticed.
        let fan = hum(amplitude: 0.05, seconds: 2)
        stage.phone.makeSound(zip(fan, speech(seconds: 2)).map { $0 + 3 * $1 })
        stage.pass(1000)
        #expect(log.all.count == 3)
    }

    @Test("listens only while the input is muted and voice processing is enabled")
    func conditions() throws {
        #expect(!input.isVoiceProcessingInputMuted && input.isVoiceProcessingAGCEnabled)
        #expect(listen())
        let levels = try start()
        stage.phone.makeSound(speech(seconds: 20))
        stage.pass(1000)
        #expect(log.all.isEmpty && levels.last > 0.15)
        input.isVoiceProcessingInputMuted = true
        stage.pass(1000)
        #expect(log.all == ["started false"] && levels.last == 0)
        // It begins again with each muting.
        input.isVoiceProcessingInputMuted = false
        stage.pass(1000)
        #expect(levels.last > 0.15)
        input.isVoiceProcessingInputMuted = true
        stage.pass(1000)
        #expect(log.all == ["started false", "started false"])
        // When the listener is removed, then nothing more comes.
        #expect(input.setMutedSpeechActivityEventListener(nil))
        stage.pass(5000)
        #expect(log.all.count == 2)
    }

    @Test("is off, and the input is not muted, while voice processing is disabled")
    func disabled() throws {
        input.isVoiceProcessingInputMuted = true
        #expect(throws: Never.self) { try input.setVoiceProcessingEnabled(false) }
        #expect(!input.isVoiceProcessingInputMuted && !input.isVoiceProcessingAGCEnabled)
        #expect(!listen())
        input.isVoiceProcessingInputMuted = true
        #expect(!input.isVoiceProcessingInputMuted)
        let levels = try start()
        stage.phone.makeSound(hertz: 440)
        stage.pass(1000)
        #expect(levels.last > 0.2)
        #expect(throws: NSError.self) { try input.setVoiceProcessingEnabled(true) }
        #expect(input.setMutedSpeechActivityEventListener(nil))
    }
}
