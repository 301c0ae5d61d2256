import AVFAudio
import Simulation
import TestSupport
import Testing

@MainActor
@Suite("Outputs with a sample rate of their own")
struct OutputRateTests {
    @Test("show apps their rate while they are in use, and engines are told of the change")
    func rates() throws {
        var settings = SimulatedPhone.Settings()
        settings.mediaVolume = 1
        settings.outputRates = [.headphones: 44_100, .airplay: -1]
        let phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record($0) }
        let app = try phone.launch("Player", backgroundModes: ["audio"]) {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            try AVAudioSession.sharedInstance().setActive(true)
            return PlayingEngine()
        }
        func rate() -> Double { app.run { AVAudioSession.sharedInstance().sampleRate } }
        #expect(rate() == 48_000)
        phone.plug(.headphones)
        phone.advance(by: .seconds(1))
        #expect(rate() == 44_100)
        let engine = app.run { PlayingEngine() }
        try app.run { try engine.start() }
        #expect(app.run { engine.rate } == 44_100)
        phone.advance(by: .seconds(1))
        let heard = phone.heard(from: app, during: .milliseconds(1500)..<(.seconds(2)))
        #expect(!heard.isSilent)
        // When they are pulled, the engine stops, and goes on at the phone's rate.
        phone.unplug(.headphones)
        phone.advance(by: .seconds(1))
        #expect(rate() == 48_000)
        #expect(app.run { engine.changeCount } == 1)
        try app.run { try engine.start() }
        #expect(app.run { engine.rate } == 48_000)
        phone.advance(by: .seconds(1))
        let later = phone.heard(from: app, during: .milliseconds(3500)..<(.seconds(4)))
        #expect(!later.isSilent)
        app.run { engine.stop() }
    }
}

/// An engine that plays a constant.
@MainActor
private final class PlayingEngine {
    private let engine = AVAudioEngine()
    private(set) var changeCount = 0

    init() {
        let source = AVAudioSourceNode { _, _, frameCount, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                buffer.mData?.assumingMemoryBound(to: Float.self)
                    .update(repeating: 0.25, count: Int(frameCount))
            }
            return noErr
        }
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: nil)
        NotificationCenter.default.addObserver(
            forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
        ) { [weak self] _ in
            MainActor.assumeIsolated { self?.changeCount += 1 }
        }
    }

    var rate: Double { engine.outputNode.outputFormat(forBus: 0).sampleRate }

    func start() throws { try engine.start() }

    func stop() { engine.stop() }
}
