import AudioModel
import SoundServer
import Synchronization

/// The device's own sounds on a stage: a tone for each kind, for as long as the sound lasts.
final class DeviceSounds: DeviceOutputs {
    private struct State {
        weak var device: StagedApp?
        var numbers: [StreamKind: Int] = [:]
    }

    private let state = Mutex(State())

    /// - Parameter device: The app that owns the streams; the stage retains it.
    func sound(in device: StagedApp) {
        state.withLock { $0.device = device }
    }

    func vibrate(with stream: StreamID?) {
        // Observers see the effect itself; there is no motor.
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
    /// A sine at the scenario language's level, 48 kHz mono, faded in over 5 ms.
    ///
    /// - Parameter isWhole: Whether it is faded out too, for a sound that does not loop.
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
