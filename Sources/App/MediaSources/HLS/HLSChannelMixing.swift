import ChannelLayouts

/// How frames of a coding become frames of the stream, if the number of channels changes on the way.
struct HLSChannelMixing {
    private enum Way {
        case same
        /// One channel in all channels.
        case spread
        /// The mean of the first two channels.
        case mean
        case stereo(StereoDownmix)
        /// The first channels; silence in those that are missing.
        case first
    }

    private let way: Way
    private let sourceCount: Int
    private let targetCount: Int

    init(from sourceCount: Int, to targetCount: Int, _ layout: ChannelLayout?) {
        self.sourceCount = sourceCount
        self.targetCount = targetCount
        way =
            if sourceCount == targetCount {
                .same
            } else if sourceCount == 1 {
                .spread
            } else if targetCount == 1 {
                .mean
            } else if targetCount == 2 {
                .stereo(StereoDownmix(channelCount: sourceCount, layout: layout))
            } else {
                .first
            }
    }

    func apply(
        _ input: UnsafePointer<Float>, frameCount: Int, into output: UnsafeMutablePointer<Float>
    ) {
        switch way {
        case .same: output.update(from: input, count: frameCount * sourceCount)
        case .stereo(let mix): mix.apply(input, frameCount: frameCount, into: output)
        case .spread:
            for index in 0..<frameCount * targetCount { output[index] = input[index / targetCount] }
        case .mean:
            for frame in 0..<frameCount {
                output[frame] = (input[frame * sourceCount] + input[frame * sourceCount + 1]) / 2
            }
        case .first:
            for frame in 0..<frameCount {
                for channel in 0..<targetCount {
                    output[frame * targetCount + channel] =
                        channel < sourceCount ? input[frame * sourceCount + channel] : 0
                }
            }
        }
    }
}
