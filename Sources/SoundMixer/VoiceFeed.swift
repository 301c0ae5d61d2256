import AudioModel
import Realtime
import Synchronization

/// A bounded queue of interleaved float frames from one control-side writer to the render thread.
///
/// A feed serves one voice, once.
///
/// Ownership: the writer's thread fills the ring buffers, the render thread empties them; the flags
/// and counts are atomics.
public final class VoiceFeed: @unchecked Sendable {
    /// The number of interleaved channels: 1 or 2.
    public let channelCount: Int
    /// The sample rate in frames a second.
    public let sampleRate: Double

    let samples: RingBuffer<Float>
    let changes = RingBuffer<FeedChange>(capacity: VoiceFeed.changesMax)
    /// The number of frames of silence played because the feed was empty; only the render thread
    /// stores it.
    private let shortCount = Atomic<Int>(0)
    /// The refill threshold: the number of frames taken at which a refill is requested.
    private let refillThreshold = Atomic<Int>(.max)
    private let refillIsRequested = Atomic<Bool>(false)
    private let finished = Atomic<Bool>(false)
    private let claimed = Atomic<Bool>(false)

    /// - Parameters:
    ///   - channelCount: 1 or 2.
    ///   - capacityFrames: The capacity in frames; at least two device blocks. A feed with another
    ///     rate than the output's is read up to a millisecond ahead.
    public init(channelCount: Int, sampleRate: Double, capacityFrames: Int) {
        precondition(channelCount == 1 || channelCount == 2, "channelCount must be 1 or 2")
        precondition(sampleRate > 0 && capacityFrames > 0, "rate and capacity must be positive")
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        samples = RingBuffer(capacity: capacityFrames * channelCount)
    }

    /// The number of frames that `write` would accept now.
    public var freeFrames: Int { samples.writableCount / channelCount }

    /// Writes as many frames as fit. Writer's thread only.
    ///
    /// - Parameter samples: `frameCount × channelCount` interleaved samples, full scale ±1.
    /// - Returns: The number of frames written.
    public func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Int {
        // Whole frames only: a lone left sample would swap the channels.
        let frameCount = min(frameCount, freeFrames)
        guard frameCount > 0 else { return 0 }
        return self.samples.write(samples, count: frameCount * channelCount) / channelCount
    }

    // MARK: Progress of the render thread

    /// The number of frames that the voice has taken so far. Any thread.
    public var takenFrames: Int {
        @_noLocks @_noAllocation get { samples.takenCount / channelCount }
    }

    /// The number of frames of silence that the voice has played because the feed was empty. Any
    /// thread.
    public var underrunFrameCount: Int { shortCount.load(ordering: .acquiring) }

    /// The number of frames written and not taken yet. For the writer it is an upper bound.
    public var waitingFrames: Int { samples.readableCount / channelCount }

    /// Sets the refill threshold: when `frame` frames have been taken, the device calls its
    /// source's `attend`. A later call replaces an earlier one.
    ///
    /// - Parameter frame: A frame that has already passed is reported at the next render; `.max`
    ///   means never.
    public func setRefillThreshold(atFrame frame: Int) {
        refillThreshold.store(frame, ordering: .releasing)
    }

    /// Whether the refill threshold has been reached since the last call. Control side.
    public func takeRefillRequest() -> Bool {
        refillIsRequested.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// Schedules a gain change for the moment when exactly `change.frame` frames have been taken.
    /// Changes must be scheduled in the order of their frames. Writer's thread only.
    ///
    /// - Returns: Whether there was room for it: up to `changesMax` may be pending.
    public func schedule(_ change: FeedChange) -> Bool {
        changes.write(change)
    }

    /// The largest number of pending changes.
    public static let changesMax = 256

    /// Records the result of a `take`. Render thread.
    ///
    /// - Returns: Whether the refill threshold has been reached.
    @_noLocks @_noAllocation
    func note(underrunFrameCount: Int) -> Bool {
        if underrunFrameCount > 0 {
            shortCount.store(
                shortCount.load(ordering: .relaxed) &+ underrunFrameCount, ordering: .releasing)
        }
        let mark = refillThreshold.load(ordering: .acquiring)
        guard mark != .max, takenFrames >= mark else { return false }
        refillIsRequested.store(true, ordering: .releasing)
        // Unless the control side has set another threshold meanwhile.
        _ = refillThreshold.compareExchange(
            expected: mark, desired: .max, ordering: .relaxed)
        return true
    }

    /// Marks the end: the voice ends when all written frames have been played. Writer's thread
    /// only.
    public func finish() {
        finished.store(true, ordering: .releasing)
    }

    /// Whether `samples` will not grow any more. Read it before `samples`, not after.
    var isFinished: Bool {
        @_noLocks @_noAllocation get { finished.load(ordering: .acquiring) }
    }

    /// Claims the feed for one voice.
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

/// A change of a gain at a given frame of a feed.
public struct FeedChange: BitwiseCopyable, Sendable {
    /// The position in frames of the feed.
    public var frame: Int
    /// The parameter that changes.
    public var stage: Stage
    /// The target: a gain of 0 … `Mixer.gainMax`, or a balance of −1 … 1.
    public var value: Float
    /// The ramp's length in frames; 0 changes as fast as the voice's slope limit allows.
    public var rampFrames: Int

    /// The parameter that changes.
    public enum Stage: BitwiseCopyable, Sendable {
        case appGain
        case pan
    }

    public init(frame: Int, stage: Stage, value: Float, rampFrames: Int) {
        self.frame = frame
        self.stage = stage
        self.value = value
        self.rampFrames = rampFrames
    }
}
