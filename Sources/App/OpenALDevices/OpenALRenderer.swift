import AudioModel
import COpenALSoft
import SoundClient
import SoundMixer
import Synchronization

/// Renders a device ahead of the output, on a work queue, into the feed of a stream of the app.
///
/// OpenAL Soft's rendering may wait for a thread of the app that calls it, so it is never called on
/// the output's render thread.
///
/// Ownership: the work queue writes the feed; `progress` is guarded by its mutex.
final class OpenALRenderer: @unchecked Sendable {
    /// The number of frames that are rendered at a time, always the same: OpenAL Soft ramps a gain
    /// within a block, so the blocks are part of the result.
    static let blockFrames = 256
    /// The time in which the work queue wakes up and renders.
    private static let wakeUpSeconds = 0.01
    private static let addedBlocksMax = 16
    /// The longest lead in seconds.
    private static let secondsMax = 0.4
    /// The frames that an output takes at a time before it has taken any.
    private static let usualDeviceFrames = 1024

    let sampleRate: Int
    private let work: any WorkQueue
    private let feed: VoiceFeedWriter
    private let render: @Sendable (UnsafeMutablePointer<Float>, Int) -> Void
    private let deviceFrames: @Sendable () -> Int
    private let progress = Mutex(Progress())

    private struct Progress {
        var isActive = false
        var isScheduled = false
        /// The feed's underruns when it was filled last; `nil` before that since a start.
        var knownUnderruns: Int?
        /// One for each time that the lead was too short.
        var addedBlocks = 0
    }

    /// - Parameters:
    ///   - deviceFrames: Returns the number of frames, at this rate, that the output takes at a
    ///     time; zero while that is unknown.
    ///   - render: Renders the next frames, interleaved stereo.
    init(
        sampleRate: Int, _ environment: any AppEnvironment,
        deviceFrames: @escaping @Sendable () -> Int,
        render: @escaping @Sendable (UnsafeMutablePointer<Float>, Int) -> Void
    ) {
        self.sampleRate = sampleRate
        self.deviceFrames = deviceFrames
        self.render = render
        work = environment.makeWorkQueue(label: "sori.openal.render")
        let leadMax = max(Int(Self.secondsMax * Double(sampleRate)), 8 * Self.blockFrames)
        feed = VoiceFeedWriter(
            channelCount: 2, sampleRate: Double(sampleRate), capacityFrames: leadMax)
    }

    /// What the stream plays.
    var source: VoiceSource { .feed(feed.reader) }

    /// Lets `fill` render.
    func resume() {
        progress.withLock { progress in
            progress.isActive = true
            progress.knownUnderruns = nil
        }
    }

    /// Ends the rendering until `resume`, after the present block.
    func pause() { progress.withLock { $0.isActive = false } }

    /// Ends the rendering for good, and the voice after what has been rendered.
    func finish() {
        pause()
        work.async { self.feed.finish() }
    }

    /// Schedules `body` on the work queue, once for all calls until it runs.
    func schedule(_ body: @escaping @Sendable () -> Void) {
        let isNew = progress.withLock { progress in
            defer { progress.isScheduled = true }
            return !progress.isScheduled
        }
        guard isNew else { return }
        work.async {
            self.progress.withLock { $0.isScheduled = false }
            body()
        }
    }

    /// Renders until the feed is far enough ahead of the output. On the work queue.
    ///
    /// - Parameter afterBlock: Called after each block.
    func fill(afterBlock: () -> Void) {
        let leadFrames = currentLead()
        while hasRoom(leadFrames) {
            // Blocks divide the feed's length, which is a power of two: none is cut by its end.
            _ = feed.write(atMost: Self.blockFrames) { samples, count in
                render(samples, count)
                return count
            }
            afterBlock()
        }
        let isActive = progress.withLock { progress in
            if progress.isActive { progress.knownUnderruns = feed.underrunFrameCount }
            return progress.isActive
        }
        // The next request comes when there is room for a block.
        let next = max(feed.writtenFrames - leadFrames + Self.blockFrames, 0)
        feed.setRefillThreshold(atFrame: isActive ? next : .max)
    }

    private func hasRoom(_ leadFrames: Int) -> Bool {
        guard progress.withLock({ $0.isActive }) else { return false }
        let ahead = feed.writtenFrames - feed.takenFrames
        return ahead + Self.blockFrames <= leadFrames && feed.freeFrames >= Self.blockFrames
    }

    /// Returns the lead in frames: a block of the output's, the time to wake up, one block, and
    /// more after an underrun.
    private func currentLead() -> Int {
        let known = deviceFrames()
        let device = known > 0 ? known : Self.usualDeviceFrames
        let underruns = feed.underrunFrameCount
        let added = progress.withLock { progress in
            if let before = progress.knownUnderruns, underruns > before {
                progress.addedBlocks = min(progress.addedBlocks + 1, Self.addedBlocksMax)
                progress.knownUnderruns = underruns
            }
            return progress.addedBlocks
        }
        let wakeUp = Int(Self.wakeUpSeconds * Double(sampleRate))
        let blocks = (device + wakeUp) / Self.blockFrames + 2 + added
        return min(blocks * Self.blockFrames, Int(Self.secondsMax * Double(sampleRate)))
    }
}
