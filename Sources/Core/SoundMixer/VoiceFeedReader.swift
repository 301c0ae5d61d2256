import Realtime
import Synchronization

/// The consumer's half of a feed. It serves one voice, once.
///
/// Ownership: the render thread empties the ring buffers; the flags and counts are atomics.
public final class VoiceFeedReader: @unchecked Sendable {
    /// The number of interleaved channels: 1 or 2.
    public let channelCount: Int
    /// The sample rate in frames a second.
    public let sampleRate: Double

    private let samples: RingBufferReader<Float>
    private let changes: RingBufferReader<FeedChange>
    /// The number of frames of silence played because the feed was empty; only the render thread
    /// stores it.
    let shortCount = Atomic<Int>(0)
    /// The refill threshold: the number of frames taken at which a refill is requested.
    let refillThreshold = Atomic<Int>(.max)
    private let refillIsRequested = Atomic<Bool>(false)
    /// The frame at which the voice ends. Read it before `samples`, not after.
    let endFrame = Atomic<Int>(.max)
    private let claimed = Atomic<Bool>(false)

    init(
        _ samples: consuming RingBufferReader<Float>,
        _ changes: consuming RingBufferReader<FeedChange>, channelCount: Int, sampleRate: Double
    ) {
        self.samples = samples
        self.changes = changes
        self.channelCount = channelCount
        self.sampleRate = sampleRate
    }

    // MARK: Control side

    /// Whether the refill threshold has been reached since the last call. Control side.
    public func takeRefillRequest() -> Bool {
        refillIsRequested.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// Claims the feed for one voice.
    ///
    /// - Returns: Whether it was free.
    func claim() -> Bool { !claimed.exchange(true, ordering: .relaxed) }

    /// Undoes `claim` when the voice could not be added after all.
    func unclaim() { claimed.store(false, ordering: .relaxed) }

    // MARK: Render thread

    /// The next gain change.
    var nextChange: FeedChange? {
        @_noLocks @_noAllocation get {
            let waiting = changes.readable()
            guard let first = waiting.baseAddress, !waiting.isEmpty else { return nil }
            return first.pointee
        }
    }

    @_noLocks @_noAllocation
    func dropChange() {
        changes.discard(1)
    }

    /// Adds at most `wanted` frames to `bus`; missing frames are silence.
    @_noLocks @_noAllocation
    func take(
        _ wanted: Int, _ kind: SampleKind, along line: GainLine,
        into bus: UnsafeMutablePointer<Float>, peaks: inout Peaks
    ) -> RenderSource.Taken {
        var line = line
        var taken = RenderSource.Taken()
        // Read first: all that was written before `finish` is then visible below.
        let endFrame = endFrame.load(ordering: .acquiring)
        let framesLeft = max(endFrame &- samples.takenCount / channelCount, 0)
        let wanted = min(wanted, framesLeft)
        while taken.played < wanted {
            let waiting = samples.readable()
            guard let start = waiting.baseAddress, !waiting.isEmpty else { break }
            let frameCount = waiting.count / kind.channelCount
            let runCount = min(wanted &- taken.played, frameCount)
            mix(
                start, kind, frameCount: runCount, along: line, into: bus + 2 &* taken.played,
                peaks: &peaks)
            samples.discard(kind.channelCount &* runCount)
            line.frame &+= runCount
            taken.played &+= runCount
        }
        taken.hasEnded = taken.played == framesLeft
        if !taken.hasEnded { taken.short = wanted &- taken.played }
        taken.wantsRefill = note(underrunFrameCount: taken.short)
        return taken
    }

    /// Records the result of a `take`.
    ///
    /// - Returns: Whether the refill threshold has been reached.
    @_noLocks @_noAllocation
    private func note(underrunFrameCount: Int) -> Bool {
        if underrunFrameCount > 0 {
            shortCount.store(
                shortCount.load(ordering: .relaxed) &+ underrunFrameCount, ordering: .releasing)
        }
        let mark = refillThreshold.load(ordering: .acquiring)
        guard mark != .max, samples.takenCount / channelCount >= mark else { return false }
        refillIsRequested.store(true, ordering: .releasing)
        // Unless the control side has set another threshold meanwhile.
        _ = refillThreshold.compareExchange(expected: mark, desired: .max, ordering: .relaxed)
        return true
    }
}
