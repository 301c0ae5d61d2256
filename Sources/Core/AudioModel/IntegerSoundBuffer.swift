/// A sound in memory as short sounds are stored: interleaved 16-bit integers at the sound's own
/// rate, half as long as a `SoundBuffer`.
///
/// Immutable after `init`, so any thread may read it. The render thread reads `samples` directly;
/// the control side keeps the buffer alive until the render thread has released it.
///
/// Ownership: `init` alone writes the samples; all threads only read them, and `deinit` frees them.
public final class IntegerSoundBuffer: @unchecked Sendable {
    /// `frameCount × channelCount` samples, full scale 2¹⁵.
    public let samples: UnsafePointer<Int16>
    /// The length in frames.
    public let frameCount: Int
    /// The number of interleaved channels: 1 or 2.
    public let channelCount: Int
    /// The sample rate in frames a second.
    public let sampleRate: Double
    private let memory: SampleMemory<Int16>

    /// Allocates a buffer and lets `fill` write its samples, once.
    ///
    /// - Parameters:
    ///   - channelCount: 1 or 2.
    ///   - fill: Receives `frameCount × channelCount` zeroed samples.
    public init(
        frameCount: Int,
        channelCount: Int,
        sampleRate: Double,
        fill: (UnsafeMutableBufferPointer<Int16>) throws -> Void
    ) rethrows {
        memory = SampleMemory(
            frameCount: frameCount, channelCount: channelCount, sampleRate: sampleRate)
        samples = UnsafePointer(memory.samples.baseAddress!)
        self.frameCount = frameCount
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        try fill(memory.samples)
    }

    deinit {
        memory.deallocate()
    }
}
