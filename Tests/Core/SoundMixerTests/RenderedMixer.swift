import AudioModel
import SoundMixer

extension Mixer {
    /// Renders the next frames as the render thread does, `blockFrames` a call.
    func rendered(_ frameCount: Int, blockFrames: Int = 480) -> StereoFrames {
        var samples = [Float](repeating: .nan, count: 2 * frameCount)
        samples.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            var done = 0
            while done < frameCount {
                let count = min(blockFrames, frameCount - done)
                renderer.render(into: start + 2 * done, frameCount: count)
                done += count
            }
        }
        return StereoFrames(samples: samples)
    }

    /// A voice with all gains at 1.
    func play(_ buffer: SoundBuffer, loopCount: Int = 0) -> VoiceID? {
        addVoice(.buffer(buffer, loopCount: loopCount), app: 1, session: 1, duck: 1)
    }
}

/// The output of a mixer.
struct StereoFrames: Equatable {
    var samples: [Float]

    var left: [Float] { stride(from: 0, to: samples.count, by: 2).map { samples[$0] } }
    var right: [Float] { stride(from: 1, to: samples.count, by: 2).map { samples[$0] } }

    static func + (first: StereoFrames, second: StereoFrames) -> StereoFrames {
        StereoFrames(samples: first.samples + second.samples)
    }
}

extension SoundBuffer {
    convenience init(mono samples: [Float], sampleRate: Double = 48_000) {
        self.init(frameCount: samples.count, channelCount: 1, sampleRate: sampleRate) {
            for (index, sample) in samples.enumerated() { $0[index] = sample }
        }
    }

    convenience init(left: [Float], right: [Float], sampleRate: Double = 48_000) {
        self.init(frameCount: left.count, channelCount: 2, sampleRate: sampleRate) {
            for index in left.indices {
                $0[2 * index] = left[index]
                $0[2 * index + 1] = right[index]
            }
        }
    }
}

/// White noise within ±`peak`.
func noise(_ count: Int, seed: UInt64, peak: Float = 0.5) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Float.random(in: -peak...peak, using: &generator) }
}
