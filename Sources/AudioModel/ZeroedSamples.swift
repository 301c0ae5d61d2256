/// Allocates the memory of a sound: zeroed interleaved samples, which the caller frees.
///
/// - Parameter channelCount: 1 or 2.
/// - Returns: `frameCount × channelCount` samples, in memory that is there for none, too.
func zeroedSamples<Sample: BitwiseCopyable & Numeric>(
    frameCount: Int, channelCount: Int, sampleRate: Double
) -> UnsafeMutableBufferPointer<Sample> {
    precondition(channelCount == 1 || channelCount == 2, "channelCount must be 1 or 2")
    precondition(frameCount >= 0 && sampleRate > 0, "invalid frameCount or sampleRate")
    let sampleCount = frameCount * channelCount
    let storage = UnsafeMutablePointer<Sample>.allocate(capacity: max(sampleCount, 1))
    storage.initialize(repeating: 0, count: max(sampleCount, 1))
    return UnsafeMutableBufferPointer(start: storage, count: sampleCount)
}
