import AudioModel
import Realtime
import Synchronization

/// A bounded pipe of interleaved float frames from one control-side writer to the render thread.
///
/// A feed serves one voice, once.
public final class VoiceFeed: @unchecked Sendable {
    public let channelCount: Int
    public let sampleRate: Double

    let samples: RingBuffer<Float>
    private let finished = Atomic<Bool>(false)
    private let claimed = Atomic<Bool>(false)

    /// - Parameters:
    ///   - channelCount: 1 or 2.
    ///   - capacityFrames: How much may wait; at least two device blocks. A feed whose rate is not
    ///     the output's is read up to a millisecond ahead.
    public init(channelCount: Int, sampleRate: Double, capacityFrames: Int) {
        precondition(channelCount == 1 || channelCount == 2, "mono or stereo")
        precondition(sampleRate > 0 && capacityFrames > 0, "a feed has a rate and room")
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        samples = RingBuffer(capacity: capacityFrames * channelCount)
    }

    /// Frames that `write` would take now.
    public var freeFrames: Int { samples.writableCount / channelCount }

    /// Appends frames, as many as fit. Writer's thread only.
    ///
    /// - Parameter samples: `frameCount × channelCount` interleaved samples, full scale ±1.
    /// - Returns: Frames taken.
    public func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Int {
        // Whole frames only: a lone left sample would swap the channels.
        let frameCount = min(frameCount, freeFrames)
        guard frameCount > 0 else { return 0 }
        return self.samples.write(samples, count: frameCount * channelCount) / channelCount
    }

    /// Says that no more comes: the voice ends when what was written has been played. Writer's
    /// thread only.
    public func finish() {
        finished.store(true, ordering: .releasing)
    }

    /// Whether `samples` will not grow any more. Ask before looking at `samples`, not after.
    var isFinished: Bool {
        @_noLocks @_noAllocation get { finished.load(ordering: .acquiring) }
    }

    /// Makes the feed one voice's own.
    ///
    /// - Returns: Whether it was free.
    func claim() -> Bool {
        !claimed.exchange(true, ordering: .relaxed)
    }

    /// Undoes `claim` when the voice could not be added after all.
    func unclaim() {
        claimed.store(false, ordering: .relaxed)
    }
}
