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
    let changes = RingBuffer<FeedChange>(capacity: VoiceFeed.changesMax)
    /// Frames in which there were none; only the render thread stores it.
    private let shortCount = Atomic<Int>(0)
    /// The render thread asks for attention when so many frames have been taken.
    private let attentionMark = Atomic<Int>(.max)
    private let attentionIsDue = Atomic<Bool>(false)
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

    // MARK: What the render thread has done

    /// Frames that the voice has taken so far. Any thread.
    public var takenFrames: Int {
        @_noLocks @_noAllocation get { samples.takenCount / channelCount }
    }

    /// Frames of silence that the voice has played because there was nothing to take. Any thread.
    public var shortFrames: Int { shortCount.load(ordering: .acquiring) }

    /// Frames written and not taken yet. The writer may count on there being at most so many.
    public var waitingFrames: Int { samples.readableCount / channelCount }

    /// Asks to be told when `frame` frames have been taken: the device then has its source's
    /// `attend` called. A later call takes the place of an earlier one.
    ///
    /// - Parameter frame: One that is past already is told at the next render; `.max` never.
    public func askForAttention(atFrame frame: Int) {
        attentionMark.store(frame, ordering: .releasing)
    }

    /// Whether what was asked for has come, since the last call. Control side.
    public func takeAttention() -> Bool {
        attentionIsDue.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// Has a gain of the voice's move when exactly `change.frame` frames have been taken. Changes
    /// come in the order of their frames. Writer's thread only.
    ///
    /// - Returns: Whether there was room: `changesMax` may wait.
    public func schedule(_ change: FeedChange) -> Bool {
        changes.write(change)
    }

    public static let changesMax = 256

    /// Notes what a `take` did. Render thread.
    ///
    /// - Returns: Whether control wants to know.
    @_noLocks @_noAllocation
    func note(shortFrames: Int) -> Bool {
        if shortFrames > 0 {
            shortCount.store(
                shortCount.load(ordering: .relaxed) &+ shortFrames, ordering: .releasing)
        }
        let mark = attentionMark.load(ordering: .acquiring)
        guard mark != .max, takenFrames >= mark else { return false }
        attentionIsDue.store(true, ordering: .releasing)
        // Unless control has asked for another meanwhile.
        _ = attentionMark.compareExchange(
            expected: mark, desired: .max, ordering: .relaxed)
        return true
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

/// A gain of a feed's voice that moves at a certain frame of the feed.
public struct FeedChange: BitwiseCopyable, Sendable {
    /// Frames of the feed before it.
    public var frame: Int
    public var stage: Stage
    /// A gain of 0 … `Mixer.gainMax`, or a balance of −1 … 1.
    public var value: Float
    /// Frames that it takes; 0 jumps, as far as the voice's limit on slopes lets it.
    public var rampFrames: Int

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
