import AudioModel
import SoundServer
import Synchronization

/// The sounds of a stage's device itself: each a tone of its own, as long as it lasts.
final class DeviceSounds: DeviceOutputs {
    private struct State {
        weak var device: StagedApp?
        var numbers: [StreamKind: Int] = [:]
    }

    private let state = Mutex(State())

    /// - Parameter device: Whose streams they are; kept by the stage.
    func sound(in device: StagedApp) {
        state.withLock { $0.device = device }
    }

    func vibrate(with stream: StreamID?) {
        // Whoever watches sees the effect itself; there is nothing to move.
    }

    func begin(_ deviceSound: StreamKind) {
        guard let device = state.withLock({ $0.device }),
            let tone = PhoneSounds.tone(of: deviceSound)
        else { return }
        let second = SoundBuffer.tone(hertz: tone.hertz, seconds: 1)
        let number = try? device.sound.startStream(
            deviceSound, .buffer(second, loopCount: -1), ended: { _ in })
        state.withLock { $0.numbers[deviceSound] = number }
    }

    func end(_ deviceSound: StreamKind) {
        let (device, number) = state.withLock {
            ($0.device, $0.numbers.removeValue(forKey: deviceSound))
        }
        if let number { try? device?.sound.stopStream(number) }
    }
}

extension SoundBuffer {
    /// A sine of the scenario language's loudness, 48 kHz mono, faded in over 5 ms.
    static func tone(hertz: Double, seconds: Double) -> SoundBuffer {
        var generator = ToneGenerator(hertz: hertz, frameCount: nil)
        let frameCount = GeneratedSound.frameCount(seconds: seconds)
        return SoundBuffer(
            frameCount: frameCount, channelCount: 1, sampleRate: GeneratedSound.sampleRate
        ) { samples in
            if let start = samples.baseAddress {
                _ = generator.generate(into: start, frameCount: frameCount)
            }
        }
    }
}
