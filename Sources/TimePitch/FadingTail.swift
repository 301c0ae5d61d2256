/// How a sound would have gone on after its end: it fades out while what follows fades in, so that
/// nothing jumps between them.
struct FadingTail {
    private var samples: [Float] = []
    private var frameCount = 0
    /// Frames of it that are past.
    private var frame = 0

    /// None.
    init() {}

    init(_ samples: UnsafePointer<Float>, frameCount: Int, _ channelCount: Int) {
        self.samples = Array(
            UnsafeBufferPointer(start: samples, count: frameCount * channelCount))
        self.frameCount = frameCount
    }

    /// Fades the next frames in over it.
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
