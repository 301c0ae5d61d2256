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
        end(deviceSound)
        let buffer = SoundBuffer.tone(
            hertz: tone.hertz, seconds: tone.seconds ?? 1, isWhole: tone.seconds != nil)
        let number = try? device.sound.startStream(
            deviceSound, .buffer(buffer, loopCount: tone.seconds == nil ? -1 : 0), ended: { _ in })
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
    ///
    /// - Parameter isWhole: Whether it is faded out too, as a sound that is not to be looped.
    static func tone(hertz: Double, seconds: Double, isWhole: Bool = false) -> SoundBuffer {
        let frameCount = GeneratedSound.frameCount(seconds: seconds)
        var generator = ToneGenerator(hertz: hertz, frameCount: isWhole ? frameCount : nil)
        return SoundBuffer(
            frameCount: frameCount, channelCount: 1, sampleRate: GeneratedSound.sampleRate
        ) { samples in
            if let start = samples.baseAddress {
                _ = generator.generate(into: start, frameCount: frameCount)
            }
        }
    }
}
