/// The last frames of a sound, so that a stretched sound ends as the original does.
///
/// Stretching overlaps segments where they match best. The last segment may therefore end anywhere
/// in a period, with a jump to the silence after it and a few milliseconds of the sound missing.
struct SoundEnd {
    /// The interleaved samples; the last frame is the sound's last.
    var samples: [Float]
    var channelCount: Int
    /// The number of source frames for one output frame: the pitch change as a factor.
    var step: Double

    /// Cross-fades the end into the last frames of `output`; the final frames are the end alone.
    ///
    /// - Parameters:
    ///   - frameCount: The number of frames of `output`.
    ///   - fadeFrames: The length of the fade, and again of the frames after it; shorter when the
    ///     sound or the output is shorter.
    func close(_ output: UnsafeMutablePointer<Float>, frameCount: Int, fadeFrames: Int) {
        let ownCount = samples.count / channelCount
        let count = min(2 * fadeFrames, frameCount, Int(Double(ownCount) / step))
        let fadeCount = count / 2
        for index in 0..<count {
            let position = max(Double(ownCount) - Double(count - index) * step, 0)
            let frame = min(Int(position), ownCount - 1)
            let next = min(frame + 1, ownCount - 1)
            let fraction = Float(position - Double(frame))
            let new = min(Float(index + 1) / Float(fadeCount + 1), 1)
            for channel in 0..<channelCount {
                let first = samples[frame * channelCount + channel]
                let second = samples[next * channelCount + channel]
                let place = (frameCount - count + index) * channelCount + channel
                output[place] =
                    new * (first + fraction * (second - first)) + (1 - new) * output[place]
            }
        }
    }
}
