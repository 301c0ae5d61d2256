/// The continuation of a sound after its end, which is cross-faded with the following sound to
/// avoid a discontinuity.
struct FadingTail {
    private var samples: [Float] = []
    private var frameCount = 0
    /// The number of frames that have been mixed.
    private var frame = 0

    /// Creates an empty tail.
    init() {}

    init(_ samples: UnsafePointer<Float>, frameCount: Int, _ channelCount: Int) {
        self.samples = Array(UnsafeBufferPointer(start: samples, count: frameCount * channelCount))
        self.frameCount = frameCount
    }

    /// Cross-fades the next frames with the tail.
    mutating func mix(into output: UnsafeMutablePointer<Float>, _ channelCount: Int, _ count: Int) {
        guard frame < frameCount else { return }
        for index in 0..<min(count, frameCount - frame) {
            let new = Float(frame + 1) / Float(frameCount + 1)
            for channel in 0..<channelCount {
                let place = index * channelCount + channel
                output[place] =
                    new * output[place] + (1 - new) * samples[frame * channelCount + channel]
            }
            frame += 1
        }
    }
}
