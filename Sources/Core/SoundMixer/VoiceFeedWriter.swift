import Realtime
import Synchronization

/// The producer's half of a feed: a bounded queue of interleaved float frames to the render thread.
///
/// One thread at a time writes, on the control side.
public final class VoiceFeedWriter {
    /// The half for `VoiceSource.feed`.
    public let reader: VoiceFeedReader
    private let samples: RingBufferWriter<Float>
    private let changes: RingBufferWriter<FeedChange>

    /// The largest number of pending changes.
    public static let changesMax = 256

    /// - Parameters:
    ///   - channelCount: 1 or 2.
    ///   - capacityFrames: The capacity in frames; at least two device blocks. A feed with another
    ///     rate than the output's is read up to a millisecond ahead.
    public init(channelCount: Int, sampleRate: Double, capacityFrames: Int) {
        precondition(channelCount == 1 || channelCount == 2, "channelCount must be 1 or 2")
        precondition(sampleRate > 0 && capacityFrames > 0, "rate and capacity must be positive")
        let samples = RingBuffer<Float>(capacity: capacityFrames * channelCount)
        let changes = RingBuffer<FeedChange>(capacity: Self.changesMax)
        self.samples = samples.writer
        self.changes = changes.writer
        reader = VoiceFeedReader(
            samples.reader, changes.reader, channelCount: channelCount, sampleRate: sampleRate)
    }

    /// The number of interleaved channels: 1 or 2.
    public var channelCount: Int { reader.channelCount }
    /// The sample rate in frames a second.
    public var sampleRate: Double { reader.sampleRate }
    /// The number of frames written so far.
    public private(set) var writtenFrames = 0
    /// The number of frames that `write` would accept now.
    public var freeFrames: Int { samples.writableCount / channelCount }
    /// The number of frames that the voice has taken so far.
    public var takenFrames: Int { samples.takenCount / channelCount }
    /// The number of frames of silence that the voice has played because the feed was empty.
    public var underrunFrameCount: Int { reader.shortCount.load(ordering: .acquiring) }

    /// Writes as many frames as fit.
    ///
    /// - Parameter samples: `frameCount × channelCount` interleaved samples, full scale ±1.
    /// - Returns: The number of frames written.
    public func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Int {
        // Whole frames only: a lone left sample would swap the channels.
        let frameCount = min(frameCount, freeFrames)
        guard frameCount > 0 else { return 0 }
        let written = self.samples.write(samples, count: frameCount * channelCount) / channelCount
        writtenFrames += written
        return written
    }

    /// Writes the next frames in place: as many as are contiguous in memory.
    ///
    /// - Parameters:
    ///   - framesMax: The largest number of frames to write.
    ///   - fill: Writes up to `frameCount` frames at the start, and returns their number.
    /// - Returns: What `fill` has returned; zero when there is no room.
    public func write(
        atMost framesMax: Int,
        _ fill: (_ samples: UnsafeMutablePointer<Float>, _ frameCount: Int) -> Int
    ) -> Int {
        let room = samples.writable()
        // The ring's length is a power of two, and only whole frames are written: none is cut by
        // the ring's end.
        guard let start = room.baseAddress, room.count >= channelCount else { return 0 }
        let written = fill(start, min(room.count / channelCount, framesMax))
        samples.commit(written * channelCount)
        writtenFrames += written
        return written
    }

    /// Schedules a gain change for the moment when exactly `change.frame` frames have been taken.
    /// Changes must be scheduled in the order of their frames.
    ///
    /// - Returns: Whether there was room for it: up to `changesMax` may be pending.
    public func schedule(_ change: FeedChange) -> Bool { changes.write(change) }

    /// Sets the refill threshold: when `frame` frames have been taken, the device calls its
    /// source's `service`. A later call replaces an earlier one.
    ///
    /// - Parameter frame: A frame that has already passed is reported at the next render; `.max`
    ///   means never.
    public func setRefillThreshold(atFrame frame: Int) {
        reader.refillThreshold.store(frame, ordering: .releasing)
    }

    /// Marks the end: the voice ends when all frames written so far have been played.
    public func finish() { finish(atFrame: writtenFrames) }

    /// Marks the end: the voice ends before that frame of the feed is played, even when more frames
    /// have been written. A voice that has passed the frame ends at once.
    ///
    /// A later call replaces an earlier one, unless the voice has ended.
    ///
    /// - Parameter frame: At most `writtenFrames`; `.max` removes the mark.
    public func finish(atFrame frame: Int) {
        reader.endFrame.store(frame, ordering: .releasing)
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
