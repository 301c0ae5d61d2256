import AudioModel
import SoundMixer

/// What an output queue plays from a start (or a prime) to the stop that follows.
///
/// With the queue's lock held.
final class OutputRun: @unchecked Sendable {
    /// Replaced by a reset.
    private(set) var feed: VoiceFeed
    /// The app's stream; `nil` while only primed, and when it is rendered offline.
    var stream: Int?
    /// Frames written to the feed so far.
    private(set) var written = 0
    /// Whether nothing is written any more.
    private(set) var isFinished = false
    /// Whether what the effects held at the end has been brought out.
    var isFlushed = false
    /// Whether it stops when everything has been played.
    var isStopping = false
    /// Whether it is to start again once it has stopped.
    var startsAgain = false
    /// Whether the policy has it wait.
    var isHeldBySystem = false

    /// Frames of silence at the start of the feed that are before the queue's time.
    let delayFrames: Int
    /// The queue's time at which the feed began.
    private var timeBase = 0
    /// Frames of silence that the device was given for want of buffers, before the feed began.
    private var starvedBefore = 0
    /// Changes of the item that begins, not scheduled yet for want of room.
    var waitingChanges: [ParameterChange] = []
    /// Changes that have been scheduled and have not come yet, in order of frames.
    var comingChanges: [(frame: Int, change: ParameterChange)] = []
    /// Buffers all of which has been written, in order.
    var sounding: [EnqueuedBuffer] = []

    /// How far ahead of the device audio is decoded: what a callback that comes late, a busy
    /// machine and a large device block are given together.
    static let aheadDuration = HostInterval.milliseconds(200)
    /// Frames of a feed at least, for rates so low that a device block is a few of them.
    private static let aheadFramesMin = 64

    let aheadFrames: Int

    /// - Parameter primedFrames: That are to be made ready before it starts.
    init(channelCount: Int, sampleRate: Double, delayFrames: Int, primedFrames: Int) {
        let frames = Int((Self.aheadDuration.seconds * sampleRate).rounded())
        aheadFrames = max(frames, Self.aheadFramesMin)
        self.delayFrames = delayFrames
        feed = Self.makeFeed(channelCount, sampleRate, max(aheadFrames, primedFrames))
    }

    private static func makeFeed(
        _ channelCount: Int, _ sampleRate: Double, _ aheadFrames: Int
    ) -> VoiceFeed {
        VoiceFeed(
            channelCount: channelCount, sampleRate: sampleRate, capacityFrames: aheadFrames)
    }

    /// Frames of silence that the device was given for want of buffers.
    var starvedFrames: Int { starvedBefore + feed.underrunFrameCount }

    /// Whether the device has taken from it.
    var hasSounded: Bool { feed.takenFrames > 0 || feed.underrunFrameCount > 0 }

    /// The queue's time: frames that the device has taken, silence for want of them included.
    var time: Int { time(ofWritten: feed.takenFrames) }

    /// The queue's time at which the next frame written will be played, if nothing runs short
    /// until then.
    var writeTime: Int { time(ofWritten: written) }

    private func time(ofWritten frame: Int) -> Int {
        max(timeBase + frame + feed.underrunFrameCount - delayFrames, 0)
    }

    /// Frames that could be written now, to be so many ahead of the device.
    func room(_ ahead: Int) -> Int {
        isFinished ? 0 : min(ahead - (written - feed.takenFrames), feed.freeFrames)
    }

    /// Whether half of what is decoded ahead is left, or less.
    var isRunningDry: Bool { written - feed.takenFrames <= aheadFrames / 2 }

    func write(_ samples: UnsafePointer<Float>, frameCount: Int) {
        written += feed.write(samples, frameCount: frameCount)
    }

    func finish() {
        isFinished = true
        feed.finish()
    }

    /// Begins a new feed where the old one is now.
    func replaceFeed() {
        let now = timeBase + feed.takenFrames + feed.underrunFrameCount
        starvedBefore = starvedFrames
        feed = Self.makeFeed(feed.channelCount, feed.sampleRate, aheadFrames)
        timeBase = now
        written = 0
        isFinished = false
        waitingChanges = []
        comingChanges = []
        sounding = []
    }
}
