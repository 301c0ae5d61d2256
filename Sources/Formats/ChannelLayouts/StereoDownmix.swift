/// Downmixes interleaved frames of any number of channels to stereo, with the gains of `Downmix`.
///
/// Without a usable layout, the default WAVE order is assumed; above eight channels even channels
/// go left and odd ones right.
public struct StereoDownmix: Sendable {
    /// Left and right gain of each channel.
    private let gains: [(left: Float, right: Float)]

    /// Computes the gains.
    ///
    /// - Parameters:
    ///   - channelCount: 1…64.
    ///   - layout: The channel layout; nil or an unusable one selects the default.
    public init(channelCount: Int, layout: ChannelLayout? = nil) {
        let stereo = [ChannelLabel("L"), ChannelLabel("R")]
        let named = layout.flatMap { ChannelLayout.labels($0, channelCount: channelCount) }
        let usual = Downmix.defaultLabels(channelCount: channelCount)
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

    /// Sends each channel to one side at full gain.
    ///
    /// - Parameter sides: For each channel 0 for left and 1 for right; any other number is silence.
    public init(sides: [Int]) {
        gains = sides.map { ($0 == 0 ? 1 : 0, $0 == 1 ? 1 : 0) }
    }

    /// Downmixes frames.
    ///
    /// - Parameters:
    ///   - input: `frameCount` frames of all the channels.
    ///   - output: Room for `frameCount` stereo frames; not the input.
    public func apply(
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
