import AVFAudio
import CoreAudioTypes
import Foundation
import Simulation
import SoundClient
import Testing

/// A phone at full volume, with one app that has an engine.
@MainActor
final class EngineStage {
    let phone: SimulatedPhone
    let app: SimulatedPhone.App
    let engine: AVAudioEngine
    private(set) var configurationChanges = 0
    /// Whether one of them was posted on the app's main thread.
    private(set) var hasMainConfigurationChange = false
    private var observer: (any NSObjectProtocol)?

    init(_ makeEngine: () throws -> AVAudioEngine = { AVAudioEngine() }) throws {
        var settings = SimulatedPhone.Settings()
        settings.mediaVolume = 1
        phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record("\($0)") }
        app = phone.launch("Engine", backgroundModes: ["audio"])
        engine = try app.run { try makeEngine() }
        observer = app.run {
            NotificationCenter.default.addObserver(
                forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
            ) { [weak self] _ in
                let isMain = CurrentApp.isOnSimulatedMain
                MainActor.assumeIsolated {
                    self?.configurationChanges += 1
                    if isMain { self?.hasMainConfigurationChange = true }
                }
            }
        }
    }

    /// Another engine of the same app.
    init(on stage: EngineStage) throws {
        (phone, app) = (stage.phone, stage.app)
        engine = app.run { AVAudioEngine() }
    }

    func pass(_ milliseconds: Int) { phone.advance(by: .milliseconds(milliseconds)) }

    /// Attaches a source of a tone and connects it to the main mixer.
    @discardableResult
    func playTone(hertz: Double, rate: Double = 48_000) -> AVAudioSourceNode {
        app.run {
            var frame = 0
            let source = AVAudioSourceNode { _, _, frameCount, list in
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                    for index in 0..<Int(frameCount) {
                        let phase = Double(frame + index) * hertz / rate * 2 * .pi
                        samples?[index] = Float(sin(phase)) / 2
                    }
                }
                frame += Int(frameCount)
                return 0
            }
            engine.attach(source)
            engine.connect(
                source, to: engine.mainMixerNode,
                format: AVAudioFormat(standardFormatWithSampleRate: rate, channels: 2))
            return source
        }
    }

    /// Sets the session's category and starts the engine.
    func start(_ category: AVAudioSession.Category = .playback) throws {
        try app.run {
            try AVAudioSession.sharedInstance().setCategory(category)
            try AVAudioSession.sharedInstance().setActive(true)
            try engine.start()
        }
    }
}
