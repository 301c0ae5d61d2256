/// Mixes interleaved frames of any number of channels to stereo, by the gains of `Downmix`.
///
/// Channels of which nothing says where they belong are taken to be in the order of WAVE files;
/// beyond eight channels every even one is left and every odd one right.
public struct StereoFold: Sendable {
    /// Left and right gain of each channel.
    private let gains: [(left: Float, right: Float)]

    /// - Parameters:
    ///   - channelCount: 1…64.
    ///   - layout: What the channels are; one that has no places for them counts as none.
    public init(channelCount: Int, layout: ChannelLayout? = nil) {
        let stereo = [ChannelLabel("L"), ChannelLabel("R")]
        let named = layout.flatMap { ChannelLayout.labels($0, channelCount: channelCount) }
        let usual = Downmix.usualLabels(channelCount: channelCount)
        let mix =
            named.flatMap { Downmix(from: $0, to: stereo) }
            ?? usual.flatMap { Downmix(from: $0, to: stereo) }
        if let gains = mix?.gains {
            self.gains = (0..<channelCount).map { (gains[$0], gains[channelCount + $0]) }
        } else {
            let leftGain = 1 / Float((channelCount + 1) / 2)
            let rightGain = 1 / Float(max(channelCount / 2, 1))
            gains = (0..<channelCount).map { $0 % 2 == 0 ? (leftGain, 0) : (0, rightGain) }
        }
    }

    /// - Parameters:
    ///   - input: `frameCount` frames of all the channels.
    ///   - output: Room for `frameCount` stereo frames; not the input.
    public func fold(
        _ input: UnsafePointer<Float>, frameCount: Int, into output: UnsafeMutablePointer<Float>
    ) {
        var frame = input
        for index in 0..<frameCount {
            var left: Float = 0
            var right: Float = 0
            for channel in 0..<gains.count {
                left += frame[channel] * gains[channel].left
                right += frame[channel] * gains[channel].right
            }
            output[2 * index] = left
            output[2 * index + 1] = right
            frame += gains.count
        }
    }
}
