/// The last frames of a sound, for what was stretched to end as the sound itself does.
///
/// Stretching overlaps pieces where they fit best. That leaves the last one at any place of a wave,
/// with a jump to the silence after it and a few milliseconds of the sound left out.
struct SoundEnd {
    /// Interleaved; its last frame is the sound's.
    var samples: [Float]
    var channelCount: Int
    /// Frames of the sound for one of what comes out: the change of pitch, as a factor.
    var step: Double

    /// Fades the end in over the last frames of `output`, and has it alone from then on.
    ///
    /// - Parameters:
    ///   - frameCount: Of `output`.
    ///   - fadeFrames: Of the fade, and again of what follows it; fewer where the sound or the
    ///     output is shorter.
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
