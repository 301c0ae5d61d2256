import SimulatedDevice
import SoundMixer

/// A sound and its repetitions, which are taken piece by piece.
struct RepeatedSound {
    let sampleRate: Double
    let channelCount: Int
    private let sound: PlayerSound
    private var generator: (any SampleGenerator)?
    private var loopsLeft: Int
    private var hasFrames = false

    init(_ sound: PlayerSound) throws {
        let generator = try sound.sound.makeGenerator()
        self.sound = sound
        self.generator = generator
        sampleRate = generator.sampleRate
        channelCount = generator.channelCount
        loopsLeft = sound.loops
    }

    /// Returns the next frames, interleaved: at most `frameCount`, and not across the end of a
    /// repetition; `nil` after the last one.
    mutating func take(_ frameCount: Int) -> [Float]? {
        while generator != nil {
            var samples = [Float](repeating: 0, count: frameCount * channelCount)
            let made = generator?.take(&samples, frameCount) ?? 0
            if made > 0 {
                hasFrames = true
                return Array(samples.prefix(made * channelCount))
            }
            restart()
        }
        return nil
    }

    /// Begins the next repetition after the end of one.
    private mutating func restart() {
        generator = nil
        // A sound without frames would restart endlessly.
        guard loopsLeft != 0, hasFrames else { return }
        if loopsLeft > 0 { loopsLeft -= 1 }
        hasFrames = false
        generator = try? sound.sound.makeGenerator()
    }
}
