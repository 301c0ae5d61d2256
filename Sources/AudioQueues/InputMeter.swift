import SoundClient

/// Levels of the last captured block, for each channel of a queue.
struct InputMeter {
    private let channelCount: Int
    private(set) var levels: [ChannelLevel]

    init(channelCount: Int) {
        self.channelCount = channelCount
        levels = Array(repeating: .silence, count: channelCount)
    }

    mutating func reset() {
        levels = Array(repeating: .silence, count: channelCount)
    }

    mutating func take(_ sound: CapturedSound) {
        guard sound.frameCount > 0 else { return }
        for channel in 0..<channelCount {
            // A mono queue gets the mean of all channels; a mono microphone feeds both channels of
            // a stereo queue.
            let source = channelCount == 1 ? nil : min(channel, sound.channelCount - 1)
            levels[channel] =
                channel < 2 ? level(of: source, in: sound) : .silence
        }
    }

    /// - Parameter channel: `nil` for the mean of all channels.
    private func level(of channel: Int?, in sound: CapturedSound) -> ChannelLevel {
        var peak: Float = 0
        var sum: Float = 0
        for frame in 0..<sound.frameCount {
            let start = frame * sound.channelCount
            var sample: Float = 0
            if let channel {
                sample = sound.samples[start + channel]
            } else {
                for index in 0..<sound.channelCount { sample += sound.samples[start + index] }
                sample /= Float(sound.channelCount)
            }
            peak = max(peak, abs(sample))
            sum += sample * sample
        }
        return ChannelLevel(
            average: (sum / Float(sound.frameCount)).squareRoot(), peak: peak)
    }
}
