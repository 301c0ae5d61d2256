import AudioModel
import Foundation
import SoundClient
import SoundMixer

/// The sound of a shutter: a system sound, so that the phone's switch, its ringer volume and a
/// recording of the app silence it as they silence others.
enum ShutterSound {
    /// Plays the sound for an app. Where the phone refuses it, it is silent.
    static func play(in app: AppSound) {
        _ = try? app.startStream(
            .systemSound, .buffer(sound, loopCount: 0), outlivesApp: true, ended: { _ in })
    }

    private static let sampleRate = 48_000.0

    /// Two clicks of noise that fades, an eleventh of a second apart.
    private static let sound = SoundBuffer(
        frameCount: Int(0.16 * sampleRate), channelCount: 1, sampleRate: sampleRate
    ) { samples in
        var generator = SeededGenerator(seed: 1108)
        for frame in samples.indices {
            let time = Double(frame) / sampleRate
            let click = time < 0.09 ? time : time - 0.09
            let noise = Double(generator.next() >> 40) / Double(1 << 23) - 1
            samples[frame] = Float(0.5 * noise * exp(-click * 90))
        }
    }
}
