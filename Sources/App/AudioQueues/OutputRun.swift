import AudioModel
import SoundMixer

/// One run of an output queue, from a start (or a prime) to the stop that follows.
///
/// Ownership: the queue's lock guards it; closures of the app's stream only carry the reference.
final class OutputRun: @unchecked Sendable {
    /// The voice's feed; a reset of the queue replaces it.
    private(set) var feed: VoiceFeedWriter
    /// Frames written to the feed so far.
    private(set) var written = 0

    /// Frames of silence at the start of the feed, before queue time zero.
    let delayFrames: Int
    /// Queue time at the feed's start, in frames.
    private var timeBase = 0
    /// Underrun frames (silence for want of buffers) before the current feed.
    private var starvedBefore = 0
    /// Changes of the buffer that begins which did not fit into the feed yet.
    var waitingChanges: [ParameterChange] = []
    /// Scheduled changes that have not taken effect yet, in order of frames.
    var comingChanges: [(frame: Int, change: ParameterChange)] = []
    /// Buffers that have been written completely and are still playing, in order.
    var playing: [EnqueuedBuffer] = []

    /// How far ahead of the device audio is decoded: covers a late callback, a busy machine and a
    /// large device block together.
    static let aheadDuration = HostInterval.milliseconds(200)
    /// Smallest feed in frames, for sample rates at which a device block is a few frames.
    private static let aheadFramesMin = 64

    let aheadFrames: Int

    /// - Parameters:
    ///   - delayFrames: Silence before the first frame.
    ///   - primedFrames: Frames to be decoded before the start.
    init(channelCount: Int, sampleRate: Double, delayFrames: Int, primedFrames: Int) {
        let frames = Int((Self.aheadDuration.seconds * sampleRate).rounded())
        aheadFrames = max(frames, Self.aheadFramesMin)
        self.delayFrames = delayFrames
        feed = Self.makeFeed(channelCount, sampleRate, max(aheadFrames, primedFrames))
    }

    private static func makeFeed(
        _ channelCount: Int, _ sampleRate: Double, _ aheadFrames: Int
    ) -> VoiceFeedWriter {
        VoiceFeedWriter(
            channelCount: channelCount, sampleRate: sampleRate, capacityFrames: aheadFrames)
    }

    /// Underrun frames since the start: silence for want of buffers.
    var starvedFrames: Int { starvedBefore + feed.underrunFrameCount }

    /// Whether the device has read from the feed.
    var hasSounded: Bool { feed.takenFrames > 0 || feed.underrunFrameCount > 0 }

    /// The queue's time in frames: frames that the device has read, underruns included.
    var time: Int { time(ofWritten: feed.takenFrames) }

    /// Queue time at which the next frame written will be played, if nothing runs short until then.
    var writeTime: Int { time(ofWritten: written) }

    private func time(ofWritten frame: Int) -> Int {
        max(timeBase + frame + feed.underrunFrameCount - delayFrames, 0)
    }

    /// Frames that can be written now to be `ahead` frames ahead of the device.
    func room(_ ahead: Int) -> Int {
        min(ahead - (written - feed.takenFrames), feed.freeFrames)
    }

    /// Whether half of the target level is left, or less.
    var isBelowLowWatermark: Bool { written - feed.takenFrames <= aheadFrames / 2 }

    func write(_ samples: UnsafePointer<Float>, frameCount: Int) {
        written += feed.write(samples, frameCount: frameCount)
    }

    /// Begins a new feed at the current position.
    func replaceFeed() {
        let now = timeBase + feed.takenFrames + feed.underrunFrameCount
        starvedBefore = starvedFrames
        feed = Self.makeFeed(feed.channelCount, feed.sampleRate, aheadFrames)
        timeBase = now
        written = 0
        waitingChanges = []
        comingChanges = []
        playing = []
    }
}
