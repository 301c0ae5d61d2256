/// A decoded sound in memory: interleaved 32-bit float samples at the sound's own rate.
///
/// Immutable after `init`, so any thread may read it. The render thread reads `samples` directly;
/// the control side keeps the buffer alive until the render thread has released it.
///
/// Ownership: `init` alone writes the samples; all threads only read them, and `deinit` frees them.
public final class SoundBuffer: @unchecked Sendable {
    /// `frameCount × channelCount` samples, full scale ±1.
    public let samples: UnsafePointer<Float>
    /// The length in frames.
    public let frameCount: Int
    /// The number of interleaved channels: 1 or 2.
    public let channelCount: Int
    /// The sample rate in frames a second.
    public let sampleRate: Double
    /// Whether a sample has a magnitude of 2 or more, or is not a number.
    public private(set) var hasLargeSamples = false
    private let memory: SampleMemory<Float>

    /// Allocates a buffer and lets `fill` write its samples, once.
    ///
    /// - Parameters:
    ///   - channelCount: 1 or 2.
    ///   - fill: Receives `frameCount × channelCount` zeroed samples.
    public init(
        frameCount: Int,
        channelCount: Int,
        sampleRate: Double,
        fill: (UnsafeMutableBufferPointer<Float>) throws -> Void
    ) rethrows {
        memory = SampleMemory(
            frameCount: frameCount, channelCount: channelCount, sampleRate: sampleRate)
        samples = UnsafePointer(memory.samples.baseAddress!)
        self.frameCount = frameCount
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        try fill(memory.samples)
        hasLargeSamples = Self.seesLargeSample(samples, count: memory.samples.count)
    }

    private static func seesLargeSample(
        _ samples: UnsafePointer<Float>, count: Int
    ) -> Bool {
        samples.withMemoryRebound(to: UInt32.self, capacity: count) { patterns in
            var seen: UInt32 = 0
            var index = 0
            while index < count {
                seen |= patterns[index]
                index &+= 1
            }
            // The highest bit of the exponent.
            return seen & 0x4000_0000 != 0
        }
    }

    /// The duration in seconds.
    public var duration: Double { Double(frameCount) / sampleRate }

    deinit {
        memory.deallocate()
    }
}
