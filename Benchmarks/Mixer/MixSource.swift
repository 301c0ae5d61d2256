import AudioModel
import Glibc

/// A second of a sine in stereo, which repeats without a seam.
final class MixSource {
    static let frameCount = 44_100
    static let blockFrames = 256

    let frames: UnsafeMutablePointer<Float>

    /// - Parameter cycles: Whole cycles in the source; at 44.1 kHz hertz.
    init(cycles: Int) {
        frames = .allocate(capacity: 2 * Self.frameCount)
        for frame in 0..<Self.frameCount {
            let phase = 2 * Double.pi * Double(cycles * frame % Self.frameCount)
            let sample = Float(sin(phase / Double(Self.frameCount)) / 2)
            frames[2 * frame] = sample
            frames[2 * frame + 1] = sample
        }
    }

    deinit { frames.deallocate() }

    /// The source as a sound of the mixer.
    func sound(sampleRate: Double) -> SoundBuffer {
        SoundBuffer(frameCount: Self.frameCount, channelCount: 2, sampleRate: sampleRate) {
            for index in $0.indices { $0[index] = frames[index] }
        }
    }
}
